"""The second step: each judge, alone, lists the events of the stories that she finds important."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from cliometer.io.notes import quoted
from cliometer.study.protocol.events.splitting import Splitting
from cliometer.study.protocol.events.stories import Stories
from cliometer.study.protocol.events.things import expect, moved, needed, shared_work
from cliometer.study.protocol.steps import Desk
from cliometer.study.protocol.work import Work, verb


@dataclass(frozen=True)
class Candidate:
    """An event that one judge found, and what she noted about it."""

    id: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class Listing(Work):
    """One judge's candidate events, in her order."""

    step: ClassVar[str] = "list"
    stories: Stories
    candidates: tuple[Candidate, ...] = ()

    @verb
    def add(self, text: str, note: str = "", seq: int = 0) -> Self:
        """One more event, at the end."""
        one = Candidate(f"c{seq}", needed(text, "an event"), note)
        return replace(self, candidates=(*self.candidates, one))

    @verb
    def reword(self, event: str, text: str) -> Self:
        """Say it in other words."""
        return self._change(event, text=needed(text, "an event"))

    @verb
    def note(self, event: str, note: str) -> Self:
        """Note something about it for the merge; an empty note takes it away."""
        return self._change(event, note=note)

    @verb
    def remove(self, event: str) -> Self:
        """Take it off the list."""
        place = self._place(event)
        return replace(self, candidates=(*self.candidates[:place], *self.candidates[place + 1 :]))

    @verb
    def move(self, event: str, to: int) -> Self:
        """Put it at a place of the list, from 1."""
        return replace(self, candidates=moved(self.candidates, self._place(event), to))

    def candidate(self, event: str) -> Candidate:
        """An event of the list."""
        return self.candidates[self._place(event)]

    @property
    def unsettled(self) -> tuple[str, ...]:
        """An empty list."""
        return () if self.candidates else ("no event is listed; add at least one",)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Events that stand twice."""
        times = Counter(one.text.casefold() for one in self.candidates)
        twice = dict.fromkeys(one.text for one in self.candidates if times[one.text.casefold()] > 1)
        return tuple(f"{quoted(text)} stands more than once" for text in twice)

    @property
    def progress(self) -> tuple[int, int]:
        """Nobody knows how many events there are: what is listed is all."""
        return len(self.candidates), len(self.candidates)

    def _place(self, event: str) -> int:
        ids = [one.id for one in self.candidates]
        expect("event of the list", event, ids)
        return ids.index(event)

    def _change(self, event: str, **changes: str) -> Self:
        place = self._place(event)
        new = replace(self.candidates[place], **changes)
        return replace(self, candidates=(*self.candidates[:place], new, *self.candidates[place + 1 :]))


def start_listing(desk: Desk) -> Listing:
    """An empty list beside the stories."""
    return Listing(shared_work(desk.earlier, "split", Splitting).stories)
