"""Manifests of data sets: names, sizes and digests of files and what is known of them, and which folder is a copy.

A manifest is a table of a TOML file. `files` has a line for each file: its size, the first 16 digits of its SHA-256 and
its path. A data set of which only the number of files is known has a `layout` instead: patterns of paths and how many
files have each, 0 for any number. The manifests of published data are in `data_sets.toml`.
A benchmark may bring its own as `cliometer-data.toml`, in the folder of the gold or in one of the three above.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import Literal

from cliometer.errors import FormatError, InputError, UsageError, unknown
from cliometer.grouping import by_key
from cliometer.io.text_files import ABOUT, files_below, open_packed, read_toml
from cliometer.model.records import decode, inline, member

FILE = Path(__file__).with_name("data_sets.toml")
_OWN = "cliometer-data.toml"
_LINE = re.compile(r"(\d+ [0-9a-f]{16}) (\S.*)")
_SIZE_AND_NAME = re.compile(r"^(\d+) [0-9a-f]{16} (?:.*/)?(.*)$", re.MULTILINE)
_LEAST_NAMES = 3  # of files, by which a data set is recognised where no file has its content
_CLOSE = 0.05  # of the size of a data set of one file, and of the counts of a layout
Files = Mapping[str, Path]  # of a folder, by their paths in it


@dataclass(frozen=True)
class DataFacts:
    """What is known of a data set; `{folder}` stands for its folder in commands."""

    title: str = ""
    source: str = ""
    licence: str = ""
    cite: str = ""
    counts: str = ""
    quirks: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    layout: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Manifest:
    """A data set: what is known of it, and a line for each of its files."""

    name: str
    facts: DataFacts = field(metadata=inline())
    files: str = ""

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """The size and the digest of each file by its path."""
        entries: dict[str, str] = {}
        for line in filter(None, map(str.strip, self.files.split("\n"))):
            if not (match := _LINE.fullmatch(line)):
                raise InputError("manifest-line-expected", name=self.name, found=repr(line))
            entries[match[2]] = match[1]
        return entries


_KEYS = (*(each.name for each in fields(DataFacts)), "files")


@dataclass(frozen=True)
class KnownData:
    """A data set in a `folder`, or a `part` of it, and the files that are changed, missing or extra.

    `label` names it with a digest of the files in the manifest; `patterns` counts those of a layout.
    """

    name: str
    facts: DataFacts = field(metadata=inline())
    folder: str = ""
    part: str = ""
    label: str = ""
    differences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: Mapping[str, int] = field(default_factory=dict)

    @property
    @member
    def state(self) -> Literal["complete", "changed", "layout"]:
        """Whether the files are those of the manifest; of a layout nobody knows."""
        return "layout" if self.patterns else "changed" if self.differences else "complete"


def folder_files(folder: Path) -> Files:
    """Return the files of a folder but its manifest; hidden ones are left out."""
    return {file.relative_to(folder).as_posix(): file for file in files_below(folder) if file.name != _OWN}


def digest_of(lines: Iterable[str]) -> str:
    """Return twelve digits of lines in any order."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:12]


def _entry(path: Path) -> str:
    """Return the size of a file and the first digits of its SHA-256, as manifests have them."""
    with open_packed(path) as stream:
        digest = hashlib.sha256()
        while piece := stream.read(2**20):
            digest.update(piece)
    return f"{path.stat().st_size} {digest.hexdigest()[:16]}"


def recognise_data(manifest: Manifest, files: Files) -> KnownData | None:
    """Return the data set, or the part of it, that files are or hold; None where they do not."""
    if layout := manifest.facts.layout:
        counts = {pattern: sum(PurePosixPath(path).match(pattern) for path in files) for pattern in layout}
        near = (n and (not layout[p] or abs(n - layout[p]) <= _CLOSE * layout[p]) for p, n in counts.items())
        return KnownData(manifest.name, manifest.facts, label=manifest.name, patterns=counts) if all(near) else None
    named = by_key((path.rpartition("/")[2], path) for path in manifest.entries)
    places = Counter[tuple[str, str]]()  # the folder of the copy, and the part of the data set that it is
    for path in files:
        for other in named.get(path.rpartition("/")[2], ()):
            if f"/{path}".endswith(f"/{other}"):
                places[path.removesuffix(other), ""] += 1
            elif other.endswith(f"/{path}"):
                places["", other.removesuffix(path)] += 1
    aligned = (_aligned(manifest, files, *place) for place, _ in places.most_common())
    return next(filter(None, aligned), None)


def _aligned(manifest: Manifest, files: Files, home: str, part: str) -> KnownData | None:
    """Compare the files of a folder with those of a part; None where most names are missing, or all contents differ."""
    entries = {path.removeprefix(part): entry for path, entry in manifest.entries.items() if path.startswith(part)}
    copy = {path.removeprefix(home): file for path, file in files.items() if path.startswith(home)}
    shared = [path for path in entries if path in copy]
    if 2 * len(shared) <= len(entries):
        return None
    sizes = {path: (copy[path].stat().st_size, int(entries[path].partition(" ")[0])) for path in shared}
    same = {path for path, (size, known) in sizes.items() if size == known and _entry(copy[path]) == entries[path]}
    is_close = len(entries) == 1 and all(abs(size - known) <= _CLOSE * known for size, known in sizes.values())
    if not same and (part or (len(shared) < _LEAST_NAMES and not is_close)):
        return None
    extra = (path for path in copy if path not in entries)
    ways = {
        "changed": tuple(path for path in shared if path not in same),
        "missing": tuple(path for path in entries if path not in copy),
        "extra": tuple(path for path in extra if not path.rpartition("/")[2].lower().startswith(ABOUT)),
    }
    digest = digest_of(f"{entry} {path}" for path, entry in entries.items())
    label = f"{manifest.name}/{part}".rstrip("/") + f"@{digest}"
    differences = {way: paths for way, paths in ways.items() if paths}
    return KnownData(manifest.name, manifest.facts, home.rstrip("/"), part.rstrip("/"), label, differences)


def data_label(paths: Sequence[Path]) -> str:
    """Return the label of the published data set that gold is, unchanged and complete; empty for any other."""
    is_folder = len(paths) == 1 and paths[0].is_dir()
    files = folder_files(paths[0]) if is_folder else {path.name: path for path in paths if path.is_file()}
    sizes = {path: f"{file.stat().st_size} " for path, file in files.items()}
    ends = {(f"{size} ", name) for size, name in _SIZE_AND_NAME.findall(FILE.read_text(encoding="utf-8"))}
    is_known = any((size, path.rpartition("/")[2]) in ends for path, size in sizes.items())
    published = known_manifests() if is_known else {}  # which take time to read
    for manifest in (*published.values(), *own_manifests(paths[0]).values()):
        if not is_folder:  # such as one reference of a topic
            named = ((path.rpartition("/")[2], f"{entry} {path}") for path, entry in manifest.entries.items())
            chosen = (line for name, line in named if line.startswith(sizes.get(name, "-")))
            manifest = replace(manifest, files="\n".join(chosen))
        data = recognise_data(manifest, files) if manifest.files else None
        if data and data.state == "complete" and not data.folder:
            return data.label
    return ""


def own_manifests(path: Path) -> dict[str, Manifest]:
    """Return the manifests that a benchmark brings."""
    files = [place / _OWN for place in (path, *path.absolute().parents[:3])]
    return next((read_manifests(file) for file in files if file.is_file() and file.stat().st_size), {})


@cache
def known_manifests() -> dict[str, Manifest]:
    """Return the manifests of published data by their names."""
    return read_manifests(FILE)


def read_manifests(path: Path) -> dict[str, Manifest]:
    """Read the manifests of a file."""
    tables = read_toml(path)
    try:
        if not tables:
            raise InputError("manifest-missing")
        return {name: _manifest(name, table) for name, table in tables.items()}
    except (InputError, UsageError) as error:
        raise FormatError.like(error).at(path) from None


def _manifest(name: str, table: object) -> Manifest:
    given = dict(table) if isinstance(table, dict) else {"": table}
    if strange := [key for key in given if key not in _KEYS]:
        raise (
            unknown(f"key of the manifest {name}", strange[0], _KEYS) if strange[0] else InputError("manifest-missing")
        )
    manifest = decode(Manifest, {**given, "name": name}, name)
    if bool(manifest.entries) == bool(manifest.facts.layout):
        raise InputError("manifest-without-files", name=name)
    return manifest


def spell_manifest(folder: Path) -> str:
    """Return the manifest of a folder as TOML, with places for what its owner knows."""
    name = re.sub(r"[^\w-]+", "-", folder.resolve().name, flags=re.ASCII).strip("-") or "data"
    facts = [f"{each.name} = {'[]' if each.default == () else repr('')}" for each in fields(DataFacts)[:-1]]
    lines = [f"{_entry(file)} {path}" for path, file in folder_files(folder).items()]
    if strange := [line for line in lines if "'''" in line or not _LINE.fullmatch(line)]:
        raise InputError("manifest-name-unusable", folder, name=repr(strange[0]))
    return "\n".join([f"[{name}]", *facts, "files = '''", *lines, "'''", ""])
