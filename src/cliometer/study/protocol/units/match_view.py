"""What a matcher has linked, as pages show it and as a release has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from cliometer.io.notes import quoted
from cliometer.model.sources import Source
from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.units.anchors import Anchor, with_anchors
from cliometer.study.protocol.units.finding import found
from cliometer.study.protocol.units.link_trees import Linked, LinkTree
from cliometer.study.protocol.work import Work


@dataclass(frozen=True)
class MatchMaterial:
    """The units to match and the documents with their marks; the same for all actions."""

    topic: Topic
    units: Mapping[str, ContentUnit]

    @cached_property
    def sentence_of(self) -> dict[str, str]:
        """The sentence of each mention, and of each sentence itself."""
        marks = self.topic.marks
        own = {id: id for id in marks.sentences}
        return own | {id: sentence for sentence, ids in marks.mentions_of.items() for id in ids}


@dataclass(frozen=True)
class MatchView(Work):
    """The links of each unit, anchors by id, and the units that are done."""

    step: ClassVar[str] = "match"
    material: MatchMaterial
    trees: Mapping[str, LinkTree] = field(default_factory=dict)
    anchors: Mapping[str, Anchor] = field(default_factory=dict)
    finished: frozenset[str] = frozenset()

    @property
    def topic(self) -> Topic:
        """The documents, without anchors."""
        return self.material.topic

    @property
    def units(self) -> Mapping[str, ContentUnit]:
        """What is to be matched, by id."""
        return self.material.units

    @property
    def open_units(self) -> tuple[str, ...]:
        """The units that are not done, in order."""
        return tuple(unit for unit in self.units if unit not in self.finished)

    def tree_of(self, unit: str) -> LinkTree:
        """The links and groups of a unit."""
        found("unit", unit, self.units)
        return self.trees.get(unit, LinkTree())

    def links_of(self, unit: str) -> tuple[Linked, ...]:
        """The marks that are linked to a unit, with their contributions and groups."""
        return self.tree_of(unit).marks

    @cached_property
    def by_mark(self) -> dict[str, dict[str, float]]:
        """The units that each mark is linked to, with its contribution: mark, then unit."""
        linked: dict[str, dict[str, float]] = {}
        for unit, tree in self.trees.items():
            for one in tree.marks:
                linked.setdefault(one.id, {})[unit] = one.v
        return linked

    def units_of(self, mark: str) -> dict[str, float]:
        """The units that a sentence or mention is linked to, with its contribution."""
        return self.by_mark.get(mark, {})

    def text_of(self, mark: str) -> str:
        """The words of a sentence, a mention or an anchor."""
        if mark in self.anchors:
            return self.anchors[mark].text
        marks = self.topic.marks
        return (
            marks.sentences[mark].text
            if mark in marks.sentences
            else found("mark", mark, marks.mentions).text
        )

    def sentence_of(self, mark: str) -> str:
        """The sentence that a mark stands in; empty where it stands in none."""
        if mark in self.anchors:
            return self.anchors[mark].sentence
        return self.material.sentence_of.get(mark, "")

    def sentences_of(self, unit: str) -> tuple[str, ...]:
        """The sentences in which something is linked to a unit."""
        places = [self.sentence_of(one.id) for one in self.links_of(unit)]
        return tuple(dict.fromkeys(place for place in places if place))

    def mentions_in(self, sentence: str) -> tuple[str, ...]:
        """The mentions and anchors of a sentence, in the order of reading."""
        marks = self.topic.marks
        ids = [*marks.mentions_of.get(sentence, ()), *self.anchors_in(sentence)]
        return tuple(sorted(ids, key=lambda id: self._start(id)))

    def anchors_in(self, sentence: str) -> tuple[str, ...]:
        """The anchors of a sentence."""
        return tuple(id for id, anchor in self.anchors.items() if anchor.sentence == sentence)

    def matched(self, unit: str) -> ContentUnit:
        """A unit with its links, as a release has it."""
        tree = self.tree_of(unit)
        return replace(self.units[unit], group=tree.event_group(), examined=tree.looked)

    def name_of(self, unit: str) -> str:
        """Its label, its action, or what its first writer wrote."""
        own = self.units[unit]
        return own.label or own.action or next((one.text for one in own.contributors), unit)

    def attainable(self, unit: str) -> float:
        """S of a system that selects everything."""
        return self.matched(unit).attainable

    @property
    def sources(self) -> tuple[Source, ...]:
        """The documents with the anchors among their mentions."""
        return tuple(with_anchors(source, self.anchors.values()) for source in self.topic.sources)

    def release(self, topic_id: str, only: frozenset[str] | None = None) -> UnitTopic:
        """All units with their links, or some."""
        units = tuple(self.matched(unit) for unit in self.units if only is None or unit in only)
        return UnitTopic(topic_id, self.sources, units, self.topic.length)

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Units that are not done."""
        return tuple(
            f"the unit {quoted(self.name_of(unit))} is not marked as done; look for all that says it"
            for unit in self.open_units
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Units that were called done but cannot be earned, or not fully."""
        return tuple(self._remarks())

    @property
    def progress(self) -> tuple[int, int]:
        """Units done, of all."""
        return (len(self.finished), len(self.units))

    def _remarks(self) -> Iterator[str]:
        for unit in self.units:
            if unit in self.finished:
                yield from self.matched(unit).notes()

    def _start(self, mention: str) -> tuple[int, int]:
        mark = self.anchors.get(mention) or self.topic.marks.mentions[mention]
        return mark.start, mark.end
