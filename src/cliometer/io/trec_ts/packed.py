"""A text file, packed with gzip or not."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.text_file import MOST_BYTES, read_text

_GZIP = b"\x1f\x8b"


def read_packed(path: Path, errors: str = "strict") -> str:
    """The text of a UTF-8 file without its byte order mark; what makes it gzip is its content.

    `errors` is what to do with bytes that are no UTF-8, as for `bytes.decode`.
    """
    text = _unpacked(path, errors) if _is_packed(path) else read_text(path, errors)
    return text.removeprefix("\ufeff")


def read_start(path: Path, size: int) -> bytes:
    """The first bytes of a file, unpacked, without a byte order mark and blanks before them.

    What is damaged raises OSError, EOFError or zlib.error.
    """
    with gzip.open(path) if _is_packed(path) else path.open("rb") as stream:
        return stream.read(size).lstrip(b"\xef\xbb\xbf \t\r\n")


def _is_packed(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(len(_GZIP)) == _GZIP


def _unpacked(path: Path, errors: str) -> str:
    try:
        with gzip.open(path) as stream:
            content = stream.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"is a damaged gzip file ({error}); fetch it again", path) from None
    if len(content) > MOST_BYTES:
        raise FormatError(f"unpacks to more than {MOST_BYTES >> 20} MB; is this the right file?", path)
    try:
        return content.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("not UTF-8; unpack it and re-encode it with iconv", path, line) from None
