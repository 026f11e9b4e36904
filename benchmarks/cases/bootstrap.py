"""Percentile intervals of precision, recall and F of 20 systems over 50 topics, from 10,000 resamples."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import numpy as np

from benchmarks.clock import race
from benchmarks.peers import load
from benchmarks.registry import Effort, case
from benchmarks.rows import Row, absent, faster
from cliometer.stats.aggregates import means
from cliometer.stats.bootstrap import BootstrapIntervals, percentile
from cliometer.stats.bootstrap import bootstrap as resampled
from cliometer.stats.samples import Floats

SYSTEMS, TOPICS, RESAMPLES = 20, 50, 10_000
MEASURES = ("precision", "recall", "f")
_REPEATS = 3
_CLOSE = 0.01  # two draws of 10,000 resamples put the ends of an interval of width .16 much nearer than this


@case
def bootstrap(effort: Effort) -> Iterator[Row]:
    """Against rouge-score's aggregator, which draws one resample of one system at a time."""
    module, name = load("rouge_score.scoring"), "bootstrap: rouge-score"
    if module is None:
        yield absent(name, "rouge-score")
        return
    scores = np.random.default_rng(2).random((SYSTEMS, TOPICS, len(MEASURES)))
    systems = effort.of(SYSTEMS, 4)
    _agree(_ours(scores), _theirs(module, scores[:1]))
    times = race({"ours": lambda: _ours(scores), "theirs": lambda: _theirs(module, scores[:systems])}, _REPEATS)
    note = f"{RESAMPLES:,} resamples, {TOPICS} topics, {SYSTEMS} systems" + (
        f"; peer scaled from {systems}" if effort.quick else ""
    )
    yield faster(name, times["ours"], times["theirs"] * SYSTEMS / systems, least=100, note=note)


def _ours(scores: Floats) -> BootstrapIntervals:
    """Each measure of each system is a row of its own, as the peer averages F and does not recompute it."""
    rows = scores.transpose(0, 2, 1).reshape(-1, TOPICS)
    return percentile(resampled(means(rows), RESAMPLES, seed=1))


def _theirs(module: ModuleType, scores: Floats) -> list[Floats]:
    return [_one_system(module, table) for table in scores]


def _one_system(module: ModuleType, table: Floats) -> Floats:
    """Low and high of the three measures."""
    aggregator = module.BootstrapAggregator(confidence_interval=0.95, n_samples=RESAMPLES)
    for topic in table:
        aggregator.add_scores({"rouge1": module.Score(*topic)})
    found = aggregator.aggregate()["rouge1"]
    return np.array([found.low, found.high])


def _agree(ours: BootstrapIntervals, theirs: list[Floats]) -> None:
    """A race between two that compute different things would be worth nothing."""
    first = np.array([ours.low, ours.high])[:, : len(MEASURES)]
    if np.abs(first - theirs[0]).max() > _CLOSE:
        raise AssertionError(f"the intervals differ: {first.tolist()} and {theirs[0].tolist()}")
