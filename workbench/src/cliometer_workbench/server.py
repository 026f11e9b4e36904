"""Start-up and serving: checks of the database, the server and its address, and the file that records the URL."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer_workbench import config as settings
from cliometer_workbench.config import ServerConfig, logging_settings

_OURS = ("workbench.sqlite3", "secret-key", "writing.lock", "serving.json", "judge-")


def prepare(config: ServerConfig) -> bool:
    """Load Django and migrate the database; return whether it needed migrating."""
    load(config)
    from django.core.management import call_command

    behind = check_database(config)
    if behind:
        call_command("migrate", interactive=False, verbosity=0)
    return behind


def load(config: ServerConfig, tidy: bool = True, module: str = "cliometer_workbench.settings") -> None:
    """Load Django with the settings of a module, and make its files private unless `tidy` is false."""
    settings.database(config)  # refuses a wrong URL before the folder is made
    import django

    try:
        config.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("data-folder-not-made", config.path, reason=error.strerror) from None
    if not os.access(config.path, os.W_OK | os.X_OK):
        raise InputError("folder-not-writable", config.path)
    if tidy and config.folder:  # tools that load the settings have no folder, and leave none behind
        _close_files(config)
    config.to_environment()
    os.environ["DJANGO_SETTINGS_MODULE"] = module
    django.setup()


def has_other_settings(config: ServerConfig) -> bool:
    """Return whether this process has loaded Django, which it can do only once, for another workbench."""
    from django.conf import settings as loaded

    return loaded.configured and getattr(loaded, "CONFIG", None) != config


def check_database(config: ServerConfig) -> bool:
    """Refuse a database that cannot be used or that a newer version made; return whether it needs migrating."""
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise UsageError("database-unusable", database=config.database_name, reason=reason) from None
    loader = executor.loader
    ours = {key for key in loader.applied_migrations if key[0] == "workbench"}
    if ours - set(loader.disk_migrations):
        raise UsageError("database-newer", database=config.database_name)
    return bool(executor.migration_plan(loader.graph.leaf_nodes()))


def close() -> None:
    """Close the connections to the database, as a process must before it forks workers."""
    from django.db import connections

    connections.close_all()


def _close_files(config: ServerConfig) -> None:
    """Make the workbench's files readable by their owner alone; SQLite gives its logs the mode of the database.

    The folder becomes private too, unless it holds other files.
    """
    folder, file = config.path, settings.sqlite_file(config.path)
    if not config.database and not file.exists():
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    there = list(folder.iterdir())
    ours = [path for path in there if path.name.startswith(_OURS) and path.is_file()]
    modes = dict.fromkeys(ours, 0o600) | ({folder: 0o700} if len(ours) == len(there) else {})
    for path, mode in modes.items():
        with contextlib.suppress(OSError):  # owned by another user, or a log that SQLite has just removed
            path.chmod(mode)


LOCALHOST = "127.0.0.1"
PORT = 8470
_THREADS = 2  # in each process: one waits for the disk while the other computes; more would compete for the interpreter
_HERE = (LOCALHOST, "::1", "localhost")
_EVERYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True)
class ServerAddress:
    """The address and port at which the server listens."""

    address: str = LOCALHOST
    port: int = PORT

    @property
    def url(self) -> str:
        """The URL for a browser on this machine."""
        if self.address in (*_HERE, *_EVERYWHERE):
            return f"http://localhost:{self.port}"
        host = f"[{self.address}]" if ":" in self.address else self.address
        return f"http://{host}:{self.port}"

    def public_url(self, config: ServerConfig) -> str:
        """Return the URL at which people reach the server, through the proxy where there is one."""
        if config.local:
            return self.url
        return f"https://{config.hosts[0]}" if config.secure else f"http://{config.hosts[0]}:{self.port}"


def check_address(place: ServerAddress, config: ServerConfig) -> None:
    """Refuse an address that other machines reach by mistake, and a port that is in use or out of range."""
    if config.local and place.address not in _HERE:
        raise UsageError("server-exposed", address=place.address)
    if not 1 <= place.port <= 65535:
        raise UsageError("port-expected", port=place.port)
    try:
        addresses = socket.getaddrinfo(place.address, place.port, type=socket.SOCK_STREAM)
        family, kind, _, _, address = addresses[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise UsageError(
            "port-taken",
            address=place.address,
            port=place.port,
            reason=error.strerror,
            example=1024 + (place.port - 1023) % 64512,
        ) from None


def serve(place: ServerAddress, workers: int) -> None:
    """Serve until a signal stops the server; requests under way are finished first."""
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    server = Server(
        "cliometer_workbench.worker:application",
        address=place.address,
        port=place.port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        workers=workers,
        blocking_threads=_THREADS,
        backlog=512,
        log_level=LogLevels.warning,
        log_dictconfig=logging_settings({"_granian": "WARNING", "granian.access": "WARNING"}),
        workers_kill_timeout=10,
        respawn_failed_workers=True,
    )
    # Ctrl+C reaches the workers too, which then seem to have failed.
    logging.getLogger("_granian").addFilter(lambda record: not server.interrupt_signal)
    try:
        server.serve()
    except SystemExit:
        if not server.interrupt_signal:
            raise


_FILE = "serving.json"


@contextlib.contextmanager
def note_address(place: ServerAddress, config: ServerConfig) -> Iterator[None]:
    """Record the URL in a file while the server runs; a later server of the same folder may replace the file."""
    file = config.path / _FILE
    url, pid = place.public_url(config), os.getpid()
    record = json.dumps({"url": url, "address": place.address, "port": place.port, "process": pid})
    part = file.with_name(f"{_FILE}.{pid}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as handle:
        handle.write(record)
    os.replace(part, file)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if file.read_text(encoding="utf-8") == record:
                file.unlink()


def running_url(folder: Path) -> str | None:
    """Return the URL of the running server of a folder, or None; a killed server leaves its file behind."""
    try:
        record = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        url, address, port = str(record["url"]), str(record["address"]), int(record["port"])
        with socket.create_connection((LOCALHOST if address in _EVERYWHERE else address, port), timeout=2):
            return url
    except (OSError, ValueError, KeyError, TypeError):
        return None


def open_when_ready(health: str, page: str) -> None:
    """Open `page` in the browser, from a thread, once the server answers at `health`."""

    def wait() -> None:
        if answers(health, seconds=30.0):
            webbrowser.open(page)

    threading.Thread(target=wait, daemon=True).start()


def answers(url: str, seconds: float) -> bool:
    """Return whether anything answers at the URL within the given number of seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return True
        except urllib.error.HTTPError:  # an error page is an answer, too
            return True
        except OSError:
            time.sleep(0.1)
    return False
