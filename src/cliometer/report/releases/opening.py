"""A release on disk, as a folder or as the zip archive that the workbench gives, and what kind it is of."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.archives import JUNK, Limits, read_archive
from cliometer.io.digests import digest_of, file_digest, in_order

FILES = {
    "events": ("events.json", "links.csv", "topics.csv"),
    "units": ("units", "second", "timelines"),
    "preferences": (
        *("votes.csv", "votes.jsonl", "aside.csv", "reasons.csv", "checks.csv", "design.json"),
        *("answers.jsonl", "crowd.jsonl", "topics.jsonl", "sheets.json"),
    ),
}  # what a release of each kind holds, at its top
_TELLING = {"events": {"events.json"}, "units": {"units"}, "preferences": {"votes.csv", "answers.jsonl"}}
_COMMENT = "Cliometer release "
_WANTED = (
    "expected events.json (a study of events), a folder units (of units), or votes.csv with answers.jsonl "
    "(of preferences)"
)


@dataclass(frozen=True)
class Opened:
    """A release: its kind, the folder that holds its files, their sizes and digests, and its notes."""

    kind: str
    folder: Path
    files: tuple[tuple[str, int, str], ...]  # name, bytes, SHA-256
    digest: str
    notes: tuple[str, ...] = ()


def is_release(path: Path) -> bool:
    """Whether a path is an archive, or a folder that holds the files of a release and no others."""
    if path.is_dir():
        return kind_of_files(_tops(path)) is not None
    return path.is_file() and path.suffix.casefold() == ".zip"


def kind_of_files(tops: Collection[str]) -> str | None:
    """The kind of a release by the files and folders at its top; None where others stand among them."""
    for kind, telling in _TELLING.items():
        if telling <= set(tops) <= set(FILES[kind]):
            return kind
    return None


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """The release; what an archive holds lies in a folder for as long as it is looked at."""
    if path.is_dir():
        yield _of_folder(path)
        return
    with tempfile.TemporaryDirectory(prefix="cliometer-release-") as place:
        yield _of_archive(path, Path(place))


def _of_folder(path: Path) -> Opened:
    kind = kind_of_files(_tops(path))
    if kind is None:
        raise InputError(f"is no release of a study: {_WANTED}", path)
    limits = Limits()
    names = [file for file in sorted(path.rglob("*")) if file.is_file() and not _is_aside(file.name)]
    if len(names) > limits.files:
        raise InputError(f"holds {len(names):,} files; at most {limits.files:,} can be read", path)
    files = {file.relative_to(path).as_posix(): file.read_bytes() for file in names}
    return _described(kind, path, files)


def _of_archive(path: Path, place: Path) -> Opened:
    """Names were checked by whoever read the archive: none leads out of the folder."""
    archive = read_archive(path)
    files = _without_top(archive.files)
    kind = kind_of_files({name.split("/")[0] for name in files})
    if kind is None:
        raise InputError(f"is no release of a study: {_WANTED}", path)
    _write(files, place, path)
    found = _described(kind, place, files)
    said, *notes = archive.comment.splitlines() or [""]
    frozen = said.removeprefix(_COMMENT) if said.startswith(_COMMENT) else ""
    if frozen and frozen != found.digest:
        notes.append(f"the files are not those that were frozen: the archive names the digest {frozen}")
    return Opened(kind, place, found.files, found.digest, (*notes, *archive.notes))


def _write(files: dict[str, bytes], place: Path, path: Path) -> None:
    for name, content in files.items():
        target = place / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        except OSError:
            raise InputError(f"{name} is a file and a folder at once; pack it anew", path) from None


def _without_top(files: dict[str, bytes]) -> dict[str, bytes]:
    """Whoever packs a folder packs its name along."""
    tops = {name.split("/")[0] for name in files}
    if len(tops) == 1 and all("/" in name for name in files) and not tops & {"units"}:
        return {name.split("/", 1)[1]: content for name, content in files.items()}
    return files


def _described(kind: str, folder: Path, files: dict[str, bytes]) -> Opened:
    rows = tuple((name, len(content), file_digest(content)) for name, content in in_order(files))
    return Opened(kind, folder, rows, digest_of(files))


def _tops(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir() if not _is_aside(entry.name)}


def _is_aside(name: str) -> bool:
    """What systems and people add: hidden files, and a README."""
    return name.startswith(".") or name in JUNK or name.casefold().startswith("readme")
