"""Writing transactions, checks of what can be stored, the audit, active time, and crowd answers."""

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
from cliometer.model.notes import Note
from cliometer_workbench.models import Audit, CrowdBatch, Sheet, Stretch, Study
from cliometer_workbench.stored_notes import stored

# SQLite has one writer at a time, and others try again after ever longer pauses, so that with many judges some
# would wait for long. Here writers queue for a lock of the operating system, which wakes the next one at once.
# SQLite also keeps its lock until the log is on the disk, which takes milliseconds. Here the log is synced after
# the next writer has begun, so that one sync serves several writers; no write is acknowledged before its log is
# on the disk.

try:
    import fcntl
except ImportError:  # Windows relies on SQLite's own waiting
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None
_FILE = "writing.lock"


@contextmanager
def writing() -> Iterator[None]:
    """Open a transaction that writes; when the context ends, the changes are on the disk."""
    if not HAS_LOCKS or connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with file_lock(_FILE), _defer_sync(), transaction.atomic():
        yield
    # sync the write-ahead log; SQLite holds no locks on this file that closing it could release
    handle = os.open(f"{connection.settings_dict['NAME']}-wal", os.O_RDONLY)
    try:
        os.fdatasync(handle)
    finally:
        os.close(handle)


@contextmanager
def file_lock(name: str, wait: bool = True) -> Iterator[bool]:
    """Hold a lock among the threads of all processes; without waiting, False where another has it.

    The operating system releases it with the process. Where the system has no such locks, everybody gets it.
    """
    handle = os.open(Path(settings.CONFIG.folder) / name, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        is_ours = True
        try:
            if HAS_LOCKS:
                fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            is_ours = False
        yield is_ours
    finally:
        os.close(handle)


@contextmanager
def _defer_sync() -> Iterator[None]:
    """Let SQLite end this transaction without waiting for the disk; its writes keep their order."""
    run_statement("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        run_statement("PRAGMA synchronous=FULL")


def run_statement(statement: str) -> None:
    """Execute a statement of SQL that returns nothing."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


_DEEPEST = 50  # no topic or action is nested nearly as deeply


def refuse_unstorable(value: object, depth: int = 0) -> None:
    """Refuse a JSON value that one of the databases cannot store."""
    if depth > _DEEPEST:
        raise InputError("value-too-deep", levels=_DEEPEST)
    if isinstance(value, str):
        _refuse_letters(value)
    elif isinstance(value, Mapping):
        for key, member in value.items():
            _refuse_letters(str(key))
            refuse_unstorable(member, depth + 1)
    elif isinstance(value, list | tuple):
        for member in value:
            refuse_unstorable(member, depth + 1)


def _refuse_letters(text: str) -> None:
    if "\0" in text:
        raise InputError("zero-character")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("text-half-character") from None


def record(study: Study | None, by: User | None, what: str, **details: object) -> None:
    """Add a line to the audit."""
    Audit.objects.create(study=study, by=by, what=what, details=stored(details))


def crowd_salt(study: Study) -> str:
    """Return the secret salt of workers' pseudonyms, the same for all batches of a study.

    It is stored with the answers, so that workers are recognised after a backup is restored elsewhere.
    """
    kept = CrowdBatch.objects.filter(study=study).exclude(salt="").values_list("salt", flat=True).first()
    return kept or secrets.token_hex(32)


def keep_crowd(study: Study, answers: str, by: User, salt: str = "") -> tuple[str, ...]:
    """Store a batch of answers, one JSON object per line, and return a note on it."""
    count = sum(bool(line.strip()) for line in answers.split("\n"))
    CrowdBatch.objects.create(study=study, answers=answers, count=count, salt=salt, created_by=by)
    record(study, by, "crowd answers added", count=count)
    return (Note.of("crowd-imported", count=count),)


LONGEST = 120.0  # seconds between two reports of a page; longer gaps are idle time


def count_time(sheet: Sheet, user: User, report: str) -> float:
    """Add a stretch of active time that ends now and does not overlap the last one; return its seconds."""
    try:
        seconds = float(report)
    except ValueError:
        raise Refused("seconds-expected", report=report[:40]) from None
    now = timezone.now()
    last = Stretch.objects.filter(user=user).order_by("-pk").first()
    free = (now - last.ended).total_seconds() if last else LONGEST
    counted = max(0.0, min(seconds, LONGEST, free)) if seconds == seconds else 0.0
    if counted > 0:
        began = now - timedelta(seconds=counted)
        Stretch.objects.create(sheet=sheet, user=user, began=began, ended=now, seconds=counted)
    return counted


_PRESENT = timedelta(seconds=75)  # a page reports its active time every 30 seconds


def people_at(sheet: Sheet) -> list[str]:
    """Return the names of those who worked on a sheet, or had it open, a moment ago."""
    since = timezone.now() - _PRESENT
    acted = sheet.entries.filter(at__gte=since, carried=False).values_list("by__username", flat=True)
    looked = sheet.stretches.filter(ended__gte=since).values_list("user__username", flat=True)
    return sorted({*acted, *looked})


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
