"""How far each judge of a preference study can be trusted, as `design.json` of its release says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cliometer.report.document import Block, Listing, Notes
from cliometer.report.tables import Cell, Table

_SHARES = {"quiz": "quiz", "tests": "hidden tests", "repeats": "repeats", "fast": "too fast"}


def standing(folder: Path) -> Iterator[Block]:
    """A row a judge; a note where the file cannot be read, for it is not what votes are counted from."""
    file = folder / "design.json"
    if not file.is_file():
        return
    try:
        judges = json.loads(file.read_text(encoding="utf-8"))["judges"]
        rows = [_row(judge) for judge in judges]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        yield Notes(["design.json cannot be read, so nothing is said of the reliability of judges"])
        return
    heading = ["judge", "votes", "ties", "seconds", *_SHARES.values(), "set aside"]
    if rows:
        yield Listing(
            "Judges: votes, seconds a vote, and shares of the quiz, hidden tests and repeats that were right",
            Table(heading, rows),
        )


def _row(judge: Mapping[str, Any]) -> list[Cell]:
    plain = [_cell(judge[key]) for key in ("judge", "votes", "ties", "seconds")]
    shares = [_cell((judge.get(key) or {}).get("share")) for key in _SHARES]
    return [*plain, *shares, _cell(judge["aside"]) or "no"]


def _cell(value: object) -> Cell:
    return value if isinstance(value, str | int | float) else "-"
