"""All baselines on all topics: table 3 of Bauer & Teufel (2015), with a test of each pair."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from cliometer.errors import InputError, unknown
from cliometer.metrics.units.pyramid import Pyramid
from cliometer.model.extracts import Extract
from cliometer.model.units import UnitTopic
from cliometer.stats.corrections import holm
from cliometer.stats.paired import wilcoxon
from cliometer.stats.samples import at_least_one, random
from cliometer.systems.baselines import BASELINES, Baseline, expected_length


@dataclass(frozen=True)
class BaselineScores:
    """The pyramid scores of a baseline by topic, each the mean of its runs where it draws at random.

    `dropped` topics do not have n events with a date; they are left out of its mean.
    """

    baseline: Baseline
    scores: Mapping[str, float]
    dropped: tuple[str, ...] = ()

    @property
    def mean(self) -> float | None:
        """Over the topics that it ran on."""
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
class Trial:
    """Scores and tests of the baselines, the metric they were scored with, and what is worth a look."""

    metric: str
    topics: tuple[str, ...]
    runs: int
    seed: int
    baselines: tuple[BaselineScores, ...]
    pairs: tuple[PairTest, ...]
    notes: tuple[str, ...] = ()


def run_baselines(
    topics: Sequence[UnitTopic], names: Sequence[str] | None = None, runs: int = 100, seed: int = 0
) -> Trial:
    """Score the baselines (all, unless named) on all topics, and test each pair of them."""
    chosen = [_named(name) for name in names or BASELINES]
    at_least_one(runs, "runs")
    random(seed)
    _expect_marks(topics)
    metric = Pyramid()
    rows = tuple(_scores(baseline, topics, metric, runs, seed) for baseline in chosen)
    notes = tuple(note for baseline in chosen for topic in topics for note in _notes(baseline, topic))
    pairs = _corrected([_test(a, b) for a, b in combinations(rows, 2)])
    return Trial(str(metric), tuple(topic.id for topic in topics), runs, seed, rows, pairs, notes)


def extracts(baseline: Baseline, topic: UnitTopic, runs: int = 1, seed: int = 0) -> list[Extract]:
    """What a baseline selects: one extract, or one for each run where it draws at random.

    The draws depend on the seed, the baseline and the topic's id alone, not on what else is scored.
    """
    generator = np.random.default_rng([seed, zlib.crc32(f"{baseline.id} {topic.id}".encode())])
    return baseline.select(topic, runs if baseline.random else 1, generator)


def runnable(baseline: Baseline, topic: UnitTopic) -> bool:
    """The baseline of dated events needs n of them; the others take what there is."""
    return baseline.what != "dated" or _available(baseline, topic) >= expected_length(topic)


def _named(name: str) -> Baseline:
    if name not in BASELINES:
        raise unknown("baseline", name, BASELINES)
    return BASELINES[name]


def _expect_marks(topics: Sequence[UnitTopic]) -> None:
    """Without sentences and mentions every baseline would score 0 in silence."""
    if not topics:
        raise InputError("there is no topic with content units to run the baselines on")
    for topic in topics:
        expected_length(topic)
        for kind, found in (("sentences", topic.marks.sentences), ("event mentions", topic.marks.mentions)):
            if not found:
                raise InputError(f"topic {topic.id} has no {kind} in its documents to select from; mark them")


def _scores(
    baseline: Baseline, topics: Sequence[UnitTopic], metric: Pyramid, runs: int, seed: int
) -> BaselineScores:
    fit = [topic for topic in topics if runnable(baseline, topic)]
    scores = {topic.id: _mean(metric, extracts(baseline, topic, runs, seed), topic) for topic in fit}
    return BaselineScores(baseline, scores, tuple(topic.id for topic in topics if topic not in fit))


def _mean(metric: Pyramid, selected: Sequence[Extract], topic: UnitTopic) -> float:
    results = metric.measure_all(selected, topic)
    if results[0].undefined:
        raise InputError(f"topic {topic.id}: {results[0].undefined}")
    return float(np.mean([result.value.part / result.value.whole for result in results]))


def _available(baseline: Baseline, topic: UnitTopic) -> int:
    return sum(len(pile) for pile in baseline.candidates(topic))


def _notes(baseline: Baseline, topic: UnitTopic) -> Iterator[str]:
    have, want = _available(baseline, topic), expected_length(topic)
    if have >= want:
        return
    what = {"dated": "events with a date", "mentions": "events", "sentences": "sentences"}[baseline.what]
    done = "left out of this baseline" if baseline.what == "dated" else "all were taken"
    yield f"baseline {baseline.id}: topic {topic.id} has {have} {what}, fewer than its length {want}; {done}"


def _test(a: BaselineScores, b: BaselineScores) -> PairTest:
    shared = [topic for topic in a.scores if topic in b.scores]
    first, second = ([side.scores[topic] for topic in shared] for side in (a, b))
    names = (a.baseline.id, b.baseline.id)
    difference = float(np.mean(first) - np.mean(second)) if shared else None
    try:
        found = wilcoxon(first, second)
    except InputError as error:
        return PairTest(*names, len(shared), difference, None, f"not tested: {error.message}")
    return PairTest(*names, len(shared), difference, found.p, found.method)


def _corrected(pairs: Sequence[PairTest]) -> tuple[PairTest, ...]:
    """Holm's correction over the pairs that were tested."""
    tested = [pair.p for pair in pairs if pair.p is not None]
    adjusted = iter(holm(tested).tolist() if tested else ())
    return tuple(pair if pair.p is None else replace(pair, corrected=next(adjusted)) for pair in pairs)
