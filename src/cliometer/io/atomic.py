"""Files that are written whole or not at all: beside their place first, then renamed."""

from __future__ import annotations

import os
from pathlib import Path

from cliometer.errors import InputError


def refuse_existing(path: Path, force: bool = False) -> None:
    """Fail where something stands that must not be replaced."""
    if path.is_dir() or (path.exists() and not path.is_file()):
        raise InputError("is not a file; name a file to write", path)
    if path.exists() and not force:
        raise InputError("exists already; choose another name, or let it be replaced (--force)", path)
    if not path.parent.is_dir():
        raise InputError(f"the folder {path.parent} does not exist; make it first", path)


def write_whole(path: Path, text: str, force: bool = False) -> None:
    """Write a text as UTF-8; on any failure the old file stands and nothing is left behind."""
    refuse_existing(path, force)
    write_bytes_whole(path, encoded(text, path), force)


def write_bytes_whole(path: Path, content: bytes, force: bool = False) -> None:
    """The same for bytes."""
    refuse_existing(path, force)
    target = path.resolve()  # a link keeps pointing at the file
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(content)
        os.replace(beside, target)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", path) from None
    finally:
        beside.unlink(missing_ok=True)


def encoded(text: str, path: Path | None = None) -> bytes:
    """The bytes of a text file; what would make it unreadable is refused."""
    if "\0" in text:
        raise InputError("a NUL character would make it a binary file; remove it, or choose json", path)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        found = f"U+{ord(text[error.start]):04X}"
        raise InputError(f"half a character ({found}) cannot be written as UTF-8; remove it", path) from None
