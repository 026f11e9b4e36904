"""Useful and novel sentences: nu-recall and nu-precision (Khandelwal et al. 2001), online rankings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar, NamedTuple

from cliometer.errors import InputError, UsageError
from cliometer.expressions import choice, number, registered, setting, word
from cliometer.grouping import by_key
from cliometer.metrics.base import PartsExplanation, Properties, metrics, with_places
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.units.extract_metric import ExtractMetric
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.notes import joined
from cliometer.model.nuggets import EventTopic
from cliometer.model.score import Ratio, Score, SingleScore, Undefined
from cliometer.model.units import UnitTopic
from cliometer.spelling import listed, many


class NoveltyStep(NamedTuple):
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
        self._parts_of = by_key((sentence, place) for place, (_, part) in enumerate(self.parts) for sentence in part)

    def steps(self, ids: Sequence[str]) -> Iterator[NoveltyStep]:
        """Yield a step for each sentence."""
        seen: set[int] = set()
        for events in self.completions(ids):
            if not events:
                yield _OFF_EVENT
                continue
            before = len(seen)
            seen.update(events)
            yield NoveltyStep(len(seen) - before, len(events))

    def first_mentions(self, ids: Sequence[str]) -> dict[int, int]:
        """Return the rank of the sentence that mentions each event first, by the number of the event."""
        ranks: dict[int, int] = {}
        for rank, events in enumerate(self.completions(ids), start=1):
            for event in events:
                ranks.setdefault(event, rank)
        return ranks

    def completions(self, ids: Sequence[str]) -> Iterator[Sequence[int]]:
        """Yield the events that each sentence completes a mention of, each as often as it does so."""
        open_in = [len(part) for _, part in self.parts]
        for id in ids:
            done: list[int] = []
            for place in self._parts_of.get(id, ()):
                open_in[place] -= 1
                if not open_in[place]:
                    done.append(self.parts[place][0])
            yield done

    def expect(self, extract: Extract) -> None:
        """Fail where a sentence is not one of the topic."""
        if extract.items and extract.of != "sentences":  # who selected nothing selected it of any kind
            raise InputError("sentences-expected-in-extract", extract=extract.name, of=extract.of)
        self.topic.marks.expect(extract.ids, extract.name, sentences=True)

    def in_order(self, extract: Extract) -> list[str]:
        """Return a ranking as it is, with ties in the order of the stream; a set in the order of the stream."""
        self.expect(extract)
        return self._ordered(extract.items, extract.ranked)

    def linked_sentences(self, extract: Extract) -> list[str]:
        """Return the same without the sentences that mention nothing."""
        self.expect(extract)
        return self._ordered([item for item in extract.items if item.id in self._parts_of], extract.ranked)

    def _ordered(self, items: Sequence[ExtractItem], ranked: bool) -> list[str]:
        place = self.topic.marks.place
        if not ranked:
            return sorted((item.id for item in items), key=place.__getitem__)
        if any(item.score is None for item in items):
            return [item.id for item in items]
        return [item.id for item in sorted(items, key=lambda item: (-(item.score or 0), place[item.id]))]


_OFF_EVENT = NoveltyStep(0, 0)


# Useful and novel: nu-recall and nu-precision of selected sentences (Khandelwal et al. 2001).

ABOVE_ONE = "precision is above 1: sentences mention several events (variant=sentence stays below)"


@dataclass(frozen=True, slots=True)
class NoveltyScore(Score):
    """A score whose precision has no value, not 0, where nothing was retrieved; recall and F are 0 then."""

    def __add__(self, other: Score) -> NoveltyScore:
        return NoveltyScore(self.precision + other.precision, self.recall + other.recall, self.beta)

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return precision, recall and F."""
        numbers = Score.numbers(self, undefined)
        if not self.precision.whole and undefined == "null":
            numbers["precision"] = None
        return numbers


@dataclass(frozen=True)
class SentenceNovelty:
    """A selected sentence, the events that it mentions, and those that none before it did."""

    rank: int
    sentence: str
    useful: tuple[str, ...]
    new: tuple[str, ...]
    text: str


@registered(metrics)
class Nu(ExtractMetric[EventTopic, Score]):
    """Share of the events that are mentioned, and how many sentences that took."""

    name: ClassVar[str] = "nu"
    formula: ClassVar[str] = (
        "nu-recall = sum_i I(r(e_i) > 0) / E, nu-precision = sum_i I(r(e_i) > 0) / S_r; variant=sentence: "
        "first mentions / S_r; kind=u (our reading): sum_i r(e_i) / links, sum_i r(e_i) / S_r; kind=n (our "
        "reading): sum_i I(r(e_i) > 0) / E, sum_i I(r(e_i) > 0) / sum_i r(e_i)"
    )
    citation: ClassVar[str] = (
        "Khandelwal, Gupta & Allan (2001), An Evaluation Corpus for Temporal Summarization, HLT; u and n are "
        "our reading of Allan, Gupta & Khandelwal (2001), Temporal Summaries of News Topics, SIGIR"
    )
    evidence: ClassVar[str] = "events"

    kind: str = choice("kind", "nu", "u", "n", doc="useful and novel, useful, or novel (u, n: our reading)")
    variant: str = setting(
        "formula",
        parse=word("variant", ("formula", "sentence")),
        doc="nu-precision counts events (the paper's formula) or sentences (its prose)",
    )
    weights: str = setting(
        "flat",
        parse=word("weights", ("flat", "links")),
        doc="in nu-recall every event counts the same, or as much as it has links",
    )
    beta: float = setting(1.0, parse=number(low=0.001, high=1000), doc="weight of recall in F")

    @property
    def properties(self) -> Properties:
        """A sentence may mention several events, so that precision exceeds 1."""
        bounded = self.kind == "n" or self.variant == "sentence"
        return Properties(False, bounded, True, True, sentence_order_is_irrelevant=True, uses_dates=False)

    def __post_init__(self) -> None:
        if self.variant == "sentence" and self.kind != "nu":
            raise UsageError("kind-has-one-formula", name=self.name, kind=self.kind)
        if self.weights == "links" and self.kind != "nu":
            raise UsageError("kind-without-weights", name=self.name, kind=self.kind)

    def _scores(self, extracts: Sequence[Extract], topic: EventTopic) -> list[Score]:
        links = EventLinks(topic)
        return [self._score(links, extract) for extract in extracts]

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show sentence by sentence which events are mentioned, and which of these are new."""
        extract, topic = comparison.systems[place], comparison.gold
        links, mentioned, parts = EventLinks(topic), set[str](), list[SentenceNovelty]()
        ids = links.in_order(extract)
        for rank, (id, numbers) in enumerate(zip(ids, links.completions(ids), strict=True), start=1):
            useful = tuple(dict.fromkeys(topic.events[number].id for number in numbers))
            new = tuple(event for event in useful if event not in mentioned)
            parts.append(SentenceNovelty(rank, id, useful, new, topic.marks.sentences[id].text))
            mentioned.update(useful)
        missed = [event.id for event in topic.events if event.id not in mentioned]
        sentences = [
            f"{sum(bool(part.useful) for part in parts)} of {many(len(parts), 'sentence')} are useful, "
            f"{sum(bool(part.new) for part in parts)} of them new",
            f"{len(mentioned)} of {many(len(topic.events), 'event')} are mentioned",
        ]
        sentences += [f"missed: {listed(missed, 20)}"] if missed else []
        score, title = self.measure(extract, topic), "Sentences in the order of the system"
        return PartsExplanation(str(self), score, title, tuple(parts), tuple(sentences))

    def remarks(self, scores: Sequence[Score]) -> list[tuple[str, list[int]]]:
        """Remark on a precision above 1, which the paper's formula allows: it counts events over sentences."""
        ratios = (score.precision for score in scores)
        return with_places(ABOVE_ONE if ratio.part > ratio.whole > 0 else None for ratio in ratios)

    def ratios(self, new: float, first: float, mentions: float, retrieved: int, links: EventLinks) -> Score:
        """Return precision and recall from the sums: events, sentences that tell a new one, links, S_r."""
        recall = Ratio(new, links.events)
        if self.kind == "u":
            precision, recall = Ratio(mentions, retrieved), Ratio(mentions, len(links.parts))
        elif self.kind == "n":
            precision = Ratio(new, mentions)
        else:
            precision = Ratio(first if self.variant == "sentence" else new, retrieved)
        return NoveltyScore(precision, recall, self.beta)

    def _score(self, links: EventLinks, extract: Extract) -> Score:
        ids = links.linked_sentences(extract)
        steps = list(links.steps(ids))
        new, mentions = sum(step.new for step in steps), sum(step.mentions for step in steps)
        score = self.ratios(new, sum(step.new > 0 for step in steps), mentions, len(extract.items), links)
        if self.weights == "flat":
            return score
        weights = Counter(event for event, _ in links.parts)
        return replace(score, recall=Ratio(sum(weights[event] for event in links.first_mentions(ids)), weights.total()))


@registered(metrics)
class SelectionSize(ExtractMetric[EventTopic, SingleScore]):
    """Share of the sentences of a topic that were selected: what recall was bought with."""

    name: ClassVar[str] = "size"
    formula: ClassVar[str] = "size = S_r / S"
    citation: ClassVar[str] = "Khandelwal, Gupta & Allan (2001), An Evaluation Corpus for Temporal Summarization, HLT"
    evidence: ClassVar[str] = "events"
    lower_is_better: ClassVar[bool] = True  # of two summaries with the same events the shorter is better

    # it looks at no event
    properties: ClassVar[Properties] = Properties(False, True, True, True, True, uses_dates=False)

    def _scores(self, extracts: Sequence[Extract], topic: EventTopic) -> list[SingleScore]:
        links, whole = EventLinks(topic), len(topic.marks.sentences)
        for extract in extracts:
            links.expect(extract)
        return [SingleScore(Ratio(len(extract.items), whole), "the topic has no sentences") for extract in extracts]


# The online constraint (Allan, Gupta & Khandelwal 2001): a story is ranked before the next one is seen.


def online_faults(extract: Extract, topic: EventTopic | UnitTopic) -> tuple[str, ...]:
    """Return the places where a log of decisions breaks the constraint.

    The items are the sentences in the order in which the system scored them, not in that of their scores:
    `ranked` must be false. Stories come in the order of the topic's sources; one without sentences has
    nothing to rank.
    """
    if extract.of != "sentences" or extract.ranked:
        raise InputError("extract-order-expected", extract=extract.name)
    topic.marks.expect(extract.ids, extract.name, sentences=True)
    return tuple(_faults(extract, topic))


def require_online(extract: Extract, topic: EventTopic | UnitTopic) -> None:
    """Fail with the first fault, and the number of the others."""
    faults = online_faults(extract, topic)
    if faults:
        raise InputError("extract-refused", extract=extract.name, abridged=joined(faults, 1))


def _faults(extract: Extract, topic: EventTopic | UnitTopic) -> Iterator[str]:
    order = {source.id: place for place, source in enumerate(topic.sources)}
    scored = set(extract.ids)
    latest, closed = "", set[str]()
    for document, ids in groupby(extract.ids, key=topic.marks.document_of.__getitem__):
        first = next(iter(ids))
        if document in closed:
            yield f"{first} was scored after story {latest} had been seen; all of {document} must come before"
        elif latest and order[document] < order[latest]:
            yield f"story {document} was scored after {latest}, which is later in the stream"
        closed.add(document)
        latest = document if not latest or order[document] > order[latest] else latest
    for source in topic.sources:
        missing = [id for id in source.sentences if id not in scored]
        if missing:
            yield f"{len(missing)} sentences of story {source.id} were never scored, the first {missing[0]}"
    unscored = [item.id for item in extract.items if item.score is None]
    if unscored:
        yield f"{len(unscored)} sentences have no score, the first {unscored[0]}"
