"""Files and folders: texts are read with clear errors, packed or not, and written whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from cliometer.errors import FormatError, InputError
from cliometer.io.input_form import STANDARD_INPUT, current_form
from cliometer.spelling import did_you_mean

Location: TypeAlias = str | PathLike[str]
MOST_BYTES = 256 * 1024 * 1024
MOST_RATIO = 200  # of the size of a packed file to its packed size; texts stay far below
ALWAYS_FINE = 2**20  # bytes that may be packed as tightly as they like
LONGEST_LINE = 16 * 1024 * 1024
_PIECE = 1024 * 1024
_GZIP = b"\x1f\x8b"
_PARQUET = b"PAR1"
_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_MARKS = {  # those of UTF-32 first: one of them starts like UTF-16
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
PICKLES = (".obj", ".pkl", ".pickle")
PICKLE = (
    "a Python pickle can run any program when it is opened, so it never is here; where it was made, write "
    "str(timeline) of each of its timelines into RUN/<topic>.txt"
)
_PICKLE_MARKS = tuple(bytes((0x80, protocol)) for protocol in range(2, 6))  # no UTF-8 starts like this
_CONTROLS = bytes({*range(1, 32), 127} - set(b"\t\n\r\f"))


def read_text(path: Path, errors: str = "strict") -> str:
    """Read a file, packed with gzip or not, as UTF-8 or in the encoding of the form of input (`io.input_form`).

    Its byte order mark and line breaks are kept, and `errors` is that of `bytes.decode`. The file is read in pieces, so
    that one which cannot be a timeline is refused before it fills the memory.
    """
    if path.is_dir():
        raise InputError("file-expected-found-folder", path)
    text = current_form().decoded(read_content(path, current_form().encoding is None), path, errors)
    if "\0" in text:
        raise FormatError("nul-in-text", path, text.count("\n", 0, text.index("\0")) + 1, path=path.name)
    return text


def read_bare_text(path: Path, errors: str = "strict") -> str:
    """Read a file as `read_text` does, without its byte order mark."""
    return read_text(path, errors).removeprefix("\ufeff")


@contextmanager
def open_unpacked(path: Path) -> Iterator[BinaryIO]:
    """Open a file, which may be packed, or standard input; refuse one that cannot be read or is damaged."""
    content = _kept_content(path)
    try:
        with path.open("rb") if content is None else io.BufferedReader(io.BytesIO(content)) as stream:
            head = stream.peek(len(_LFS_POINTER))  # a pipe cannot be rewound
            if head.startswith(_LFS_POINTER):
                raise FormatError("lfs-pointer", path)
            if head.startswith(_GZIP):
                with gzip.open(stream) as unpacked:
                    yield cast("BinaryIO", unpacked)
            else:
                yield stream
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FormatError("gzip-damaged", path, reason=str(error)) from None
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError):
        return missing(path)
    if isinstance(error, IsADirectoryError):
        return InputError("file-expected-found-folder", path)
    return InputError("file-unreadable", path, reason=error.strerror or error)


@contextmanager
def open_packed(path: Path) -> Iterator[BinaryIO]:
    """Open a file as it stands on disk, or the bytes of one that was read already; refuse one that cannot be read."""
    content = _kept_content(path)
    try:
        with path.open("rb") if content is None else io.BytesIO(content) as stream:
            yield stream
    except OSError as error:
        raise _unreadable(path, error) from None


def packed_content(path: Path) -> bytes:
    """Return the bytes of a file as on disk; of one that is too large, enough to see that it is."""
    with open_packed(path) as stream:
        return stream.read(MOST_BYTES + 1)


def _kept_content(path: Path) -> bytes | None:
    """Return the bytes of a file that was read already; standard input is read here, once in a command."""
    contents = current_form().contents
    if "\0" in str(path):  # no file system has such a name
        raise missing(path)
    if path == STANDARD_INPUT and path not in contents:
        if sys.stdin is None:
            raise InputError("input-closed", STANDARD_INPUT)
        source = getattr(sys.stdin, "buffer", None)
        contents[path] = (
            sys.stdin.read().encode("utf-8", "surrogateescape") if source is None else source.read(MOST_BYTES + 1)
        )
    return contents.get(path)


def unpacked(path: Path) -> Path:
    """Return the path by which a file is named: without .gz, and standard input in words.

    >>> unpacked(Path("bp.csv.gz")).name, unpacked(Path("bp.csv")).name, unpacked(Path("-")).stem
    ('bp.csv', 'bp.csv', 'standard input')
    """
    if path == STANDARD_INPUT:
        return Path("standard input")
    return path.with_suffix("") if path.suffix.lower() == ".gz" else path


def existing(path: Path) -> Path:
    """Return the path; raise an error where nothing stands there."""
    if path != STANDARD_INPUT and not path.exists():
        raise missing(path)
    return path


def missing(path: Path) -> InputError:
    """Return an error for a file or folder that is not there, with the nearest names beside it."""
    if path.is_symlink():
        return InputError("link-broken", path, target=path.readlink())
    try:
        siblings = [sibling.name for sibling in path.parent.iterdir() if sibling.name != path.name]
    except (OSError, ValueError):
        return InputError("file-and-folder-missing", path, parent=path.parent)
    return InputError("path-missing", path, hint=did_you_mean(path.name, siblings))


def read_content(path: Path, is_text: bool = False) -> bytes:
    """Return the bytes of a file within the limits of size, which hold for what is unpacked, too.

    A file that is a text in UTF-8 may hold no NUL.
    """
    pieces: list[bytes] = []
    size = since_break = 0
    with open_unpacked(path) as stream:
        most = _most_unpacked(path) if isinstance(stream, gzip.GzipFile) else MOST_BYTES
        while piece := stream.read(_PIECE):
            marked = not pieces and piece.startswith((*_MARKS, *_PICKLE_MARKS))
            if is_text and (marked or b"\0" in piece):
                raise _binary(piece, pieces, path)
            pieces.append(piece)
            size += len(piece)
            last_break = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
            since_break = since_break + len(piece) if last_break < 0 else len(piece) - last_break - 1
            if since_break > LONGEST_LINE:
                raise FormatError("text-line-too-long", path, longest_line=LONGEST_LINE >> 20)
            if size > MOST_BYTES:
                raise FormatError("text-too-large", path, most_bytes=MOST_BYTES >> 20)
            if size > most:
                raise FormatError("gzip-too-large", path)
    return b"".join(pieces)


def _most_unpacked(path: Path) -> int:
    """Return how many bytes a packed file may hold, lest it be a bomb: any text is packed less tightly."""
    content = _kept_content(path)
    return max(ALWAYS_FINE, MOST_RATIO * (path.stat().st_size if content is None else len(content)))


def raw_lines(file: Path) -> Iterator[str]:
    """Yield the lines of a file with their ends; a corpus or a run may be larger than a timeline may be."""
    form, number = current_form(), 0
    if form.is_wide:  # its line breaks are not those of bytes
        yield from read_bare_text(file).splitlines(keepends=True)
        return
    with open_unpacked(file) as stream:
        head = stream.read(4)
    if head.startswith(tuple(_MARKS)):
        raise _binary(head, [], file)
    with open_unpacked(file) as stream:
        while line := stream.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise FormatError("text-line-too-long", file, number, longest_line=LONGEST_LINE >> 20)
            text = form.decoded(line, file, line=number)
            yield text.removeprefix("\ufeff") if number == 1 else text


_SPREADSHEETS = (".xlsx", ".xls", ".xlsm", ".ods", ".numbers")
_SPREADSHEET_PARTS = (b"xl/workbook", b"opendocument.spreadsheet")  # of which a renamed one still has one


def _binary(piece: bytes, before: list[bytes], path: Path) -> FormatError:
    encoding = next((name for mark, name in _MARKS.items() if not before and piece.startswith(mark)), None)
    if encoding:
        return FormatError(
            "text-is-encoded", path, encoding=encoding, option=encoding.lower(), path=path.name, suffix=path.suffix
        )
    if not before and piece.startswith(_PICKLE_MARKS):
        return FormatError("pickle-refused", path, pickle=PICKLE)
    is_renamed = not before and piece.startswith(b"PK") and any(part in piece for part in _SPREADSHEET_PARTS)
    if is_renamed or path.suffix.casefold() in _SPREADSHEETS:
        return FormatError("file-is-spreadsheet", path)
    if not _is_text_but_for_nul(piece):
        return FormatError("file-binary", path)
    line = b"".join([*before, piece[: piece.index(b"\0")]]).count(b"\n") + 1
    return FormatError("nul-in-text", path, line, path=path.name)


def _is_text_but_for_nul(piece: bytes) -> bool:
    """Return whether bytes are UTF-8, but for the edges, without other controls and with fewer NULs than UTF-16 has."""
    if piece.count(0) * 4 > len(piece) or piece.translate(None, _CONTROLS) != piece:
        return False
    return len(piece.decode("utf-8", "ignore").encode()) >= len(piece) - 6


PART = ".part"  # the ending of a file that is being written
ABOUT = ("readme", "license", "licence", "notice", "copying", "cliometer-data")  # how files about data are named


def folder_entries(folder: Path) -> list[Path]:
    """Return the files and folders in a folder, by name; hidden ones are left out, since they are nobody's data."""
    try:
        entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    except OSError as error:
        raise InputError("folder-unreadable", folder, reason=str(error.strerror or error)) from None
    return sorted(entries, key=lambda entry: entry.name)


def is_parquet(path: Path) -> bool:
    """Return whether a file starts with the four bytes of Parquet, or a folder holds files of that ending only."""
    if not path.is_dir():
        try:
            with path.open("rb") if path.is_file() else io.BytesIO() as stream:
                return stream.read(len(_PARQUET)) == _PARQUET
        except (OSError, ValueError):  # whoever reads it says what is wrong
            return False
    endings = {entry.suffix for entry in folder_entries(path) if not entry.name.startswith("_")}  # marks of Spark
    return path.suffix == ".parquet" or endings == {".parquet"}


def has_ending(file: Path, *endings: str) -> bool:
    """Return whether the name of a file ends so, or would if the file were unpacked."""
    return unpacked(file).name.endswith(endings)


def files_ending(folder: Path, *endings: str) -> list[Path]:
    """Return the files in a folder that end so, by name."""
    return [entry for entry in folder_entries(folder) if has_ending(entry, *endings) and entry.is_file()]


def files_below(folder: Path, *endings: str) -> list[Path]:
    """Return the files in a folder and in the folders inside it that end so, by name; links are not followed."""
    files: list[Path] = []
    for entry in folder_entries(folder):
        if entry.is_dir() and not entry.is_symlink():
            files += files_below(entry, *endings)
        elif entry.is_file() and has_ending(entry, *endings or ("",)):
            files.append(entry)
    return files


def files_of(path: Path, endings: Sequence[str], wanted: str) -> list[Path]:
    """Return the file itself, or the files in a folder that end so; without any, an error names what is `wanted`."""
    if not existing(path).is_dir():
        return [path]
    files = files_ending(path, *endings)
    if not files:
        raise InputError("holds-none", path, wanted=wanted)
    return files


def topic_name(file: Path, endings: Sequence[str]) -> str:
    """Return the name of a file without the longest of the endings that it has, and without .gz."""
    file = unpacked(file)
    ending = max((ending for ending in endings if file.name.endswith(ending)), key=len, default=file.suffix)
    return file.name.removesuffix(ending)


def topic_files(
    root: Path, endings: Sequence[str], files_of: Callable[[Path], Sequence[Path]]
) -> tuple[dict[str, Sequence[Path]], list[Path]]:
    """Return the topics of a folder, each a folder or a file, with their files; and the entries that are none.

    `files_of` returns the files of an entry, none where it is no topic. A file alone is a topic of its own.
    """
    if not existing(root).is_dir():
        return {topic_name(root, endings): [root]}, []
    topics: dict[str, Sequence[Path]] = {}
    skipped = []
    for entry in folder_entries(root):
        files = files_of(entry)
        name = entry.name if entry.is_dir() else topic_name(entry, endings)
        if files and name in topics:
            raise InputError("topic-held-twice", root, name=name)
        if files:
            topics[name] = files
        else:
            skipped.append(entry)
    return topics, skipped


def read_start(path: Path, size: int) -> bytes:
    """Read the first bytes of a file, unpacked, without a byte order mark and blanks before them.

    None are returned of a file that cannot be read, or is damaged: whoever reads it whole says what is wrong.
    """
    try:
        with open_unpacked(path) as stream:
            return stream.read(size).lstrip(b"\xef\xbb\xbf \t\r\n")
    except InputError:
        return b""


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; errors name the line and column."""
    return parse_toml(read_bare_text(path), path)


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Read a text in TOML; `path` is the place that errors name."""
    import tomllib  # few commands read TOML

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError("toml-invalid", path, reason=str(error)) from None
    except (ValueError, RecursionError):  # Python's own limits of digits and of nesting
        raise FormatError("toml-too-large", path) from None


def refuse_existing(path: Path, force: bool = False) -> None:
    """Fail where something stands that must not be replaced."""
    if path.is_dir() or (path.exists() and not path.is_file()):
        raise InputError("not-a-file", path)
    if path.exists() and not force:
        raise InputError("file-exists", path)
    if not path.parent.is_dir():
        raise InputError("parent-folder-missing", path, parent=path.parent)


def write_whole(path: Path, text: str, force: bool = False) -> None:
    """Write a text as UTF-8, packed if the name ends in .gz; on any failure the old file stands and nothing is left."""
    refuse_existing(path, force)
    content = encoded(text, path)
    write_bytes_whole(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content, force)


def write_bytes_whole(path: Path, content: bytes, force: bool = False) -> None:
    """Write bytes; on any failure the old file stands and nothing is left behind."""
    with whole_file(path, force) as beside:
        beside.write_bytes(content)


@contextmanager
def whole_file(path: Path, force: bool = False) -> Iterator[Path]:
    """Yield a path beside a file to write to, which takes the place of the file when all is written."""
    refuse_existing(path, force)
    target = path.resolve()  # a link keeps pointing at the file
    beside = target.with_name(f".{target.name}.{os.getpid()}{PART}")
    try:
        yield beside
        os.replace(beside, target)
    except OSError as error:
        raise InputError("file-not-writable", path, reason=str(error.strerror or error)) from None
    finally:
        beside.unlink(missing_ok=True)


def encoded(text: str, path: Path | None = None) -> bytes:
    """Return the bytes of a text file; refuse characters that would make it unreadable."""
    if "\0" in text:
        raise InputError("nul-in-output", path)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError("half-character-in-output", path, code=ord(text[error.start])) from None
