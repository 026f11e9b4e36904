"""Agreement of judges who link sentences to events, and the tables of Khandelwal et al. (2001)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from cliometer.errors import InputError, unknown
from cliometer.io.sheets import TOGETHER, Link
from cliometer.model.nuggets import EventTopic
from cliometer.model.records import member
from cliometer.model.score import Ratio
from cliometer.stats.agreement import alpha, masi_alpha
from cliometer.study.split_analysis import value_or_none

# An event's agreement is A(e) = |V(e) and U(e)| / |U(e)|: U is the union of what the linking judges linked
# to it, V what the verifying judge found right. A topic's agreement is the mean over its events.

LinkSet = frozenset[str]


@dataclass(frozen=True)
class LinkedEvent:
    """What each linking judge linked to one event, and what was verified; None where nobody did yet."""

    event: str
    linked: Mapping[str, LinkSet]
    verified: LinkSet | None = None

    @cached_property
    def union(self) -> LinkSet:
        """What at least one judge linked."""
        return frozenset().union(*self.linked.values())

    @property
    def kept(self) -> int:
        """Verified links that a judge had made."""
        return len((self.verified or frozenset()) & self.union)

    @property
    def added(self) -> int:
        """Verified links that no judge had made."""
        return len((self.verified or frozenset()) - self.union)

    def links_of(self, judge: str) -> LinkSet:
        return self.linked.get(judge, frozenset())

    def agreement(self, literal: bool = False) -> Ratio:
        """Return A(e); its whole is 0 where no judge linked anything.

        `literal` counts what the verifier added, too, as the paper's sentence can be read: it may exceed 1.
        """
        return Ratio(self.kept + (self.added if literal else 0), len(self.union))


@dataclass(frozen=True)
class TopicLinks:
    """The links of all judges of one topic; `sentences` are all that could be linked."""

    topic: str
    sentences: tuple[str, ...]
    events: tuple[LinkedEvent, ...]

    @property
    def judges(self) -> tuple[str, ...]:
        """Who linked, each once, in order."""
        return tuple(dict.fromkeys(judge for event in self.events for judge in event.linked))

    @property
    def verified(self) -> bool:
        """Whether a last judge looked at every event."""
        return all(event.verified is not None for event in self.events)

    @property
    def unlinked(self) -> tuple[str, ...]:
        """Events that no judge linked anything to: they have no agreement and are left out."""
        return tuple(event.event for event in self.events if not event.union)

    def agreement(self, literal: bool = False) -> float | None:
        """Return the mean of A(e) over the events that have one; None where there is none."""
        return mean_or_none([event.agreement(literal).value for event in self.events]) if self.verified else None

    @property
    def additions(self) -> Ratio:
        """The share of verified links that no judge had made."""
        added = sum(event.added for event in self.events)
        return Ratio(added, added + sum(event.kept for event in self.events))


def mean_or_none(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are not None; None where there are none."""
    given = [value for value in values if value is not None]
    return math.fsum(given) / len(given) if given else None


def link_item(sentences: Sequence[str]) -> str:
    """Return a sentence, or a group of them in one order, as one thing that is linked or not."""
    return TOGETHER.join(sorted(sentences))


def topic_links(topic: EventTopic, links: Sequence[Link], verifier: str | None = None) -> TopicLinks:
    """Return the judges' links of a topic; verified is what the topic holds, or what a verifier linked."""
    _check(topic, links)
    by_judge = _linked_events([event.id for event in topic.events], links, verifier)
    if verifier is None:
        parts = [frozenset(link_item(part) for part in event.parts) for event in topic.events]
        by_judge = [replace(event, verified=verified) for event, verified in zip(by_judge, parts, strict=True)]
    return TopicLinks(topic.id, _items(topic.marks.sentences, links), tuple(by_judge))


def sheet_links(name: str, links: Sequence[Link], verifier: str | None = None) -> TopicLinks:
    """Return the links of a sheet alone; only what somebody linked is known of its sentences and events."""
    events = _linked_events(dict.fromkeys(link.event for link in links), links, verifier)
    sentences = dict.fromkeys(sentence for link in links for sentence in link.sentences)
    return TopicLinks(name, _items(sentences, links), tuple(events))


def expect_judge(name: str, links: Iterable[Link]) -> None:
    """Fail where nobody of that name linked anything in any topic."""
    judges = dict.fromkeys(link.judge for link in links)
    if name not in judges:
        raise unknown("judge", name, judges)


def _check(topic: EventTopic, links: Iterable[Link]) -> None:
    events = [event.id for event in topic.events]
    for link in links:
        where = f"link of {link.judge}"
        if link.event not in events:
            error = InputError.like(unknown("event", link.event, events))
            raise error.inside(f"topic {topic.id}: {where}").at(link.file, link.line)
        try:
            topic.marks.expect(link.sentences, where, sentences=True)
        except InputError as error:
            raise error.at(link.file, link.line) from None


def _linked_events(events: Iterable[str], links: Sequence[Link], verifier: str | None) -> list[LinkedEvent]:
    """Return what each judge linked to each event, and a verifier, who may have kept nothing here."""
    judges = [judge for judge in dict.fromkeys(link.judge for link in links) if judge != verifier]
    items: dict[tuple[str, str], set[str]] = defaultdict(set)
    for link in links:
        items[link.event, link.judge].add(link_item(link.sentences))
    return [
        LinkedEvent(
            event,
            {judge: frozenset(items[event, judge]) for judge in judges},
            None if verifier is None else frozenset(items[event, verifier]),
        )
        for event in events
    ]


def _items(sentences: Iterable[str], links: Iterable[Link]) -> tuple[str, ...]:
    """Return all sentences, and each group that somebody linked."""
    return tuple(dict.fromkeys((*sentences, *(link_item(link.sentences) for link in links))))


# Khandelwal et al. (2001) hold that kappa does not apply to links "in any standard form"; these are ways to
# apply its kin: overlaps of each two judges, and Krippendorff's alpha over sets and over single decisions.


@dataclass(frozen=True)
class PairOverlap:
    """How many links two judges share, of how many each made."""

    first: str
    second: str
    shared: int
    of_first: int
    of_second: int

    @property
    @member
    def dice(self) -> float | None:
        """Twice the shared links over the links of both."""
        return Ratio(2 * self.shared, self.of_first + self.of_second).value

    @property
    @member
    def jaccard(self) -> float | None:
        """The shared links over the links that either made."""
        return Ratio(self.shared, self.of_first + self.of_second - self.shared).value


def pair_overlaps(topic: TopicLinks) -> tuple[PairOverlap, ...]:
    """Return each two judges of a topic, over the links to all its events."""
    return tuple(_overlap(topic.events, *pair) for pair in combinations(topic.judges, 2))


def _overlap(events: Sequence[LinkedEvent], first: str, second: str) -> PairOverlap:
    pairs = [(event.links_of(first), event.links_of(second)) for event in events]
    shared = sum(len(a & b) for a, b in pairs)
    return PairOverlap(first, second, shared, sum(len(a) for a, _ in pairs), sum(len(b) for _, b in pairs))


def set_alpha(topic: TopicLinks) -> float | None:
    """Return alpha with the MASI distance: a unit is a sentence, a value the set of its events."""
    rows = [
        [frozenset(event.event for event in topic.events if s in event.links_of(judge)) for s in topic.sentences]
        for judge in topic.judges
    ]
    return value_or_none(lambda: masi_alpha(rows))


def cell_alpha(topic: TopicLinks) -> float | None:
    """Return nominal alpha: a unit is a sentence with an event, a value whether the two were linked."""
    rows = [[s in event.links_of(judge) for event in topic.events for s in topic.sentences] for judge in topic.judges]
    return value_or_none(lambda: alpha(np.array(rows, dtype=np.float64), "nominal"))


# Table 1: stories, events, hours and agreement of each topic. Table 2: sentences and agreement of each
# event. Table 3: totals and ratios of the training part, the test part and all, with the shares of
# sentences that mention no event, one, or several.

ALL_PARTS = "all"


@dataclass(frozen=True)
class TopicStatistics:
    """One topic: a row of table 1, and what table 3 adds up."""

    topic: str
    stories: int
    events: int
    sentences: int
    off: int = 0
    single: int = 0
    multi: int = 0
    hours: float | None = None
    agreement: float | None = None
    part: str = ""


@dataclass(frozen=True)
class TopicAverages:
    """The last row of table 1: means over the topics that have the number."""

    stories: float
    events: float
    hours: float | None
    agreement: float | None


@dataclass(frozen=True)
class PartStatistics:
    """A column of table 3: totals over its topics, and ratios of them."""

    part: str
    topics: int
    stories: int
    events: int
    sentences: int
    off: int
    single: int
    multi: int
    stories_per_topic: float
    events_per_topic: float
    sentences_per_topic: float
    sentences_per_story: float | None
    off_share: float | None
    single_share: float | None
    multi_share: float | None


@dataclass(frozen=True)
class EventAgreementRow:
    """A row of table 2; `sentences` are the verified links that a judge had made, as in the paper.

    Without a verifier there are neither these nor links that one added.
    """

    event: str
    text: str
    sentences: int | None
    union: int
    added: int | None
    agreement: float | None


def topic_statistics(
    topic: EventTopic, agreement: float | None = None, hours: float | None = None, part: str = ""
) -> TopicStatistics:
    """Count the stories, events and sentences of a topic; a sentence of a group mentions the event of the group."""
    mentioned = Counter(dict.fromkeys(topic.marks.sentences, 0))
    for event in topic.events:
        mentioned.update({sentence for sentences in event.parts for sentence in sentences})
    sizes, by_events = (len(topic.sources), len(topic.events), len(mentioned)), Counter(mentioned.values())
    off, single = by_events[0], by_events[1]
    multi = len(mentioned) - off - single
    return TopicStatistics(topic.id, *sizes, off, single, multi, hours=hours, agreement=agreement, part=part)


def topic_averages(topics: Sequence[TopicStatistics]) -> TopicAverages:
    """Return plain means over topics."""
    names = ("stories", "events", "hours", "agreement")
    means: dict[str, Any] = {name: mean_or_none([getattr(topic, name) for topic in topics]) for name in names}
    return TopicAverages(**means)


def corpus_parts(topics: Sequence[TopicStatistics]) -> tuple[PartStatistics, ...]:
    """Return the named parts in the order of their first topic, then all topics."""
    names = dict.fromkeys(topic.part for topic in topics if topic.part)
    named = [_part_statistics(name, [topic for topic in topics if topic.part == name]) for name in names]
    return (*named, _part_statistics(ALL_PARTS, topics))


def _part_statistics(name: str, topics: Sequence[TopicStatistics]) -> PartStatistics:
    sizes, kinds = ("stories", "events", "sentences"), ("off", "single", "multi")
    totals = {count: sum(getattr(topic, count) for topic in topics) for count in (*sizes, *kinds)}
    ratios: dict[str, Any] = {f"{size}_per_topic": totals[size] / len(topics) for size in sizes}
    ratios |= {f"{kind}_share": Ratio(totals[kind], totals["sentences"]).value for kind in kinds}
    per_story = Ratio(totals["sentences"], totals["stories"]).value
    return PartStatistics(name, len(topics), **totals, sentences_per_story=per_story, **ratios)


def event_rows(
    topic: TopicLinks, texts: Mapping[str, str] | None = None, literal: bool = False
) -> tuple[EventAgreementRow, ...]:
    """Return table 2 of a topic; `texts` says what the events are."""
    rows = []
    for event in topic.events:
        row = EventAgreementRow(event.event, (texts or {}).get(event.event, ""), None, len(event.union), None, None)
        if event.verified is not None:
            value = event.agreement(literal).value
            row = replace(row, sentences=event.kept, added=event.added, agreement=value)
        rows.append(row)
    return tuple(rows)
