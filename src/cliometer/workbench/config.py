"""What a workbench is told at its start: where its files are, which database it uses, who may reach it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from cliometer.errors import UsageError

VARIABLE = "CLIOMETER_WORKBENCH"  # how the server's processes are told; people use options
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_POSTGRES = ("postgres", "postgresql")


@dataclass(frozen=True)
class Config:
    """Everything that settings.py needs; the defaults serve one person on one machine."""

    folder: str
    database: str = ""  # a URL; empty: SQLite in the folder
    hosts: tuple[str, ...] = ()  # names, beside localhost, under which people reach it
    secure: bool = False  # behind HTTPS: cookies travel only there
    quick_hashing: bool = field(default=False)  # for tests alone: passwords cost no time

    @property
    def path(self) -> Path:
        """The folder of its files."""
        return Path(self.folder)

    @property
    def local(self) -> bool:
        """Whether it serves this machine alone."""
        return not self.hosts

    @property
    def database_name(self) -> str:
        """The database as people are told of it, without a password."""
        if not self.database:
            return f"SQLite, {sqlite_file(self.path)}"
        found = _postgres(self.database)
        return f"PostgreSQL, {found['NAME']} on {found['HOST'] or 'the local socket'}"

    def to_environment(self) -> None:
        """Tell this process and those it starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))


def from_environment(environment: Mapping[str, str] = os.environ) -> Config:
    """What the command told; tools that only load the settings get no folder, and nothing is written."""
    given = json.loads(environment.get(VARIABLE, '{"folder": ""}'))
    return Config(**given | {"hosts": tuple(given.get("hosts", ()))})


def default_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where a person's data belongs on this system."""
    base = environment.get("XDG_DATA_HOME") or environment.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "cliometer" / "workbench"


def database(config: Config) -> dict[str, Any]:
    """Django's description of the database."""
    return _postgres(config.database) if config.database else _sqlite(sqlite_file(config.path))


def sqlite_file(folder: Path) -> Path:
    """Where SQLite keeps everything."""
    return folder / "workbench.sqlite3"


def _sqlite(path: Path) -> dict[str, Any]:
    """Write-ahead log, and writers that queue from their first statement: nobody meets a locked database."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;",
        },
        "TEST": {"NAME": str(path.with_name("test.sqlite3"))},
    }


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme not in _POSTGRES or not parts.path.strip("/"):
        raise UsageError(
            "expected a database such as postgresql://user:password@localhost/cliometer, "
            f"found {parts.scheme or 'no scheme'}://..."
        )
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
