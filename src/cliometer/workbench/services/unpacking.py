"""Uploads on their way to a folder: limits, names and zip archives are checked before anything is parsed."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from django.core.files.base import File

from cliometer.errors import InputError
from cliometer.io.archives import JUNK, MOST_BYTES, UNREADABLE, pieces_of, plain_name, too_large
from cliometer.io.archives import refuse_tricks as _refuse_tricks

__all__ = ["MOST_BYTES", "MOST_FILES", "MOST_IN_ALL", "Unpacking", "unpack"]

MOST_IN_ALL = 50 * 2**20
MOST_FILES = 200


@dataclass
class Unpacking:
    """Files as they arrive in a folder; `notes` names what was left out."""

    folder: Path
    notes: list[str] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    size: int = 0

    def add(self, upload: File[bytes]) -> None:
        """One upload: a text, or a zip archive of texts."""
        name = plain_name(upload.name or "")
        if (upload.size or 0) > (MOST_IN_ALL if _is_zip(name) else MOST_BYTES):
            raise too_large(name)
        if _is_zip(name):
            self._unzip(name, upload)
        else:
            self._write(PurePosixPath(name), iter(upload.chunks()), name)

    def _unzip(self, name: str, upload: File[bytes]) -> None:
        try:
            with zipfile.ZipFile(upload) as archive:
                self._entries(name, archive)
        except UNREADABLE as error:
            raise InputError(f"is no zip archive that can be read ({error}); pack it anew", name) from None

    def _entries(self, name: str, archive: zipfile.ZipFile) -> None:
        wanted = [entry for entry in archive.infolist() if not entry.is_dir()]
        if len(wanted) > MOST_FILES:
            raise InputError(f"holds {len(wanted):,} files; at most {MOST_FILES} can be given at once", name)
        if not wanted:
            raise InputError("is an archive without a file in it; pack the files, then give it again", name)
        for entry in wanted:
            _refuse_tricks(entry, name)
        flat = all("/" not in entry.filename for entry in wanted)
        for entry in wanted:
            place = PurePosixPath(entry.filename)
            if any(part in JUNK for part in place.parts):
                self.notes.append(f"{name}: {entry.filename} was left out")
                continue
            with archive.open(entry) as packed:
                where = PurePosixPath(Path(name).stem) / place if flat else place
                self._write(where, pieces_of(packed), f"{name}: {entry.filename}")

    def _write(self, place: PurePosixPath, pieces: Iterator[bytes], shown: str) -> None:
        if len(self.paths) >= MOST_FILES:
            raise InputError(f"more than {MOST_FILES} files; give them in several goes")
        target = self.folder / place
        if target.exists() or target in self.paths:
            raise InputError("stands there twice; rename one of them", shown)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                self._copy(pieces, file, shown)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise InputError("is a file and a folder at once; rename one of them", shown) from None
        self.paths.append(target)

    def _copy(self, pieces: Iterator[bytes], file: IO[bytes], shown: str) -> None:
        size = 0
        for piece in pieces:
            size, self.size = size + len(piece), self.size + len(piece)
            if size > MOST_BYTES:
                raise too_large(shown)
            if self.size > MOST_IN_ALL:
                raise InputError(f"the files are larger than {MOST_IN_ALL // 2**20} MB in all; give fewer")
            if b"\0" in piece:
                raise InputError("is no text: it holds a zero byte; give text files in UTF-8", shown)
            file.write(piece)


def unpack(uploads: Iterable[File[bytes]], folder: Path) -> Unpacking:
    """Write all of them below the folder; the paths are in the order of their names."""
    found = Unpacking(folder)
    for upload in uploads:
        found.add(upload)
    if not found.paths:
        raise InputError("no file was given; choose one or more")
    found.paths.sort()
    return found


def _is_zip(name: str) -> bool:
    return name.casefold().endswith(".zip")
