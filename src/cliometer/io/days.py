"""Days as they stand in a file, put together to a timeline under the rule for repeated dates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cliometer.errors import FormatError
from cliometer.io.notes import Notebook
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When


@dataclass(frozen=True)
class Day:
    """A date, its sentences, and where they stand: `place` reads "on line 12" or "as day 3"."""

    when: When
    sentences: tuple[str, ...]
    place: str
    line: int | None = None


def assemble(days: Iterable[Day], notebook: Notebook, duplicates: Duplicates, name: str = "") -> Timeline:
    """One timeline; empty days and repeated dates are noted, or refused where `duplicates` says so."""
    first: dict[When, Day] = {}
    pairs = []
    for day in days:
        if not any(sentence.strip() for sentence in day.sentences):
            notebook.add(day.line, "a day without sentences was kept")
        if day.when in first:
            _repeated(day, first[day.when], notebook, duplicates)
        first.setdefault(day.when, day)
        pairs.append((day.when, day.sentences))
    return Timeline(pairs, name, duplicates)


def _repeated(day: Day, earlier: Day, notebook: Notebook, duplicates: Duplicates) -> None:
    again = "" if day.place == f"on line {day.line}" else f" {day.place}"  # the note starts with the line
    found = f"{day.when} stands again{again}, first {earlier.place}"
    if duplicates == "error":
        raise FormatError(f"{found}; merge the two, or allow it (append, last)", notebook.path, day.line)
    outcome = "sentences appended" if duplicates == "append" else "only the last kept"
    notebook.add(day.line, f"{found}; {outcome}", kind="repeated")
