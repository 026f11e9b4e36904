"""The settings of a comparison, and the figures that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, cast, get_args

import numpy as np
import pytest

import cliometer
from cliometer.engine.compare.figures import Design, figures_of, grouped, shared_topics
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError
from cliometer.model.score import Ratio, Score
from cliometer.settings.groups import Comparing, Test
from tests.compared import benchmark, tasks

RUNS, GOLD = benchmark()
METRICS = ["date", "align+m1(rouge=1)", "agreement(rouge=2)", "agreement(rouge=W1.2)"]
RESULTS = cliometer.score(RUNS, GOLD, METRICS)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("average", ["f-of-means", "mean-of-f"])
def test_averages_are_those_of_the_results(metric: str, average: Any) -> None:
    means = {mean.system: mean for mean in RESULTS.means() if mean.metric == metric}
    observed = figures_of(RESULTS, metric, Design.of(average=average)).aggregate.observed()
    wanted = [getattr(means[name], average.replace("-", "_")) for name in RESULTS.systems]
    assert observed == pytest.approx(wanted)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("side", ["precision", "recall"])
@pytest.mark.parametrize("average", ["f-of-means", "mean-of-f"])
def test_a_side_is_averaged_over_topics(metric: str, side: Any, average: Any) -> None:
    wanted = [getattr(mean, side) for mean in RESULTS.means() if mean.metric == metric]
    observed = figures_of(RESULTS, metric, Design.of(side=side, average=average)).aggregate.observed()
    assert observed == pytest.approx(wanted)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("side", ["f", "precision", "recall"])
def test_a_micro_average_pools_the_counts_before_it_divides(metric: str, side: Any) -> None:
    wanted = []
    for system in RESULTS.systems:
        rows = [row for row in RESULTS.rows if (row.system, row.metric) == (system, metric)]
        first, *rest = [row.score for row in rows if isinstance(row.score, Score)]
        wanted.append(sum(rest, start=first).numbers()[side])
    observed = figures_of(RESULTS, metric, Design.of(side=side, average="micro")).aggregate.observed()
    assert observed == pytest.approx(wanted)


def test_values_are_the_chosen_side_of_each_topic() -> None:
    figures = figures_of(RESULTS, "date", Design.of(side="recall"))
    rows = {(row.system, row.topic): row.score for row in RESULTS.rows if row.metric == "date"}
    for at, system in enumerate(figures.systems):
        assert figures.values[at].tolist() == [rows[system, topic].numbers()["recall"] for topic in figures.topics]


def test_tasks_of_one_topic_are_one_unit_and_count_by_their_mean() -> None:
    runs, gold = tasks()
    results = cliometer.score(runs, gold, ["date"])
    figures = figures_of(results, "date", Design.of())
    assert (figures.units, len(figures.topics)) == (6, 15)
    assert figures.contributions.mean(axis=1) == pytest.approx(figures.aggregate.observed())
    first = [row.score.numbers()["f"] for row in results.rows if row.system == "good"][:2]
    assert figures.values[0, 0] == pytest.approx(np.mean(np.array(first, dtype=float)))


def test_topics_without_a_common_parent_are_independent() -> None:
    assert grouped(["a", "b", "c/1"]) is None
    assert grouped(["a/1", "b/1"]) is None
    assert grouped(["a/1", "b/1", "a/2"]) == ("a", "b", "a")


def undefined_on_alps(rule: Any, systems: Sequence[str] = tuple(RESULTS.systems)) -> Results:
    """The results, as if a topic held nothing that counts, for some systems."""
    nothing = Score(Ratio(0, 3), Ratio(0, 0))
    rows = [
        replace(row, score=nothing) if row.topic == "alps" and row.system in systems else row
        for row in RESULTS.rows
        if row.metric == "date"
    ]
    return replace(RESULTS, rows=rows, undefined=rule)


def test_topics_that_the_preset_leaves_undefined_are_left_out() -> None:
    results = undefined_on_alps("null")
    figures = figures_of(results, "date", Design.of())
    assert figures.topics == ("bay", "cape", "dune", "elm", "fjord")
    assert figures.values.shape == (3, 5)
    wanted = [mean.f_of_means for mean in results.means()]
    assert figures.aggregate.observed() == pytest.approx(wanted)


@pytest.mark.parametrize("system", RESULTS.systems)
def test_a_topic_that_is_undefined_for_one_system_is_left_out_for_all(system: str) -> None:
    figures = figures_of(undefined_on_alps("null", [system]), "date", Design.of())
    assert figures.topics == ("bay", "cape", "dune", "elm", "fjord")


def test_an_undefined_cell_is_none_while_others_keep_their_number() -> None:
    figures = figures_of(undefined_on_alps("null", ["fair"]), "date", Design.of())
    assert list(figures.cells["fair"]) == RESULTS.topics
    assert [cells["alps"] is None for cells in figures.cells.values()] == [False, True, False]


def test_where_undefined_means_zero_they_count() -> None:
    figures = figures_of(undefined_on_alps("zero"), "date", Design.of())
    assert figures.cells["fair"]["alps"] == 0.0
    assert len(figures.topics) == 6
    assert figures.values[:, 0].tolist() == [0.0, 0.0, 0.0]


def test_a_metric_that_is_undefined_everywhere_cannot_be_compared() -> None:
    results = undefined_on_alps("null").without(["bay", "cape", "dune", "elm", "fjord"])
    with pytest.raises(InputError, match=r"date has no topic .* \(good, fair and bad: the references hold nothing"):
        figures_of(results, "date", Design.of())


def test_topics_that_a_run_lacks_are_left_out_for_all_with_a_note() -> None:
    part = {name: dict(run) for name, run in RUNS.items()}
    del part["fair"]["bay"]
    results = shared_topics(cliometer.score(part, GOLD, ["date"], missing="skip"))
    assert results.topics == ["alps", "cape", "dune", "elm", "fjord"]
    assert results.notes[0] == "left out for every system, because some lack them: bay (fair)"


def test_runs_that_share_no_topic_cannot_be_compared() -> None:
    runs = {"one": {"alps": RUNS["good"]["alps"]}, "two": {"bay": RUNS["good"]["bay"]}}
    gold = {topic: GOLD[topic] for topic in ("alps", "bay")}
    with pytest.raises(InputError, match="no topic was answered by every system"):
        shared_topics(cliometer.score(runs, gold, ["date"], missing="skip"))


wrong = cast("Any", Design.of)  # the calls are wrong on purpose


@pytest.mark.parametrize("name", ["side", "average", "weigh", "test", "correction", "interval"])
def test_a_word_that_no_setting_knows_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"unknown value of {name} 'x'; known: "):
        wrong(**{name: "x"})


@pytest.mark.parametrize("level", [0.0, 1.0, 95, -1.0, float("nan"), "0.9", None])
def test_a_level_is_between_none_and_all(level: object) -> None:
    with pytest.raises(UsageError, match="level must be a number between 0 and 1, found"):
        wrong(level=level)


@pytest.mark.parametrize("resamples", [-1, 0, 99, 1_000_001, 1000.0, "1000", None, True])
def test_resamples_are_enough_and_fit_into_memory(resamples: object) -> None:
    with pytest.raises(UsageError, match="resamples must be a whole number from 100 to 1,000,000, found"):
        wrong(resamples=resamples)


@pytest.mark.parametrize("test", get_args(Test))
def test_every_test_compares_the_same_number(test: Any) -> None:
    assert Design.of(test=test).averaged == "f-of-means"
    assert Design.of(test=test, average="micro").averaged == "micro"


def test_the_document_names_the_average_that_was_meant() -> None:
    assert Design.of().to_dict()["average"] == "f-of-means"
    assert list(Design.of(groups="leaders").to_dict()) == [field.name for field in fields(Design)]


def test_the_usual_groups_are_not_named_in_the_document() -> None:
    assert set(Design.of(groups="leaders").to_dict()) - set(Design.of().to_dict()) == {"groups"}


@pytest.mark.parametrize("settings", [{"baseline": "a"}, {"test": "wilcoxon"}, {"interval": "bca"}])
def test_groups_by_leaders_rest_on_t_tests_of_all_pairs(settings: Any) -> None:
    with pytest.raises(UsageError, match="groups by leaders rest on t tests of all pairs"):
        wrong(groups="leaders", **settings)


def test_every_setting_but_the_baseline_is_a_keyword() -> None:
    assert {*Comparing.__annotations__, "baseline"} == {field.name for field in fields(Design)}
