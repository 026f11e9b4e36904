"""The settings of a comparison, and the figures that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, cast

import pytest

import cliometer
from cliometer.engine.compare.figures import Design, figures_of, shared_topics
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError
from cliometer.model.score import Ratio, Score
from cliometer.settings.groups import Comparing
from tests.compared import benchmark

RUNS, GOLD = benchmark()
METRICS = ["date", "align+m1(rouge=1)", "agreement(rouge=2)", "agreement(rouge=W1.2)"]
RESULTS = cliometer.score(RUNS, GOLD, METRICS)


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


def undefined_on_alps(rule: Any, systems: Sequence[str] = tuple(RESULTS.systems)) -> Results:
    """The results, as if a topic held nothing that counts, for some systems."""
    nothing = Score(Ratio(0, 3), Ratio(0, 0))
    rows = [
        replace(row, score=nothing) if row.topic == "alps" and row.system in systems else row
        for row in RESULTS.rows
        if row.metric == "date"
    ]
    return replace(RESULTS, rows=rows, undefined=rule)


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


@pytest.mark.parametrize("settings", [{"baseline": "a"}, {"test": "wilcoxon"}, {"interval": "bca"}])
def test_groups_by_leaders_rest_on_t_tests_of_all_pairs(settings: Any) -> None:
    with pytest.raises(UsageError, match="groups by leaders rest on t tests of all pairs"):
        wrong(groups="leaders", **settings)


def test_every_setting_but_the_baseline_is_a_keyword() -> None:
    assert {*Comparing.__annotations__, "baseline"} == {field.name for field in fields(Design)}
