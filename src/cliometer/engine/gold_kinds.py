"""What kind of gold a path holds, by its content: timelines unless it says that it is something else."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.listing import files_ending
from cliometer.io.posts.tables import holds_posts
from cliometer.io.trec_ts.packed import read_start
from cliometer.io.units.formats import EXTRACTS, UNITS, head_of

NUGGET_FILES = ("nuggets", "matches", "updates")
_HOLDS = {UNITS: "content units or judged events", EXTRACTS: "extracts, what a system selected"}
_ARTICLES = (".jsonl", ".jsonl.gz")
_BARE_UNITS = re.compile(
    r'\ufeff?\s*\{\s*("version"\s*:\s*1\s*,\s*)?"topics"\s*:'
)  # whose reader wants a format
_HEAD = 400  # bytes by which articles are told from timelines


def kind_of_gold(paths: Sequence[Path]) -> str:
    """What the gold is, by its content: references unless it says that it is something else."""
    if len(paths) == 1 and _holds_nuggets(paths[0]):
        return "nuggets"
    for path in paths:
        _refuse_extracts(path)
    if paths and all(_holds_units(path) for path in paths):
        return "units"
    if len(paths) == 1 and _holds_sources(paths[0]):
        return "sources"
    return "references"


def _holds_nuggets(path: Path) -> bool:
    """Whether a folder holds all three files; one of them alone, or without the others, is an error."""
    if path.is_file() and _is_table(path, "nuggets"):
        raise InputError("is one of three files of nuggets; name the folder that holds them", path)
    if not path.is_dir() or not any(_is_table(file, "nuggets") for file in path.iterdir()):
        return False
    for name in NUGGET_FILES:
        nugget_file(path, name)
    return True


def _refuse_extracts(path: Path) -> None:
    for file in _json_files(path):
        if _format_of(file) == EXTRACTS:
            raise InputError(
                f"holds {_HOLDS[EXTRACTS]}, where gold is wanted; are the two swapped? write RUN GOLD", file
            )


def refuse_units(path: Path) -> None:
    """Fail where content units, judged events or extracts are given for timelines."""
    for file in _json_files(path):
        holds = _HOLDS.get(_format_of(file))
        if holds:
            order = "; if the two were swapped, write RUN GOLD" if _format_of(file) == UNITS else ""
            raise InputError(f"holds {holds}, which cannot be scored with timelines{order}", file)


def left_out(folder: Path) -> Iterator[str]:
    """Which files of nuggets were passed over for one with a shorter name."""
    for name in NUGGET_FILES:
        read = nugget_file(folder, name)
        for other in sorted(path for path in folder.iterdir() if _is_table(path, name) and path != read):
            yield f"{folder}: {read.name} was read and {other.name} left out; a folder should hold one"


def nugget_file(folder: Path, name: str) -> Path:
    """The file of that name in a folder, packed or not."""
    found = _find(folder, name)
    if found is None:
        raise InputError(f"expected a file {name}.tsv or {name}.tsv.gz in it", folder)
    return found


def _find(folder: Path, name: str) -> Path | None:
    """`updates.tsv`, `updates.tsv.gz`, `updates_sampled.tsv.gz`: the shortest name that starts so."""
    files = [path for path in folder.iterdir() if _is_table(path, name)]
    return min(files, key=lambda path: (len(path.name), path.name), default=None)


def _is_table(path: Path, name: str) -> bool:
    return path.name.startswith(name) and ".tsv" in path.suffixes


def _holds_units(path: Path) -> bool:
    files = _json_files(path)
    return bool(files) and all(_format_of(file) == UNITS for file in files)


def _json_files(path: Path) -> list[Path]:
    """The file itself, or those of a folder."""
    if path.is_dir():
        return files_ending(path, ".json")
    return [path] if path.suffix == ".json" and path.is_file() else []


def _format_of(path: Path) -> str:
    """The format that a JSON file says it is in, units where it only looks like them; else empty."""
    head = head_of(path)
    named = next((name for name in _HOLDS if f'"{name}"' in head), "")
    return named or (UNITS if _BARE_UNITS.match(head) else "")


def _holds_sources(path: Path) -> bool:
    """Whether a file, or the first one of a folder, starts as articles or posts do; texts say nothing."""
    if path.is_dir():
        files = sorted(entry for entry in path.iterdir() if entry.name.endswith(_ARTICLES))
        return _holds_sources(files[0]) if files else _holds_tables_of_posts(path)
    if not path.name.endswith(_ARTICLES) or not path.is_file():
        return holds_posts(path)
    try:
        return read_start(path, _HEAD).startswith(b"{")  # the days of a timeline are lists
    except (OSError, EOFError, zlib.error):
        return True  # whoever reads it says what is wrong


def _holds_tables_of_posts(folder: Path) -> bool:
    """In it, or in the folders of its topics."""
    topics = [entry for entry in sorted(folder.iterdir()) if entry.is_dir()]
    return any(holds_posts(file) for place in (folder, *topics) for file in sorted(place.iterdir()))
