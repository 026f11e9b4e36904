"""What a file format is, what reading gives, and the list of formats, which fills itself.

A format registers by decorator; recognition, suffixes, help texts and the round-trip test iterate over the
list. Nobody edits a table to add one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol, TypeVar

from cliometer.errors import InputError, unknown
from cliometer.model.timeline import Duplicates, Timeline


@dataclass(frozen=True)
class Reading:
    """The timelines of a file, what was forgiven on the way (`path:line: ...`), and the format's name."""

    timelines: tuple[Timeline, ...]
    notes: tuple[str, ...]
    format: str


class Format(Protocol):
    """A way to write timelines down. What `write` cannot hold it refuses; all else reads back equal."""

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]  # the first one is what we write
    holds_several: ClassVar[bool]
    keeps_names: ClassVar[bool]

    def recognises(self, head: str) -> bool:
        """Whether a file that starts like this is meant to be in this format."""
        ...

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """The timelines in a text; `path` is for messages."""
        ...

    def write(self, timelines: Sequence[Timeline]) -> str:
        """The text of a file, ending in a line break."""
        ...


F = TypeVar("F", bound=Format)
_FORMATS: dict[str, Format] = {}


def register(format_class: type[F]) -> type[F]:
    """Put a format on the list."""
    _FORMATS[format_class.name] = format_class()
    return format_class


def formats() -> tuple[Format, ...]:
    """Every format, in the order of registration."""
    return tuple(_FORMATS.values())


def format_named(name: str) -> Format:
    """The format of a name; an unknown one fails with near misses."""
    if name not in _FORMATS:
        raise unknown("format", name, _FORMATS)
    return _FORMATS[name]


def format_for_suffix(path: Path) -> Format | None:
    """The format a file name's ending stands for, if any."""
    suffix = path.suffix.lower()
    return next((format for format in formats() if suffix in format.suffixes), None)


def at_least_one(timelines: Sequence[Timeline]) -> Sequence[Timeline]:
    """The timelines, unless there are none."""
    if not timelines:
        raise InputError("there is no timeline to write")
    return timelines


def only_one(timelines: Sequence[Timeline], format_name: str) -> Timeline:
    """The one timeline that a format without room for several can hold; it must have a day."""
    if len(at_least_one(timelines)) > 1:
        several = ", ".join(sorted(format.name for format in formats() if format.holds_several))
        raise InputError(
            f"a {format_name} file holds one timeline, not {len(timelines)}; "
            f"choose another format ({several}) "
            "or write one file each into a folder that exists (mkdir FOLDER, then -o FOLDER)"
        )
    if not timelines[0]:
        raise InputError(f"a {format_name} file cannot hold a timeline without days; choose json or newstls")
    return timelines[0]
