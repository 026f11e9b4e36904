"""Many judges who write at once: first come, first served, and saved on the disk before anybody is told so.

SQLite has one writer at a time, and whoever finds it taken asks again after ever longer naps: with many
judges some would nap for long. Here they queue for a lock of the system, which wakes the next at once. And
SQLite holds the writer until the disk has the log, milliseconds in which everybody waits. Here the log goes
to the disk after the next writer was let in, so that one trip serves several; nothing is acknowledged before.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

try:
    import fcntl
except ImportError:  # Windows: SQLite's own waiting has to do
    fcntl = None  # type: ignore[assignment]

_FILE = "writing.lock"


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that will write; when it is over, what was written is on the disk."""
    if fcntl is None or connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _turn(), _log_later(), transaction.atomic():
        yield
    _log_now()


@contextmanager
def _turn() -> Iterator[None]:
    """One's turn at the database, among the threads of all processes."""
    handle = os.open(Path(settings.CONFIG.folder) / _FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # lets the next one in


@contextmanager
def _log_later() -> Iterator[None]:
    """SQLite does not wait for the disk at the end of this transaction; the order of its writes stays."""
    _synchronous("NORMAL")
    try:
        yield
    finally:
        _synchronous("FULL")


def _synchronous(level: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA synchronous={level}")


def _log_now() -> None:
    """Wait until the disk has the write-ahead log; SQLite keeps no locks on it that closing would lose."""
    handle = os.open(f"{connection.settings_dict['NAME']}-wal", os.O_RDONLY)
    try:
        os.fdatasync(handle)
    finally:
        os.close(handle)
