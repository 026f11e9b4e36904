"""The digest of several files, which anybody can check with `sha256sum`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import TypeVar

Content = TypeVar("Content", str, bytes)


def digest_of(files: Mapping[str, Content]) -> str:
    """As `sha256sum` of what `sha256sum` prints for the files in the order of their names."""
    lines = [f"{file_digest(content)}  {name}\n" for name, content in in_order(files)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def file_digest(content: str | bytes) -> str:
    """SHA-256 of one file."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def in_order(files: Mapping[str, Content]) -> Iterator[tuple[str, Content]]:
    """Files in the order of their names' bytes."""
    return iter(sorted(files.items(), key=lambda file: file[0].encode()))
