"""Results as tables."""

from __future__ import annotations

from cliometer import score
from cliometer.engine.compare.figures import Design
from cliometer.engine.results import Results
from cliometer.engine.value_evaluation import prepared
from cliometer.model.timeline import Timeline
from cliometer.reporting.assembly import runs_document
from cliometer.reporting.chapters.scores import full_table, mean_table, score_table, summary
from cliometer.reporting.document import Listing

OIL = Timeline({"2010-04-20": ["The rig explodes"], "2010-07-15": ["The leak is sealed"]})
HALF = Timeline({"2010-04-20": ["The rig explodes"]})


def results(systems: str = "ab", topics: tuple[str, ...] = ("oil", "gas")) -> Results:
    runs = {name: dict.fromkeys(topics, HALF if name == "a" else OIL) for name in systems}
    return score(runs, dict.fromkeys(topics, OIL), ["date", "concat"])


def test_one_pair_shows_its_metrics_alone() -> None:
    table = summary(results("a", ("oil",)))
    assert table.heading == ["metric", "precision", "recall", "F"]
    assert table.rows[0] == ["date", 1.0, 0.5, 2 / 3]


def test_several_systems_on_one_topic_show_the_scores_of_each() -> None:
    table = summary(results("ab", ("oil",)))
    assert table.heading == ["system", "metric", "precision", "recall", "F"]
    assert [row[:2] for row in table.rows] == [
        ["a", "date"], ["a", "concat(rouge=1)"], ["b", "date"], ["b", "concat(rouge=1)"],
    ]  # fmt: skip


def test_several_topics_show_means_with_both_averages_of_f() -> None:
    table = summary(results())
    assert table == mean_table(results())
    assert table.heading[-4:] == ["precision", "recall", "F of means", "mean of F"]
    assert table.rows[0] == ["a", "date", 2, 0, 1.0, 0.5, 2 / 3, 2 / 3]


def test_means_of_one_system_do_not_repeat_its_name() -> None:
    assert mean_table(results("a")).heading[0] == "metric"


def test_every_topic_has_a_row_on_demand() -> None:
    table = score_table(results("a"))
    assert table.heading[:2] == ["topic", "metric"]
    assert [row[0] for row in table.rows] == ["oil", "oil", "gas", "gas"]


def test_the_full_table_always_has_all_columns() -> None:
    table = full_table(results("a", ("oil",)))
    assert table.heading == ["system", "topic", "metric", "precision", "recall", "f"]
    assert table.rows[0] == ["a", "oil", "date", 1.0, 0.5, 2 / 3]


def test_undefined_numbers_stay_undefined_in_every_table() -> None:
    found = score({"a": {"oil": OIL}}, {"oil": {"2010": ["oil"]}}, ["concat(rouge=2)"], "modern")
    assert score_table(found).rows == [["concat(rouge=2)", 0.0, None, None]]
    assert mean_table(found).rows == [["concat(rouge=2)", 1, 1, None, None, None, None]]


def test_a_report_counts_tasks_and_topics_apart() -> None:
    gold = {f"oil/{writer}": OIL for writer in ("ap", "bbc", "cnn")} | {"gas/ap": OIL}
    evaluation = prepared({"a": dict.fromkeys(gold, HALF)}, gold, ["date"])
    found = runs_document(evaluation, Design.of(), topics_shown=0)
    assert found.title == "a on 4 tasks of 2 topics"
    means = found.sections[-1].blocks[0]
    assert isinstance(means, Listing) and means.caption == "Means over tasks"
    assert repr(evaluation.run()) == "Results(1 system, 4 tasks of 2 topics, 1 metric)"
