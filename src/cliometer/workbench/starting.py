"""The first minute: files, tables, the owner."""

from __future__ import annotations

import os
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer.workbench import config as settings
from cliometer.workbench.config import Config

REMEDY = "pip install 'cliometer[workbench]'"
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
        raise UsageError(f"the workbench needs {', '.join(missing)}: {REMEDY}")


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
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot be made: {error.strerror}; choose another folder with --data", folder
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError("cannot be written; choose another folder with --data", folder)
