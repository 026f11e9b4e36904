"""Zip archives whose bytes follow from their texts alone."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from typing import TypeVar

Content = TypeVar("Content", str, bytes)
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # a fixed time, so that the same files give the same archive


def in_order(files: Mapping[str, Content]) -> Iterator[tuple[str, Content]]:
    """Return files in the order of the bytes of their names."""
    return iter(sorted(files.items(), key=lambda file: file[0].encode()))


def packed(files: Mapping[str, str], comment: str = "") -> bytes:
    """Return texts as a zip archive: the same texts give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in in_order(files):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode())
        archive.comment = comment.encode()[:60_000]
    return target.getvalue()
