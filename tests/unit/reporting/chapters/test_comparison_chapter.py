"""The chapter of a comparison: pictures hold the numbers of the document, sentences what was found."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import cliometer
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.comparison import BROKEN, comparison_section
from cliometer.reporting.document import Section
from cliometer.reporting.render.terminal import terminal
from tests.compared import benchmark
from tests.pictured import HOSTILE, compared, figures, listings, records, words

SCORES = {
    "good": [0.9, 0.8, 0.85, 0.95, 0.7, 0.75, 0.8, 0.9],
    "fair": [0.88, 0.82, 0.8, 0.9, 0.72, 0.7, 0.82, 0.9],
    "poor": [0.3, 0.2, 0.35, 0.25, 0.4, 0.3, 0.2, 0.1],
}


@cache
def _written() -> str:
    runs, gold = benchmark()
    found = cliometer.compare(runs, gold, ["date", "agreement(rouge=1)"], resamples=100, gates=["date.f >= 0.9"])
    return json.dumps(found.to_dict())


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_written())
    return found


def chapter(of: dict[str, Any]) -> Section:
    return comparison_section(SystemComparison.from_dict(of), FigureNames())


def spec(of: dict[str, Any], name: str) -> Any:
    return figures(chapter(of))[name].spec


def test_the_best_of_a_topic_is_the_lowest_where_lower_is_better() -> None:
    panels = records(spec(compared(SCORES, lower=["q"]), "topics-q"), "best")
    assert {one["system"] for one in panels if one["best"]} == {"poor"}


def test_an_undefined_value_is_shown_as_such_and_named() -> None:
    of = compared(SCORES)
    of["comparisons"][0]["systems"][0]["topics"]["t3"] = None
    panel = [one for one in records(spec(of, "topics-q"), "value") if one["value"] is None]
    assert [(one["topic"], one["shown"]) for one in panel] == [("t3", "undefined")]
    assert "Left out for all systems, because it is undefined for at least one: t3." in words(chapter(of))


def test_a_score_that_is_not_certain_enough_fails_by_its_bound() -> None:
    of = document()
    of["gates"][0] |= {"score": 1.0, "confidence_bound": 0.5, "confident": True}
    (table, *_) = [one.table for one in listings(chapter(of)) if one.caption.startswith("Gates")]
    assert table.rows[0][0] == f"{BROKEN} by its bound"


def test_hostile_names_are_values_only_and_long_pairs_keep_apart() -> None:
    of = compared(
        {
            name: [0.1 * place + 0.01 * (at + 1) ** (1 + place / 3) for at in range(4)]
            for place, name in enumerate(HOSTILE)
        }
    )
    pairs = [one["pair"] for one in records(spec(of, "differences-q"), "difference")]
    assert len(set(pairs)) == len(pairs) == 10 and max(map(len, pairs)) < 50
    scores = {"a": [0.1, 0.2, 0.3, 0.5], "b": [0.3, 0.2, 0.1, 0.0], "c": [0.2, 0.1, 0.4, 0.3]}
    long = compared({"x" * 300 + tail: own for tail, own in scores.items()})
    labels = [one["pair"] for one in records(spec(long, "differences-q"), "difference")]
    assert len(set(labels)) == 3


def test_a_terminal_says_which_long_tables_it_leaves_out_and_how_to_print_them() -> None:
    text = " ".join(terminal(comparison_section(SystemComparison.from_dict(_many()))).split())
    left_out = "rows and is left out here; cliometer compare --csv --table"
    assert f"The table of systems has 70 {left_out} systems prints all." in text
    assert f"The table of differences has 2,415 {left_out} differences prints all." in text
    assert "The table has the first" not in text
    assert "left out here" not in terminal(comparison_section(SystemComparison.from_dict(document())))
    assert "left out here" not in words(chapter(_many()))


def test_bars_are_cut_to_the_systems_that_are_shown_and_none_covers_another() -> None:
    bars = records(figures(chapter(_many()))["ranks-q"].spec, "level")
    spans = sorted((one["low"], one["high"]) for one in bars)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(spans))


def _many(count: int = 70) -> dict[str, Any]:
    """Made by hand, since tests of so many systems take their time; who is ten places away is beaten."""
    of = compared(SCORES)
    (entry,) = of["comparisons"]
    names = [f"s{place:02}" for place in range(count)]
    one, other = entry["systems"][0], entry["differences"][0]
    entry["systems"] = [{**one, "system": name, "score": 1 - place / 100} for place, name in enumerate(names)]
    entry["differences"] = [
        {**other, "first": names[a], "second": names[b], "corrected_p": 0.01 if b - a > 9 else 1.0}
        for a, b in combinations(range(count), 2)
    ]
    entry["critical_difference"] |= {
        "average_ranks": {name: 1.0 + place for place, name in enumerate(names)},
        "bars": [names[start : start + 8] for start in range(count - 7)],
    }
    return of


def test_systems_not_told_apart_from_a_baseline_have_a_p_above_the_limit() -> None:
    said = words(chapter(compared(SCORES, baseline="fair")))
    assert "good is not significantly different from the baseline fair (p > 0.05 after Holm)." in said


def test_all_that_share_the_highest_score_are_named_without_an_interval() -> None:
    said = words(chapter(compared({**SCORES, "twin": SCORES["good"][::-1]})))
    assert "Over 8 topics good and twin score highest: mean 0.831 each. " in said


def test_a_single_system_is_not_the_highest() -> None:
    said = words(chapter(compared({"good": SCORES["good"]}, gates=["q >= 0.1"])))
    assert "Over 8 topics good has mean 0.831, 95 % interval" in said


def test_writers_beyond_the_figure_are_counted_in_a_note() -> None:
    of = document()
    (one, *_) = of["human_levels"][0]["systems"]
    of["human_levels"][0]["systems"] = [{**one, "system": f"s{place}"} for place in range(61)]
    assert "The figure shows 60 of 61 systems; its table has all." in words(chapter(of))


def test_no_table_behind_a_picture_of_many_systems_has_a_column_for_each() -> None:
    assert max(len(one.table.heading) for one in figures(chapter(_many(10))).values()) < 9
    few, many_ = (figures(chapter(_many(n)))["p-values-q"].table for n in (9, 10))
    assert (len(few.heading), list(many_.heading)) == (9, ["system", "beside", "corrected p"])
    assert len(many_.rows) == 45


def test_pairs_with_one_system_in_common_are_named_by_the_other_and_the_axis_names_it() -> None:
    drawn = spec(_many(7), "differences-q")
    assert [one["pair"] for one in records(drawn, "difference")] == [f"s0{n}" for n in range(1, 7)]
    assert "s00 \N{MINUS SIGN} system of the row, q" in json.dumps(drawn, ensure_ascii=False)
