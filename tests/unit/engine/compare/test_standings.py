"""Where systems stand: scores, intervals, differences, groups and ranks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special
import scipy.stats

import cliometer
from cliometer.engine.compare.figures import Design, ScoreFigures, figured
from cliometer.engine.compare.significance import least_p
from cliometer.engine.compare.standings import Standings, standings_of
from cliometer.stats.aggregates import means
from cliometer.stats.bootstrap import resamples
from cliometer.stats.effect_sizes import detectable_effect
from cliometer.stats.paired_tests import sign_flip, wilcoxon
from tests.compared import benchmark, tasks
from tests.oracles.comparisons import mean_of_f, numbers, resampled, scored, swapped_p

HOW = {
    "randomisation": "paired randomisation of 7 topics",
    "bootstrap": "studentised paired bootstrap over 7 topics, 100 resamples",
    "sign-flip": "sign flips of the differences on 7 topics, exact over 128 patterns",
    "t": "paired t test on 7 topics, 6 degrees of freedom",
    "wilcoxon": "Wilcoxon signed ranks on 7 topics, exact; 0 zero",
}


RUNS, GOLD = benchmark()
METRIC = "align+m1(rouge=1)"
PAIRS = {name: numbers(scored(run, GOLD, METRIC)) for name, run in RUNS.items()}


def compared(**settings: Any) -> Standings:
    return cliometer.compare(RUNS, GOLD, [METRIC], **{"resamples": 300, **settings})[METRIC]


def made(values: list[list[float]]) -> ScoreFigures:
    """Figures of systems a, b, c, ... without timelines behind them."""
    systems, topics = tuple("abcdefgh"[: len(values)]), tuple(f"t{at}" for at in range(len(values[0])))
    table = np.array(values)
    return figured("made", systems, topics, means(table), table)


def test_a_percentile_interval_is_that_of_resampled_topics() -> None:
    drawn = resamples(6, 300, 7).tolist()
    found = compared(interval="percentile", seed=7, level=0.9)
    for name, pairs in PAIRS.items():
        low, high = np.quantile(resampled(pairs, drawn), [0.05, 0.95])
        assert (found[name].low, found[name].high) == pytest.approx((low, high))


def test_the_interval_of_a_difference_is_that_of_paired_resamples() -> None:
    drawn = resamples(6, 300, 0).tolist()
    here, there = resampled(PAIRS["good"], drawn), resampled(PAIRS["fair"], drawn)
    low, high = np.quantile(np.subtract(here, there), [0.025, 0.975])
    difference = compared(interval="percentile", correction="none").differences[0]
    assert (difference.first, difference.second) == ("good", "fair")
    assert (difference.low, difference.high) == pytest.approx((low, high))


def test_randomisation_swaps_whole_topics() -> None:
    """Six topics have 64 patterns of swaps, all of which are listed."""
    for difference in compared(test="randomisation", average="mean-of-f", correction="none").differences:
        first, second = ([[pair] for pair in PAIRS[name]] for name in (difference.first, difference.second))
        assert difference.p == pytest.approx(swapped_p(first, second, mean_of_f))


@pytest.mark.parametrize("weigh", ["topics", "tasks"])
def test_all_tasks_of_a_topic_are_swapped_together(weigh: Any) -> None:
    """A topic counts by the mean of its tasks, or, where tasks weigh alike, by their sum."""
    runs, gold = tasks()
    found = cliometer.compare(runs, gold, [METRIC], side="recall", test="sign-flip", weigh=weigh, correction="none")[
        METRIC
    ]
    topics = [task.partition("/")[0] for task in gold]
    sums = {}
    for name, run in runs.items():
        values = [recall for _, recall in numbers(scored(run, {task: [one] for task, one in gold.items()}, METRIC))]
        own = [[value for value, at in zip(values, topics, strict=True) if at == topic] for topic in GOLD]
        sums[name] = np.array([np.mean(one) if weigh == "topics" else sum(one) for one in own])
    assert (found.topics, found.independent_topics) == (15, 6)
    for difference in found.differences:
        first, second = sums[difference.first], sums[difference.second]
        assert difference.difference == pytest.approx((first - second).sum() / (6 if weigh == "topics" else 15))
        if weigh == "topics":
            assert difference.p == pytest.approx(float(sign_flip([first - second], seed=0).p[0]))


@pytest.mark.parametrize(("test", "how"), HOW.items())
def test_the_line_on_the_test_says_how_it_was_done(test: Any, how: str) -> None:
    found = standings_of(made(VALUES), Design.of(test=test, resamples=100))
    assert found.test is not None
    assert found.test.startswith(how)
    assert found.test.endswith("; corrected after Holm")


VALUES = [
    [0.9, 0.8, 0.7, 0.95, 0.6, 0.85, 0.75],
    [0.5, 0.7, 0.65, 0.4, 0.55, 0.8, 0.6],
    [0.1, 0.9, 0.3, 0.2, 0.5, 0.15, 0.4],
]
P: dict[Any, Callable[[Any, Any], float]] = {
    "t": lambda a, b: scipy.stats.ttest_rel(a, b).pvalue,
    "wilcoxon": lambda a, b: wilcoxon(a, b).p,
    "sign-flip": lambda a, b: float(sign_flip([np.subtract(a, b)], seed=0).p[0]),
}


@pytest.mark.parametrize(
    ("topics", "test", "least"),
    [
        (6, "randomisation", 2**-5),
        (21, "randomisation", 1 / 101),  # of two million patterns a hundred are drawn
        (20, "sign-flip", 2**-19),
        (21, "sign-flip", 1 / 101),
        (21, "wilcoxon", 2**-20),
        (3, "bootstrap", 1 / 101),
        (3, "t", 0),
    ],
)
def test_the_least_p_is_that_of_all_patterns_or_of_the_draws(topics: int, test: Any, least: float) -> None:
    assert least_p(topics, 1, Design.of(test=test, resamples=100)) == least
    assert least_p(topics, 3, Design.of(test=test, resamples=100)) == pytest.approx(3 * least)


def test_a_note_names_the_rows_without_bca_and_why() -> None:
    values = [VALUES[0], VALUES[0], VALUES[2], [0.25] * 7]
    notes = standings_of(made(values), Design.of(resamples=100, interval="bca")).notes
    assert "made: percentile intervals, not BCa, for d, because no topic changes the score" in notes
    assert "made: percentile intervals, not BCa, for a - b, because no topic changes the score" in notes
    plain = standings_of(made(values), Design.of(resamples=100, interval="percentile")).notes
    assert not any("BCa" in note for note in plain)


def test_effects_and_records_go_topic_by_topic() -> None:
    difference = standings_of(made(VALUES), Design.of(resamples=100)).differences[1]
    assert (difference.won, difference.tied, difference.lost) == (6, 0, 1)
    differences = np.subtract(VALUES[0], VALUES[2])
    deviation = float(differences.std(ddof=1))
    correction = scipy.special.poch(2.5, 0.5) / 3**0.5  # Hedges' J of six degrees of freedom
    assert difference.effect == pytest.approx(correction * differences.mean() / deviation)
    assert difference.detectable_difference == pytest.approx(deviation * detectable_effect(7))


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_two_that_are_the_same_do_not_stop_a_test_of_ranks_or_spread(test: Any) -> None:
    found = standings_of(
        made([VALUES[0], VALUES[0], VALUES[2]]), Design.of(test=test, resamples=100, correction="none")
    )
    assert found.differences[0].p == 1
    assert found.differences[1].p == P[test](VALUES[0], VALUES[2])
    assert found.test is not None and "p is 1 where two are the same everywhere" in found.test
