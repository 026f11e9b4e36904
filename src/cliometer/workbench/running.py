"""Where the workbench of a folder is served now, so that other commands find it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cliometer.workbench.config import Config
from cliometer.workbench.server import LOCALHOST, Place

_FILE = "serving.json"
_ANYWHERE = ("0.0.0.0", "::")


@contextmanager
def noted(place: Place, config: Config) -> Iterator[None]:
    """Say where it is served while it is; another server of the same folder may say so after us."""
    file = config.path / _FILE
    told = json.dumps(
        {
            "url": place.public_url(config),
            "address": place.address,
            "port": place.port,
            "process": os.getpid(),
        }
    )
    part = file.with_name(f"{_FILE}.{os.getpid()}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as handle:
        handle.write(told)
    os.replace(part, file)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if file.read_text(encoding="utf-8") == told:
                file.unlink()


def served_at(folder: Path) -> str | None:
    """The address that people use, where a server answers; one that was killed leaves its note behind."""
    try:
        told = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        url, address, port = str(told["url"]), str(told["address"]), int(told["port"])
        with socket.create_connection((LOCALHOST if address in _ANYWHERE else address, port), timeout=2):
            return url
    except (OSError, ValueError, KeyError, TypeError):
        return None
