"""Configuration of a workbench: folder, database, hosts, secrets, and structured logs."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from cliometer.errors import UsageError

VARIABLE = "CLIOMETER_WORKBENCH"  # passes the configuration to the server's processes; people use command-line options
DATABASE, MAIL, OIDC = "CLIOMETER_DATABASE", "CLIOMETER_MAIL", "CLIOMETER_OIDC"  # URLs that no option names
OIDC_SECRET = "CLIOMETER_OIDC_SECRET"
SERVER = "CLIOMETER_SERVER_PROCESS"  # the id of the server, for the processes that it starts
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_POSTGRES = ("postgres", "postgresql")


@dataclass(frozen=True)
class ServerConfig:
    """The configuration that settings.py reads; the defaults serve one person on one machine."""

    folder: str
    database: str = ""  # a URL; empty: SQLite in the folder
    hosts: tuple[str, ...] = ()  # names, beside localhost, under which people reach it
    secure: bool = False  # behind HTTPS: cookies travel only there
    mail: str = ""  # the URL of a mail server; empty: messages go to the log
    oidc: str = ""  # the URL of a sign-in service with its settings; empty: passwords alone
    judges: tuple[str, ...] = ()  # expressions of models that owners may give a seat

    @property
    def path(self) -> Path:
        return Path(self.folder)

    @property
    def local(self) -> bool:
        """Whether the workbench serves this machine alone."""
        return not self.hosts

    @property
    def database_name(self) -> str:
        """A description of the database for messages, without its password."""
        if not self.database:
            return f"SQLite, {sqlite_file(self.path)}"
        database = _postgres(self.database)
        return f"PostgreSQL, {database['NAME']} on {database['HOST'] or 'the local socket'}"

    @property
    def sign_in(self) -> SignInService | None:
        """The service by which people sign in, where there is one."""
        return sign_in_service(self.oidc) if self.oidc else None

    def to_environment(self) -> None:
        """Store the configuration in the environment, for this process and those it starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))


def from_environment(environment: Mapping[str, str] = os.environ) -> ServerConfig:
    """Return the configuration that the command passed on; tools that load the settings have no folder."""
    given = json.loads(environment.get(VARIABLE, '{"folder": ""}'))
    return ServerConfig(**given | {name: tuple(given.get(name, ())) for name in ("hosts", "judges")})


def server_lives(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the server that started this process still runs; true of a process that no server started.

    The server passes its id on: a child that asked for its parent later might find that it has another one already.
    """
    return SERVER not in environment or environment[SERVER] == str(os.getppid())


def default_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for a person's data on this system."""
    base = environment.get("XDG_DATA_HOME") or environment.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "cliometer" / "workbench"


def database(config: ServerConfig) -> dict[str, Any]:
    """Return Django's description of the database.

    SQLite uses a write-ahead log, and writers queue from their first statement, so that none finds it locked. It
    overwrites what is deleted, so that no text of a deleted study stays in the file.
    """
    if config.database:
        return _postgres(config.database)
    name = str(sqlite_file(config.path)) if config.folder else ":memory:"  # tools that load the settings have no folder
    start = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; PRAGMA secure_delete=ON;"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 30, "init_command": start},
    }


def sqlite_file(folder: Path) -> Path:
    """Return the path of the SQLite database."""
    return folder / "workbench.sqlite3"


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme not in _POSTGRES or not parts.path.strip("/"):
        raise UsageError("database-address-expected", scheme=parts.scheme or "no scheme")
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


def mail_settings(url: str) -> dict[str, Any]:
    """Return Django's settings of the mail server; without a URL messages are written to the log."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    sender = dict(parse_qsl(parts.query)).get("from", "")
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender or port == -1:
        raise UsageError("mail-address-expected", scheme=parts.scheme or "no scheme")
    from_start = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if from_start else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": from_start,
        "EMAIL_USE_TLS": not from_start and parts.hostname not in LOCAL_HOSTS,  # STARTTLS, but not on this machine
        "EMAIL_TIMEOUT": 20,
        "DEFAULT_FROM_EMAIL": sender,
    }


@dataclass(frozen=True)
class SignInService:
    """A service of OpenID Connect: its issuer, our id there, its name on our pages, and who may come."""

    issuer: str
    client: str
    name: str
    domains: tuple[str, ...] = ()  # of verified e-mail addresses; none: everybody whom the service knows


def sign_in_service(url: str) -> SignInService:
    """Return the service of a URL such as https://login.example.org/realms/gold?client=workbench."""
    parts = urlsplit(url)
    given = parse_qsl(parts.query)
    options = dict(given)
    there = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOCAL_HOSTS)
    if not there or not parts.hostname or not options.get("client") or set(options) - {"client", "name", "domain"}:
        raise UsageError("sign-in-address-expected", scheme=parts.scheme or "no scheme", host=parts.hostname or "")
    domains = tuple(value.casefold() for name, value in given if name == "domain")
    issuer = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
    return SignInService(issuer, options["client"], options.get("name") or parts.hostname, domains)


def secret_value(name: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return a secret from the environment: the value of NAME, or the contents of the file that NAME_FILE names."""
    path = environment.get(f"{name}_FILE")
    if name in environment or not path:
        return environment.get(name, "")
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise UsageError("secret-file-unreadable", name=name, path=path, reason=error.strerror) from None


_FILE = "secret-key"


def new_token() -> str:
    """Return a token of 256 random bits that can be part of a URL."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Return the digest under which a token is stored; tokens are long enough to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def secret_key(folder: Path) -> str:
    """Return the key that signs cookies; it is made at the first start, and only its owner can read the file."""
    path = folder / _FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:  # another process was quicker
            return path.read_text(encoding="ascii")
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii")


_REFUSED = "django.security"  # such as a wrong Host header, which is a fault of the client
_FIELDS = ("method", "path", "status", "ms", "user", "study", "sheet", "verb")


class JsonLines(logging.Formatter):
    """A log formatter that writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the time, level and message of a record, and the fields of the workbench that it has."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": moment,
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: record.__dict__[name] for name in _FIELDS if name in record.__dict__}
        if record.exc_info and not record.name.startswith(_REFUSED):
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def logging_settings(levels: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of `logging` for loggers with these levels; refusals are logged without a trace."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "cliometer_workbench.config.JsonLines"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "loggers": {
            name: {"handlers": ["stderr"], "level": level, "propagate": False} for name, level in levels.items()
        },
    }
