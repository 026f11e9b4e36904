"""The chapter of a comparison: pictures hold the numbers of the document, sentences what was found."""

from __future__ import annotations

import copy
import json
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest

import cliometer
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.errors import InputError
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.comparison import BROKEN, KEPT, comparison_section
from cliometer.reporting.document import Section
from cliometer.reporting.render.terminal import terminal
from cliometer.text.tables import shown_p
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


def test_means_and_intervals_are_those_of_the_document_in_its_order() -> None:
    drawn = records(spec(document(), "means-date"), "score")
    assert [(one["system"], one["score"], one["low"], one["high"]) for one in drawn] == [
        (one["system"], one["score"], one["low"], one["high"]) for one in document()["comparisons"][0]["systems"]
    ]


def test_the_human_ceiling_is_a_line_with_its_interval_and_its_name() -> None:
    human_level = document()["human_levels"][0]
    line = records(spec(document(), "means-date"), "label")[0]
    assert (line["value"], line["low"], line["high"]) == (
        human_level["writers"],
        human_level["low"],
        human_level["high"],
    )
    assert line["label"] == f"human writers {human_level['writers']:.3f}"


def test_letters_stand_each_in_its_column() -> None:
    of = compared(SCORES)
    for place, letters in enumerate(("a", "ab", "b")):
        of["comparisons"][0]["systems"][place]["letters"] = letters
    beside = {one["system"]: one["beside"] for one in records(spec(of, "means-q"), "beside")}
    assert beside == {"good": [(0, "a")], "fair": [(0, "a"), (1, "b")], "poor": [(1, "b")]}


def test_after_z_letters_stand_as_they_are() -> None:
    of = compared(SCORES)
    of["comparisons"][0]["systems"][0]["letters"] = "zaaab"
    assert records(spec(of, "means-q"), "beside")[0]["beside"] == [(0, "zaaab")]


def test_differences_by_topic_are_those_of_the_values() -> None:
    dots = records(spec(compared(SCORES), "differences-q"), "by")
    own = [one for one in dots if one["pair"] == "good \N{MINUS SIGN} poor"]
    assert [one["by"] for one in own] == pytest.approx(
        [a - b for a, b in zip(SCORES["good"], SCORES["poor"], strict=True)]
    )


def test_marks_of_topics_agree_with_the_record_of_the_pair() -> None:
    of = compared(SCORES)
    dots = records(spec(of, "differences-q"), "outcome")
    for one in of["comparisons"][0]["differences"]:
        own = [dot["outcome"] for dot in dots if dot["pair"] == f"{one['first']} \N{MINUS SIGN} {one['second']}"]
        assert [own.count(word) for word in ("first better", "the same", "second better")] == [
            one["won"],
            one["tied"],
            one["lost"],
        ]


def test_where_lower_is_better_a_lower_value_wins_and_the_sides_are_swapped() -> None:
    of = compared(SCORES, lower=["q"])
    drawn = spec(of, "differences-q")
    dots = [one for one in records(drawn, "by") if one["pair"] == "poor \N{MINUS SIGN} good"]
    assert all(one["by"] < 0 and one["outcome"] == "first better" for one in dots) and len(dots) == 8
    assert records(drawn, "word", "at")[0]["word"] == "\N{LEFTWARDS ARROW} first better"
    assert "poor scores lowest, which is best" in words(chapter(of))
    assert "poor beats good (p < 0.001" in words(chapter(of))
    assert chapter(of).sections[0].title == "q (lower is better)"


def test_the_best_of_a_topic_is_the_lowest_where_lower_is_better() -> None:
    panels = records(spec(compared(SCORES, lower=["q"]), "topics-q"), "best")
    assert {one["system"] for one in panels if one["best"]} == {"poor"}


def test_panels_hold_the_values_of_topics() -> None:
    panels = records(spec(compared(SCORES), "topics-q"), "value")
    assert {(one["system"], one["topic"]): one["value"] for one in panels} == {
        (system, f"t{place}"): value for system, own in SCORES.items() for place, value in enumerate(own)
    }


def test_an_undefined_value_is_shown_as_such_and_named() -> None:
    of = compared(SCORES)
    of["comparisons"][0]["systems"][0]["topics"]["t3"] = None
    panel = [one for one in records(spec(of, "topics-q"), "value") if one["value"] is None]
    assert [(one["topic"], one["shown"]) for one in panel] == [("t3", "undefined")]
    assert "Left out for all systems, because it is undefined for at least one: t3." in words(chapter(of))


def test_the_p_matrix_holds_corrected_values_and_fills_those_that_differ() -> None:
    of = compared(SCORES)
    cells = {(one["row"], one["column"]): one for one in records(spec(of, "p-values-q"), "shade")}
    for one in of["comparisons"][0]["differences"]:
        found = cells[one["first"], one["second"]]
        assert found["text"] == shown_p(one["corrected_p"])
        assert (found["shade"] is not None) == (one["corrected_p"] <= 0.05)


def test_ranks_and_bars_are_those_of_the_document() -> None:
    of = compared(SCORES)
    entry = of["comparisons"][0]["critical_difference"]
    hung = records(spec(of, "ranks-q"), "side")
    assert {one["system"]: one["rank"] for one in hung} == entry["average_ranks"]
    assert len(records(spec(of, "ranks-q"), "level")) == len(entry["bars"])


def test_two_systems_have_no_ranks_and_no_matrix() -> None:
    of = compared({name: SCORES[name] for name in ("good", "poor")})
    assert set(figures(chapter(of))) == {"means-q", "differences-q", "topics-q"}


def test_sentences_say_who_beats_whom_and_who_cannot_be_told_apart() -> None:
    said = words(chapter(compared(SCORES)))
    assert "Over 8 topics good scores highest: mean 0.831" in said
    assert "good and fair do not differ significantly (p = " in said
    assert "good beats poor (p < 0.001 " in said and "after Holm)" in said


def test_systems_beside_a_baseline_are_better_worse_or_not_told_apart() -> None:
    of = compared(SCORES, baseline="fair")
    beside = {one["system"]: (one["role"], one["beside"][0][1]) for one in records(spec(of, "means-q"), "role")}
    assert beside["fair"] == ("baseline", "baseline")
    assert beside["good"][1].startswith("no difference, p = ") and beside["poor"][1].startswith("worse, p < ")
    assert "poor is worse than the baseline fair (p <= 0.05 after Holm)." in words(chapter(of))


def test_gates_have_words_and_signs() -> None:
    (table, *_) = [one.table for one in listings(chapter(document())) if one.caption.startswith("Gates")]
    verdicts = {row[1]: row[0] for row in table.rows}
    assert verdicts == {
        one["system"]: KEPT if one["passed"] else f"{BROKEN} by its score" for one in document()["gates"]
    }
    assert "failed" in words(chapter(document())).partition("Gates: of 3, ")[2]


def test_a_score_that_is_not_certain_enough_fails_by_its_bound() -> None:
    of = document()
    of["gates"][0] |= {"score": 1.0, "confidence_bound": 0.5, "confident": True}
    (table, *_) = [one.table for one in listings(chapter(of)) if one.caption.startswith("Gates")]
    assert table.rows[0][0] == f"{BROKEN} by its bound"


def test_the_overview_shows_all_metrics_and_is_missing_where_there_is_one() -> None:
    cells = records(spec(document(), "overview"), "column")
    assert {one["column"] for one in cells} == {"date", "agreement(rouge=1)"}
    assert "overview" not in figures(chapter(compared(SCORES)))


def test_verdicts_beside_writers_are_those_of_the_document() -> None:
    human_level = document()["human_levels"][0]
    rows = figures(chapter(document()))["writers-date"].table.rows
    assert {row[0]: row[-1] for row in rows} == {one["system"]: one["verdict"] for one in human_level["systems"]}
    drawn = records(spec(document(), "writers-date"), "beside")
    assert {one["name"]: one["value"] for one in drawn} == {
        one["system"]: one["quotient"] for one in human_level["systems"]
    }


def test_one_system_with_a_gate_has_its_means() -> None:
    of = compared({"good": SCORES["good"]}, gates=["q >= 0.1"])
    assert "means-q" in figures(chapter(of)) and "No difference was tested." in words(chapter(of))


def test_one_topic_has_means_without_intervals() -> None:
    of = compared({"good": [0.5], "poor": [0.2]}, gates=["q >= 0.1"])
    (good, poor) = records(spec(of, "means-q"), "score")
    assert (good["low"], poor["high"]) == (None, None)
    assert "interval" not in figures(chapter(of))["means-q"].caption


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


def test_many_systems_are_drawn_beside_the_best_and_notes_say_what_is_left_out() -> None:
    of = _many()
    drawn = figures(chapter(of))
    assert len(records(drawn["differences-q"].spec, "difference")) == 40
    assert len(records(drawn["means-q"].spec, "score")) == 60 and len(drawn["means-q"].table.rows) == 70
    assert "p-values-q" not in drawn
    said = words(chapter(of))
    assert "The figure shows 60 of 70 systems; its table has all." in said
    assert "It beats 60 of the 69 other systems (p <= 0.05 after Holm)." in said
    assert "It does not differ significantly from s01, s02, s03, s04, s05, s06, s07, s08 and 1 more." in said
    assert "The figure shows 40 of 2415 pairs, those with s00, which comes first; the table" in said
    assert "The table has the first 500 of 2,415 pairs; cliometer compare --csv prints all." in said


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


def test_a_chapter_leaves_its_document_as_it_was() -> None:
    of = document()
    before = copy.deepcopy(of)
    chapter(of)
    assert of == before


def test_systems_not_told_apart_from_a_baseline_have_a_p_above_the_limit() -> None:
    said = words(chapter(compared(SCORES, baseline="fair")))
    assert "good is not significantly different from the baseline fair (p > 0.05 after Holm)." in said


@pytest.mark.parametrize(("p", "ends"), [(0.01, "p = 0.010."), (0.2, "p = 0.200, so take the order as a hint.")])
def test_ranks_without_significance_are_a_hint(p: float, ends: str) -> None:
    of = compared(SCORES)
    of["comparisons"][0]["critical_difference"]["p_value"] = p
    assert figures(chapter(of))["ranks-q"].caption.endswith(f"Friedman's test of all systems: {ends}")


def test_all_that_share_the_highest_score_are_named_without_an_interval() -> None:
    said = words(chapter(compared({**SCORES, "twin": SCORES["good"][::-1]})))
    assert "Over 8 topics good and twin score highest: mean 0.831 each. " in said


def test_systems_that_score_the_same_have_no_best() -> None:
    said = words(chapter(compared({"good": SCORES["good"], "twin": SCORES["good"][::-1]})))
    assert "Over 8 topics both systems score the same: mean 0.831 each. " in said


def test_a_single_system_is_not_the_highest() -> None:
    said = words(chapter(compared({"good": SCORES["good"]}, gates=["q >= 0.1"])))
    assert "Over 8 topics good has mean 0.831, 95 % interval" in said


def test_where_several_lead_the_one_that_is_compared_is_named() -> None:
    of = _many(7)
    for one in of["comparisons"][0]["systems"][:2]:
        one["score"] = 1.0
    assert "s00 does not differ significantly from s01, s02" in words(chapter(of))


def test_a_document_is_read_back_as_it_was_written() -> None:
    assert SystemComparison.from_dict(document()).to_dict() == document()
    assert SystemComparison.from_dict(compared(SCORES)).to_dict() == compared(SCORES)


def test_a_document_without_a_member_is_refused_with_its_place() -> None:
    of = compared(SCORES)
    del of["comparisons"][0]["systems"][1]["score"]
    with pytest.raises(InputError, match=r"comparisons\[0\].systems\[1\]: expected a member 'score'"):
        chapter(of)


def test_writers_beyond_the_figure_are_counted_in_a_note() -> None:
    of = document()
    (one, *_) = of["human_levels"][0]["systems"]
    of["human_levels"][0]["systems"] = [{**one, "system": f"s{place}"} for place in range(61)]
    assert "The figure shows 60 of 61 systems; its table has all." in words(chapter(of))


def test_the_table_of_differences_has_a_line_for_each_pair_and_topic() -> None:
    of = compared(SCORES)
    table = figures(chapter(of))["differences-q"].table
    assert list(table.heading) == ["systems", "topic", "difference", "low", "high"]
    (first, *_) = of["comparisons"][0]["differences"]
    assert list(table.rows[0]) == ["good - fair", "all topics", *(first[k] for k in ("difference", "low", "high"))]
    assert list(table.rows[1]) == ["good - fair", "t0", pytest.approx(0.02), "-", "-"]
    assert len(table.rows) == 3 * (1 + 8)


def test_no_table_behind_a_picture_of_many_systems_has_a_column_for_each() -> None:
    assert max(len(one.table.heading) for one in figures(chapter(_many(10))).values()) < 9
    few, many_ = (figures(chapter(_many(n)))["p-values-q"].table for n in (9, 10))
    assert (len(few.heading), list(many_.heading)) == (9, ["system", "beside", "corrected p"])
    assert len(many_.rows) == 45


def test_pairs_with_one_system_in_common_are_named_by_the_other_and_the_axis_names_it() -> None:
    drawn = spec(_many(7), "differences-q")
    assert [one["pair"] for one in records(drawn, "difference")] == [f"s0{n}" for n in range(1, 7)]
    assert "s00 \N{MINUS SIGN} system of the row, q" in json.dumps(drawn, ensure_ascii=False)


def test_systems_beside_a_baseline_are_named_without_it() -> None:
    drawn = spec(compared(SCORES, baseline="fair"), "differences-q")
    assert [one["pair"] for one in records(drawn, "difference")] == ["good", "poor"]
    assert "system of the row \N{MINUS SIGN} fair, q" in json.dumps(drawn, ensure_ascii=False)


def test_captions_say_whose_the_verdict_is() -> None:
    several, two = (
        figures(chapter(compared({name: SCORES[name] for name in names})))["differences-q"].caption
        for names in (("good", "fair", "poor"), ("good", "fair"))
    )
    assert "simultaneous" in several and "exactly where the corrected p is significant" in several
    assert "of each difference by itself" in two and "corrected" not in two
    drawn = figures(chapter(document()))
    assert "exclude 1 exactly where the corrected p is significant" in drawn["writers-date"].caption
    assert "weaker than the paired tests" in drawn["ranks-date"].caption


def test_p_stands_in_its_column_without_its_name() -> None:
    table = figures(chapter(document()))["writers-date"].table
    shown = [str(row[list(table.heading).index("p (Holm)")]) for row in table.rows]
    assert not any("p" in one for one in shown)
