"""The check of a deployment: secrets, permissions, database, HTTPS and proxy, mail, sign-in, backups, disk."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import socket
import ssl
import stat
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from django.core import checks
from django.core.mail import get_connection
from django.db import connection

from cliometer.errors import CliometerError
from cliometer.version import __version__
from cliometer_workbench.config import ServerConfig, sqlite_file
from cliometer_workbench.services.backup import read_contents
from cliometer_workbench.services.backup_schedule import dated_backups

Level: TypeAlias = Literal["ok", "note", "warning", "fault"]
_NETWORK_DISKS = ("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p")
_SECONDS = 10.0
_LARGE = 2 * 2**20  # bytes: more than proxies let through by default
_DJANGO_KNOWN = {  # what Django warns of and we decided
    "security.W004", "security.W005", "security.W008", "security.W021",  # HSTS is short, HTTPS is the proxy's task
    "security.W012", "security.W016", "security.W009",  # reported below where it matters; the key is made by us
}  # fmt: skip


@dataclass(frozen=True)
class SetupFinding:
    """A result of the check: what was looked at, what was found and, where something is wrong, the remedy."""

    level: Level
    what: str
    text: str


def examine(config: ServerConfig, backups: Path | None, hours: float) -> Iterator[SetupFinding]:
    """Yield the findings on a deployment with this configuration."""
    yield from _files(config)
    yield from _database(config)
    yield from _address(config)
    yield from _mail(config)
    yield from _sign_in(config)
    yield from _backups(config, backups, hours)
    yield from _machine(config)
    for finding in checks.run_checks(include_deployment_checks=True):
        if finding.id not in _DJANGO_KNOWN:
            yield SetupFinding("warning", "Django", f"{finding.id}: {finding.msg}")


def _files(config: ServerConfig) -> Iterator[SetupFinding]:
    key = config.path / "secret-key"
    private = [config.path, key, *([] if config.database else [sqlite_file(config.path)])]
    for path in private:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            yield SetupFinding("fault", "permissions", f"{path}: others can reach it (mode {mode:04o}); chmod go= it")
    if not any(stat.S_IMODE(path.stat().st_mode) & 0o077 for path in private):
        yield SetupFinding("ok", "permissions", "only the account of the workbench can read the data and the key")
    if len(key.read_text(encoding="ascii")) < 50:
        yield SetupFinding("fault", "secret key", f"{key}: is too short; remove it, and the next start makes a new one")


def _database(config: ServerConfig) -> Iterator[SetupFinding]:
    yield SetupFinding("ok", "database", f"{config.database_name}: reachable, of this version")
    if connection.vendor == "sqlite":
        kind = _disk_kind(config.path)
        if kind in _NETWORK_DISKS:
            text = f"SQLite must not run on a network disk ({kind}); move --data, or use PostgreSQL with --database"
            yield SetupFinding("fault", "database", text)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone()[0]:
            yield SetupFinding(
                "warning", "database", "the account is a superuser of PostgreSQL; give the workbench its own"
            )
        cursor.execute("SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)")
        host = str(connection.settings_dict["HOST"])
        if not cursor.fetchone()[0] and host and not host.startswith(("/", "localhost", "127.", "::1")):
            text = f"the connection to {host} is not encrypted; add ?sslmode=require unless the network is private"
            yield SetupFinding("warning", "database", text)


def _disk_kind(folder: Path) -> str:
    """Return the kind of file system of a folder, where the system says it; the longest mount point counts."""
    try:
        rows = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return ""
    real = folder.resolve()
    fitting = [(len(row[1]), row[2]) for row in rows if len(row) > 2 and real.is_relative_to(row[1])]
    return max(fitting, default=(0, ""))[1]


def _address(config: ServerConfig) -> Iterator[SetupFinding]:
    if config.local:
        yield SetupFinding("note", "address", "serves this machine alone; name the host that people use with --host")
        return
    if not config.secure:
        text = "without --secure passwords travel in the clear; put a proxy with HTTPS before it and add --secure"
        yield SetupFinding("fault", "HTTPS", text)
        return
    for host in config.hosts:
        yield from probe(host)


def probe(host: str, port: int = 443, context: ssl.SSLContext | None = None) -> Iterator[SetupFinding]:
    """Yield the findings on a host as people reach it: certificate, proxy headers, cookies, uploads."""
    secure = context or ssl.create_default_context()
    try:
        with (
            socket.create_connection((host, port), _SECONDS) as plain,
            secure.wrap_socket(plain, server_hostname=host) as tls,
        ):
            certificate = tls.getpeercert() or {}
        health = _ask(host, port, secure, "GET", "/health")
        page = _ask(host, port, secure, "GET", "/login")
        large = _ask(host, port, secure, "POST", "/login", b"x" * _LARGE)
    except ssl.SSLError as error:
        yield SetupFinding(
            "fault", "HTTPS", f"{host}: the certificate is not accepted ({error.reason}); renew or replace it"
        )
        return
    except (OSError, http.client.HTTPException) as error:
        yield SetupFinding(
            "fault", "HTTPS", f"https://{host} cannot be reached ({error}); check the proxy and the firewall"
        )
        return
    yield _expiry(host, str(certificate.get("notAfter", "")))
    yield from _health(host, health)
    if any("secure" not in cookie.casefold() for cookie in page.cookies):
        yield SetupFinding(
            "fault", "cookies", f"{host}: cookies are sent without Secure; is another server behind the proxy?"
        )
    if large.status == 413 and large.rule != "request-too-large":
        text = f"{host}: the proxy refuses uploads of 2 MB; allow 64 MB (nginx: client_max_body_size 64m)"
        yield SetupFinding("warning", "uploads", text)


def _expiry(host: str, until: str) -> SetupFinding:
    if not until:
        return SetupFinding("warning", "HTTPS", f"{host}: the certificate does not say how long it is good")
    days = (ssl.cert_time_to_seconds(until) - datetime.now(UTC).timestamp()) / 86400
    if days < 14:
        return SetupFinding("warning", "HTTPS", f"{host}: the certificate expires in {days:.0f} days; renew it")
    return SetupFinding("ok", "HTTPS", f"{host}: the certificate is good for {days:.0f} days")


def _health(host: str, answer: _Answer) -> Iterator[SetupFinding]:
    try:
        health = json.loads(answer.body)
        version, secure, client = health["cliometer"], health["https"], health["forwarded"]
    except (ValueError, KeyError, TypeError):
        text = (
            f"{host}: answers {answer.status} at /health, but not as this workbench does; check where the proxy leads"
        )
        yield SetupFinding("fault", "proxy", text)
        return
    if version != __version__:
        yield SetupFinding(
            "warning", "proxy", f"{host}: cliometer {version} answers, this is {__version__}; restart the server"
        )
    if not secure:
        text = f"{host}: the proxy does not say that it was reached by HTTPS; let it set X-Forwarded-Proto"
        yield SetupFinding("fault", "proxy", text)
    if not client:
        text = f"{host}: the proxy does not pass on who asks, so that one person's wrong passwords make all wait; "
        yield SetupFinding("fault", "proxy", text + "let it set X-Forwarded-For")
    if secure and client:
        yield SetupFinding("ok", "proxy", f"{host}: passes on HTTPS and addresses")


@dataclass(frozen=True)
class _Answer:
    status: int
    body: str
    cookies: tuple[str, ...]
    rule: str  # of a refusal by the workbench


def _ask(host: str, port: int, context: ssl.SSLContext, method: str, path: str, body: bytes | None = None) -> _Answer:
    line = http.client.HTTPSConnection(host, port, timeout=_SECONDS, context=context)
    try:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # a refusal may come before the body's end
            line.request(method, path, body, {"Accept": "application/json", "User-Agent": f"cliometer/{__version__}"})
        answer = line.getresponse()
        cookies = tuple(answer.headers.get_all("Set-Cookie", []))
        text = answer.read(2**16).decode("utf-8", "replace")
        return _Answer(answer.status, text, cookies, answer.headers.get("X-Rule", ""))
    finally:
        line.close()


def _mail(config: ServerConfig) -> Iterator[SetupFinding]:
    if not config.mail:
        yield SetupFinding("note", "mail", "messages go to the log; --mail names a mail server")
        return
    try:
        server = get_connection()
        server.open()
        server.close()
    except OSError as error:  # of the network, and SMTPException
        yield SetupFinding("fault", "mail", f"the mail server does not let us in ({error}); check --mail")
    else:
        yield SetupFinding("ok", "mail", "the mail server lets us in")


def _sign_in(config: ServerConfig) -> Iterator[SetupFinding]:
    if config.sign_in is None:
        return
    issuer = config.sign_in.issuer
    try:
        with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration", timeout=_SECONDS) as answer:
            named = str(json.load(answer)["issuer"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield SetupFinding("fault", "sign-in", f"{issuer} does not describe itself ({error}); check --oidc")
        return
    if named.rstrip("/") != issuer:
        yield SetupFinding("fault", "sign-in", f"{issuer} calls itself {named}; name that with --oidc")
        return
    host = f"https://{config.hosts[0]}" if config.hosts else "http://localhost:PORT"
    text = f"{issuer} answers; the address to register there is {host}/sign-in/oidc/callback"
    yield SetupFinding("ok", "sign-in", text)


def _backups(config: ServerConfig, folder: Path | None, hours: float) -> Iterator[SetupFinding]:
    if folder is None:
        yield SetupFinding("warning", "backups", "no folder was named; --backups FOLDER writes one every day")
        return
    made = dated_backups(folder) if folder.is_dir() else []
    if not made:
        yield SetupFinding(
            "fault", "backups", f"{folder}: there is no backup; start the server with --backups {folder}"
        )
        return
    newest, path = made[-1]
    age = (datetime.now(UTC) - newest).total_seconds() / 3600
    if age > 2 * hours:
        yield SetupFinding(
            "fault", "backups", f"the newest is {age:.0f} hours old ({path.name}); see the log for the reason"
        )
    try:
        rows = read_contents(path).rows
    except CliometerError as error:
        yield SetupFinding("fault", "backups", f"the newest cannot be restored: {error}")
        return
    yield SetupFinding(
        "ok", "backups", f"{len(made)} in {folder}; the newest is whole ({rows:,} rows, {age:.0f} hours old)"
    )
    if not config.database and folder.stat().st_dev == config.path.stat().st_dev:
        yield SetupFinding("warning", "backups", "they are on the disk of the data; copy them to another one")


def _machine(config: ServerConfig) -> Iterator[SetupFinding]:
    free = shutil.disk_usage(config.path).free / 2**30
    level: Level = "warning" if free < 1 else "ok"
    yield SetupFinding(level, "disk", f"{free:.1f} GB free{'; make room' if free < 1 else ''}")
    user: Callable[[], int] = getattr(os, "geteuid", lambda: 1)
    if user() == 0:
        yield SetupFinding("warning", "account", "runs as root; make an account for it")
