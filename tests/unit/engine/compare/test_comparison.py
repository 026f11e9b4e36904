"""A whole comparison."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

import cliometer
from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.score_comparison import compare_scores
from cliometer.errors import CoverageError, InputError, UsageError
from cliometer.model.judgements import ScoreTable
from cliometer.model.score import f_measure
from tests.compared import benchmark, tasks

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


def test_the_document_is_strict_json() -> None:
    document = compared(gates=["date > writers - 0.5", "date.recall > 0.2"]).to_dict()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert set(document) == {
        "cliometer", "kind", "format", "signature", "design", "notes", "comparisons", "human_levels", "gates", "passed",
        "bounds",
    }  # fmt: skip
    assert document["gates"][0]["gate"] == "date.f > writers - 0.5"
    assert list(document["comparisons"][0]["differences"][0]) == [
        "first", "second", "difference", "low", "high", "p", "corrected_p", "effect", "won", "tied", "lost",
        "topics_needed", "topics_needed_low", "topics_needed_high", "detectable_difference",
    ]  # fmt: skip


def test_a_lone_system_needs_a_gate() -> None:
    lone = {"good": RUNS["good"]}
    with pytest.raises(UsageError, match="needs two systems or more, found only good; name another run, or set a gate"):
        compared(runs=lone)
    found = compared(runs=lone, gates=["date > 0.1"])
    assert found.passed()
    assert found["date"].differences == []
    assert found["date"]["good"].letters is None


def test_copied_runs_get_means_and_intervals_without_a_test() -> None:
    comparison = compared(runs={"one": RUNS["good"], "two": RUNS["good"]})
    assert comparison["date"].differences == []
    assert comparison["date"]["one"].low == comparison["date"]["two"].low is not None
    notes = [note for note in comparison.notes if getattr(note, "rule", "") == "systems-tied"]
    assert notes and all(note.weight == "decisive" and "were the runs copied?" in note for note in notes)


@pytest.mark.parametrize("confident", [False, True])
@pytest.mark.parametrize("test", ["randomisation", "t", "wilcoxon"])
def test_copied_runs_keep_a_gate(test: str, confident: bool) -> None:
    runs = {"new": RUNS["good"], "old": RUNS["good"]}
    gates = ["date >= baseline - 0.01", "date >= old"]
    found = compared("date", runs=runs, gates=gates, baseline="old", confident=confident, test=test)
    assert found.passed()
    assert [(ruling.system, ruling.confidence_bound) for ruling in found.rulings] == [("new", 0), ("new", 0)]
    assert found["date"].differences == []
    assert "date: all systems score the same on every topic, so nothing was tested" in found.notes


def test_the_document_says_what_the_gates_decided() -> None:
    gate = f"date > {compared('date')['date']['fair'].score - 0.001!r}"
    runs = {"fair": RUNS["fair"]}
    for confident in (False, True):
        document = compared("date", runs=runs, gates=[gate], confident=confident).to_dict()
        assert document["passed"] is document["gates"][0]["passed"] is not confident


def test_a_metric_on_which_all_tie_does_not_stop_the_others() -> None:
    runs = {name: {t: {when: [name] for when in one} for t, one in RUNS["good"].items()} for name in ("oil", "rig")}
    found = compared(runs=runs)
    assert found["date"].differences == []
    assert len(found["agreement(rouge=1)"].differences) == 1
    assert "date: all systems score the same on every topic, so nothing was tested" in found.notes


@pytest.mark.parametrize("gold", [{"alps": GOLD["alps"]}, {"alps/1": GOLD["alps"][:1], "alps/2": GOLD["alps"][1:]}])
def test_one_topic_is_too_few(gold: Any) -> None:
    runs = {name: dict.fromkeys(gold, run["alps"]) for name, run in RUNS.items()}
    with pytest.raises(InputError, match="needs two or more"):
        compared(runs=runs, gold=gold)


def test_a_gate_on_one_topic_needs_no_test() -> None:
    runs = {name: {"alps": run["alps"]} for name, run in RUNS.items()}
    gold = {"alps": GOLD["alps"]}
    found = compared("date", runs=runs, gold=gold, gates=["date > 0.1"])
    assert [(one.low, one.high, one.letters) for one in found["date"].systems] == [(None, None, None)] * 3
    assert [ruling.confidence_bound for ruling in found.rulings] == [None] * 3
    assert "date: found 1 topic, so there are no intervals and nothing was tested" in found.notes
    with pytest.raises(InputError, match="needs two or more"):
        compared("date", runs={"good": runs["good"]}, gold=gold, gates=["date > 0.1"], confident=True)


def test_a_gate_on_what_the_gold_does_not_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="ts is measured against nuggets"):
        compared("date", gates=["ts > 0.1"])


def test_a_gate_on_the_value_of_a_metric_of_three_numbers_is_refused() -> None:
    with pytest.raises(UsageError, match="date has no single value"):
        compared("date", gates=["date.value > 0.1"])


def test_a_remark_on_all_metrics_is_made_once() -> None:
    few = [*GOLD][:4]
    runs = {name: {topic: run[topic] for topic in few} for name, run in RUNS.items()}
    notes = compared(runs=runs, gold={topic: GOLD[topic] for topic in few}, test="sign-flip").notes
    assert [note for note in notes if "can be significant" in note] == [
        "4 topics, 3 comparisons: no difference can be significant at 0.05; the smallest possible corrected "
        "p is 0.375; more topics or fewer comparisons are needed"
    ]


def test_missing_topics_are_an_error_that_names_the_way_out() -> None:
    runs = {**RUNS, "fair": {topic: one for topic, one in RUNS["fair"].items() if topic != "bay"}}
    with pytest.raises(CoverageError, match=r"fair has no timeline for bay .* --missing skip"):
        compared(runs=runs)
    found = compared(runs=runs, missing="skip")
    assert found["date"].topics == 5
    assert "left out for every system, because some lack them: bay (fair)" in found.notes
    gold = {topic: writers for topic, writers in GOLD.items() if topic != "bay"}
    rest = {name: {topic: one for topic, one in run.items() if topic != "bay"} for name, run in RUNS.items()}
    assert found["date"] == compared(runs=rest, gold=gold)["date"]


def test_missing_topics_may_score_nothing() -> None:
    runs = {**RUNS, "fair": {topic: one for topic, one in RUNS["fair"].items() if topic != "bay"}}
    found = compared("date", runs=runs, missing="zero")
    rows = cliometer.score(runs, GOLD, ["date"], missing="skip").rows
    sides = [(row.score.numbers()["precision"], row.score.numbers()["recall"]) for row in rows if row.system == "fair"]
    precision, recall = (sum(cast("list[float]", side)) / 6 for side in zip(*sides, strict=True))
    assert found["date"]["fair"].score == pytest.approx(f_measure(precision, recall))


def test_topics_without_a_reference_are_an_error_unless_skipped() -> None:
    gold = {topic: writers for topic, writers in GOLD.items() if topic != "bay"}
    with pytest.raises(CoverageError, match="timelines without a reference: bay"):
        compared(gold=gold)
    assert compared(gold=gold, extra="skip")["date"].topics == 5


def test_tasks_of_one_topic_are_drawn_together() -> None:
    runs, gold = tasks()
    found = compared(runs=runs, gold=gold)["date"]
    assert (found.topics, found.independent_topics) == (15, 6)
    assert "6 topics with all their tasks" in found.test


def test_few_topics_with_several_writers_are_a_rough_guide() -> None:
    gold = {topic: writers[: 1 + (topic < "c")] for topic, writers in GOLD.items()}
    note = "human level: only 2 topics with several writers, so it is a rough guide"
    assert note in compared(gold=gold).notes
    assert not any("rough guide" in note for note in compared().notes)


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown argument of compare 'sead'; did you mean seed"):
        compared(sead=3)


def test_a_comparison_shows_its_size() -> None:
    assert repr(compared()) == "SystemComparison(3 systems, 2 metrics)"


def test_the_document_holds_the_compared_number_of_every_topic() -> None:
    results = cliometer.score(RUNS, GOLD, ["date"])
    wanted: dict[str, dict[str, float | None]] = {}
    for row in results.rows:
        wanted.setdefault(row.system, {})[row.topic] = results.numbers(row)["recall"]
    (entry,) = compared("date", side="recall").to_dict()["comparisons"]
    assert {one["system"]: one["topics"] for one in entry["systems"]} == wanted


def test_tasks_of_one_topic_have_a_number_each() -> None:
    runs, gold = tasks()
    (entry,) = compared("date", runs=runs, gold=gold).to_dict()["comparisons"]
    assert entry["independent_topics"] < entry["topics"] == len(gold)
    assert all(list(one["topics"]) == list(gold) for one in entry["systems"])


@pytest.mark.parametrize("lower", [True, False])
def test_the_document_says_whether_lower_is_better(lower: bool) -> None:
    cells = {("wer", one, topic): v * (1 + at) for v, one in enumerate("ab") for at, topic in enumerate("tuvwxy")}
    table, design = ScoreTable(cells, {}, "made"), Design.of(resamples=100)
    found = compare_scores(table, None, design, lower=["wer"] if lower else [])
    (entry,) = cast(Any, found.to_dict()["comparisons"])
    assert entry["lower_is_better"] is lower
    assert list(entry["systems"][0]["topics"].values()) == ([0] * 6 if lower else [1, 2, 3, 4, 5, 6])
