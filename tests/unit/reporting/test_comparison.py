"""A comparison as a page and as tables; the registries as documents."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer.errors import UsageError
from cliometer.expressions import settings_of
from cliometer.metrics.base import metrics
from cliometer.reporting.chapters.comparison import comparison_section, comparison_table
from cliometer.reporting.registry_text import describe, registry_text
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


def test_one_topic_has_no_interval_to_show() -> None:
    runs = {name: {"alps": run["alps"]} for name, run in RUNS.items()}
    text = comparison_page(compared(runs, {"alps": GOLD["alps"]}, gates=["date > 0.1"]))
    assert "\nOn 1 topic\n" in text
    assert [row[2:] for row in rows(text, "system")] == [["-"] * 2] * 3


def test_a_gap_may_be_left_empty() -> None:
    found = compared(baseline="bad")
    assert comparison_table(found, "systems").rows[0][5:] == ["-", "-"]
    assert comparison_table(found, "systems", None).rows[0][5:] == [None, None]
    assert comparison_table(found, "human-level", None).rows[0][4:] == [None, None, None, None]


@pytest.mark.parametrize("name", metrics.names)
def test_a_metric_tells_formula_citation_and_every_setting(name: str) -> None:
    page = registry_text(describe(name))
    assert page.startswith(f"{name}: ")
    assert "formula: " in page and "citation: " in page
    assert all(f"\n{field.name} " in page for field in settings_of(metrics[name]))


def test_an_unknown_name_has_near_misses() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'aling'; did you mean align"):
        describe("aling")


def test_a_name_of_the_field_is_told_ours() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'AR-L'; did you mean align\+m1\(rouge=L\)\?"):
        describe("AR-L")
    assert describe("AR-1") == describe("align+m1")
