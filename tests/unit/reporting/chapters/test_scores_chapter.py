"""The section of scores: tables for every number of systems and topics, and figures of each metric."""

from __future__ import annotations

from typing import Any

import cliometer
from cliometer import score
from cliometer.engine.results import Results
from cliometer.model.records import head
from cliometer.model.timeline import Timeline
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.scores import mean_table, score_table, scores_section
from cliometer.reporting.document import Section
from tests.compared import benchmark
from tests.pictured import figures, listings, records, words

OIL = Timeline({"2010-04-20": ["The rig explodes"], "2010-07-15": ["The leak is sealed"]})
HALF = Timeline({"2010-04-20": ["The rig explodes"]})


def results(systems: str = "ab", topics: tuple[str, ...] = ("oil", "gas")) -> Results:
    runs = {name: dict.fromkeys(topics, HALF if name == "a" else OIL) for name in systems}
    return score(runs, dict.fromkeys(topics, OIL), ["date", "concat"])


def test_undefined_numbers_stay_undefined_in_every_table() -> None:
    found = score({"a": {"oil": OIL}}, {"oil": {"2010": ["oil"]}}, ["concat(rouge=2)"], "modern")
    assert score_table(found).rows == [["concat(rouge=2)", 0.0, None, None]]
    assert mean_table(found).rows == [["concat(rouge=2)", 1, 1, None, None, None, None]]


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


def test_one_topic_is_shown_system_by_system() -> None:
    assert list(figures(chapter(document("date", topics=1)))) == ["sides-date"]


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


def test_one_topic_has_scores_and_not_means() -> None:
    one, several = (listings(chapter(document("date", topics=topics)))[0].caption for topics in (1, 6))
    assert (one, several) == ("Scores", "Means over topics")


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
