"""Lines of several writers that seem to say the same, for a person to confirm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cliometer.study.drafts import Drafting, Line, group_entries
from cliometer.study.protocol.units.lines import DatedLine
from cliometer.study.similarity import similarities


@dataclass(frozen=True)
class Suggestion:
    """Lines that could be one unit, and how alike they are on average."""

    lines: tuple[str, ...]
    similarity: float


@dataclass(frozen=True)
class BoardMaterial:
    """The lines of all writers; what follows from them alone is found once for all actions."""

    lines: Mapping[str, DatedLine]

    @cached_property
    def columns(self) -> dict[str, tuple[DatedLine, ...]]:
        """The lines of each writer, earliest first."""
        found: dict[str, list[DatedLine]] = {}
        for line in self.lines.values():
            found.setdefault(line.writer, []).append(line)
        return {writer: tuple(lines) for writer, lines in found.items()}

    @cached_property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """Drafts of two lines or more, the most alike first."""
        ids = list(self.lines)
        entries = [Line(line.writer, line.date, line.text) for line in self.lines.values()]
        cosines = similarities([entry.text for entry in entries])
        made = [
            Suggestion(
                tuple(ids[place] for place in group),
                sum(float(cosines[pair]) for pair in combinations(group, 2))
                / (len(group) * (len(group) - 1) / 2),
            )
            for group in group_entries(entries, cosines, Drafting())
            if len(group) > 1
        ]
        return tuple(sorted(made, key=lambda one: (-one.similarity, one.lines)))
