"""Two published runs on timeline17, and what its writers score against each other."""

from __future__ import annotations

import pytest

from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.human_level import HumanLevel
from cliometer.engine.compare.system_comparison import SystemComparison, compare_in
from cliometer.engine.file_evaluation import FileEvaluation
from tests.timeline17 import GOLD, RUNS, lay_out_runs, needs_timeline17

METRICS = ["date", "align+m1(rouge=1)", "align+m1(rouge=2)"]

pytestmark = needs_timeline17


@pytest.fixture(scope="module")
def comparison(tmp_path_factory: pytest.TempPathFactory) -> SystemComparison:
    """Each reference a task of its own; of bestds, one timeline has no reference."""
    paths = lay_out_runs(tmp_path_factory.mktemp("runs"))
    evaluation, notes = FileEvaluation(paths, [GOLD], METRICS, per_reference=True).read()
    return compare_in(evaluation, Design.of(resamples=2000, weigh="tasks"), ["date.f > writers"], notes=notes)


def human_level(comparison: SystemComparison, metric: str) -> HumanLevel:
    return next(one for one in comparison.human_levels if one.metric == metric)


@pytest.mark.parametrize(
    ("metric", "bestds", "bestsumm"),
    [("date", 0.532, 0.510), ("align+m1(rouge=1)", 0.1120, 0.1134), ("align+m1(rouge=2)", 0.0291, 0.0331)],
)
def test_the_scores_are_those_of_the_old_toolkit(
    comparison: SystemComparison, metric: str, bestds: float, bestsumm: float
) -> None:
    found = [comparison[metric][run].score for run in RUNS]
    assert found == pytest.approx([bestds, bestsumm], abs=0.0006 if metric == "date" else 0.00006)


def test_nineteen_tasks_are_nine_topics(comparison: SystemComparison) -> None:
    assert {(one.topics, one.independent_topics) for one in comparison.standings} == {(19, 9)}


@pytest.mark.parametrize("metric", METRICS)
def test_nine_topics_do_not_tell_the_two_apart(comparison: SystemComparison, metric: str) -> None:
    (difference,) = comparison[metric].differences
    assert difference.p > 0.3
    assert difference.low is not None and difference.high is not None
    assert difference.low < 0 < difference.high
    assert {one.letters for one in comparison[metric].systems} == {"a"}


def test_writers_meet_in_forty_ordered_pairs_of_four_topics(comparison: SystemComparison) -> None:
    assert {(one.tasks, one.topics) for one in comparison.human_levels} == {(40, 4)}


@pytest.mark.parametrize(
    ("metric", "low", "high"),
    [("date", 0.4005, 0.4015), ("align+m1(rouge=1)", 0.124, 0.130), ("align+m1(rouge=2)", 0.058, 0.062)],
)
def test_the_writers_score_what_was_measured_apart(
    comparison: SystemComparison, metric: str, low: float, high: float
) -> None:
    assert low < human_level(comparison, metric).writers < high


def test_systems_are_past_the_writers_in_dates_though_not_surely(comparison: SystemComparison) -> None:
    for one in human_level(comparison, "date").systems:
        assert one.quotient is not None
        assert one.quotient > 1
        assert one.verdict.startswith("not significant")  # four topics have several writers
    assert comparison.passed()
    assert not any(ruling.bound_passes for ruling in comparison.rulings)
