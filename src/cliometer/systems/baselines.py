"""The baselines of Bauer & Teufel (2015, table 3) on the sections of articles, and their trial on topics."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from cliometer.errors import InputError, UsageError, unknown
from cliometer.grouping import by_key
from cliometer.io.frames import DocumentResult
from cliometer.io.text_files import read_toml
from cliometer.metrics.units.pyramid import UnitPyramid
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.notes import Note
from cliometer.model.records import member
from cliometer.model.sources import Source, SourceSection, Span
from cliometer.model.units import UnitTopic
from cliometer.stats.multiple_comparisons import holm_of_known
from cliometer.stats.paired_tests import wilcoxon
from cliometer.stats.samples import at_least_one, random

_MOST_RUNS = 100_000  # more take hours and say nothing more
_DATED = ("DATE", "TIME")  # a duration or a repetition says no day
_VAGUE = ("PRESENT_REF", "PAST_REF", "FUTURE_REF")  # "now", "recently", "soon": neither do they


@dataclass(frozen=True)
class SectionUnits:
    """The own text of a section, without what stands in sections inside it, as ids in the order of reading.

    `dated` are the mentions with a date in the same sentence.
    """

    sentences: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    dated: tuple[str, ...] = ()


def section_units(sources: Iterable[Source]) -> tuple[SectionUnits, ...]:
    """Return the sections of all documents in order; a text without sections, or before the first, is one too."""
    units: list[SectionUnits] = []
    for source in sources:
        sections = by_key((_section(source.sections, sentence.start), id) for id, sentence in source.sentences.items())
        dated = _dated(source)
        for _, sentences in sorted(sections.items()):
            mentions = [(id, mention) for id in sentences for mention in source.mentions_of[id]]
            in_dated = {mention for id, mention in mentions if id in dated}
            ids = tuple(mention for _, mention in mentions)
            units.append(SectionUnits(tuple(sentences), ids, tuple(mention for mention in ids if mention in in_dated)))
    return tuple(units)


def _section(sections: tuple[SourceSection, ...], place: int) -> int:
    """Return the number of the innermost section at a place; -1 before the first."""
    around = [
        (section.depth, section.start, number)
        for number, section in enumerate(sections)
        if section.start <= place < section.end
    ]
    return max(around)[2] if around else -1


def _dated(source: Source) -> frozenset[str]:
    times: list[Span] = [time for time in source.times if time.type in _DATED and time.value not in _VAGUE]
    return frozenset(
        id
        for id, sentence in source.sentences.items()
        if any(sentence.start <= time.start < sentence.end for time in times)
    )


# The baselines of Bauer & Teufel (2015, table 3): which events or sentences of an article to take.
# A budget of n, the desired length of a timeline, buys n events, or n sentences with all the events in
# them. Round robin (RR) takes one from each section in turn, in the order of the document, and passes over
# sections that have no more. Nothing is taken twice.

What = Literal["mentions", "sentences", "dated"]
Order = Literal["first", "last", "random"]


@dataclass(frozen=True)
class Baseline:
    """A rule of selection: what is taken, from which end, and whether section by section."""

    id: str
    method: str
    what: What
    order: Order
    by_section: bool

    @property
    def random(self) -> bool:
        """Whether its answer depends on a seed."""
        return self.order == "random"

    def candidates(self, topic: UnitTopic) -> list[list[str]]:
        """Return what may be taken, section by section, or from the whole article at once."""
        sections: list[list[str]] = [list(getattr(section, self.what)) for section in section_units(topic.sources)]
        return sections if self.by_section else [[id for section in sections for id in section]]

    def select(self, topic: UnitTopic, runs: int, generator: np.random.Generator) -> list[Extract]:
        """Return extracts of n items, or of all there are: one for each run."""
        candidates, extracts = self.candidates(topic), []
        of: Literal["mentions", "sentences"] = "sentences" if self.what == "sentences" else "mentions"
        for _ in range(runs):
            piles = [_ordered(pile, self.order, generator) for pile in candidates]
            taken = tuple(map(ExtractItem, round_robin(piles, expected_length(topic))))
            extracts.append(Extract(taken, of=of, topic=topic.id, system=f"baseline-{self.id}"))
        return extracts


BASELINES = {id: Baseline(id, **table) for id, table in read_toml(Path(__file__).with_suffix(".toml")).items()}


def round_robin(piles: Sequence[Sequence[str]], budget: int) -> list[str]:
    """Return one from the top of each pile in turn, until the budget or all piles are used up.

    >>> round_robin([["a", "b", "c"], ["d"], ["e", "f"]], 5)
    ['a', 'd', 'e', 'b', 'f']
    """
    deepest = max((len(pile) for pile in piles), default=0)
    taken = [pile[depth] for depth in range(deepest) for pile in piles if depth < len(pile)]
    return taken[:budget]


def expected_length(topic: UnitTopic) -> int:
    """Return the budget n; an error where the topic does not say."""
    if topic.length is None:
        raise InputError("topic-length-unknown", topic=topic.id)
    return topic.length


def _ordered(pile: Sequence[str], order: Order, generator: np.random.Generator) -> list[str]:
    if order == "random":
        return [pile[place] for place in generator.permutation(len(pile))]
    return list(pile) if order == "first" else list(pile)[::-1]


@dataclass(frozen=True)
class BaselineScores:
    """The pyramid scores of a baseline by topic, each the mean of its runs where it draws at random.

    `dropped` topics do not have n events with a date; they are left out of its mean.
    """

    id: str
    method: str
    scores: Mapping[str, float]
    dropped: tuple[str, ...] = ()

    @property
    @member
    def mean(self) -> float | None:
        """The mean score over the topics that the baseline ran on."""
        return float(np.mean(list(self.scores.values()))) if self.scores else None


@dataclass(frozen=True)
class PairTest:
    """Wilcoxon's signed-rank test of two baselines on the topics that both ran on.

    `p` is None where there is nothing to test, and `method` says why.
    """

    first: str
    second: str
    topics: int
    difference: float | None
    p: float | None
    method: str
    corrected: float | None = None


@dataclass(frozen=True)
class Trial(DocumentResult):
    """Scores and tests of the baselines, the metric they were scored with, and what is worth a look."""

    kind: ClassVar[str] = "baselines"
    tables: ClassVar[Mapping[str, str]] = {"baselines": "baselines", "pairs": "pairs"}
    metric: str
    runs: int
    seed: int
    baselines: tuple[BaselineScores, ...]
    pairs: tuple[PairTest, ...]
    notes: tuple[str, ...] = ()

    @property
    def topics(self) -> list[str]:
        """Return the ids of all topics in their order."""
        return list(dict.fromkeys(topic for row in self.baselines for topic in (*row.scores, *row.dropped)))


def run_baselines(
    topics: Sequence[UnitTopic], names: Sequence[str] | None = None, runs: int = 100, seed: int = 0
) -> Trial:
    """Score the baselines (all, unless named) on all topics, and test each pair of them."""
    for name in names or ():
        if name not in BASELINES:
            raise unknown("baseline", name, BASELINES)
    chosen = [BASELINES[name] for name in names or BASELINES]
    if at_least_one(runs, "runs") > _MOST_RUNS:
        raise UsageError("random-runs-too-many", most_runs=_MOST_RUNS, runs=runs)
    random(seed)
    _expect_marks(topics)
    metric = UnitPyramid()
    rows = tuple(_scores(baseline, topics, metric, runs, seed) for baseline in chosen)
    notes = tuple(note for baseline in chosen for topic in topics for note in _notes(baseline, topic))
    pairs = [_test(a, b) for a, b in combinations(rows, 2)]
    adjusted = holm_of_known([pair.p for pair in pairs])
    tests = tuple(replace(pair, corrected=p) for pair, p in zip(pairs, adjusted, strict=True))
    return Trial(str(metric), runs, seed, rows, tests, notes)


def extracts(baseline: Baseline, topic: UnitTopic, runs: int = 1, seed: int = 0) -> list[Extract]:
    """Return what a baseline selects: one extract, or one for each run where it draws at random.

    The draws depend on the seed, the baseline and the topic's id alone, not on what else is scored.
    """
    generator = np.random.default_rng([seed, zlib.crc32(f"{baseline.id} {topic.id}".encode())])
    return baseline.select(topic, runs if baseline.random else 1, generator)


def runnable(baseline: Baseline, topic: UnitTopic) -> bool:
    """Return whether a baseline can run: that of dated events needs n of them, the others take what there is."""
    return baseline.what != "dated" or _available(baseline, topic) >= expected_length(topic)


def _expect_marks(topics: Sequence[UnitTopic]) -> None:
    """Fail where a topic has no sentences and mentions, since every baseline would score 0 in silence."""
    if not topics:
        raise InputError("baseline-topics-missing")
    for topic in topics:
        expected_length(topic)
        for kind, marks in (("sentences", topic.marks.sentences), ("event mentions", topic.marks.mentions)):
            if not marks:
                raise InputError("documents-unmarked", topic=topic.id, kind=kind)


def _scores(
    baseline: Baseline, topics: Sequence[UnitTopic], metric: UnitPyramid, runs: int, seed: int
) -> BaselineScores:
    fit = [topic for topic in topics if runnable(baseline, topic)]
    scores = {topic.id: _mean(metric, extracts(baseline, topic, runs, seed), topic) for topic in fit}
    return BaselineScores(baseline.id, baseline.method, scores, tuple(topic.id for topic in topics if topic not in fit))


def _mean(metric: UnitPyramid, selected: Sequence[Extract], topic: UnitTopic) -> float:
    results = metric.measure_all(selected, topic)
    if results[0].undefined:
        raise InputError("topic-undefined", topic=topic.id, undefined=results[0].undefined)
    return float(np.mean([result.value.part / result.value.whole for result in results]))


def _available(baseline: Baseline, topic: UnitTopic) -> int:
    return sum(len(pile) for pile in baseline.candidates(topic))


def _notes(baseline: Baseline, topic: UnitTopic) -> Iterator[str]:
    have, want = _available(baseline, topic), expected_length(topic)
    if have >= want:
        return
    what = {"dated": "events with a date", "mentions": "events", "sentences": "sentences"}[baseline.what]
    done = "left out of this baseline" if baseline.what == "dated" else "all were taken"
    yield Note.of("baseline-short", baseline=baseline.id, topic=topic.id, have=have, what=what, want=want, done=done)


def _test(a: BaselineScores, b: BaselineScores) -> PairTest:
    shared = [topic for topic in a.scores if topic in b.scores]
    first, second = ([side.scores[topic] for topic in shared] for side in (a, b))
    names = (a.id, b.id)
    difference = float(np.mean(first) - np.mean(second)) if shared else None
    try:
        test = wilcoxon(first, second)
    except InputError as error:
        return PairTest(*names, len(shared), difference, None, f"not tested: {error.message}")
    return PairTest(*names, len(shared), difference, test.p, test.method)
