"""The section of scores: tables for every number of systems and topics, and figures of each metric."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer import score
from cliometer.engine.compare.figures import Design
from cliometer.engine.results import Results
from cliometer.engine.value_evaluation import prepared
from cliometer.errors import InputError
from cliometer.model.records import head
from cliometer.model.timeline import Timeline
from cliometer.reporting.assembly import runs_document
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.scores import full_table, mean_table, score_table, scores_section, summary
from cliometer.reporting.document import Listing, Section
from tests.compared import benchmark
from tests.pictured import figures, listings, records, words

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


def document(*metrics: str, systems: int = 3, topics: int = 6) -> dict[str, Any]:
    runs, gold = benchmark()
    kept = list(gold)[:topics]
    some = {name: {topic: run[topic] for topic in kept} for name, run in list(runs.items())[:systems]}
    found: dict[str, Any] = cliometer.score(some, {topic: gold[topic] for topic in kept}, list(metrics)).to_dict()
    return found


def rows_of_one_value(metric: str, values: dict[str, list[float | None]]) -> dict[str, Any]:
    """As `cliometer score` prints them for a metric of one number."""
    rows = [
        {"system": system, "topic": f"t{at}", "metric": metric, "value": value}
        | ({"undefined": "no words"} if value is None else {})
        for system, own in values.items()
        for at, value in enumerate(own)
    ]
    means = []
    for system, own in values.items():
        known = [value for value in own if value is not None]
        mean = sum(known) / len(known) if known else None
        means.append({"system": system, "metric": metric, "topics": 2, "undefined": 0, "value": mean})
    return {**head("scores"), "notes": [], "signature": "made:here", "scores": rows, "means": means}


def chapter(of: dict[str, Any]) -> Section:
    return scores_section(Results.from_dict(of), FigureNames())


def test_means_of_every_system_are_listed_with_all_their_numbers() -> None:
    of = document("date")
    table = listings(chapter(of))[0].table
    assert list(table.heading)[-2:] == ["F of means", "mean of F"]
    assert [list(row) for row in table.rows] == [list(mean.values()) for mean in of["means"]]


def test_sides_of_the_means_are_those_of_the_document() -> None:
    of = document("date")
    drawn = records(figures(chapter(of))["sides-date"].spec, "side")
    found = {(one["name"], one["side"]): one["score"] for one in drawn}
    assert found == {
        (mean["system"], word): mean[key]
        for mean in of["means"]
        for key, word in (("precision", "precision"), ("recall", "recall"), ("f_of_means", "F of means"))
    }


def test_every_topic_and_system_has_a_cell_with_its_score() -> None:
    of = document("date")
    cells = {
        (one["row"], one["column"]): one["text"] for one in records(figures(chapter(of))["topics-date"].spec, "text")
    }
    assert cells == {(row["topic"], row["system"]): f"{row['f']:.3f}" for row in of["scores"]}


def test_one_system_is_shown_topic_by_topic_with_precision_and_recall() -> None:
    of = document("date", systems=1)
    drawn = records(figures(chapter(of))["topics-date"].spec, "side")
    assert {(one["name"], one["score"]) for one in drawn if one["side"] == "F"} == {
        (row["topic"], row["f"]) for row in of["scores"]
    }


def test_one_topic_is_shown_system_by_system() -> None:
    assert list(figures(chapter(document("date", topics=1)))) == ["sides-date"]


def test_the_best_by_each_metric_is_named() -> None:
    said = words(chapter(document("date", "agreement(rouge=1)")))
    assert "date: good is best over 6 topics, with F of means " in said and "agreement(rouge=1): good is best" in said


def test_where_lower_is_better_the_lowest_is_best_and_the_metric_says_so() -> None:
    section = chapter(rows_of_one_value("jsd", {"a": [0.5, 0.6], "b": [0.1, 0.3]}))
    assert section.sections[0].title == "jsd (lower is better)" and "b is best over 2 topics, with mean 0.200" in words(
        section
    )
    cells = {(one["row"], one["column"]): one["shade"] for one in records(figures(section)["topics-jsd"].spec, "shade")}
    assert (cells["t0", "b"], cells["t0", "a"]) == (1.0, 0.0)


def test_an_undefined_score_is_a_hollow_cell_and_its_reason_is_told() -> None:
    section = chapter(rows_of_one_value("cosine", {"a": [0.5, None], "b": [0.1, 0.3]}))
    cells = {(one["row"], one["column"]): one for one in records(figures(section)["topics-cosine"].spec, "shade")}
    assert (cells["t1", "a"]["shade"], cells["t1", "a"]["text"]) == (None, "undef.")
    assert "a on t1: undefined, no words" in words(section)


def test_a_system_without_any_score_stands_last() -> None:
    section = chapter(rows_of_one_value("cosine", {"a": [None, None], "b": [0.1, 0.3]}))
    assert figures(section)["topics-cosine"].table.heading == ["topic", "b", "a"]


def test_scores_that_hang_on_ties_are_listed_with_their_range() -> None:
    of = document("date")
    of["scores"][0]["ties"] = {"dates": 2, "range": {"f": [0.1, 0.4]}}
    (listing,) = [one for one in listings(chapter(of)) if "not unique" in one.caption]
    assert list(listing.table.rows[0])[-2:] == [0.1, 0.4]


def test_many_topics_and_systems_are_cut_in_the_picture_but_not_in_its_table() -> None:
    values: dict[str, list[float | None]] = {f"s{place:02}": [0.01 * place] * 120 for place in range(40)}
    section = chapter(rows_of_one_value("cosine", values))
    figure = figures(section)["topics-cosine"]
    assert len(records(figure.spec, "shade")) == 30 * 100
    assert (len(figure.table.rows), len(figure.table.heading)) == (120 * 40, 3)
    assert "The figure shows 30 of 40 systems on 100 of 120 topics; its table has all." in words(section)


def test_nine_systems_stand_side_by_side_and_ten_below_each_other() -> None:
    for systems, heading in ((9, ["topic", *(f"s{n}" for n in range(9))]), (10, ["topic", "system", "value"])):
        values: dict[str, list[float | None]] = {f"s{n}": [0.9 - 0.05 * n, 0.5] for n in range(systems)}
        table = figures(chapter(rows_of_one_value("cosine", values)))["topics-cosine"].table
        assert list(table.heading) == heading
    assert list(table.rows[0]) == ["t0", "s0", 0.9] and len(table.rows) == 20


def test_the_only_system_has_a_score_without_being_best() -> None:
    of = document("date", systems=1, topics=1)
    assert words(chapter(of)) == f"date: F {of['scores'][0]['f']:.3f} on {of['scores'][0]['topic']}."


def test_one_topic_has_scores_and_not_means() -> None:
    one, several = (listings(chapter(document("date", topics=topics)))[0].caption for topics in (1, 6))
    assert (one, several) == ("Scores", "Means over topics")


def test_compare_is_pointed_to_unless_the_report_compares() -> None:
    of = document("date")
    assert "cliometer compare tells" in words(chapter(of))
    assert "cliometer compare" not in words(scores_section(Results.from_dict(of), FigureNames(), compared=True))


def test_equal_runs_score_the_same_and_none_is_best() -> None:
    said = words(chapter(rows_of_one_value("cosine", {"a": [0.1, 0.5], "b": [0.3, 0.3]})))
    assert "cosine: both systems score the same over 2 topics, with mean 0.300 each." in said
    assert "best" not in said


def test_all_that_share_the_lead_are_named() -> None:
    said = words(chapter(rows_of_one_value("cosine", {"a": [0.3, 0.3], "b": [0.1, 0.5], "c": [0.1, 0.1]})))
    assert "cosine: a and b are best over 2 topics, with mean 0.300 each." in said


def test_the_only_system_with_a_score_is_not_the_best() -> None:
    said = words(chapter(rows_of_one_value("cosine", {"a": [None, None], "b": [0.1, 0.3]})))
    assert "cosine: b has mean 0.200 over 2 topics; no other system has a score." in said


def test_a_document_is_read_back_as_it_was_written() -> None:
    for of in (document("date", "align+m1"), rows_of_one_value("jsd", {"a": [0.5, None], "b": [0.1, 0.3]})):
        assert {**Results.from_dict(of).to_dict(), "cliometer": of["cliometer"]} == head("scores") | of


def test_a_score_that_is_no_number_is_refused_with_its_place() -> None:
    of = document("date")
    of["scores"][1]["f"] = "much"
    with pytest.raises(InputError, match=r"scores\[1\].f: expected a number, found"):
        chapter(of)
