"""A comparison as a page and as tables."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer.errors import InputError
from cliometer.reporting.chapters.comparison import comparison_section, comparison_table
from cliometer.reporting.render.terminal import terminal
from tests.compared import benchmark

RUNS, GOLD = benchmark()


def compared(runs: Any = RUNS, gold: Any = GOLD, metrics: Any = ("date",), **settings: Any) -> Any:
    return cliometer.compare(runs, gold, list(metrics), **{"resamples": 100, **settings})


def comparison_page(found: Any) -> str:
    return terminal(comparison_section(found))


def rows(text: str, first: str) -> list[list[str]]:
    """The rows of the table whose heading starts with some words."""
    lines = text.splitlines()
    at = next(place for place, line in enumerate(lines) if " ".join(line.split()).startswith(f"{first} "))
    end = next((place for place in range(at, len(lines)) if not lines[place]), None)
    return [line.split() for line in lines[at + 2 : end]]


def test_one_topic_of_several_writers_is_one_topic() -> None:
    gold = {topic: writers if topic == "alps" else writers[:1] for topic, writers in GOLD.items()}
    assert "2 tasks of 1 topic." in comparison_page(compared(gold=gold))


def test_the_page_ends_with_the_signature() -> None:
    found = compared()
    assert comparison_page(found).splitlines()[-1] == f"signature {found.signature}"


def test_every_metric_has_its_block() -> None:
    text = comparison_page(compared(metrics=["date", "align+m1"]))
    assert text.count("\n\nOn 6 topics, with 95 % intervals (t)") == 2
    assert "\n\ndate\n\nOn 6" in text and "\n\nalign+m1(rouge=1)\n\nOn 6" in text


def test_with_a_baseline_the_summary_tells_who_differs_from_it() -> None:
    found = compared(metrics=["date", "agreement(rouge=1)"], baseline="bad", level=0.8, correction="none")
    difference = found["date"].differences[0]
    assert "  differ from bad\n" in comparison_page(found)
    assert f"good {difference.difference:+.3f}" in " ".join(rows(comparison_page(found), "metric")[0])


def test_what_is_the_same_has_no_best() -> None:
    runs = {"one": RUNS["good"], "two": RUNS["good"]}
    text = comparison_page(compared(runs, metrics=["date", "align+m1"], gates=["date >= one"]))
    (shown, *_) = map(" ".join, rows(text, "metric"))
    assert "all the same" in shown and shown.endswith("not tested")


def test_the_legend_is_shown_once_and_names_the_test() -> None:
    text = " ".join(comparison_page(compared(metrics=["date", "align+m1"], test="sign-flip")).split())
    line = "A paired t test shows this effect in 4 of 5 tries if it has the topics needed (in brackets: their interval)"
    assert text.count(f"{line}; with fewer than 6 no p is 0.05 or less. ") == 1
    assert f"{line}. " in " ".join(comparison_page(compared()).split())


def test_one_topic_has_no_interval_to_show() -> None:
    runs = {name: {"alps": run["alps"]} for name, run in RUNS.items()}
    text = comparison_page(compared(runs, {"alps": GOLD["alps"]}, gates=["date > 0.1"]))
    assert "\nOn 1 topic\n" in text
    assert [row[2:] for row in rows(text, "system")] == [["-"] * 2] * 3


def test_the_table_of_the_ceiling_holds_writers_and_systems() -> None:
    found = compared(metrics=["date", "align+m1"])
    assert [row[:2] for row in comparison_table(found, "human-level").rows[:2]] == [
        ["date", "writers"],
        ["date", "good"],
    ]
    assert len(comparison_table(found, "human-level").rows) == 8
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    with pytest.raises(InputError, match="no topic has two writers"):
        comparison_table(compared(gold=gold), "human-level")


def test_a_gap_may_be_left_empty() -> None:
    found = compared(baseline="bad")
    assert comparison_table(found, "systems").rows[0][5:] == ["-", "-"]
    assert comparison_table(found, "systems", None).rows[0][5:] == [None, None]
    assert comparison_table(found, "human-level", None).rows[0][4:] == [None, None, None, None]


def test_the_tables_hold_every_metric() -> None:
    found = compared(metrics=["date", "align+m1"])
    assert len(comparison_table(found, "systems").rows) == len(comparison_table(found, "differences").rows) == 6
    table = comparison_table(found, "differences", None)
    first = dict(zip(table.heading, table.rows[0], strict=True))
    assert first == {"metric": "date", **vars(found["date"].differences[0])}
