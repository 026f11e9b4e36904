"""A comparison as a page and as tables."""

from __future__ import annotations

from typing import Any

import pytest

import cliometer
from cliometer.engine.compare.figures import Design, score_word
from cliometer.errors import InputError
from cliometer.report.comparison_text import (
    ceilings_table,
    comparison_page,
    differences_table,
    standings_table,
)
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
    assert f"p: {found['date'].test}" in text.splitlines()


def test_a_tiny_p_is_not_shown_as_nought() -> None:
    runs, gold = benchmark(tuple(f"t{at}" for at in range(30)))
    text = comparison_page(compared(runs, gold, ["agreement(rouge=1)"], resamples=5000))
    assert "<0.001" in text
    assert " 0.000  0.000 " not in text


def test_what_is_not_there_is_a_dash() -> None:
    lone = compared({"good": RUNS["good"]}, gates=["date > 0.1"])
    (row,) = rows(comparison_page(lone), "system")
    assert row[-2:] == ["-", "-"]
    assert "difference" not in comparison_page(lone)


def test_the_writers_stand_first_and_each_system_has_a_verdict() -> None:
    found = compared()
    shown = rows(comparison_page(found), "who")
    assert shown[0] == ["writers", f"{found.ceilings[0].writers:.3f}", "1.000", "-", "-", "-", "-"]
    assert [" ".join(row[6:]) for row in shown[1:]] == [one.verdict for one in found.ceilings[0].systems]


def test_without_several_writers_no_ceiling_is_shown() -> None:
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    assert "Human ceiling" not in comparison_page(compared(gold=gold))


def test_one_topic_of_several_writers_is_one_topic() -> None:
    gold = {topic: writers if topic == "alps" else writers[:1] for topic, writers in GOLD.items()}
    assert "2 tasks of 1 topic\n" in comparison_page(compared(gold=gold))


def test_tasks_are_told_from_topics() -> None:
    runs, gold = tasks()
    assert comparison_page(compared(runs, gold)).startswith(
        "date on 15 tasks of 6 topics, with 95 % intervals (bca)"
    )


def test_the_page_ends_with_the_signature() -> None:
    found = compared()
    assert comparison_page(found).splitlines()[-1] == f"signature {found.signature}"


def test_every_metric_has_its_block() -> None:
    text = comparison_page(compared(metrics=["date", "align+m1"]))
    assert [line.split(" on ")[0] for line in text.splitlines() if " on 6 topics, with" in line] == [
        "date",
        "align+m1(rouge=1)",
    ]


def test_several_metrics_are_summed_up_first() -> None:
    found = compared(metrics=["date", "align+m1"])
    shown = rows(comparison_page(found), "metric")
    assert [row[:3] for row in shown] == [
        [one.metric, one.systems[0].system, f"{one.systems[0].score:.3f}"] for one in found.standings
    ]
    assert not comparison_page(compared()).startswith("metric")


def test_the_summary_parts_the_groups() -> None:
    text = comparison_page(compared(metrics=["date", "agreement(rouge=1)"], level=0.8, correction="none"))
    first, second, third = compared(level=0.8, correction="none")["date"].systems
    assert (first.letters, second.letters, third.letters) == ("a", "ab", "b")
    groups = f"{first.system}, {second.system} | {second.system}, {third.system}"
    assert " ".join(rows(text, "metric")[0][3:]) == groups


def test_with_a_baseline_the_summary_tells_who_differs_from_it() -> None:
    found = compared(metrics=["date", "agreement(rouge=1)"], baseline="bad", level=0.8, correction="none")
    difference = found["date"].differences[0]
    assert "  differ from bad\n" in comparison_page(found)
    assert f"good {difference.difference:+.3f}" in comparison_page(found).splitlines()[2]


def test_what_is_the_same_has_no_best() -> None:
    runs = {"one": RUNS["good"], "two": RUNS["good"]}
    text = comparison_page(compared(runs, metrics=["date", "align+m1"], gates=["date >= one"]))
    assert "all the same" in text.splitlines()[2] and text.splitlines()[2].endswith("not tested")


def test_the_legend_is_shown_once_and_names_the_test() -> None:
    text = comparison_page(compared(metrics=["date", "align+m1"]))
    line = "topics needed: for this effect to show in 4 of 5 tries by a paired t test"
    assert text.count(f"{line}; with fewer than 6 no p is 0.05 or less\n") == 1
    assert f"{line}\n" in comparison_page(compared(test="t"))


def test_three_systems_have_a_line_of_mean_ranks() -> None:
    found = compared()
    critical = found["date"].critical
    names = [one.system for one in found["date"].systems]
    ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in zip(names, critical.average_ranks, strict=True))
    line = f"mean ranks: {ranks}; critical difference {critical.critical_difference:.2f} (Nemenyi); Friedman "
    assert any(shown.startswith(line) for shown in comparison_page(found).splitlines())
    two = {name: RUNS[name] for name in ("good", "bad")}
    assert "mean ranks" not in comparison_page(compared(two))


def test_one_topic_has_no_interval_to_show() -> None:
    runs = {name: {"alps": run["alps"]} for name, run in RUNS.items()}
    text = comparison_page(compared(runs, {"alps": GOLD["alps"]}, gates=["date > 0.1"]))
    assert text.startswith("date on 1 topic\n")
    assert [row[2:] for row in rows(text, "system")] == [["-"] * 4] * 3


def test_nothing_is_a_share_of_writers_who_score_nought() -> None:
    writers = [{"2010-05-01": ["oil"]}, {"2010-06-01": ["rig"]}]
    other = {"2011-01-01": ["cap"]}
    runs = {"mine": dict.fromkeys("abc", writers[0]), "mute": dict.fromkeys("abc", other)}
    shown = rows(comparison_page(compared(runs, dict.fromkeys("abc", writers))), "who")
    assert shown[0] == ["writers", "0.000", "-", "-", "-", "-", "-"]


def test_the_table_of_the_ceiling_holds_writers_and_systems() -> None:
    found = compared(metrics=["date", "align+m1"])
    assert [row[:2] for row in ceilings_table(found).rows[:2]] == [["date", "writers"], ["date", "good"]]
    assert len(ceilings_table(found).rows) == 8
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    with pytest.raises(InputError, match="no topic has two writers"):
        ceilings_table(compared(gold=gold))


def test_a_gap_may_be_left_empty() -> None:
    found = compared(baseline="bad")
    assert standings_table(found).rows[0][5:] == ["-", "-"]
    assert standings_table(found, None).rows[0][5:] == [None, None]
    assert ceilings_table(found, None).rows[0][4:] == [None, None, None, None]


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


def test_a_metric_of_one_value_has_a_mean_of_its_own() -> None:
    assert score_word(Design(), "value") == "mean"
    assert score_word(Design(average="micro"), "value") == "micro mean"
