"""Corpora of content units (Bauer & Teufel 2015): their size, their links, and whether they are pyramids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.study.agreement.splits import SplitAnalysis, analyse_splits


@dataclass(frozen=True)
class Shape:
    """How many units 1, 2, ... k writers have."""

    levels: tuple[int, ...]

    @property
    def pyramid(self) -> bool:
        """Few units with many writers, more with fewer: no level is larger than the one below."""
        return all(below >= above for below, above in pairwise(self.levels))

    @property
    def strict(self) -> bool:
        """Each level is smaller than the one below."""
        return all(below > above for below, above in pairwise(self.levels))


@dataclass(frozen=True)
class UnitStatistics:
    """What one topic holds; `unlinked` units cannot be earned by any system."""

    topic: str
    documents: int
    sentences: int
    mentions: int
    writers: tuple[str, ...]
    units: int
    links: int
    unlinked: int
    length: int | None
    shape: Shape


def unit_statistics(topic: UnitTopic) -> UnitStatistics:
    """Count; a link is a mention or sentence with a contribution above 0 to a unit."""
    writers = writers_of(topic.units)
    return UnitStatistics(
        topic=topic.id,
        documents=len(topic.sources),
        sentences=len(topic.marks.sentences),
        mentions=len(topic.marks.mentions),
        writers=writers,
        units=len(topic.units),
        links=sum(len(contributing(unit)) for unit in topic.units),
        unlinked=sum(not contributing(unit) for unit in topic.units),
        length=topic.length,
        shape=shape_of([unit.weight for unit in topic.units], len(writers)),
    )


def shape_of(weights: Sequence[int], writers: int) -> Shape:
    """The sizes of the levels 1 to the number of writers."""
    return Shape(tuple(sum(weight == level for weight in weights) for level in range(1, writers + 1)))


def writers_of(units: Iterable[ContentUnit]) -> tuple[str, ...]:
    """Everyone who wrote a unit, by name."""
    return tuple(sorted({writer for unit in units for writer in unit.writers}))


def contributing(unit: ContentUnit) -> tuple[str, ...]:
    """The mentions and sentences that earn something of a unit by themselves."""
    return tuple(leaf for leaf in unit.leaves if unit.credit((leaf,)) > 0)


def estimated_unseen(topic: UnitTopic) -> int:
    """How many units nobody wrote down, from how dense units lie in the sentences that hold some.

    The paper estimates the cell (0, 0) "based on average observed HCU frequency per sentence" and says no
    more. Here: the mean number of units in a sentence that has any, times all sentences, minus the units that
    were written down; never below 0.
    """
    per_sentence: dict[str, int] = {}
    sentence_of = sentences_by_mark(topic)
    for unit in topic.units:
        for sentence in dict.fromkeys(
            sentence_of[leaf] for leaf in contributing(unit) if leaf in sentence_of
        ):
            per_sentence[sentence] = per_sentence.get(sentence, 0) + 1
    if not per_sentence:
        return 0
    density = sum(per_sentence.values()) / len(per_sentence)
    return max(0, round(density * len(topic.marks.sentences)) - len(topic.units))


def sentences_by_mark(topic: UnitTopic) -> dict[str, str]:
    """The sentence of each mention, and of each sentence itself."""
    places = {id: id for id in topic.marks.sentences}
    for sentence, mentions in topic.marks.mentions_of.items():
        places.update(dict.fromkeys(mentions, sentence))
    return places


def topic_splits(topic: UnitTopic, unseen: int | None = None) -> SplitAnalysis:
    """The split analysis of a topic with an even number of writers; `unseen` is estimated unless given."""
    z = estimated_unseen(topic) if unseen is None else unseen
    return analyse_splits([unit.writers for unit in topic.units], writers_of(topic.units), z)
