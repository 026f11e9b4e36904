"""Serving: a production server, its address, and the owner's browser."""

from __future__ import annotations

import logging
import socket
from dataclasses import dataclass

from cliometer.errors import UsageError
from cliometer.workbench.config import Config
from cliometer.workbench.logs import server_logging

LOCALHOST = "127.0.0.1"
PORT = 8470
_THREADS = 2  # a process: one waits for the disk while the other computes; more fight for the interpreter
_HERE = (LOCALHOST, "::1", "localhost")
_EVERYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Place:
    """Where it listens."""

    address: str = LOCALHOST
    port: int = PORT

    @property
    def url(self) -> str:
        """As a browser on this machine reaches it."""
        if self.address in (*_HERE, *_EVERYWHERE):
            return f"http://localhost:{self.port}"
        host = f"[{self.address}]" if ":" in self.address else self.address
        return f"http://{host}:{self.port}"

    def public_url(self, config: Config) -> str:
        """As people reach it: through the proxy, where there is one."""
        if config.local:
            return self.url
        return f"https://{config.hosts[0]}" if config.secure else f"http://{config.hosts[0]}:{self.port}"


def check_place(place: Place, config: Config) -> None:
    """Refuse to be reached from elsewhere by mistake, and to fight for a port."""
    if config.local and place.address not in _HERE:
        raise UsageError(
            f"{place.address} can be reached from other machines: name the host that people use, "
            "--host workbench.example.org, and put a proxy with HTTPS before it (--secure)"
        )
    if not 1 <= place.port <= 65535:
        raise UsageError(f"--port is a number from 1 to 65535, not {place.port}")
    try:
        family, kind, _, _, address = socket.getaddrinfo(place.address, place.port, type=socket.SOCK_STREAM)[
            0
        ]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise UsageError(
            f"cannot listen on {place.address} port {place.port}: {error.strerror}; "
            f"choose another with --port, such as {1024 + (place.port - 1023) % 64512}"
        ) from None


def serve(place: Place, workers: int) -> None:
    """Serve until told to stop; requests under way are finished first."""
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    server = Server(
        "cliometer.workbench.worker:application",
        address=place.address,
        port=place.port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        workers=workers,
        blocking_threads=_THREADS,
        backlog=512,
        log_level=LogLevels.warning,
        log_dictconfig=server_logging(),
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
