"""All pairs of systems on all topics: what there is to vote on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from cliometer.errors import InputError
from cliometer.model.sources import refuse_repeats
from cliometer.study.protocol.preferences.decoys import DECOYS
from cliometer.study.protocol.preferences.drawing import digest
from cliometer.study.protocol.topics import Topic


@dataclass(frozen=True)
class Contest:
    """Two systems, in alphabetical order, on a topic.

    The id holds for these two texts: where one is changed, votes on the old one are votes on something else.
    """

    id: str
    topic: Topic
    first: str
    second: str

    def text(self, system: str) -> str:
        """What the system wrote."""
        return self.topic.summaries[system]


def contests(topics: Sequence[Topic]) -> dict[str, Contest]:
    """Every pair that can be voted on, by id: topics in their order, systems in alphabetical order."""
    _check(topics)
    found = {one.id: one for one, alike in _all(topics) if not alike}
    if not found:
        raise InputError("there is no pair to vote on; a topic needs summaries by two systems that differ")
    return found


def left_out(topics: Sequence[Topic]) -> tuple[str, ...]:
    """For the owner: pairs that nobody is asked about, for the two texts are the same."""
    return tuple(
        f"{one.topic.id}: {one.first} and {one.second} say the same, so nobody is asked which is better"
        for one, alike in _all(topics)
        if alike
    )


def systems_of(found: Mapping[str, Contest]) -> tuple[str, ...]:
    """Everyone who can be voted for."""
    return tuple(sorted({name for one in found.values() for name in (one.first, one.second)}))


def _all(topics: Iterable[Topic]) -> Iterator[tuple[Contest, bool]]:
    """Every pair, and whether the two texts are the same but for blanks."""
    for topic in topics:
        texts = {system: digest(text) for system, text in topic.summaries.items()}
        words = {system: " ".join(text.split()) for system, text in topic.summaries.items()}
        for a, b in combinations(sorted(texts), 2):
            contest = Contest(digest(topic.id, a, b, texts[a], texts[b])[:16], topic, a, b)
            yield contest, words[a] == words[b]


def _check(topics: Sequence[Topic]) -> None:
    refuse_repeats([topic.id for topic in topics], "topics", "the study")
    for topic in topics:
        for name in (topic.id, *topic.summaries):
            if not name or name != name.strip():
                raise InputError(
                    f"topic {topic.id}: expected a name without blanks around it, found {name!r}"
                )
            if name in DECOYS:
                raise InputError(f"topic {topic.id}: {name} is the name of test questions; rename the system")
