"""Reading a list of sentences from the top: which events each of them mentions, and which of them first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cliometer.errors import InputError
from cliometer.model.extracts import Extract, Item
from cliometer.model.judged_events import EventTopic


class Step(NamedTuple):
    """What one sentence of the list adds."""

    new: int  # events that it mentions first: I(r(e_i) > 0) turns 1
    mentions: int  # links that it completes: what sum r(e_i) grows by


class EventLinks:
    """Which ways of mentioning an event each sentence is part of.

    A link is a way of its own; a group of sentences is one way, which the last of them completes.
    """

    def __init__(self, topic: EventTopic) -> None:
        self.topic = topic
        self.events = len(topic.events)
        self.parts = [(number, part) for number, event in enumerate(topic.events) for part in event.parts]
        self._parts_of: dict[str, list[int]] = {}
        for place, (_, part) in enumerate(self.parts):
            for sentence in part:
                self._parts_of.setdefault(sentence, []).append(place)

    def steps(self, ids: Sequence[str]) -> Iterator[Step]:
        """One for each sentence."""
        told: set[int] = set()
        for events in self.completed(ids):
            if not events:
                yield _OFF_EVENT
                continue
            before = len(told)
            told.update(events)
            yield Step(len(told) - before, len(events))

    def first_told(self, ids: Sequence[str]) -> dict[int, int]:
        """The rank of the sentence that mentions each event first, by the event's number; others lack."""
        ranks: dict[int, int] = {}
        for rank, events in enumerate(self.completed(ids), start=1):
            for event in events:
                ranks.setdefault(event, rank)
        return ranks

    def completed(self, ids: Sequence[str]) -> Iterator[Sequence[int]]:
        """For each sentence the events that it completes a mention of, one as often as it does so."""
        open_in = [len(part) for _, part in self.parts]
        for id in ids:
            done: list[int] = []
            for place in self._parts_of.get(id, ()):
                open_in[place] -= 1
                if not open_in[place]:
                    done.append(self.parts[place][0])
            yield done

    def expect(self, extract: Extract) -> None:
        """The sentences must be those of the topic."""
        if extract.items and extract.of != "sentences":  # who selected nothing selected it of any kind
            raise InputError(
                f"{extract.name}: it selects {extract.of}; nu reads sentences, to which judged events are "
                'linked: select those, with "of": "sentences"'
            )
        self.topic.marks.expect_sentences(extract.ids, extract.name)

    def in_order(self, extract: Extract) -> list[str]:
        """A ranking as it is, with ties in the order of the stream; a set in the order of the stream."""
        self.expect(extract)
        return self._ordered(extract.items, extract.ranked)

    def linked(self, extract: Extract) -> list[str]:
        """The same without the sentences that mention nothing."""
        self.expect(extract)
        return self._ordered([item for item in extract.items if item.id in self._parts_of], extract.ranked)

    def _ordered(self, items: Sequence[Item], ranked: bool) -> list[str]:
        place = self.topic.marks.place
        if not ranked:
            return sorted((item.id for item in items), key=place.__getitem__)
        if any(item.score is None for item in items):
            return [item.id for item in items]
        return [item.id for item in sorted(items, key=lambda item: (-(item.score or 0), place[item.id]))]


_OFF_EVENT = Step(0, 0)
