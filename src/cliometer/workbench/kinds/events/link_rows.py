"""What the screen for links shows: sentences with their events, and events with their keys."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cliometer.study.protocol.events.linking import Linking
from cliometer.workbench.kinds.events.story_rows import StoryRow, story_rows

TAKEN = "jknpxgtfdsur"  # letters that do something else on this screen
EVENT_KEYS = "1234567890" + "".join(
    letter for letter in string.ascii_letters if letter not in TAKEN
)  # after these an event is found by its words


@dataclass(frozen=True)
class EventLine:
    """An event of the list with its key, which may be none, and how many sentences and groups it has."""

    number: int
    id: str
    text: str
    key: str
    count: int


@dataclass(frozen=True)
class GroupChip:
    """A group that a sentence is in; the numbers of its sentences in their stories."""

    id: str
    event: EventLine
    others: str


@dataclass(frozen=True)
class SentenceRow:
    """A sentence; `place` numbers it in the topic, `number` in its story."""

    id: str
    place: int
    number: int
    text: str
    links: tuple[EventLine, ...]
    groups: tuple[GroupChip, ...]
    flags: tuple[tuple[str, str], ...]
    twins: tuple[tuple[int, str], ...]  # place and name of the same sentence elsewhere
    missed: tuple[EventLine, ...]  # events that a twin is linked to

    @property
    def linked(self) -> str:
        """The numbers of its events."""
        return " ".join(str(event.number) for event in self.links)

    @property
    def twin_places(self) -> str:
        """Where its twins stand."""
        return " ".join(str(place) for place, _ in self.twins)


@dataclass(frozen=True)
class LinkRows:
    """One judge's sheet, to be asked for rows."""

    work: Linking

    @cached_property
    def events(self) -> dict[str, EventLine]:
        """By id."""
        counts = self.work.counts
        return {
            event.id: EventLine(
                number, event.id, event.text, EVENT_KEYS[number - 1 : number], counts[event.id]
            )
            for number, event in enumerate(self.work.events, start=1)
        }

    @cached_property
    def stories(self) -> list[tuple[StoryRow, bool]]:
        """With whether they are read."""
        return [(row, row.id in self.work.done) for row in story_rows(self.work.stories)]

    def sentences(self, ids: Iterable[str]) -> Iterator[SentenceRow]:
        """Rows of sentences."""
        for id in ids:
            yield self._row(id)

    @cached_property
    def _names(self) -> dict[str, tuple[int, int, int]]:
        """Of each sentence: its place, the number of its story, its number in the story."""
        found: dict[str, tuple[int, int, int]] = {}
        for story, source in enumerate(self.work.stories.sources, start=1):
            for number, id in enumerate(source.sentences, start=1):
                found[id] = (len(found) + 1, story, number)
        return found

    def place(self, sentence: str) -> int:
        """From 1."""
        return self._names[sentence][0]

    def _row(self, id: str) -> SentenceRow:
        place, _, number = self._names[id]
        links, twins = self.work.links_of(id), self.work.twins(id)
        missed = dict.fromkeys(
            event for twin in twins for event in self.work.links_of(twin) if event not in links
        )
        return SentenceRow(
            id,
            place,
            number,
            self.work.stories.text(id),
            tuple(self.events[event] for event in links),
            tuple(self._groups(id)) if self.work.groups else (),
            tuple(self.work.flags_of(id).items()),
            tuple((self.place(twin), self._name(twin)) for twin in twins),
            tuple(self.events[event] for event in missed),
        )

    def _name(self, sentence: str) -> str:
        _, story, number = self._names[sentence]
        return f"{story}.{number}"

    def _groups(self, id: str) -> Iterator[GroupChip]:
        for group in self.work.groups_of(id):
            others = ", ".join(self._name(one) for one in group.sentences if one != id)
            yield GroupChip(group.id, self.events[group.event], others)
