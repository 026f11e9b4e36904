"""The first minute: files, tables, the owner."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from cliometer.errors import InputError, UsageError, remedy
from cliometer.workbench import config as settings
from cliometer.workbench.config import Config

_OURS = ("workbench.sqlite3", "secret-key", "writing.lock", "serving.json")
_NEEDED = ("django", "django_htmx", "granian", "ninja", "psycopg", "whitenoise")


def prepare(config: Config) -> bool:
    """Load Django, and bring the database to the present shape; says whether it had to."""
    load(config)
    from django.core.management import call_command

    behind = check_database(config)
    if behind:
        call_command("migrate", interactive=False, verbosity=0)
    return behind


def load(config: Config) -> None:
    """Load Django with these settings."""
    need_extra()
    settings.database(config)  # a wrong URL is said before anything is made
    import django

    _make_folder(config.path)
    _close_files(config)
    config.to_environment()
    os.environ["DJANGO_SETTINGS_MODULE"] = "cliometer.workbench.settings"
    django.setup()


def taken(config: Config) -> bool:
    """Whether this process has loaded Django for another workbench; it can be loaded once."""
    from django.conf import settings as loaded

    return loaded.configured and getattr(loaded, "CONFIG", None) != config


def need_extra() -> None:
    """Refuse with the remedy where the optional packages are not installed."""
    from importlib.util import find_spec

    missing = [name for name in _NEEDED if not find_spec(name)]
    if missing:
        raise UsageError(f"the workbench needs {', '.join(missing)}; {remedy('workbench')}")


def check_database(config: Config) -> bool:
    """Refuse a database that cannot be used, or that a newer version has made; says whether it is behind."""
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        raise UsageError(f"cannot use the database ({config.database_name}): {_reason(error)}") from None
    loader = executor.loader
    ours = {key for key in loader.applied_migrations if key[0] == "workbench"}
    if ours - set(loader.disk_migrations):
        raise UsageError(
            f"the database ({config.database_name}) was made by a newer version of cliometer; "
            "update cliometer, or restore a backup of this version into another folder"
        )
    return bool(executor.migration_plan(loader.graph.leaf_nodes()))


def close() -> None:
    """Let go of the database, as a process must before it makes others."""
    from django.db import connections

    connections.close_all()


def _reason(error: Exception) -> str:
    """The first line of what a database says."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot be made: {error.strerror}; choose another folder with --data", folder
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError("cannot be written; choose another folder with --data", folder)


def _close_files(config: Config) -> None:
    """What people wrote is for whoever runs it alone; SQLite gives its logs the mode of the database.

    A folder that holds other things too is somebody's own, and keeps its mode.
    """
    folder, file = config.path, settings.sqlite_file(config.path)
    if not config.database and not file.exists():
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    there = list(folder.iterdir())
    ours = [path for path in there if path.name.startswith(_OURS) and path.is_file()]
    for path in ours:
        _close_to_others(path, 0o600)
    if len(ours) == len(there):
        _close_to_others(folder, 0o700)


def _close_to_others(path: Path, mode: int) -> None:
    with contextlib.suppress(OSError):  # another user's, who let us in; or a log that SQLite has just removed
        path.chmod(mode)
