"""Backups: a zip archive of all tables as JSON lines, which either kind of database can write and restore.

`manifest.json` names the version and, for every table, the number of rows and the SHA-256. A backup is a
consistent snapshot even while judges work. A restore checks the whole backup first, and is done wholly or not at all.
Backups at intervals are dated files in a folder, each read back after it was written; old ones are removed.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import DatabaseError, close_old_connections, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cliometer.errors import CliometerError, FormatError, InputError, UsageError
from cliometer.version import __version__
from cliometer_workbench.services.storage import run_statement
from cliometer_workbench.stored_notes import stored

FORMAT = "cliometer workbench backup, 1"
LEFT_OUT = ("sessions", "one-time links", "failed attempts at signing in", "the log of the administration")
_SIGN_IN = ("socialaccount.SocialAccount",)  # who signs in by OpenID Connect, where that is set up
_EXCLUDED = ("StartLink", "Throttle")
_CLEARED_TABLES = (
    "django_session", "django_admin_log", "auth_user_groups", "auth_user_user_permissions",
    "socialaccount_socialtoken", "socialaccount_socialaccount", "account_emailconfirmation", "account_emailaddress",
)  # fmt: skip
_BATCH = 50  # rows in a statement: SQLite limits the number of values
Model = type[models.Model]


@dataclass(frozen=True)
class BackupContents:
    """The manifest of a backup."""

    made: str
    version: str
    migrations: tuple[str, ...]
    tables: dict[str, tuple[int, str]]  # rows and SHA-256

    @property
    def without_sign_in(self) -> bool:
        """Whether it says who signs in by OpenID Connect, and this workbench has no such service."""
        return bool({*_SIGN_IN} & {*self.tables}) and not apps.is_installed("allauth.socialaccount")

    @property
    def rows(self) -> int:
        return sum(rows for rows, _ in self.tables.values())


def backup_models() -> list[Model]:
    """Return the models in a backup: accounts and the workbench's own, except links and counts of failed sign-ins."""
    ours = [m for m in apps.get_app_config("workbench").get_models() if m.__name__ not in _EXCLUDED]
    return [User, *ours, *(apps.get_model(label) for label in _SIGN_IN if apps.is_installed("allauth.socialaccount"))]


def write_backup(path: Path, force: bool = False) -> BackupContents:
    """Write a backup under a temporary name and rename it; only its owner can read it, as it holds password hashes."""
    if path.exists() and not force:
        raise InputError("backup-exists", path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, _snapshot():
                tables = {model._meta.label: _write_table(archive, model) for model in backup_models()}
                migrations = tuple(sorted(_applied_migrations()))
                contents = BackupContents(timezone.now().isoformat(), __version__, migrations, tables)
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
            row = {name: stored(value) if isinstance(value, dict | list) else value for name, value in row.items()}
            line = (
                json.dumps(row, default=lambda moment: moment.isoformat(), ensure_ascii=False, sort_keys=True).encode()
                + b"\n"
            )
            digest.update(line)
            table.write(line)
            rows += 1
    return rows, digest.hexdigest()


def _member(label: str) -> str:
    return f"tables/{label}.jsonl"


def _applied_migrations() -> set[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return {name for app, name in applied if app == "workbench"}


@contextmanager
def _snapshot() -> Iterator[None]:
    """Let all reads see the same state of the database, without blocking writers."""
    if connection.vendor == "postgresql":
        with transaction.atomic():
            run_statement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
        return
    run_statement("BEGIN DEFERRED")
    try:
        yield
    finally:
        run_statement("ROLLBACK")  # nothing was written


def read_contents(path: Path) -> BackupContents:
    """Return the contents of a backup after checking every table, or raise FormatError where it is damaged."""
    with _open_archive(path) as archive:
        contents = _manifest(path, archive)
        for label, written in contents.tables.items():
            rows, digest = 0, hashlib.sha256()
            try:
                with archive.open(_member(label)) as table:
                    for line in table:
                        rows += 1
                        digest.update(line)
            except (KeyError, zipfile.BadZipFile, OSError, EOFError):
                raise FormatError("backup-part-unreadable", path, part=label) from None
            if (rows, digest.hexdigest()) != written:
                raise FormatError("backup-part-damaged", path, part=label)
    return contents


def _manifest(path: Path, archive: zipfile.ZipFile) -> BackupContents:
    try:
        facts = json.loads(archive.read("manifest.json"))
        tables = {str(label): (int(rows), str(digest)) for label, (rows, digest) in facts["tables"].items()}
        contents = BackupContents(str(facts["made"]), str(facts["version"]), tuple(facts["migrations"]), tables)
        right = facts["format"] == FORMAT
    except (KeyError, ValueError, TypeError, AttributeError):
        raise FormatError("backup-without-manifest", path) from None
    labels = {model._meta.label for model in backup_models()} | {*_SIGN_IN}
    if not right or set(contents.migrations) - _applied_migrations() or not set(tables) <= labels:
        raise FormatError("backup-newer", path, version=contents.version, present=__version__)
    return contents


def _open_archive(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        raise FormatError("backup-not-zip", path) from None


def restore(path: Path, force: bool = False) -> BackupContents:
    """Restore a backup into the database; existing studies and accounts are replaced only with `force`."""
    contents = read_contents(path)
    with transaction.atomic():
        study = apps.get_model("workbench", "Study")._default_manager
        people = list(User.objects.all()[:2])  # the first start makes one owner without a password
        used = study.exists() or len(people) > 1 or any(person.has_usable_password() for person in people)
        if used and not force:
            raise UsageError("database-not-empty")
        ours = [model._meta.db_table for model in apps.get_app_config("workbench").get_models()]
        there = set(connection.introspection.table_names())
        for table in (*(name for name in _CLEARED_TABLES if name in there), *ours, User._meta.db_table):
            run_statement(f"DELETE FROM {connection.ops.quote_name(table)}")
        with _open_archive(path) as archive:
            for model in backup_models():
                if model._meta.label in contents.tables:
                    _read_table(path, archive, model)
        connection.check_constraints()
        for statement in connection.ops.sequence_reset_sql(no_style(), backup_models()):
            run_statement(statement)
    return contents


def _read_table(path: Path, archive: zipfile.ZipFile, model: Model) -> None:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    with archive.open(_member(model._meta.label)) as table:
        while rows := [json.loads(line) for line in islice(table, _BATCH)]:
            if not all(set(row) <= set(fields) for row in rows):
                raise FormatError("backup-columns-unknown", path, part=model._meta.label)
            made = [model(**{name: fields[name].to_python(value) for name, value in row.items()}) for row in rows]
            rows_of = model._base_manager  # as bulk_create inserts, but raw: times keep those of the backup
            rows_of._insert(made, model._meta.concrete_fields, using=connection.alias, raw=True)  # type: ignore[attr-defined]


LOG = logging.getLogger("workbench")
_DATED = re.compile(r"workbench-(\d{4}-\d{2}-\d{2}T\d{6}Z)\.zip")
_MOMENT = "%Y-%m-%dT%H%M%SZ"
_RETRY = 300.0  # seconds, after a backup that failed


def dated_backups(folder: Path) -> list[tuple[datetime, Path]]:
    """Return the backups of a folder with the times in their names, oldest first."""
    backups = ((_DATED.fullmatch(path.name), path) for path in folder.glob("workbench-*.zip"))
    return sorted((datetime.strptime(name[1], _MOMENT).replace(tzinfo=UTC), path) for name, path in backups if name)


def write_dated_backup(folder: Path, keep: int) -> Path:
    """Write a backup named after this moment, read it back, and then remove all but the newest `keep`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("backup-folder-not-made", folder, reason=error.strerror) from None
    path = folder / f"workbench-{datetime.now(UTC).strftime(_MOMENT)}.zip"
    try:
        write_backup(path, force=True)
    except OSError as error:
        raise InputError("backup-not-written", path, reason=error.strerror) from None
    read_contents(path)
    for _, old in dated_backups(folder)[:-keep]:
        old.unlink(missing_ok=True)
    return path


def run_schedule(
    folder: Path, hours: float, keep: int, going_on: Callable[[], bool], report: Callable[[str], None]
) -> None:
    """Write a backup whenever the newest is `hours` old, as long as `going_on` says so.

    A backup that fails is reported and tried again after five minutes; older backups stay.
    """
    due = max((made.timestamp() for made, _ in dated_backups(folder)), default=0.0) + hours * 3600
    while going_on():
        if time.time() < due:
            time.sleep(min(1.0, max(0.01, due - time.time())))
            continue
        close_old_connections()
        try:
            path = write_dated_backup(folder, keep)
        except (CliometerError, DatabaseError) as error:
            LOG.error("backup failed: %s", error)
            due = time.time() + _RETRY
        else:
            report(str(path))
            due = time.time() + hours * 3600
