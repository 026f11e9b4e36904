"""Pairs of summaries that people or models compare, drawn reproducibly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import TypeVar

from cliometer.errors import InputError
from cliometer.model.notes import Note
from cliometer.model.sources import refuse_repeats
from cliometer.spelling import listed
from cliometer.study.topics import Topic

LEFT, RIGHT, TIE = CHOICES = ("left", "right", "tie")
SIDE_ORDERS = ("ab", "ba")
FILLER, SHUFFLED, FOREIGN, CORRUPTED = DECOYS = (  # names of test questions; the last stands against timelines alone
    *("(filler)", "(shuffled)", "(foreign)", "(corrupted)"),
)

T = TypeVar("T")

# A sheet is laid out anew whenever it is opened, maybe years later. A generator of random numbers may
# change its stream with a new version; a digest does not.


def digest(*parts: object) -> str:
    """Return the digest of the parts in this order: 64 hexadecimal digits."""
    return sha256(json.dumps(parts).encode("ascii")).hexdigest()


def draw(most: int, *parts: object) -> int:
    """Return a number from 0 up to, but without, `most`."""
    return int(digest(*parts)[:15], 16) % most


def shuffle(things: Iterable[T], key: Callable[[T], object], *salt: object) -> list[T]:
    """Return the items in an order that their keys and the salt decide."""
    return sorted(things, key=lambda thing: digest(*salt, key(thing)))


class TwoSystems:
    """What has `systems`, of which two are meant where a study asks about pairs."""

    systems: tuple[str, ...]

    @property
    def first(self) -> str:
        return self.systems[0]

    @property
    def second(self) -> str:
        return self.systems[1]


@dataclass(frozen=True)
class Contest(TwoSystems):
    """Systems, in alphabetical order, whose summaries of a topic are shown together; mostly two.

    The id holds for these texts: where one is changed, votes on the old one are votes on something else.
    """

    id: str
    topic: Topic
    systems: tuple[str, ...]

    def text(self, system: str) -> str:
        return self.topic.summaries[system]


def contests(topics: Sequence[Topic]) -> dict[str, Contest]:
    """Return every pair that can be voted on, by id: topics in their order, systems in alphabetical order."""
    refuse_repeats([topic.id for topic in topics], "topics", "the study")
    for topic in topics:
        for name in (topic.id, *topic.summaries):
            if not name or name != name.strip():
                raise InputError("contest-name-blanks", topic=topic.id, name=name)
            if name in DECOYS:
                raise InputError("contest-name-taken", topic=topic.id, name=name)
    pairs = {contest.id: contest for contest, alike in _all(topics) if not alike}
    if not pairs:
        raise InputError("contests-none")
    return pairs


_MOST_NAMED = 5  # identical pairs that have a note of their own


def identical_pairs(topics: Sequence[Topic], each: bool = False) -> tuple[str, ...]:
    """Name, for the owner, the pairs that nobody is asked about since the two texts are the same.

    More than five are one sentence, unless `each` is to have its own.
    """
    alike = [contest for contest, same in _all(topics) if same]
    if len(alike) > _MOST_NAMED and not each:
        shown = listed((f"{contest.topic.id} ({contest.first}, {contest.second})" for contest in alike), _MOST_NAMED)
        return (Note.of("pairs-identical", count=len(alike), pairs=shown),)
    return tuple(
        Note.of("pair-identical", topic=contest.topic.id, first=contest.first, second=contest.second)
        for contest in alike
    )


def _all(topics: Iterable[Topic]) -> Iterator[tuple[Contest, bool]]:
    """Return every pair, and whether the two texts are the same but for blanks."""
    for topic in topics:
        words = {system: " ".join(text.split()) for system, text in topic.summaries.items()}
        drawn = {tuple(sorted(pair)) for pair in topic.pairs}
        for a, b in combinations(sorted(words), 2):
            if not drawn or (a, b) in drawn:
                yield contest_of(topic, (a, b)), words[a] == words[b]


def contest_of(topic: Topic, systems: tuple[str, ...]) -> Contest:
    """Return the contest of systems on a topic."""
    texts = [digest(topic.summaries[name]) for name in systems]
    return Contest(digest(topic.id, *systems, *texts)[:16], topic, systems)
