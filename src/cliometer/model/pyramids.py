"""Pyramids of DUC and TAC (Nenkova & Passonneau 2004): model summaries, their SCUs, and a peer's matches."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from cliometer.model.units import ContentUnit, Contributor

UNMATCHED = "0"  # the uid under which annotators put what no SCU of the pyramid says
_HEADER = re.compile(r"^-+\n[^\n]*\n-+\n", re.MULTILINE)  # a name between dashes, as in all files of DUC


@dataclass(frozen=True, slots=True)
class SummaryPart:
    """A stretch of the text; `label` is what the annotator saw there."""

    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one summary says of an SCU: one stretch, or several that belong together."""

    label: str
    parts: tuple[SummaryPart, ...]
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Scu:
    """A summary content unit: of a pyramid, or as a peer expresses it."""

    uid: str
    label: str
    contributions: tuple[Contribution, ...] = ()
    comment: str = ""

    @property
    def weight(self) -> int:
        """The number of contributors."""
        return len(self.contributions)


@dataclass(frozen=True)
class Pyramid:
    """The model summaries in one text, and the SCUs found in them.

    `start` is the regular expression for the header of a summary, `declared` the number of summaries that the
    file itself gives, and `matches` where the expression finds headers.
    """

    lines: tuple[str, ...]
    scus: tuple[Scu, ...]
    start: str | None = None
    declared: int | None = None
    matches: tuple[tuple[int, int], ...] = ()

    @cached_property
    def text(self) -> str:
        """What offsets count in."""
        return text_of(self.lines)

    @cached_property
    def weights(self) -> dict[str, int]:
        """The weight of each SCU by its uid."""
        return {scu.uid: scu.weight for scu in self.scus}

    @cached_property
    def headers(self) -> tuple[tuple[int, int], ...]:
        """Where the header of each summary starts and ends."""
        if self.matches or self.declared:
            return self.matches
        return tuple(match.span() for match in _HEADER.finditer(self.text))

    @property
    def models(self) -> int | None:
        """How many summaries it was made from; None where neither headers nor the file tell."""
        return len(self.headers) or self.declared

    @cached_property
    def documents(self) -> tuple[tuple[str, str], ...]:
        """Name and text of each summary; the name is what its header says between the dashes."""
        ends = [start for start, _ in self.headers[1:]] + [len(self.text)]
        return tuple(
            (self.text[start:body].strip("-\n\t ") or "summary", self.text[body:end])
            for (start, body), end in zip(self.headers, ends, strict=True)
        )

    def writer_at(self, place: int) -> str | None:
        """Return the name of the summary that a character stands in."""
        number = bisect_right([start for start, _ in self.headers], place)
        return self.documents[number - 1][0] if number else None

    @cached_property
    def units(self) -> tuple[ContentUnit, ...]:
        """The SCUs as content units; a contributor whose summary is not known is a writer of its own."""
        units = []
        for scu in self.scus:
            contributors = []
            for number, contribution in enumerate(scu.contributions, start=1):
                writer = self.writer_at(contribution.parts[0].start) if contribution.parts else None
                contributors.append(Contributor(writer or f"writer {number}", contribution.label))
            units.append(ContentUnit(scu.uid, scu.label, contributors=tuple(contributors)))
        return tuple(units)


@dataclass(frozen=True)
class PeerAnnotation:
    """A peer's summary and the SCUs it expresses; the file repeats the pyramid, so that it stands alone.

    `scus` lists every SCU of the pyramid, those the peer lacks without contributions, and under uid 0 what
    it says beside the pyramid.
    """

    pyramid: Pyramid
    lines: tuple[str, ...]
    scus: tuple[Scu, ...]
    peer: str = ""

    @cached_property
    def text(self) -> str:
        """What the offsets of the peer's SCUs count in."""
        return text_of(self.lines)

    @cached_property
    def matched(self) -> Counter[str]:
        """How often the peer says each SCU that it says at all; one listed twice counts together."""
        counts: Counter[str] = Counter()
        for scu in self.scus:
            if scu.uid != UNMATCHED and scu.weight:
                counts[scu.uid] += scu.weight
        return counts

    @property
    def unmatched(self) -> int:
        """How many things the peer says that the pyramid does not have."""
        return sum(scu.weight for scu in self.scus if scu.uid == UNMATCHED)


def text_of(lines: tuple[str, ...]) -> str:
    """Return lines with a line break behind each."""
    return "".join(f"{line}\n" for line in lines)
