"""Secrets: made at random, shown once, kept as digests."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

_FILE = "secret-key"


def new_token() -> str:
    """256 random bits that fit into an address."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token; it has so many bits that no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def secret_key(folder: Path) -> str:
    """The key that signs cookies, made at the first start; readable by its owner alone."""
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
