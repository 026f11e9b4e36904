"""Comparisons by their definitions: topic by topic, swap by swap, writer by writer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import cliometer
from cliometer.model.score import MetricResult, f_measure
from cliometer.model.timeline import Timeline

Pair = tuple[float, float]  # precision and recall of one topic


def scored(run: Mapping[str, Timeline], gold: Mapping[str, Sequence[Timeline]], metric: str) -> list[MetricResult]:
    """Each topic by a call of its own."""
    return [cliometer.score(run[topic], list(gold[topic]), [metric]).rows[0].score for topic in gold]


def numbers(scores: Sequence[MetricResult]) -> list[Pair]:
    found = [score.numbers("zero") for score in scores]
    return [(float(one["precision"] or 0), float(one["recall"] or 0)) for one in found]


def f_of_means(topics: Sequence[Pair]) -> float:
    precision, recall = (sum(side) / len(topics) for side in zip(*topics, strict=True))
    return f_measure(precision, recall)


def resampled(topics: Sequence[Pair], drawn: Sequence[Sequence[int]]) -> list[float]:
    """F of means on each list of topics."""
    return [f_of_means([topics[at] for at in places]) for places in drawn]


def mean_of_f(topics: Sequence[Pair]) -> float:
    return sum(f_measure(*pair) for pair in topics) / len(topics)


def swapped_p(
    first: Sequence[Sequence[Pair]],
    second: Sequence[Sequence[Pair]],
    average: Callable[[Sequence[Pair]], float] = f_of_means,
) -> float:
    """Share of all swaps of whole groups whose difference is at least as large as the observed."""

    def apart(swaps: Sequence[bool]) -> float:
        here = [pair for a, b, swap in zip(first, second, swaps, strict=True) for pair in (b if swap else a)]
        there = [pair for a, b, swap in zip(first, second, swaps, strict=True) for pair in (a if swap else b)]
        return abs(average(here) - average(there))

    patterns = list(product((False, True), repeat=len(first)))
    observed = apart(patterns[0])
    return sum(apart(swaps) >= observed - 1e-12 for swaps in patterns) / len(patterns)


def cut(timeline: Timeline, references: Sequence[Timeline]) -> Timeline:
    """The days from the first to the last date of the references."""
    days = [when for reference in references for when in reference]
    first, last = min(days, key=lambda when: when.first).first, max(days, key=lambda when: when.last).last
    return Timeline({when: timeline[when] for when in timeline if when.last >= first and when.first <= last})


def human_level(
    runs: Mapping[str, Mapping[str, Timeline]], gold: Mapping[str, Sequence[Timeline]], metric: str
) -> dict[str, float]:
    """F of means of the writers and of each system, each writer taken out in turn; topics weigh alike."""
    found: dict[str, list[Pair]] = {name: [] for name in ("writers", *runs)}
    for topic, writers in gold.items():
        tasks: dict[str, list[MetricResult]] = {name: [] for name in found}
        for at, writer in enumerate(writers):
            others = [other for place, other in enumerate(writers) if place != at]
            answers = {"writers": writer} | {name: run[topic] for name, run in runs.items()}
            for name, answer in answers.items() if others else ():
                tasks[name].append(cliometer.score(cut(answer, others), others, [metric]).rows[0].score)
        for name, scores in tasks.items():
            if scores:
                precision, recall = (sum(side) / len(scores) for side in zip(*numbers(scores), strict=True))
                found[name].append((precision, recall))
    return {name: f_of_means(pairs) for name, pairs in found.items()}
