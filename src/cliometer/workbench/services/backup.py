"""Everything in one file, from either kind of database into either: a zip of tables as lines of JSON.

`manifest.json` says what made it and what every table must be: rows and SHA-256. A backup is one moment of
the database, also while judges work; a restore checks all of it first, and is done wholly or not at all.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cliometer.errors import FormatError, InputError, UsageError
from cliometer.version import __version__

FORMAT = "cliometer workbench backup, 1"
LEFT_OUT = ("sessions", "one-time links", "failed tries at signing in", "the log of the administration")
_NOT_KEPT = ("StartLink", "Throttle")
_CLEARED = ("django_session", "django_admin_log", "auth_user_groups", "auth_user_user_permissions")
_BATCH = 50  # rows at a time: SQLite takes so many values in a statement
Model = type[models.Model]


@dataclass(frozen=True)
class Contents:
    """The manifest of a backup."""

    made: str
    version: str
    migrations: tuple[str, ...]
    tables: dict[str, tuple[int, str]]  # rows and SHA-256

    @property
    def rows(self) -> int:
        return sum(rows for rows, _ in self.tables.values())


def kept_models() -> list[Model]:
    """Return what is backed up: accounts, and all tables of ours but those that a new start makes void."""
    ours = [m for m in apps.get_app_config("workbench").get_models() if m.__name__ not in _NOT_KEPT]
    return [User, *ours]


def write_backup(path: Path, force: bool = False) -> Contents:
    """Write it beside and rename it; readable by its owner alone, for it holds hashes of passwords."""
    if path.exists() and not force:
        raise InputError("there is a file of this name; --force replaces it", path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, _one_moment():
                tables = {model._meta.label: _write_table(archive, model) for model in kept_models()}
                migrations = tuple(sorted(_applied()))
                contents = Contents(timezone.now().isoformat(), __version__, migrations, tables)
                manifest = {"format": FORMAT, **contents.__dict__}
                archive.writestr("manifest.json", json.dumps(manifest, indent=1))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return contents


def _write_table(archive: zipfile.ZipFile, model: Model) -> tuple[int, str]:
    rows, digest = 0, hashlib.sha256()
    with archive.open(_member(model._meta.label), "w", force_zip64=True) as table:
        names = [field.attname for field in model._meta.concrete_fields]
        for row in model._default_manager.order_by("pk").values(*names).iterator(500):
            line = json.dumps(row, default=_plain, ensure_ascii=False, sort_keys=True).encode() + b"\n"
            digest.update(line)
            table.write(line)
            rows += 1
    return rows, digest.hexdigest()


def _member(label: str) -> str:
    return f"tables/{label}.jsonl"


def _plain(value: object) -> str:
    """Return a moment to the microsecond, as text."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    raise TypeError(f"no way to write {type(value).__name__}")


def _applied() -> set[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return {name for app, name in applied if app == "workbench"}


@contextmanager
def _one_moment() -> Iterator[None]:
    """Let all reads see the same state, and hold no writer up."""
    if connection.vendor == "postgresql":
        with transaction.atomic():
            _run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
        return
    _run("BEGIN DEFERRED")
    try:
        yield
    finally:
        _run("ROLLBACK")  # nothing was written


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def read_contents(path: Path) -> Contents:
    """Return what a backup holds, once all of it was found whole."""
    with _opened(path) as archive:
        contents = _manifest(path, archive)
        for label, written in contents.tables.items():
            rows, digest = 0, hashlib.sha256()
            try:
                with archive.open(_member(label)) as table:
                    for line in table:
                        rows += 1
                        digest.update(line)
            except (KeyError, zipfile.BadZipFile, OSError, EOFError):
                raise FormatError(f"the backup is damaged: {label} cannot be read", path) from None
            if (rows, digest.hexdigest()) != written:
                raise FormatError(f"the backup is damaged: {label} is not what was written", path)
    return contents


def _manifest(path: Path, archive: zipfile.ZipFile) -> Contents:
    try:
        found = json.loads(archive.read("manifest.json"))
        tables = {str(label): (int(rows), str(digest)) for label, (rows, digest) in found["tables"].items()}
        contents = Contents(str(found["made"]), str(found["version"]), tuple(found["migrations"]), tables)
        right = found["format"] == FORMAT
    except (KeyError, ValueError, TypeError, AttributeError):
        raise FormatError("this is no backup of a workbench: its manifest is missing or broken", path) from None
    labels = {model._meta.label for model in kept_models()}
    if not right or set(contents.migrations) - _applied() or not set(tables) <= labels:
        raise FormatError(
            f"the backup was made by cliometer {contents.version}, this is {__version__}; update cliometer",
            path,
        )
    return contents


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        raise FormatError("this is no backup of a workbench: it is no zip file", path) from None
    with archive:
        yield archive


def restore(path: Path, force: bool = False) -> Contents:
    """Put a backup into the database; what is there is replaced where `force` says so, and only then."""
    contents = read_contents(path)
    with transaction.atomic():
        study = apps.get_model("workbench", "Study")._default_manager
        people = list(User.objects.all()[:2])  # the first start makes an owner without a password
        used = study.exists() or len(people) > 1 or any(person.has_usable_password() for person in people)
        if used and not force:
            raise UsageError("the database holds studies or accounts already; --force replaces all of it")
        ours = [model._meta.db_table for model in apps.get_app_config("workbench").get_models()]
        for table in (*_CLEARED, *ours, User._meta.db_table):
            _run(f"DELETE FROM {connection.ops.quote_name(table)}")
        with _opened(path) as archive, _moments_as_given():
            for model in kept_models():
                if model._meta.label in contents.tables:
                    _read_table(path, archive, model)
        connection.check_constraints()
        for statement in connection.ops.sequence_reset_sql(no_style(), kept_models()):
            _run(statement)
    return contents


def _read_table(path: Path, archive: zipfile.ZipFile, model: Model) -> None:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    with archive.open(_member(model._meta.label)) as table:
        while rows := [json.loads(line) for line in islice(table, _BATCH)]:
            if not all(set(row) <= set(fields) for row in rows):
                raise FormatError(f"{model._meta.label} has columns that this version does not know", path)
            model._default_manager.bulk_create(
                model(**{name: fields[name].to_python(value) for name, value in row.items()}) for row in rows
            )


@contextmanager
def _moments_as_given() -> Iterator[None]:
    """Let fields that record the moment of writing keep the moment that a backup brings."""
    fields = [field for model in kept_models() for field in model._meta.concrete_fields]
    before = [
        (field, field.auto_now_add, field.auto_now)
        for field in fields
        if isinstance(field, models.DateField) and (field.auto_now_add or field.auto_now)
    ]
    for field, _, _ in before:
        field.auto_now_add = field.auto_now = False
    try:
        yield
    finally:
        for field, added, changed in before:
            field.auto_now_add, field.auto_now = added, changed
