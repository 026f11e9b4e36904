"""SIMetrix's mapping file: `input system path-of-input path-of-summary`, four fields a line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.lines import numbered_lines
from cliometer.io.notes import quoted
from cliometer.io.trec_ts.packed import read_packed

_SHAPE = "input system path-of-input path-of-summary, separated by blanks"


@dataclass(frozen=True)
class Pair:
    """A summary and its input, as a line of the mapping file names them."""

    input: str
    system: str
    input_path: Path
    summary_path: Path
    line: int


def read_mapping(path: Path) -> list[Pair]:
    """The pairs of a file, in its order; blank lines at its end are forgiven."""
    lines = list(numbered_lines(read_packed(path).rstrip()))
    if lines == [(1, "")]:
        raise FormatError(f"is empty: expected {_SHAPE}", path)
    return [_pair(line, number, path) for number, line in lines]


def _pair(line: str, number: int, path: Path) -> Pair:
    fields = line.split()
    if len(fields) != 4:
        found = f"{len(fields)} fields, {quoted(line)}" if fields else "a blank line"
        raise FormatError(f"expected {_SHAPE}, found {found}", path, number)
    return Pair(fields[0], fields[1], Path(fields[2]), Path(fields[3]), number)
