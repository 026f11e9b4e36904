"""Backups at intervals: dated files in a folder, each read back after it was written; old ones are removed."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from django.db import DatabaseError, close_old_connections

from cliometer.errors import CliometerError, InputError
from cliometer_workbench.services.backup import read_contents, write_backup

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
