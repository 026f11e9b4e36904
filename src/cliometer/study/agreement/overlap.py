"""Agreement of linking judges among themselves, for which no verifier is needed.

Khandelwal et al. (2001) hold that kappa does not apply to links "in any standard form"; these are ways to
apply its kin: overlaps of each two judges, and Krippendorff's alpha over sets and over single decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cliometer.model.score import Ratio
from cliometer.stats.krippendorff import alpha
from cliometer.stats.masi import masi_alpha
from cliometer.study.agreement.alphas import value_or_none
from cliometer.study.agreement.judges import Linked, LinkedEvent, TopicLinks


@dataclass(frozen=True)
class PairOverlap:
    """How many links two judges share, of how many each made."""

    first: str
    second: str
    shared: int
    of_first: int
    of_second: int

    @property
    def dice(self) -> float | None:
        """Twice the shared links over the links of both."""
        return Ratio(2 * self.shared, self.of_first + self.of_second).value

    @property
    def jaccard(self) -> float | None:
        """The shared links over the links that either made."""
        return Ratio(self.shared, self.of_first + self.of_second - self.shared).value


def pair_overlaps(topic: TopicLinks) -> tuple[PairOverlap, ...]:
    """Each two judges of a topic, over the links to all its events."""
    return tuple(_overlap(topic.events, *pair) for pair in combinations(topic.judges, 2))


def _overlap(events: Sequence[LinkedEvent], first: str, second: str) -> PairOverlap:
    pairs = [(_of(event, first), _of(event, second)) for event in events]
    shared = sum(len(a & b) for a, b in pairs)
    return PairOverlap(first, second, shared, sum(len(a) for a, _ in pairs), sum(len(b) for _, b in pairs))


def set_alpha(topic: TopicLinks) -> float | None:
    """Alpha with the MASI distance: a unit is a sentence, a value the set of events it is linked to."""
    rows = [[frozenset(events) for events in _events_of(topic, judge)] for judge in topic.judges]
    return value_or_none(lambda: masi_alpha(rows))


def cell_alpha(topic: TopicLinks) -> float | None:
    """Nominal alpha: a unit is a sentence with an event, a value whether the two were linked."""
    rows = [
        [sentence in _of(event, judge) for event in topic.events for sentence in topic.sentences]
        for judge in topic.judges
    ]
    return value_or_none(lambda: alpha(np.array(rows, dtype=np.float64), "nominal"))


def _events_of(topic: TopicLinks, judge: str) -> Iterator[list[str]]:
    for sentence in topic.sentences:
        yield [event.event for event in topic.events if sentence in _of(event, judge)]


def _of(event: LinkedEvent, judge: str) -> Linked:
    return event.linked.get(judge, frozenset())
