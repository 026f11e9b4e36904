"""What a verifier has to look at: everything that a judge linked, and who did not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cliometer.study.agreement.linking import item
from cliometer.study.protocol.events.board import Board
from cliometer.study.protocol.events.linking import Linking
from cliometer.study.protocol.events.stories import Stories

Key = tuple[str, str]
"""What is linked (sentences joined in one order) and the event."""


@dataclass(frozen=True)
class Case:
    """A sentence, or a group, that somebody linked to an event: who did, and who did not."""

    sentences: tuple[str, ...]
    event: str
    judges: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """The same for the same sentences in any order."""
        return item(self.sentences), self.event

    @property
    def agreed(self) -> bool:
        """Whether all judges, two at least, linked it."""
        return len(self.judges) > 1 and not self.others


@dataclass(frozen=True)
class Flagged:
    """A sentence that a judge flagged."""

    sentence: str
    flag: str
    note: str
    judge: str


def find_cases(board: Board, sheets: Mapping[str, Linking]) -> list[Case]:
    """What anybody linked: disagreements first, then by event and place."""
    who: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for judge, sheet in sheets.items():
        for part in sheet.parts:
            who.setdefault(part, []).append(judge)
    cases = [
        Case(sentences, event, tuple(judges), tuple(judge for judge in sheets if judge not in judges))
        for (sentences, event), judges in who.items()
    ]
    place = {event.id: number for number, event in enumerate(board.events)}
    return sorted(cases, key=lambda c: (c.agreed, place[c.event], board.stories.places(c.sentences)))


def find_flagged(stories: Stories, sheets: Mapping[str, Linking]) -> tuple[Flagged, ...]:
    """What anybody flagged, in the order of reading."""
    found = [
        Flagged(sentence, flag, note, judge)
        for judge, sheet in sheets.items()
        for sentence, flags in sheet.flags.items()
        for flag, note in flags.items()
    ]
    return tuple(sorted(found, key=lambda one: (stories.places((one.sentence,)), one.flag, one.judge)))
