"""A comparison as a page and as tables."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer.engine.compare.design import Design
from cliometer.report.comparison import differences_table, page, score_word, standings_table
from tests.compared import benchmark, tasks

RUNS, GOLD = benchmark()


def compared(runs: Any = RUNS, gold: Any = GOLD, metrics: Any = ("date",), **settings: Any) -> Any:
    return cliometer.compare(runs, gold, list(metrics), **{"resamples": 100, **settings})


def rows(text: str, first: str) -> list[list[str]]:
    """The rows of the table whose heading starts with a word."""
    lines = text.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith(f"{first} "))
    end = next(
        (place for place in range(at, len(lines)) if not lines[place] or lines[place][:3] == "p: "), None
    )
    return [line.split() for line in lines[at + 2 : end]]


def test_systems_are_shown_best_first_with_three_decimals() -> None:
    found = compared()
    shown = rows(page(found), "system")
    assert [row[0] for row in shown] == [one.system for one in found["date"].systems]
    assert [row[1] for row in shown] == [f"{one.score:.3f}" for one in found["date"].systems]


def test_differences_show_their_record_and_how_p_was_found() -> None:
    found = compared()
    first = found["date"].differences[0]
    text = page(found)
    (row, *_) = rows(text, "difference")
    assert row[:3] == [first.first, "-", first.second]
    assert f"{first.won}-{first.tied}-{first.lost}" in row
    assert f"p: {found['date'].test}" in text.splitlines()


def test_a_tiny_p_is_not_shown_as_nought() -> None:
    runs, gold = benchmark(tuple(f"t{at}" for at in range(30)))
    text = page(compared(runs, gold, ["agreement(rouge=1)"], resamples=5000))
    assert "<0.001" in text
    assert " 0.000  0.000 " not in text


def test_what_is_not_there_is_a_dash() -> None:
    lone = compared({"good": RUNS["good"]}, gates=["date > 0.1"])
    (row,) = rows(page(lone), "system")
    assert row[-2:] == ["-", "-"]
    assert "difference" not in page(lone)


def test_the_writers_stand_first_and_each_system_has_a_verdict() -> None:
    found = compared()
    shown = rows(page(found), "who")
    assert shown[0] == ["writers", f"{found.ceilings[0].writers:.3f}", "1.000", "-", "-", "-"]
    assert [" ".join(row[5:]) for row in shown[1:]] == [one.verdict for one in found.ceilings[0].systems]


def test_without_several_writers_no_ceiling_is_shown() -> None:
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    assert "Human ceiling" not in page(compared(gold=gold))


def test_one_topic_of_several_writers_is_one_topic() -> None:
    gold = {topic: writers if topic == "alps" else writers[:1] for topic, writers in GOLD.items()}
    assert "2 tasks of 1 topic\n" in page(compared(gold=gold))


def test_tasks_are_told_from_topics() -> None:
    runs, gold = tasks()
    assert page(compared(runs, gold)).startswith("date on 15 tasks of 6 topics, with 95 % intervals (bca)")


def test_the_page_ends_with_the_signature() -> None:
    found = compared()
    assert page(found).splitlines()[-1] == f"signature {found.signature}"


def test_every_metric_has_its_block() -> None:
    text = page(compared(metrics=["date", "align+m1"]))
    assert [line.split(" on ")[0] for line in text.splitlines() if " on 6 topics, with" in line] == [
        "date",
        "align+m1(rouge=1)",
    ]


def test_the_tables_hold_every_metric() -> None:
    found = compared(metrics=["date", "align+m1"])
    assert len(standings_table(found).rows) == len(differences_table(found).rows) == 6
    table = differences_table(found)
    first = dict(zip(table.heading, table.rows[0], strict=True))
    assert first == {"metric": "date", **vars(found["date"].differences[0])}


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({}, "F of means"),
        ({"test": "t"}, "mean of F"),
        ({"average": "micro"}, "micro F"),
        ({"side": "recall"}, "mean recall"),
        ({"side": "precision", "average": "micro"}, "micro precision"),
    ],
)
def test_the_compared_number_is_named(settings: Any, word: str) -> None:
    assert score_word(Design(**settings)) == word
