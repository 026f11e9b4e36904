"""A whole comparison."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer.errors import CoverageError, UsageError
from tests.compared import benchmark

RUNS, GOLD = benchmark()
METRICS = ["date", "agreement(rouge=1)"]


def compared(*metrics: str, runs: Any = RUNS, gold: Any = GOLD, **settings: Any) -> Any:
    return cliometer.compare(runs, gold, list(metrics) or METRICS, **{"resamples": 100, **settings})


def test_scores_are_those_that_evaluate_gives() -> None:
    found = compared()
    for mean in cliometer.score(RUNS, GOLD, METRICS).means():
        assert found[mean.metric][mean.system].score == pytest.approx(mean.f_of_means)


@pytest.mark.parametrize("preset", ["tilse", "paper2017", "modern"])
def test_every_preset_can_be_compared(preset: str) -> None:
    found = compared(preset=preset)
    (mean, *_) = cliometer.score(RUNS, GOLD, METRICS, preset=preset).means()
    assert found["date"]["good"].score == pytest.approx(mean.f_of_means)
    assert f"preset:{preset}|" in str(found.signature)


def test_a_metric_may_be_asked_for_as_it_was_written() -> None:
    found = compared("align+m1")
    assert found["align+m1"] is found["align+m1(rouge=1)"] is found.standings[0]


def test_a_metric_that_was_not_compared_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown metric of the comparison 'align"):
        compared()["align"]


def test_metrics_that_only_a_gate_names_are_compared_as_well() -> None:
    found = compared("date", gates=["date > 0.1", "align+m1 > 0.9"])
    assert [one.metric for one in found.standings] == ["date", "align+m1(rouge=1)"]
    assert not found.passed()
    assert compared("date", gates=["date > 0.1"]).passed()


@pytest.mark.parametrize("gates", ["date > 1", 3, None, [3], [None]])
def test_gates_are_a_list_of_gates(gates: object) -> None:
    with pytest.raises(UsageError, match=r'gates must be a list, found|expected a .*gate such as .*"align\+m1.*found'):
        compared(gates=gates)


def test_without_gates_everything_passes() -> None:
    assert compared().passed()


def test_the_signature_holds_all_that_the_numbers_hang_on() -> None:
    text = str(compared(seed=5, test="t", level=0.9, baseline="bad").signature)
    tail = "side:f|average:f-of-means|weigh:topics|test:t|correction:holm|interval:t|level:0.9|resamples:100|seed:5"
    assert text.endswith(f"{tail}|margin:0.1|baseline:bad")
    assert "averaging" not in text


def test_the_document_says_what_the_gates_decided() -> None:
    gate = f"date > {compared('date')['date']['fair'].score - 0.001!r}"
    runs = {"fair": RUNS["fair"]}
    for confident in (False, True):
        document = compared("date", runs=runs, gates=[gate], confident=confident).to_dict()
        assert document["passed"] is document["gates"][0]["passed"] is not confident


def test_a_gate_on_what_the_gold_does_not_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="ts is measured against nuggets"):
        compared("date", gates=["ts > 0.1"])


def test_a_gate_on_the_value_of_a_metric_of_three_numbers_is_refused() -> None:
    with pytest.raises(UsageError, match="date has no single value"):
        compared("date", gates=["date.value > 0.1"])


def test_topics_without_a_reference_are_an_error_unless_skipped() -> None:
    gold = {topic: writers for topic, writers in GOLD.items() if topic != "bay"}
    with pytest.raises(CoverageError, match="timelines without a reference: bay"):
        compared(gold=gold)
    assert compared(gold=gold, extra="skip")["date"].topics == 5


def test_a_comparison_shows_its_size() -> None:
    assert repr(compared()) == "SystemComparison(3 systems, 2 metrics)"


def test_the_document_holds_the_compared_number_of_every_topic() -> None:
    results = cliometer.score(RUNS, GOLD, ["date"])
    wanted: dict[str, dict[str, float | None]] = {}
    for row in results.rows:
        wanted.setdefault(row.system, {})[row.topic] = results.numbers(row)["recall"]
    (entry,) = compared("date", side="recall").to_dict()["comparisons"]
    assert {one["system"]: one["topics"] for one in entry["systems"]} == wanted
