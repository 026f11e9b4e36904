"""The check of a deployment: secrets, permissions, database, HTTPS and proxy, mail, sign-in, backups, disk."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import ssl
import stat
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from django.core import checks
from django.core.mail import get_connection
from django.db import connection

from cliometer.errors import CliometerError
from cliometer.version import __version__
from cliometer_workbench.config import ServerConfig, sqlite_file
from cliometer_workbench.services.backup import dated_backups, read_contents

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

    @classmethod
    def of(cls, rule: str, **values: object) -> SetupFinding:
        """Return the finding of a rule, as findings.toml words it."""
        finding = _findings()[rule]
        return cls(finding["level"], finding["what"], finding["text"].format(**values))


@cache
def _findings() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("findings.toml").read_text("utf-8"))


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
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in private}
    opened = {path: mode for path, mode in modes.items() if mode & 0o077}
    yield from (SetupFinding.of("files-open", path=path, mode=mode) for path, mode in opened.items())
    if not opened:
        yield SetupFinding.of("files-private")
    if len(key.read_text(encoding="ascii")) < 50:
        yield SetupFinding.of("key-short", key=key)


def _database(config: ServerConfig) -> Iterator[SetupFinding]:
    yield SetupFinding.of("database-good", name=config.database_name)
    if connection.vendor == "sqlite":
        kind = _disk_kind(config.path)
        if kind in _NETWORK_DISKS:
            yield SetupFinding.of("database-on-network", kind=kind)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone()[0]:
            yield SetupFinding.of("database-superuser")
        cursor.execute("SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)")
        host = str(connection.settings_dict["HOST"])
        if not cursor.fetchone()[0] and host and not host.startswith(("/", "localhost", "127.", "::1")):
            yield SetupFinding.of("database-unencrypted", host=host)


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
        yield SetupFinding.of("address-local")
    elif not config.secure:
        yield SetupFinding.of("https-missing")
    else:
        for host in config.hosts:
            yield from probe(host)


def probe(host: str, port: int = 443, context: ssl.SSLContext | None = None) -> Iterator[SetupFinding]:
    """Yield the findings on a host as people reach it: certificate, proxy headers, cookies, uploads."""
    secure = context or ssl.create_default_context()
    try:
        health = _ask(host, port, secure, "GET", "/health")
        page = _ask(host, port, secure, "GET", "/login")
        large = _ask(host, port, secure, "POST", "/login", b"x" * _LARGE)
    except ssl.SSLError as error:
        yield SetupFinding.of("certificate-refused", host=host, reason=error.reason)
        return
    except (OSError, http.client.HTTPException) as error:
        yield SetupFinding.of("host-unreachable", host=host, error=error)
        return
    yield _expiry(host, health.certified_until)
    yield from _health(host, health)
    if any("secure" not in cookie.casefold() for cookie in page.cookies):
        yield SetupFinding.of("cookies-insecure", host=host)
    if large.status == 413 and large.rule != "request-too-large":
        yield SetupFinding.of("uploads-refused", host=host)


def _expiry(host: str, until: str) -> SetupFinding:
    if not until:
        return SetupFinding.of("certificate-endless", host=host)
    days = (ssl.cert_time_to_seconds(until) - datetime.now(UTC).timestamp()) / 86400
    return SetupFinding.of("certificate-ending" if days < 14 else "certificate-good", host=host, days=days)


def _health(host: str, answer: _Answer) -> Iterator[SetupFinding]:
    try:
        health = json.loads(answer.body)
        version, secure, client = health["cliometer"], health["https"], health["forwarded"]
    except (ValueError, KeyError, TypeError):
        yield SetupFinding.of("proxy-elsewhere", host=host, status=answer.status)
        return
    states = {
        "proxy-outdated": version != __version__, "proxy-without-https": not secure,
        "proxy-without-client": not client, "proxy-good": secure and client,
    }  # fmt: skip
    for rule, holds in states.items():
        if holds:
            yield SetupFinding.of(rule, host=host, version=version, present=__version__)


@dataclass(frozen=True)
class _Answer:
    status: int
    body: str
    cookies: tuple[str, ...]
    rule: str  # of a refusal by the workbench
    certified_until: str


def _ask(host: str, port: int, context: ssl.SSLContext, method: str, path: str, body: bytes | None = None) -> _Answer:
    line = http.client.HTTPSConnection(host, port, timeout=_SECONDS, context=context)
    try:
        line.connect()
        certificate = line.sock.getpeercert() or {}
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # a refusal may come before the body's end
            line.request(method, path, body, {"Accept": "application/json", "User-Agent": f"cliometer/{__version__}"})
        answer = line.getresponse()
        cookies = tuple(answer.headers.get_all("Set-Cookie", []))
        text = answer.read(2**16).decode("utf-8", "replace")
        until = str(certificate.get("notAfter", ""))
        return _Answer(answer.status, text, cookies, answer.headers.get("X-Rule", ""), until)
    finally:
        line.close()


def _mail(config: ServerConfig) -> Iterator[SetupFinding]:
    if not config.mail:
        yield SetupFinding.of("mail-to-log")
        return
    try:
        server = get_connection()
        server.open()
        server.close()
    except OSError as error:  # of the network, and SMTPException
        yield SetupFinding.of("mail-refused", error=error)
    else:
        yield SetupFinding.of("mail-good")


def _sign_in(config: ServerConfig) -> Iterator[SetupFinding]:
    if config.sign_in is None:
        return
    issuer = config.sign_in.issuer
    try:
        with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration", timeout=_SECONDS) as answer:
            named = str(json.load(answer)["issuer"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield SetupFinding.of("sign-in-silent", issuer=issuer, error=error)
        return
    host = f"https://{config.hosts[0]}" if config.hosts else "http://localhost:PORT"
    rule = "sign-in-good" if named.rstrip("/") == issuer else "sign-in-renamed"
    yield SetupFinding.of(rule, issuer=issuer, named=named, host=host)


def _backups(config: ServerConfig, folder: Path | None, hours: float) -> Iterator[SetupFinding]:
    if folder is None:
        yield SetupFinding.of("backups-without-folder")
        return
    made = dated_backups(folder) if folder.is_dir() else []
    if not made:
        yield SetupFinding.of("backups-none", folder=folder)
        return
    newest, path = made[-1]
    age = (datetime.now(UTC) - newest).total_seconds() / 3600
    if age > 2 * hours:
        yield SetupFinding.of("backups-old", age=age, name=path.name)
    try:
        rows = read_contents(path).rows
    except CliometerError as error:
        yield SetupFinding.of("backups-damaged", error=error)
        return
    yield SetupFinding.of("backups-good", count=len(made), folder=folder, rows=rows, age=age)
    if not config.database and folder.stat().st_dev == config.path.stat().st_dev:
        yield SetupFinding.of("backups-on-same-disk")


def _machine(config: ServerConfig) -> Iterator[SetupFinding]:
    free = shutil.disk_usage(config.path).free / 2**30
    yield SetupFinding.of("disk-full" if free < 1 else "disk-free", free=free)
    user: Callable[[], int] = getattr(os, "geteuid", lambda: 1)
    if user() == 0:
        yield SetupFinding.of("account-root")
