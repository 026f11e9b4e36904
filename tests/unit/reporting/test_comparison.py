"""A comparison as a page and as tables."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer.engine.compare.figures import Design, score_word
from cliometer.errors import InputError
from cliometer.reporting.chapters.comparison import comparison_section, comparison_table
from cliometer.reporting.render.terminal import terminal
from tests.compared import benchmark, tasks

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


def test_systems_are_shown_best_first_with_three_decimals() -> None:
    found = compared()
    shown = rows(comparison_page(found), "system")
    assert [row[0] for row in shown] == [one.system for one in found["date"].systems]
    assert [row[1] for row in shown] == [f"{one.score:.3f}" for one in found["date"].systems]


def test_differences_show_their_record_and_how_p_was_found() -> None:
    found = compared()
    first = found["date"].differences[0]
    text = comparison_page(found)
    (row, *_) = rows(text, "difference")
    assert row[:3] == [first.first, "-", first.second]
    assert f"{first.won}-{first.tied}-{first.lost}" in row
    assert f"Differences; p: {found['date'].test}." in " ".join(text.split())


def test_a_tiny_p_is_not_shown_as_nought() -> None:
    runs, gold = benchmark(tuple(f"t{at}" for at in range(30)))
    text = comparison_page(compared(runs, gold, ["agreement(rouge=1)"], resamples=5000))
    assert "<0.001" in text
    assert " 0.000  0.000 " not in text


def test_what_is_not_there_is_a_dash() -> None:
    lone = compared({"good": RUNS["good"]}, gates=["date > 0.1"])
    (row,) = rows(comparison_page(lone), "system")
    assert row[0] == "good" and len(row) == 4
    assert "won-tied-lost" not in comparison_page(lone)


def test_the_writers_have_a_sentence_and_each_system_a_verdict() -> None:
    found = compared()
    text = comparison_page(found)
    assert f"writers scored against each other reach {found.human_levels[0].writers:.3f} (95 % interval" in text
    shown = {row[0]: " ".join(row[6:]) for row in rows(text, "system F of means of writers")}
    for one in found.human_levels[0].systems:  # a long verdict goes on in the next line
        assert shown[one.system] and one.verdict.startswith(shown[one.system])


def test_without_several_writers_no_ceiling_is_shown() -> None:
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    assert "Human level" not in comparison_page(compared(gold=gold))


def test_one_topic_of_several_writers_is_one_topic() -> None:
    gold = {topic: writers if topic == "alps" else writers[:1] for topic, writers in GOLD.items()}
    assert "2 tasks of 1 topic." in comparison_page(compared(gold=gold))


def test_tasks_are_told_from_topics() -> None:
    runs, gold = tasks()
    text = comparison_page(compared(runs, gold))
    assert "\ndate\n\nOn 15 tasks of 6 topics, each topic weighing alike, with 95 % intervals (t)" in text


def test_the_page_ends_with_the_signature() -> None:
    found = compared()
    assert comparison_page(found).splitlines()[-1] == f"signature {found.signature}"


def test_every_metric_has_its_block() -> None:
    text = comparison_page(compared(metrics=["date", "align+m1"]))
    assert text.count("\n\nOn 6 topics, with 95 % intervals (t)") == 2
    assert "\n\ndate\n\nOn 6" in text and "\n\nalign+m1(rouge=1)\n\nOn 6" in text


def test_several_metrics_are_summed_up_first() -> None:
    found = compared(metrics=["date", "align+m1"])
    shown = rows(comparison_page(found), "metric")
    assert [row[:3] for row in shown] == [
        [one.metric, one.systems[0].system, f"{one.systems[0].score:.3f}"] for one in found.standings
    ]
    assert "\nmetric " not in comparison_page(compared())


def test_the_summary_parts_the_groups() -> None:
    text = comparison_page(compared(metrics=["date", "agreement(rouge=1)"], level=0.9, correction="none"))
    first, second, third = compared(level=0.9, correction="none")["date"].systems
    assert (first.letters, second.letters, third.letters) == ("a", "ab", "b")
    groups = f"{first.system}, {second.system} | {second.system}, {third.system}"
    assert " ".join(rows(text, "metric")[0][3:]) == groups


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


def test_three_systems_have_a_line_of_mean_ranks() -> None:
    found = compared()
    critical = found["date"].critical_difference
    ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in critical.average_ranks.items())
    line = f"Mean ranks: {ranks}; critical difference {critical.critical_difference:.2f} (Nemenyi); Friedman"
    assert line in " ".join(comparison_page(found).split())
    two = {name: RUNS[name] for name in ("good", "bad")}
    assert "Mean ranks" not in comparison_page(compared(two))


def test_one_topic_has_no_interval_to_show() -> None:
    runs = {name: {"alps": run["alps"]} for name, run in RUNS.items()}
    text = comparison_page(compared(runs, {"alps": GOLD["alps"]}, gates=["date > 0.1"]))
    assert "\nOn 1 topic\n" in text
    assert [row[2:] for row in rows(text, "system")] == [["-"] * 2] * 3


def test_nothing_is_a_share_of_writers_who_score_nought() -> None:
    writers = [{"2010-05-01": ["oil"]}, {"2010-06-01": ["rig"]}]
    other = {"2011-01-01": ["cap"]}
    runs = {"mine": {**dict.fromkeys("ab", writers[0]), "c": other}, "mute": dict.fromkeys("abc", other)}
    found = compared(runs, dict.fromkeys("abc", writers))
    assert comparison_table(found, "human-level").rows[0][2:] == [0.0, "-", "-", "-", "-", "-"]
    shown = rows(comparison_page(found), "system F of means of writers")
    assert [row[2:5] for row in shown] == [["-"] * 3] * 2


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


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({}, "F of means"),
        ({"average": "mean-of-f"}, "mean of F"),
        ({"average": "micro"}, "micro F"),
        ({"side": "recall"}, "mean recall"),
        ({"side": "precision", "average": "micro"}, "micro precision"),
    ],
)
def test_the_compared_number_is_named(settings: Any, word: str) -> None:
    assert score_word(Design.of(**settings)) == word


def test_a_metric_of_one_value_has_a_mean_of_its_own() -> None:
    assert score_word(Design.of(), "value") == "mean"
    assert score_word(Design.of(average="micro"), "value") == "micro mean"
