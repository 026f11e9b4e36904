"""What is written beside the journals (the audit, active time, crowd answers), and how it is kept safely."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Sum
from django.utils import timezone

from cliometer.errors import InputError, Refused
from cliometer.workbench.models import Audit, CrowdBatch, Sheet, Stretch, Study

# SQLite has one writer at a time, and whoever finds it taken asks again after ever longer naps: with many
# judges some would nap for long. Here they queue for a lock of the system, which wakes the next at once.
# And SQLite holds the writer until the disk has the log, milliseconds in which everybody waits. Here the
# log goes to the disk after the next writer was let in, so that one trip serves several; nothing is
# acknowledged before.

try:
    import fcntl
except ImportError:  # Windows: SQLite's own waiting has to do
    fcntl = None  # type: ignore[assignment]

_FILE = "writing.lock"


@contextmanager
def writing() -> Iterator[None]:
    """Open a transaction that writes; when it is over, what was written is on the disk."""
    if fcntl is None or connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _turn(), _log_later(), transaction.atomic():
        yield
    # wait until the disk has the write-ahead log; SQLite keeps no locks on it that closing would lose
    handle = os.open(f"{connection.settings_dict['NAME']}-wal", os.O_RDONLY)
    try:
        os.fdatasync(handle)
    finally:
        os.close(handle)


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for one's turn at the database, among the threads of all processes."""
    handle = os.open(Path(settings.CONFIG.folder) / _FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # lets the next one in


@contextmanager
def _log_later() -> Iterator[None]:
    """Let SQLite end this transaction without waiting for the disk; the order of its writes stays."""
    _synchronous("NORMAL")
    try:
        yield
    finally:
        _synchronous("FULL")


def _synchronous(level: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA synchronous={level}")


_DEEPEST = 50  # no topic or action is nested nearly as deeply


def refuse_unkeepable(value: object, depth: int = 0) -> None:
    """Refuse a value of JSON that some database would not take."""
    if depth > _DEEPEST:
        raise InputError(f"this is nested more than {_DEEPEST} deep")
    if isinstance(value, str):
        _refuse_letters(value)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            _refuse_letters(str(key))
            refuse_unkeepable(one, depth + 1)
    elif isinstance(value, list | tuple):
        for one in value:
            refuse_unkeepable(one, depth + 1)


def _refuse_letters(text: str) -> None:
    if "\0" in text:
        raise InputError("the character U+0000 cannot be kept; leave it out")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("a text has half a character (a lone surrogate); leave it out") from None


def record(study: Study | None, by: User | None, what: str, **details: object) -> None:
    """Add a line."""
    Audit.objects.create(study=study, by=by, what=what, details=details)


def is_started(study: Study) -> bool:
    """Return whether the owner has given out the sheets: whoever joins now gets theirs at once."""
    return study.audit.filter(what="started").exists()


def handed_in_for_all(study: Study) -> dict[int, int]:
    """Return the shared sheets that are handed in, each with the number of whoever did it for all."""
    shared = Sheet.objects.filter(study=study, judge=None, superseded=False, submitted__isnull=False)
    there = set(shared.values_list("pk", flat=True))
    lines = study.audit.filter(what="handed in", by__isnull=False).order_by("pk").values_list("by", "details")
    return {told["sheet"]: by for by, told in lines if by and told.get("sheet") in there}


def crowd_salt(study: Study) -> str:
    """Return the secret salt of the pseudonyms of workers, the same for all batches of a study.

    It is kept with the answers: a backup must know the workers again wherever it is restored.
    """
    kept = CrowdBatch.objects.filter(study=study).exclude(salt="").values_list("salt", flat=True).first()
    return kept or secrets.token_hex(32)


def keep_crowd(study: Study, answers: str, by: User, salt: str = "") -> tuple[str, ...]:
    """Keep a batch, one JSON object a line; returns what should be known of it."""
    count = sum(bool(line.strip()) for line in answers.split("\n"))
    CrowdBatch.objects.create(study=study, answers=answers, count=count, salt=salt, created_by=by)
    record(study, by, "crowd answers added", count=count)
    return (f"{count} answers of a crowd platform came with it",)


LONGEST = 120.0  # seconds between two reports of a page; more is idleness


def count_time(sheet: Sheet, user: User, told: str) -> float:
    """Add a stretch that ends now; it cannot reach back before the one before it."""
    try:
        seconds = float(told)
    except ValueError:
        raise Refused("expected the number of active seconds") from None
    now = timezone.now()
    last = Stretch.objects.filter(user=user).order_by("-pk").first()
    free = (now - last.ended).total_seconds() if last else LONGEST
    counted = max(0.0, min(seconds, LONGEST, free)) if seconds == seconds else 0.0
    if counted > 0:
        began = now - timedelta(seconds=counted)
        Stretch.objects.create(sheet=sheet, user=user, began=began, ended=now, seconds=counted)
    return counted


def active_seconds(sheets: list[Sheet]) -> dict[int, float]:
    """Return the active seconds of each sheet."""
    rows = Stretch.objects.filter(sheet__in=sheets).values("sheet").annotate(total=Sum("seconds"))
    return {row["sheet"]: row["total"] for row in rows}


def step_times(study: Study) -> dict[str, Any]:
    """Return the active seconds of each topic in each step, all revisions together, with totals."""
    sheets = list(Sheet.objects.filter(study=study))
    seconds = active_seconds(sheets)
    spent: dict[tuple[int | None, str], float] = {}
    for sheet in sheets:
        key = sheet.topic_id, sheet.step
        spent[key] = spent.get(key, 0.0) + seconds.get(sheet.pk, 0.0)
    steps = [step.name for step in study.protocol.steps]
    rows = []
    for topic in study.topics.all():
        cells = [spent.get((topic.pk, step), 0.0) for step in steps]
        rows.append((topic, cells, sum(cells)))
    totals = [sum(cells) for cells in zip(*(cells for _, cells, _ in rows), strict=True)]
    titles = [step.title for step in study.protocol.steps]
    return {"steps": titles, "rows": rows, "totals": totals, "total": sum(totals)}
