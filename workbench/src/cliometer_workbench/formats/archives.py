"""Zip archives from anywhere: unsafe names, links, encrypted files and bombs are refused; digests of several files."""

from __future__ import annotations

import hashlib
import re
import stat
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cliometer.errors import InputError
from cliometer.io.archives import Content, in_order
from cliometer.io.text_files import ALWAYS_FINE, MOST_RATIO
from cliometer.model.notes import Note

MOST_BYTES = 10 * 2**20  # of a file that is uploaded
JUNK = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"})  # what systems add to archives on their own
UNREADABLE = (zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError, OSError, RuntimeError)
_LONGEST_NAME = 200


@dataclass(frozen=True)
class ArchiveLimits:
    """How much an archive may hold."""

    files: int = 5000
    each: int = 50 * 2**20
    whole: int = 200 * 2**20


@dataclass(frozen=True)
class Archive:
    """The files of an archive by name, its comment, and what was left out of it."""

    files: dict[str, bytes]
    comment: str
    notes: tuple[str, ...] = ()


def read_archive(path: Path, limits: ArchiveLimits | None = None, upload: IO[bytes] | None = None) -> Archive:
    """Read all files of a zip archive, in memory: of a file, or of an upload of that name."""
    limits = limits or ArchiveLimits()
    try:
        with zipfile.ZipFile(upload or path) as archive:
            files = _unpacked(archive, str(path), limits)
            comment = archive.comment.decode("utf-8", "replace")
    except (*UNREADABLE, IndexError, ValueError) as error:  # names and times that no archive has
        raise InputError("zip-unreadable", path, error=error) from None
    kept = {name: content for name, content in files.items() if not JUNK.intersection(name.split("/"))}
    notes = tuple(Note.of("entry-left-out", file=path.name, name=name) for name in files if name not in kept)
    return Archive(kept, comment, notes)


def _unpacked(archive: zipfile.ZipFile, path: str, limits: ArchiveLimits) -> dict[str, bytes]:
    """Return the files, if all can be trusted; of none is more read than the size that it states, which is checked."""
    wanted = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(wanted) > limits.files:
        raise InputError("zip-files-too-many", path, count=len(wanted), files=limits.files)
    if len({entry.filename for entry in wanted}) < len(wanted):
        raise InputError("zip-name-repeated", path)
    for entry in wanted:
        refuse_tricks(entry, path, limits.each)
    files, left = dict[str, bytes](), limits.whole
    for entry in wanted:
        with archive.open(entry) as packed:
            files[entry.filename] = packed.read()
        left -= len(files[entry.filename])
        if left < 0:
            raise InputError("zip-too-large", path, most=limits.whole // 2**20)
    return files


@contextmanager
def unpacked_files(files: Mapping[str, bytes], path: Path) -> Iterator[Path]:
    """Give a folder that holds files while they are read; errors, and `Note.beneath`, name them as `path` does."""
    with tempfile.TemporaryDirectory(prefix="cliometer-release-") as temporary:
        folder = Path(temporary)
        for name, content in files.items():
            try:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
            except OSError:
                raise InputError("release-path-ambiguous", path, name=name) from None
        try:
            yield folder
        except InputError as error:
            raise error.beneath(folder, path) from None


def plain_name(name: str) -> str:
    """Return a name that is no path and no trick, so that pages may quote it and folders hold it; refuse any other."""
    if not name or name in (".", "..") or "/" in name or "\\" in name or ":" in name:
        raise InputError("file-name-unusable", name=name)
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Cf") for letter in name):
        raise InputError("file-name-unprintable", name=name)
    if len(name.encode()) > _LONGEST_NAME:
        raise InputError("file-name-too-long", name=name[:40])
    return name


def refuse_tricks(entry: zipfile.ZipInfo, archive: str, most: int = MOST_BYTES) -> None:
    """Refuse paths that lead elsewhere, links, encrypted files, and files that unpack to far more than they hold."""
    original = entry.orig_filename
    if original.startswith("/") or "\0" in original:
        raise InputError("zip-path-outside", archive, name=original)
    for part in original.split("/"):
        try:
            plain_name(part)
        except InputError as error:
            raise error.at(archive) from None
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise InputError("zip-link", archive, name=original)
    if entry.flag_bits & 1:
        raise InputError("zip-password", archive, name=original)
    if entry.file_size > most:
        raise too_large(f"{archive}: {original}", most)
    if entry.file_size > ALWAYS_FINE and entry.file_size > MOST_RATIO * max(entry.compress_size, 1):
        raise InputError("zip-bomb", archive, name=original)


def too_large(name: str, most: int = MOST_BYTES) -> InputError:
    """Return an error for a file that is larger than any text should be."""
    return InputError("file-too-large", name, most=most // 2**20)


_UNSAFE = re.compile(r"[^\w. -]|^[. ]|[. ]$")
_LONGEST_FILE = 120  # bytes; file systems allow 255 for the whole name


def file_name(id: str) -> str:
    """Return an id as a file name that no other id has, with %2F for a slash; a long name ends in a digest."""
    name = _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), id)
    if len(name.encode()) <= _LONGEST_FILE:
        return name
    return f"{name.encode()[:60].decode(errors='ignore')}-{hashlib.sha256(id.encode()).hexdigest()[:16]}"


def digest_of(files: Mapping[str, Content]) -> str:
    """Return the digest of files: `sha256sum` of what `sha256sum` prints for them in the order of their names."""
    lines = [f"{file_digest(content)}  {name}\n" for name, content in in_order(files)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def file_digest(content: str | bytes) -> str:
    """Return the SHA-256 digest of one file."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()
