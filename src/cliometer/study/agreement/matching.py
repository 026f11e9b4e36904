"""Two people link the same units to the same text: how often do they decide alike?

Bauer & Teufel (2015) report 87.9 % without saying of what. Here a decision is a unit with a mention in a
sentence that either of the two linked it to, and its value v what the mention earns of the unit by itself:
they agree where both give 0 or both give more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from cliometer.errors import InputError
from cliometer.model.annotation import Span
from cliometer.model.score import Ratio
from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.stats.krippendorff import alpha
from cliometer.study.agreement.alphas import value_or_none
from cliometer.study.agreement.pyramids import sentences_by_mark

Place = tuple[str, str, int, int, str]


@dataclass(frozen=True)
class Matching:
    """The values that two matchers gave, decision by decision; `left_out` units only one of them has."""

    topic: str
    units: int
    left_out: tuple[str, ...]
    values: tuple[tuple[float, float], ...]

    @property
    def agreement(self) -> Ratio:
        """Both 0 or both above."""
        return Ratio(sum((a > 0) == (b > 0) for a, b in self.values), len(self.values))

    @property
    def exact(self) -> Ratio:
        """The same contribution."""
        return Ratio(sum(abs(a - b) < 1e-9 for a, b in self.values), len(self.values))

    @property
    def alpha(self) -> float | None:
        """Krippendorff's interval alpha of the contributions; None where all are equal."""
        values = np.array(self.values, dtype=np.float64).reshape(-1, 2)
        return value_or_none(lambda: alpha(values.T, "interval"))


def compare_matchings(first: UnitTopic, second: UnitTopic) -> Matching:
    """Compare the links of the units that both have, such as a sample that was linked again."""
    if first.id != second.id:
        raise InputError(f"two matchings of one topic are compared, found {first.id!r} and {second.id!r}")
    shared = [id for id in first.by_id if id in second.by_id]
    if not shared:
        raise InputError(f"topic {first.id}: the two matchers have no unit in common")
    left_out = sorted(first.by_id.keys() ^ second.by_id.keys())
    sentence_of = sentences_by_mark(first)
    decisions = [
        (id, mark)
        for id in shared
        for mark in _candidates(first, sentence_of, first.by_id[id], second.by_id[id])
    ]
    _expect_same_marks(first, second, [mark for _, mark in decisions])
    values = [(first.by_id[id].credit((mark,)), second.by_id[id].credit((mark,))) for id, mark in decisions]
    return Matching(first.id, len(shared), tuple(left_out), tuple(values))


def _candidates(
    topic: UnitTopic, sentence_of: Mapping[str, str], a: ContentUnit, b: ContentUnit
) -> tuple[str, ...]:
    """What either linked or looked at, with the other mentions of the sentences that either linked."""
    linked = (*a.leaves, *b.leaves)
    sentences = dict.fromkeys(sentence_of[mark] for mark in linked if mark in sentence_of)
    near = [mention for sentence in sentences for mention in topic.marks.mentions_of[sentence]]
    return tuple(dict.fromkeys((*linked, *a.examined, *b.examined, *near)))


def _expect_same_marks(first: UnitTopic, second: UnitTopic, ids: Iterable[str]) -> None:
    """An id must mean the same words at the same place in both files, and those words have one id.

    A mark that only one of them has, such as an anchor set by hand, is fine: the other linked it to nothing.
    """
    places = [_places(topic) for topic in (first, second)]
    names = [{place: id for id, place in own.items()} for own in places]
    for id in dict.fromkeys(ids):
        for own, other, named in zip(places, places[::-1], names[::-1], strict=True):
            if id in own and other.get(id, own[id]) != own[id]:
                raise InputError(
                    f"topic {first.id}: {id} is {_told(own[id])} in one file and {_told(other[id])} in the "
                    "other; two matchers are compared on the same marks"
                )
            if id in own and named.get(own[id], id) != id:
                raise InputError(
                    f"topic {first.id}: what {id} is in one file, {_told(own[id])}, is {named[own[id]]} in "
                    "the other; two matchers are compared on the same marks"
                )


def _places(topic: UnitTopic) -> dict[str, Place]:
    """Kind, document, span and words of each mark."""
    marks = topic.marks
    kinds: tuple[tuple[str, Mapping[str, Span]], ...] = (
        ("sentence", marks.sentences),
        ("mention", marks.mentions),
    )
    return {
        id: (kind, marks.document_of[id], mark.start, mark.end, mark.text)
        for kind, found in kinds
        for id, mark in found.items()
    }


def _told(place: Place) -> str:
    return f"{place[4]!r} at {place[2]}-{place[3]}"
