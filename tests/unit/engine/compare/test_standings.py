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
from cliometer.errors import UsageError
from cliometer.model.records import encode
from cliometer.stats.aggregates import means
from cliometer.stats.bootstrap import resamples
from cliometer.stats.effect_sizes import detectable_effect, power, topics_needed
from cliometer.stats.multiple_comparisons import benjamini_hochberg, critical_difference, holm
from cliometer.stats.paired_tests import sign_flip, wilcoxon
from tests.compared import benchmark, tasks
from tests.oracles.comparisons import f_of_means, mean_of_f, numbers, resampled, scored, swapped_p

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


def test_systems_stand_best_first() -> None:
    found = compared()
    assert [one.system for one in found.systems] == ["good", "fair", "bad"]
    assert found["fair"].score == pytest.approx(f_of_means(PAIRS["fair"]))


def test_an_unknown_system_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown system 'goods'; did you mean good"):
        compared()["goods"]


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


def test_an_interval_says_how_it_was_made() -> None:
    assert {one.interval for one in compared().systems} == {"t"}
    assert {one.interval for one in compared(interval="bca").systems} == {"bca"}
    assert {one.interval for one in compared(interval="percentile").systems} == {"percentile"}


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


@pytest.mark.parametrize("test", P)
def test_a_topicwise_test_sees_the_values_of_the_two(test: Any) -> None:
    found = standings_of(made(VALUES), Design.of(test=test, correction="none", resamples=100))
    wanted = [P[test](VALUES[i], VALUES[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    assert [one.p for one in found.differences] == pytest.approx(wanted)


def test_the_bootstrap_test_counts_resamples_with_so_large_a_t() -> None:
    found = standings_of(made(VALUES), Design.of(test="bootstrap", correction="none", resamples=400, seed=3))
    d = np.subtract(VALUES[0], VALUES[1])
    drawn = d[resamples(7, 400, 3)]
    with np.errstate(divide="ignore"):  # one resample draws the same topic seven times
        t = (drawn.mean(axis=1) - d.mean()) / drawn.std(axis=1, ddof=1)
    wanted = (np.sum(np.abs(t) >= abs(d.mean()) / d.std(ddof=1) - 1e-12) + 1) / 401
    assert found.differences[0].p == pytest.approx(wanted)


HOW = {
    "randomisation": "paired randomisation of 7 topics",
    "bootstrap": "studentised paired bootstrap over 7 topics, 100 resamples",
    "sign-flip": "sign flips of the differences on 7 topics, exact over 128 patterns",
    "t": "paired t test on 7 topics, 6 degrees of freedom",
    "wilcoxon": "Wilcoxon signed ranks on 7 topics, exact; 0 zero",
}


@pytest.mark.parametrize(("test", "how"), HOW.items())
def test_the_line_on_the_test_says_how_it_was_done(test: Any, how: str) -> None:
    found = standings_of(made(VALUES), Design.of(test=test, resamples=100))
    assert found.test is not None
    assert found.test.startswith(how)
    assert found.test.endswith("; corrected after Holm")


@pytest.mark.parametrize(("name", "correct"), [("holm", holm), ("bh", benjamini_hochberg)])
def test_p_is_corrected_for_all_pairs_at_once(name: Any, correct: Callable[[Any], Any]) -> None:
    found = standings_of(made(VALUES), Design.of(test="t", correction=name, resamples=100)).differences
    wanted = correct(np.array([one.p for one in found]))
    assert [one.corrected_p for one in found] == pytest.approx(wanted)


def test_with_a_baseline_only_differences_to_it_are_tested() -> None:
    found = standings_of(made(VALUES), Design.of(baseline="b", resamples=100))
    assert [(one.first, one.second) for one in found.differences] == [("a", "b"), ("c", "b")]
    assert {(one.letters, one.rank) for one in found.systems} == {(None, None)}


def test_the_better_of_two_stands_first_and_rows_follow_the_ranking() -> None:
    found = standings_of(made([VALUES[2], VALUES[0], VALUES[1]]), Design.of(resamples=100))
    assert [one.system for one in found.systems] == ["b", "c", "a"]
    assert [(one.first, one.second) for one in found.differences] == [("b", "c"), ("b", "a"), ("c", "a")]
    assert all(one.difference > 0 for one in found.differences)


def test_rows_against_a_baseline_follow_the_ranking() -> None:
    found = standings_of(made([VALUES[2], VALUES[0], VALUES[1]]), Design.of(baseline="c", resamples=100))
    assert [(one.first, one.second) for one in found.differences] == [("b", "c"), ("a", "c")]


@pytest.mark.parametrize(
    ("topics", "settings", "least"),
    [
        (4, {"test": "randomisation"}, "0.375"),
        (4, {"test": "sign-flip", "correction": "bh"}, "0.125"),
        (4, {"correction": "none", "test": "sign-flip"}, "0.125"),
        (6, {"test": "sign-flip"}, "0.094"),
        (6, {"test": "sign-flip", "correction": "none"}, None),
        (7, {"test": "sign-flip"}, None),
        (7, {"level": 0.99, "correction": "none", "resamples": 100, "test": "bootstrap"}, None),
        (7, {"level": 0.999, "correction": "none", "resamples": 100, "test": "bootstrap"}, "0.010"),
        (4, {"test": "t"}, None),
    ],
)
def test_a_note_says_where_nothing_could_be_found(topics: int, settings: Any, least: str | None) -> None:
    figures = made([[row[at] for at in range(topics)] for row in VALUES])
    notes = standings_of(figures, Design.of(**{"resamples": 1000, **settings})).notes
    found = [note for note in notes if "no difference can be significant" in note]
    assert len(found) == (least is not None)
    assert all(f"smallest possible corrected p is {least};" in note for note in found)


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


def test_a_score_that_no_topic_changes_has_no_interval() -> None:
    found = standings_of(made([VALUES[0], [0.25] * 7]), Design.of())
    assert (found["b"].low, found["b"].high, found["b"].interval) == (None, None, None)
    assert found.notes == ["made: no interval for b, because the score is the same on every topic"]


def test_an_unknown_baseline_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown baseline 'x'; known: a, b, c"):
        standings_of(made(VALUES), Design.of(baseline="x", resamples=100))


def test_effects_and_records_go_topic_by_topic() -> None:
    difference = standings_of(made(VALUES), Design.of(resamples=100)).differences[1]
    assert (difference.won, difference.tied, difference.lost) == (6, 0, 1)
    differences = np.subtract(VALUES[0], VALUES[2])
    deviation = float(differences.std(ddof=1))
    correction = scipy.special.poch(2.5, 0.5) / 3**0.5  # Hedges' J of six degrees of freedom
    assert difference.effect == pytest.approx(correction * differences.mean() / deviation)
    assert difference.detectable_difference == pytest.approx(deviation * detectable_effect(7))


def test_topics_needed_reach_the_power_and_one_fewer_do_not() -> None:
    difference = standings_of(made(VALUES), Design.of(resamples=100)).differences[0]
    assert difference.topics_needed is not None and difference.effect is not None
    reached = [power(difference.effect, difference.topics_needed - fewer) >= 0.8 for fewer in (0, 1)]
    assert reached == [True, False]


@pytest.mark.parametrize(
    ("test", "needed"),
    [("randomisation", 6), ("sign-flip", 6), ("wilcoxon", 6), ("t", 2), ("bootstrap", 2)],
)
def test_topics_needed_are_as_many_as_the_test_needs_to_reach_the_level(test: Any, needed: int) -> None:
    """An effect so large that two topics would do, if p could be so small: 2^-5 is the first below 0.05."""
    values = [[0.9, 0.91, 0.9, 0.92, 0.9, 0.9, 0.93], [0.1, 0.11, 0.12, 0.1, 0.13, 0.1, 0.1]]
    difference = standings_of(made(values), Design.of(test=test, resamples=100)).differences[0]
    assert difference.effect is not None and topics_needed(difference.effect) == 2
    assert difference.topics_needed == needed


@pytest.mark.parametrize("test", ["t", "bootstrap", "sign-flip", "wilcoxon"])
def test_a_constant_difference_has_neither_interval_nor_effect_size(test: Any) -> None:
    standings = standings_of(made([[0.5, 0.25, 0.75], [0.25, 0.0, 0.5]]), Design.of(resamples=100, test=test))
    found = standings.differences[0]
    assert (found.low, found.high, found.p) == (None, None, 0.25)
    assert standings.notes[-1] == "made: no interval for a - b, because the difference is the same on every topic"
    assert (found.effect, found.topics_needed, found.detectable_difference) == (None, None, None)
    assert (found.won, found.tied, found.lost) == (3, 0, 0)


def test_a_difference_of_nought_on_average_needs_more_topics_than_there_are() -> None:
    found = standings_of(made([[0.5, 0.25, 0.5], [0.25, 0.5, 0.5]]), Design.of(resamples=100)).differences[0]
    assert (found.effect, found.topics_needed) == (0, None)


def test_systems_that_differ_share_no_letter() -> None:
    values = [[0.9 + step / 100 for step in range(8)], [0.88, 0.92, 0.91, 0.95, 0.93, 0.96, 0.97, 0.95]]
    values.append([0.1 + step / 50 for step in range(8)])
    found = standings_of(made(values), Design.of(test="t", resamples=100))
    letters = {one.system: one.letters for one in found.systems}
    assert letters == {"a": "a", "b": "a", "c": "b"}
    assert {one.system: one.rank for one in found.systems} == {"a": "1/2", "b": "1/2", "c": "3"}


def test_letters_go_by_the_corrected_p() -> None:
    """The level lies between the least p and three times as much, which is what Holm makes of it."""
    least = min(one.p for one in standings_of(made(VALUES), Design.of(test="t", resamples=100)).differences)
    found = standings_of(made(VALUES), Design.of(test="t", resamples=100, level=1 - 2 * least))
    assert {one.letters for one in found.systems} == {"a"}


def test_where_no_joint_rank_fits_a_note_says_so() -> None:
    values = [
        [0.6, 0.7, 0.8, 0.9, 0.65, 0.75],
        [0.5, 0.72, 0.6, 0.8, 0.66, 0.6],
        [0.45, 0.6, 0.62, 0.72, 0.5, 0.6],
    ]
    found = standings_of(made(values), Design.of(test="t", correction="none", resamples=100))
    apart = {(one.first, one.second): one.corrected_p <= 0.05 for one in found.differences}
    assert apart == {("a", "b"): False, ("a", "c"): True, ("b", "c"): False}
    assert [one.letters for one in found.systems] == ["a", "ab", "b"]
    assert {one.rank for one in found.systems} == {None}
    assert found.notes[0].startswith("made: no joint ranks: a and c differ, but neither differs from b")


def test_three_systems_have_a_critical_difference_by_name() -> None:
    found = standings_of(made(VALUES[::-1]), Design.of(resamples=100))
    document: Any = encode(found)["critical_difference"]
    wanted = critical_difference(VALUES)
    assert document["average_ranks"] == dict(zip("cba", wanted.average_ranks, strict=True))
    assert document["bars"] == [["cba"[place] for place in bar] for bar in wanted.bars]


def test_two_systems_have_none() -> None:
    assert standings_of(made(VALUES[:2]), Design.of(resamples=100)).critical_difference is None


def test_a_metric_that_never_tells_systems_apart_is_not_tested() -> None:
    found = standings_of(made([[0.1, 0.2], [0.1, 0.2], [0.1, 0.2]]), Design.of(resamples=100))
    assert (found.differences, found.test, found.critical_difference) == ([], None, None)
    assert {(one.letters, one.rank) for one in found.systems} == {(None, None)}
    assert found.notes == ["made: all systems score the same on every topic, so nothing was tested"]


def test_two_of_three_may_be_the_same() -> None:
    found = standings_of(made([VALUES[0], VALUES[0], VALUES[2]]), Design.of(resamples=100))
    same = found.differences[0]
    assert (same.difference, same.low, same.high, same.p) == (0, 0, 0, 1)
    assert (same.won, same.tied, same.lost) == (0, 7, 0)


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_two_that_are_the_same_do_not_stop_a_test_of_ranks_or_spread(test: Any) -> None:
    found = standings_of(
        made([VALUES[0], VALUES[0], VALUES[2]]), Design.of(test=test, resamples=100, correction="none")
    )
    assert found.differences[0].p == 1
    assert found.differences[1].p == P[test](VALUES[0], VALUES[2])
    assert found.test is not None and "p is 1 where two are the same everywhere" in found.test


def test_the_same_seed_gives_the_same_numbers_and_another_does_not() -> None:
    first, again, other = (compared(seed=seed, interval="percentile", test="bootstrap") for seed in (1, 1, 2))
    assert first == again
    assert first != other
