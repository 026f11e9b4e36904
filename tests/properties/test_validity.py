"""Comparisons keep their promises: one estimand, intervals that cover and agree with the test, tests at their level."""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.cases.validity import families, means_and_tests, needed
from benchmarks.registry import Effort
from cliometer.engine.compare.figures import Design, figured
from cliometer.engine.compare.score_comparison import compare_scores
from cliometer.engine.compare.standings import Standings, standings_of
from cliometer.errors import CoverageError, InputError
from cliometer.model.judgements import ScoreTable
from cliometer.settings.groups import Correction, Interval, Test, Weighing
from cliometer.stats.aggregates import means, ratios
from cliometer.stats.effect_sizes import effect_interval
from cliometer.stats.paired_tests import topic_means
from cliometer.stats.samples import Floats
from tests.strategies import examples

SEEDS = st.integers(0, 2**32)


def made(values: Floats, topics: list[str], weigh: Weighing, beta: float = 1.0) -> Any:
    """Figures of systems x tasks, or of their precision and recall where there is a third axis."""
    names = tuple("abcdefgh"[: len(values)])
    return figured(
        "made", names, tuple(topics), means(values, beta), values.reshape(*values.shape[:2], -1)[..., 0], weigh=weigh
    )


@st.composite
def standings(draw: st.DrawFn) -> tuple[Standings, Design]:
    """Systems on tasks, some of which share a topic, compared by any test with any correction and interval."""
    generator = np.random.default_rng(draw(SEEDS))
    topics = [f"t{at}/{task}" for at in range(draw(st.integers(3, 9))) for task in range(draw(st.integers(1, 6)))]
    shape = (draw(st.integers(2, 4)), len(topics), *draw(st.sampled_from([(), (2,)])))
    values = generator.random(shape) ** draw(st.sampled_from([0.2, 1, 8]))
    if draw(st.booleans()):
        values = np.round(values, 1)
    design = Design.of(
        weigh=draw(st.sampled_from(get_args(Weighing))),
        test=draw(st.sampled_from(get_args(Test))),
        correction=draw(st.sampled_from(get_args(Correction))),
        interval=draw(st.sampled_from(get_args(Interval))),
        level=draw(st.sampled_from([0.5, 0.8, 0.95])),
        resamples=100,
    )
    return standings_of(made(values, topics, design.weigh), design), design


@examples(60)
@given(standings())
def test_all_that_is_said_of_a_difference_has_its_direction(case: tuple[Standings, Design]) -> None:
    """The law: the effect has the sign of the difference, no test is significant against it, and no interval is."""
    found, design = case
    for one in found.differences:
        assert one.difference >= 0  # the better system stands first
        assert one.effect is None or np.sign(one.effect) == np.sign(one.difference)
        if one.differs(design):
            assert one.difference > 0
            letters = [set(found[name].letters or "") for name in (one.first, one.second)]
            assert not letters[0] & letters[1]
        if one.low is not None and one.high is not None:
            assert one.low <= one.difference <= one.high or design.interval != "t"
            assert (one.low > 0) == one.differs(design) or one.low == 0  # 0 where p is the level itself
            assert one.high >= 0


def counter_example() -> ScoreTable:
    """Twenty tasks of one topic with A .05 ahead, and eight topics with B .04 ahead, give or take a little."""
    ahead = {f"x/{at}": 0.05 for at in range(20)} | {f"y{at}": -0.04 - 0.001 * at for at in range(8)}
    cells = {("m", name, task): 0.5 + by * (name == "A") for task, by in ahead.items() for name in "AB"}
    return ScoreTable(cells, {}, "made")


@pytest.mark.parametrize("test", get_args(Test))
def test_a_topic_of_twenty_tasks_does_not_outweigh_eight_topics(test: Any) -> None:
    (found,) = compare_scores(counter_example(), None, Design.of(test=test)).standings
    (one,) = found.differences
    assert found.names == ["B", "A"]
    assert one.difference == pytest.approx((sum(0.04 + 0.001 * at for at in range(8)) - 0.05) / 9)
    assert one.effect is not None and one.effect > 0
    assert (one.won, one.lost) == (8, 1)


def test_where_tasks_weigh_alike_all_is_about_tasks() -> None:
    (found,) = compare_scores(counter_example(), None, Design.of(weigh="tasks")).standings
    (one,) = found.differences
    assert (found.names, one.won, one.lost) == (["A", "B"], 20, 8)
    assert one.effect is not None and one.effect > 0
    assert one.p > 0.05  # nine topics stay nine topics


def test_ranks_that_point_against_the_difference_are_no_evidence_for_it() -> None:
    """Nineteen small losses and one large win: by ranks alone p would be below .001."""
    values = np.array([[0.5] * 20, [0.51 + 0.001 * at for at in range(19)] + [0.0]])
    found = standings_of(made(values, [f"t{at}" for at in range(20)], "topics"), Design.of(test="wilcoxon"))
    (one,) = found.differences
    assert (one.first, one.won, one.lost, one.p) == ("a", 1, 19, 1.0)


@given(SEEDS, st.booleans(), st.sampled_from([0.5, 1.0, 2.0]))
def test_contributions_are_those_of_topics_left_out_one_by_one(seed: int, micro: bool, beta: float) -> None:
    generator = np.random.default_rng(seed)
    parts, wholes = generator.integers(0, 9, (2, 6, 2)), generator.integers(9, 20, (2, 6, 2))
    aggregate = ratios(parts, wholes, beta) if micro else means(parts / wholes, beta)
    found = aggregate.contributions()
    scores = aggregate.observed()
    assert found.mean(axis=1) == pytest.approx(scores, abs=1e-9)
    kept = [[place for place in range(6) if place != out] for out in range(6)]
    without = np.array(
        [aggregate.score(*(x[:, keep].sum(axis=1) for x in (aggregate.parts, aggregate.wholes))) for keep in kept]
    )
    for one, other in combinations(range(6), 2):
        assert found[:, one] - found[:, other] == pytest.approx(5 * (without[other] - without[one]), abs=1e-9)


@given(SEEDS, st.integers(2, 30))
def test_means_of_topics_are_those_of_the_paired_t_test(seed: int, topics: int) -> None:
    first, second = np.random.default_rng(seed).random((2, 3, topics))
    found, expected = topic_means(first, second), scipy.stats.ttest_rel(first, second, axis=1)
    interval = expected.confidence_interval(0.9)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-9)
    assert found.mean - found.margin(0.05) == pytest.approx(interval.low, abs=1e-9)


@given(st.one_of(st.floats(-6, -0.01), st.floats(0.01, 6)), st.integers(3, 60), st.sampled_from([0.5, 0.9, 0.95]))
def test_the_ends_of_the_interval_of_an_effect_make_the_t_rare(t: float, topics: int, level: float) -> None:
    low, high = effect_interval(t, topics, level)
    for effect, share in ((low, (1 + level) / 2), (high, (1 - level) / 2)):
        assert scipy.stats.nct.cdf(t, topics - 1, effect * topics**0.5) == pytest.approx(share, abs=1e-5)


def test_topics_needed_hold_the_number_that_they_were_read_off() -> None:
    values = np.random.default_rng(1).random((2, 8)) + np.array([[0.6], [0.0]])
    (one,) = standings_of(made(values, [f"t{at}" for at in range(8)], "topics"), Design.of()).differences
    assert one.topics_needed_low is not None and one.topics_needed is not None and one.topics_needed_high is not None
    assert one.topics_needed_low <= one.topics_needed <= one.topics_needed_high


@pytest.mark.parametrize("study", [means_and_tests, families, needed])
def test_defaults_cover_and_hold_their_level(study: Any) -> None:
    """The small edition of `python -m benchmarks validity`; its bars are a little wider, as its samples are fewer."""
    for row in study(Effort(quick=True)):
        if row.bar is not None:
            assert (row.bar.least or 0) - 0.015 <= row.ours.value <= row.bar.limit + 0.015, row.name


def test_systems_that_differ_by_rounding_alone_have_p_1() -> None:
    values = {"a": [0.3, 0.7, 0.5], "b": [0.1 + 0.2, 0.1 * 7, 0.5]}
    cells = {("m", name, f"t{at}"): value for name, row in values.items() for at, value in enumerate(row)}
    (found,) = compare_scores(ScoreTable(cells, {}, "made"), None, Design.of()).standings
    assert [(one.difference, one.low, one.high, one.p) for one in found.differences] == [(0, 0, 0, 1)]


@pytest.mark.filterwarnings("error")
def test_a_p_too_small_for_a_number_keeps_its_interval() -> None:
    values = np.random.default_rng(1).normal(0, 1e-9, (2, 60)) + np.array([[0.9], [0.1]])
    (one,) = standings_of(made(values, [f"t{at}" for at in range(60)], "topics"), Design.of()).differences
    assert one.p == 0
    assert one.low == pytest.approx(0.8)


def test_ranks_of_a_mean_of_0_do_not_say_that_two_are_the_same() -> None:
    values = np.array([[0.5, 0.7, 0.1, 0.3], [0.7, 0.5, 0.3, 0.1], [0.2, 0.1, 0.3, 0.4]])
    found = standings_of(made(values, ["a", "b", "c", "d"], "topics"), Design.of(test="wilcoxon"))
    assert found.test is not None and "the same everywhere" not in found.test


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ([[0.5, 0.75, 0.25], [0.25, 0.5, 0.0]], "a - b is 0.25 on every topic, so there is no spread"),
        ([[0.5], [0.25]], "found 1 topic; a test over topics needs two or more"),
        ([[0.5, float("nan")], [0.25, 0.5]], "^a score of a on t1 is undefined or absent"),
    ],
)
def test_what_tells_nothing_gives_no_number(values: list[list[float]], complaint: str) -> None:
    cells = {
        ("m", name, f"t{at}"): value for name, row in zip("ab", values, strict=True) for at, value in enumerate(row)
    }
    with pytest.raises((CoverageError, InputError), match=complaint):
        compare_scores(ScoreTable(cells, {}, "made"), None, Design.of())
