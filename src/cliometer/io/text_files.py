"""Files and folders: texts are read with clear errors, packed or not, and written whole or not at all."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from cliometer.errors import FormatError, InputError
from cliometer.spelling import did_you_mean

Location: TypeAlias = str | PathLike[str]
MOST_BYTES = 256 * 1024 * 1024
LONGEST_LINE = 16 * 1024 * 1024
_PIECE = 1024 * 1024
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
    """Read a UTF-8 file; its byte order mark and line breaks are kept, and `errors` is that of `bytes.decode`.

    The file is read in pieces, so that one which cannot be a timeline is refused before it fills the memory.
    """
    if not path.exists():
        raise missing(path)
    if path.is_dir():
        raise InputError("is a folder where a file is wanted; name one of the files in it", path)
    try:
        with path.open("rb") as stream:
            content = _read_bytes(stream, path)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path) from None
    try:
        return content.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        raise FormatError(
            f"not UTF-8: byte 0x{content[error.start]:02x} at offset {error.start}; find out its encoding "
            f"and re-encode it, for example: iconv -f WINDOWS-1252 -t UTF-8 {path.name}",
            path,
            content.count(b"\n", 0, error.start) + 1,
        ) from None


def existing(path: Path) -> Path:
    """Return the path; raise an error where nothing stands there."""
    if not path.exists():
        raise missing(path)
    return path


def missing(path: Path) -> InputError:
    """Return an error for a file or folder that is not there, with the nearest names beside it."""
    if path.is_symlink():
        return InputError(f"is a link to {path.readlink()}, which cannot be reached; mend the link", path)
    try:
        siblings = [sibling.name for sibling in path.parent.iterdir() if sibling.name != path.name]
    except (OSError, ValueError):
        return InputError(f"does not exist, nor can the folder {path.parent} be listed", path)
    return InputError("; ".join(filter(None, ["does not exist", did_you_mean(path.name, siblings)])), path)


def _read_bytes(stream: BinaryIO, path: Path) -> bytes:
    pieces: list[bytes] = []
    size = since_break = 0
    while piece := stream.read(_PIECE):
        if b"\0" in piece or (not pieces and piece.startswith((*_MARKS, *_PICKLE_MARKS))):
            raise _binary(piece, pieces, path)
        pieces.append(piece)
        size += len(piece)
        last_break = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
        since_break = since_break + len(piece) if last_break < 0 else len(piece) - last_break - 1
        if since_break > LONGEST_LINE:
            raise FormatError(
                f"has a line of more than {LONGEST_LINE >> 20} MB; no timeline has: is this the right file?",
                path,
            )
        if size > MOST_BYTES:
            message = f"is larger than {MOST_BYTES >> 20} MB; is this a corpus, not a timeline?"
            raise FormatError(message, path)
    return b"".join(pieces)


def _binary(piece: bytes, before: list[bytes], path: Path) -> FormatError:
    encoding = next((name for mark, name in _MARKS.items() if not before and piece.startswith(mark)), None)
    if encoding:
        return FormatError(f"is {encoding}; re-encode it: iconv -f {encoding} -t UTF-8 {path.name}", path)
    if not before and piece.startswith(_PICKLE_MARKS):
        return FormatError(PICKLE, path)
    if not _is_text_but_for_nul(piece):
        return FormatError("is a binary file, not a text; if it is packed, unpack it first", path)
    line = b"".join([*before, piece[: piece.index(b"\0")]]).count(b"\n") + 1
    return FormatError(f"a NUL character in the text; remove it: tr -d '\\0' < {path.name}", path, line)


def _is_text_but_for_nul(piece: bytes) -> bool:
    """Return whether bytes are UTF-8, but for the edges, without other controls and with fewer NULs than UTF-16 has."""
    if piece.count(0) * 4 > len(piece) or piece.translate(None, _CONTROLS) != piece:
        return False
    return len(piece.decode("utf-8", "ignore").encode()) >= len(piece) - 6


ABOUT = ("readme", "license", "licence", "notice", "copying")  # how files about data are named


def folder_entries(folder: Path) -> list[Path]:
    """Return the files and folders in a folder, by name; hidden ones are left out, since they are nobody's data."""
    try:
        entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    except OSError as error:
        raise InputError(f"the folder cannot be listed: {error.strerror or error}", folder) from None
    return sorted(entries, key=lambda entry: entry.name)


def files_ending(folder: Path, *endings: str) -> list[Path]:
    """Return the files in a folder that end so, by name."""
    return [entry for entry in folder_entries(folder) if entry.name.endswith(endings) and entry.is_file()]


def files_below(folder: Path, *endings: str) -> list[Path]:
    """Return the files in a folder and in the folders inside it that end so, by name; links are not followed."""
    found: list[Path] = []
    for entry in folder_entries(folder):
        if entry.is_dir() and not entry.is_symlink():
            found += files_below(entry, *endings)
        elif entry.is_file() and entry.name.endswith(endings or ("",)):
            found.append(entry)
    return found


def files_of(path: Path, endings: Sequence[str], wanted: str) -> list[Path]:
    """Return the file itself, or the files in a folder that end so; without any, an error names what is `wanted`."""
    if not existing(path).is_dir():
        return [path]
    files = files_ending(path, *endings)
    if not files:
        raise InputError(f"holds no {wanted}", path)
    return files


def topic_name(file: Path, endings: Sequence[str]) -> str:
    """Return the name of a file without the longest of the endings that it has."""
    ending = max((ending for ending in endings if file.name.endswith(ending)), key=len, default=file.suffix)
    return file.name.removesuffix(ending)


def topic_files(
    root: Path, endings: Sequence[str], own: Callable[[Path], Sequence[Path]]
) -> tuple[dict[str, Sequence[Path]], list[Path]]:
    """Return the topics of a folder, each a folder or a file, with their files; and the entries that are none.

    `own` returns the files of an entry, none where it is no topic. A file alone is a topic of its own.
    """
    if not existing(root).is_dir():
        return {topic_name(root, endings): [root]}, []
    topics: dict[str, Sequence[Path]] = {}
    skipped = []
    for entry in folder_entries(root):
        files = own(entry)
        name = entry.name if entry.is_dir() else topic_name(entry, endings)
        if files and name in topics:
            raise InputError(f"holds the topic {name} twice; keep one", root)
        if files:
            topics[name] = files
        else:
            skipped.append(entry)
    return topics, skipped


_GZIP = b"\x1f\x8b"


def read_packed(path: Path, errors: str = "strict") -> str:
    """Read a UTF-8 file without its byte order mark, unpacked where its content is that of gzip.

    `errors` is what to do with bytes that are no UTF-8, as for `bytes.decode`.
    """
    text = _unpacked(path, errors) if _is_packed(path) else read_text(path, errors)
    return text.removeprefix("\ufeff")


def read_start(path: Path, size: int) -> bytes:
    """Read the first bytes of a file, unpacked, without a byte order mark and blanks before them.

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


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; errors name the line and column."""
    import tomllib  # few commands read TOML

    try:
        return tomllib.loads(read_text(path).removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f'is not valid TOML: {error}; write lines such as name = "value"', path) from None
    except (ValueError, RecursionError):  # Python's own limits of digits and of nesting
        raise FormatError("holds a number of too many digits, or lists that are nested too deeply", path) from None


def refuse_existing(path: Path, force: bool = False) -> None:
    """Fail where something stands that must not be replaced."""
    if path.is_dir() or (path.exists() and not path.is_file()):
        raise InputError("is not a file; name a file to write", path)
    if path.exists() and not force:
        raise InputError(
            "exists already; choose another name, or let it be replaced (--force, in Python force=True)", path
        )
    if not path.parent.is_dir():
        raise InputError(f"the folder {path.parent} does not exist; make it first", path)


def write_whole(path: Path, text: str, force: bool = False) -> None:
    """Write a text as UTF-8; on any failure the old file stands and nothing is left behind."""
    refuse_existing(path, force)
    write_bytes_whole(path, encoded(text, path), force)


def write_bytes_whole(path: Path, content: bytes, force: bool = False) -> None:
    """Write bytes; on any failure the old file stands and nothing is left behind."""
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
    """Return the bytes of a text file; refuse characters that would make it unreadable."""
    if "\0" in text:
        raise InputError("a NUL character would make it a binary file; remove it, or choose json", path)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        found = f"U+{ord(text[error.start]):04X}"
        raise InputError(f"half a character ({found}) cannot be written as UTF-8; remove it", path) from None
