"""Manifests of data sets: names, sizes and digests of files and what is known of them, and which folder is a copy.

A manifest is a table of a TOML file. `files` has a line for each file: its size, the first 16 digits of its SHA-256 and
its path. A data set of which only the number of files is known has a `layout` instead: a pattern of paths and how many
files have it, 0 for any number. The manifests of published data are in `data_sets.toml`.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, TypeVar

from cliometer.errors import FormatError, InputError, UsageError, unknown
from cliometer.io.text_files import ABOUT, files_below, open_packed, read_toml

FILE = Path(__file__).with_name("data_sets.toml")
V = TypeVar("V")
_TEXTS = ("title", "source", "licence", "cite", "counts")
_LISTS = ("quirks", "commands")
_KINDS: Mapping[type, str] = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}
_ENTRY = re.compile(r"(\d+) ([0-9a-f]{16}) (\S.*)")
_NAME = re.compile(r"[\w.+-]+")
_LEAST_NAMES = 3  # of files, by which a data set is recognised where no file is the same
_PIECE = 2**20  # bytes that are read at a time
_CLOSE = 0.05  # of the size of a data set of one file, and of the counts of a layout


class FileEntry(NamedTuple):
    """The size of a file and the first digits of its SHA-256."""

    size: int
    digest: str


@dataclass(frozen=True)
class Manifest:
    """What is known of a data set, `about` it in texts; it has `files`, or a `layout` where the contents are not known."""

    name: str
    about: Mapping[str, str] = field(default_factory=dict)
    quirks: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    files: Mapping[str, FileEntry] = field(default_factory=dict)
    layout: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def ends(self) -> Mapping[str, Sequence[str]]:
        """The parts of the data set in which a file has a path, by that path: `mj/bbc.txt` is in `references/`."""
        parts: dict[str, list[str]] = {}
        for path in self.files:
            for place in (0, *(match.end() for match in re.finditer("/", path))):
                parts.setdefault(path[place:], []).append(path[:place])
        return parts


def folder_files(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by their paths in it; hidden ones are left out."""
    return {file.relative_to(folder).as_posix(): file for file in files_below(folder)}


def file_digest(path: Path) -> str:
    """Return the digits of a file that a manifest has."""
    digest = hashlib.sha256()
    with open_packed(path) as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()[:16]


def text_digest(lines: Iterator[str]) -> str:
    """Return twelve digits of lines in any order."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class DataCopy:
    """A copy of a data set: `home` is its folder, and `part` the folder of the data set that it is; both end in /."""

    manifest: Manifest
    home: str
    part: str
    files: Mapping[str, Path]  # by their paths in the copy

    @cached_property
    def entries(self) -> Mapping[str, FileEntry]:
        """The entries of the manifest in this part."""
        return {p.removeprefix(self.part): e for p, e in self.manifest.files.items() if p.startswith(self.part)}

    @cached_property
    def same(self) -> frozenset[str]:
        """The files that are as in the manifest."""
        sized = (path for path in self.shared if self.files[path].stat().st_size == self.entries[path].size)
        return frozenset(path for path in sized if file_digest(self.files[path]) == self.entries[path].digest)

    @property
    def shared(self) -> list[str]:
        """The files that the manifest names and that are there."""
        return [path for path in self.entries if path in self.files]

    @property
    def changed(self) -> list[str]:
        """The files whose content is another."""
        return [path for path in self.shared if path not in self.same]

    @property
    def missing(self) -> list[str]:
        """The files that are not there."""
        return [path for path in self.entries if path not in self.files]

    @property
    def extra(self) -> list[str]:
        """The files that the manifest does not name, but for those about the data."""
        return [path for path in self.files if path not in self.entries and not is_about(path)]

    @property
    def is_certain(self) -> bool:
        """Whether most files have the names of the data set, and one its content or enough of them its structure."""
        if 2 * len(self.shared) <= len(self.entries):
            return False
        if self.same or (not self.part and len(self.shared) >= _LEAST_NAMES):
            return True
        sizes = [(self.files[path].stat().st_size, self.entries[path].size) for path in self.shared]
        return not self.part and len(sizes) == 1 and abs(sizes[0][0] - sizes[0][1]) <= _CLOSE * sizes[0][1]

    @property
    def label(self) -> str:
        """The data set and its part with a digest of their manifest, as signatures have them: `name/part@digest`."""
        lines = (f"{size} {digest} {path}" for path, (size, digest) in self.entries.items())
        return f"{self.manifest.name}/{self.part}".rstrip("/") + f"@{text_digest(lines)}"


def is_about(path: str) -> bool:
    """Return whether a file is about data, by its name."""
    return PurePosixPath(path).name.lower().startswith(ABOUT)


def find_copy(manifest: Manifest, files: Mapping[str, Path]) -> DataCopy | None:
    """Return the copy of a data set, or of a part of it, that files are or hold; None where there is none."""
    places: Counter[tuple[str, str]] = Counter()
    for path in files:
        places.update(("", part) for part in manifest.ends.get(path, ()))
        homes = (path[: match.end()] for match in re.finditer("/", path))
        places.update((home, "") for home in homes if path.removeprefix(home) in manifest.files)
    for (home, part), _ in sorted(places.items(), key=lambda place: (-place[1], place[0])):
        inside = {path.removeprefix(home): file for path, file in files.items() if path.startswith(home)}
        copy = DataCopy(manifest, home, part, inside)
        if copy.is_certain:
            return copy
    return None


def layout_counts(manifest: Manifest, files: Mapping[str, Path]) -> dict[str, int] | None:
    """Return how many files have each pattern of a layout; None where these are not the counts of the data set."""
    paths = list(map(PurePosixPath, files))
    counts = {pattern: sum(path.match(pattern) for path in paths) for pattern in manifest.layout}
    near = all(
        count > 0 and (not most or abs(count - most) <= _CLOSE * most)
        for count, most in zip(counts.values(), manifest.layout.values(), strict=True)
    )
    return counts if manifest.layout and near else None


def data_label(paths: Sequence[Path]) -> str:
    """Return the label of the known data set that gold is, unchanged and complete; empty for any other."""
    is_folder = len(paths) == 1 and paths[0].is_dir()
    files = folder_files(paths[0]) if is_folder else {path.name: path for path in paths if path.is_file()}
    sizes = {path: file.stat().st_size for path, file in files.items()}
    for manifest in known_manifests().values():
        sized = {p: e for p, e in manifest.files.items() if e.size == sizes.get(PurePosixPath(p).name)}
        copy = find_copy(manifest if is_folder else replace(manifest, files=sized), files)
        if copy and not (copy.home or copy.changed or copy.missing or copy.extra):
            return copy.label
    return ""


@cache
def known_manifests() -> Mapping[str, Manifest]:
    """Return the manifests of published data by their names."""
    return read_manifests(FILE)


def read_manifests(path: Path) -> dict[str, Manifest]:
    """Read the manifests of a file."""
    content = read_toml(path)
    if not content:
        raise FormatError("manifest-empty", path)
    try:
        return {name: _manifest(name, table) for name, table in content.items()}
    except (InputError, UsageError) as error:
        raise FormatError.like(error).at(path) from None


def _manifest(name: str, table: Any) -> Manifest:
    if not isinstance(table, dict) or not _NAME.fullmatch(name):
        raise InputError("manifest-table-expected", name=name)
    for key in table:
        if key not in (known := (*_TEXTS, *_LISTS, "files", "layout")):
            raise unknown(f"key of the manifest {name}", key, known)
    about = {key: _typed(table.get(key, ""), str, f"{name}.{key}") for key in _TEXTS}
    lists = {key: tuple(_typed(table.get(key, []), list, f"{name}.{key}")) for key in _LISTS}
    layout = _typed(table.get("layout", {}), dict, f"{name}.layout")
    for key in _LISTS:
        for line in lists[key]:
            _typed(line, str, f"{name}.{key}")
    for pattern, count in layout.items():
        _typed(count, int, f"{name}.layout.{pattern}")
    files: dict[str, FileEntry] = {}
    for line in _typed(table.get("files", ""), str, f"{name}.files").split("\n"):
        if line.strip():
            match = _ENTRY.fullmatch(line.strip())
            if match is None or match[3] in files:
                raise InputError("manifest-entry-expected", name=name, entry=repr(line.strip()))
            files[match[3]] = FileEntry(int(match[1]), match[2])
    if bool(files) == bool(layout):
        raise InputError("manifest-without-files", name=name)
    return Manifest(name, about, lists["quirks"], lists["commands"], files, layout)


def _typed(value: Any, kind: type[V], place: str) -> V:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError("manifest-value-expected", place=place, kind=_KINDS[kind])
    return value


def spell_manifest(folder: Path, counts: str) -> str:
    """Return the manifest of a folder as a file of TOML, with places for what only its owner knows."""
    name = re.sub(r"[^\w.+-]+", "-", folder.resolve().name).strip("-") or "data"
    lines = [f"{file.stat().st_size} {file_digest(file)} {path}" for path, file in folder_files(folder).items()]
    if strange := [line for line in lines if "'''" in line or "\n" in line]:
        raise InputError("manifest-name-unusable", folder, name=repr(strange[0]))
    texts = {key: counts if key == "counts" else "" for key in _TEXTS}
    head = [f"[{toml_key(name)}]", *(f'{key} = "{text}"' for key, text in texts.items()), "quirks = []"]
    commands = 'commands = []  # {folder} stands for the folder: "cliometer score RUN -r {folder}"'
    return "\n".join([*head, commands, "files = '''", *lines, "'''", ""])


def toml_key(name: str) -> str:
    """Return a name as a key of TOML, quoted where it must be."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else f'"{name}"'
