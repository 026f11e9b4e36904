"""Corpora of content units (Bauer & Teufel 2015): size, pyramid shape, and the agreement of two matchers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from cliometer.errors import InputError
from cliometer.model.records import OMITTED, inline, member
from cliometer.model.score import Ratio
from cliometer.model.sources import Span
from cliometer.model.units import LINKED_BY, ContentUnit, UnitTopic
from cliometer.stats.agreement import alpha
from cliometer.study.split_analysis import SplitAnalysis, analyse_splits, value_or_none


@dataclass(frozen=True)
class PyramidShape:
    """How many units 1, 2, ... k writers have."""

    levels: tuple[int, ...]

    @property
    @member
    def pyramid(self) -> bool:
        """Few units with many writers, more with fewer: no level is larger than the one below."""
        return all(below >= above for below, above in pairwise(self.levels))

    @property
    @member
    def strict(self) -> bool:
        """Each level is smaller than the one below."""
        return all(below > above for below, above in pairwise(self.levels))


@dataclass(frozen=True)
class UnitStatistics:
    """The numbers of documents, units and links of a topic; no system can earn its `unlinked` units."""

    topic: str
    documents: int
    sentences: int
    mentions: int
    writers: tuple[str, ...]
    units: int
    links: int
    unlinked: int
    length: int | None
    shape: PyramidShape = field(metadata=inline())


def unit_statistics(topic: UnitTopic) -> UnitStatistics:
    """Count what a topic holds; a link is a mention or sentence with a contribution above 0 to a unit."""
    writers, links = writers_of(topic.units), [len(contributing_marks(unit)) for unit in topic.units]
    marks = {"sentences": len(topic.marks.sentences), "mentions": len(topic.marks.mentions)}
    units = {"units": len(topic.units), "links": sum(links), "unlinked": links.count(0)}
    shape = pyramid_shape([unit.weight for unit in topic.units], len(writers))
    return UnitStatistics(
        topic.id, len(topic.sources), **marks, writers=writers, **units, length=topic.length, shape=shape
    )


def pyramid_shape(weights: Sequence[int], writers: int) -> PyramidShape:
    """Return the sizes of the levels 1 to the number of writers."""
    return PyramidShape(tuple(sum(weight == level for weight in weights) for level in range(1, writers + 1)))


def writers_of(units: Iterable[ContentUnit]) -> tuple[str, ...]:
    """Return everyone who wrote a unit, by name."""
    return tuple(sorted({writer for unit in units for writer in unit.writers}))


def contributing_marks(unit: ContentUnit) -> tuple[str, ...]:
    """Return the mentions and sentences that earn something of a unit by themselves."""
    return tuple(leaf for leaf in unit.leaves if unit.credit((leaf,)) > 0)


def estimated_unseen(topic: UnitTopic) -> int:
    """Return how many units nobody wrote down, from how dense units lie in the sentences that hold some.

    The paper estimates the cell (0, 0) "based on average observed HCU frequency per sentence" and says no
    more. Here: the mean number of units in a sentence that has any, times all sentences, minus the units that
    were written down; never below 0.
    """
    per_sentence: Counter[str] = Counter()
    sentence_of = sentences_by_mark(topic)
    for unit in topic.units:
        per_sentence.update({sentence_of[leaf] for leaf in contributing_marks(unit) if leaf in sentence_of})
    if not per_sentence:
        return 0
    density = per_sentence.total() / len(per_sentence)
    return max(0, round(density * len(topic.marks.sentences)) - len(topic.units))


def sentences_by_mark(topic: UnitTopic) -> dict[str, str]:
    """Return the sentence of each mention, and of each sentence itself."""
    places = {id: id for id in topic.marks.sentences}
    for sentence, mentions in topic.marks.mentions_of.items():
        places.update(dict.fromkeys(mentions, sentence))
    return places


def topic_splits(topic: UnitTopic, unseen: int | None = None) -> SplitAnalysis:
    """Return the split analysis of a topic; the number of unseen units is estimated unless given."""
    z = estimated_unseen(topic) if unseen is None else unseen
    return analyse_splits([unit.writers for unit in topic.units], writers_of(topic.units), z)


# Bauer & Teufel (2015) report 87.9 % without saying of what. Here a decision is a unit with a mention in a
# sentence that either of the two linked it to, and its value v what the mention earns of the unit by
# itself: they agree where both give 0 or both give more.

MarkPlace = tuple[str, str, int, int, str]


@dataclass(frozen=True)
class MatchingAgreement:
    """How far two matchers agree, decision by decision; `left_out` units only one of them has.

    `agreement` is the share of decisions in which both gave 0 or both more, `exact` that of the same
    contribution; alpha (interval) is None where all contributions are equal. `values` are what they gave.
    `model` names the model that made the links of one side; it is empty where people made both.
    """

    topic: str
    units: int
    left_out: tuple[str, ...]
    decisions: int
    agreement: float | None
    exact: float | None
    alpha: float | None
    values: tuple[tuple[float, float], ...] = field(default=(), metadata=OMITTED)
    model: str = ""


def compare_matchings(first: UnitTopic, second: UnitTopic) -> MatchingAgreement:
    """Compare the links of the units that both have, such as a sample that was linked again."""
    if first.id != second.id:
        raise InputError("matchings-topics-differ", topic=first.id, other=second.id)
    shared = [id for id in first.by_id if id in second.by_id]
    if not shared:
        raise InputError("matchers-units-disjoint", topic=first.id)
    sentence_of = sentences_by_mark(first)
    decisions = [
        (id, mark) for id in shared for mark in _candidates(first, sentence_of, first.by_id[id], second.by_id[id])
    ]
    _expect_same_marks(first, second, [mark for _, mark in decisions])
    values = [(first.by_id[id].credit((mark,)), second.by_id[id].credit((mark,))) for id, mark in decisions]
    table = np.array(values, dtype=np.float64).reshape(-1, 2)
    units = [*first.units, *second.units]
    return MatchingAgreement(
        topic=first.id,
        units=len(shared),
        left_out=tuple(sorted(first.by_id.keys() ^ second.by_id.keys())),
        decisions=len(values),
        agreement=Ratio(sum((a > 0) == (b > 0) for a, b in values), len(values)).value,
        exact=Ratio(sum(abs(a - b) < 1e-9 for a, b in values), len(values)).value,
        alpha=value_or_none(lambda: alpha(table.T, "interval")),
        values=tuple(values),
        model=" and ".join(sorted({linker for unit in units for role, linker in unit.roles if role == LINKED_BY})),
    )


def _candidates(topic: UnitTopic, sentence_of: Mapping[str, str], a: ContentUnit, b: ContentUnit) -> tuple[str, ...]:
    """Return what either linked or looked at, with the other mentions of the sentences that either linked."""
    linked = (*a.leaves, *b.leaves)
    sentences = dict.fromkeys(sentence_of[mark] for mark in linked if mark in sentence_of)
    near = [mention for sentence in sentences for mention in topic.marks.mentions_of[sentence]]
    return tuple(dict.fromkeys((*linked, *a.examined, *b.examined, *near)))


def _expect_same_marks(first: UnitTopic, second: UnitTopic, ids: Iterable[str]) -> None:
    """Refuse an id that means different words in the two files, and words that have two ids.

    A mark that only one of them has, such as an anchor set by hand, is fine: the other linked it to nothing.
    """
    places = [_places(topic) for topic in (first, second)]
    names = [{place: id for id, place in marks.items()} for marks in places]
    for id in dict.fromkeys(ids):
        for marks, other, named in zip(places, places[::-1], names[::-1], strict=True):
            if id not in marks:
                continue
            about = {"topic": first.id, "id": id, "place": _where(marks[id])}
            if other.get(id, marks[id]) != marks[id]:
                raise InputError("matcher-mark-kind-differs", **about, other_place=_where(other[id]))
            if named.get(marks[id], id) != id:
                raise InputError("matcher-mark-differs", **about, other_place=named[marks[id]])


def _places(topic: UnitTopic) -> dict[str, MarkPlace]:
    """Return kind, document, span and words of each mark."""
    marks = topic.marks
    kinds: tuple[tuple[str, Mapping[str, Span]], ...] = (("sentence", marks.sentences), ("mention", marks.mentions))
    return {
        id: (kind, marks.document_of[id], mark.start, mark.end, mark.text)
        for kind, marks_of_kind in kinds
        for id, mark in marks_of_kind.items()
    }


def _where(place: MarkPlace) -> str:
    return f"{place[4]!r} at {place[2]}-{place[3]}"
