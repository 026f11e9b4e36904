"""The data of a topic: rows, flags, links, texts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cliometer.errors import UsageError
from cliometer.metrics.catalogue import parse
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.reporting.timeline_view.view_data import Flag, drawable, lateness, level, topic_view
from tests.unit.reporting.aligned.pairs import REFERENCE, pair, view


def flags(rows: list[list[Any]]) -> list[Flag]:
    """Of every row."""
    return [Flag(row[6]) for row in rows]


def test_a_row_holds_the_arithmetic_of_a_day() -> None:
    partner, late, weight, hits, size, credit, _ = pair()["r"][1]
    assert (partner, late, hits, size) == (1, 2, 2, 2)
    assert (weight, credit) == pytest.approx((1 / 3, 2 / 3), abs=1e-6)


def test_reference_dates_without_credit_are_missed() -> None:
    assert flags(pair()["r"]) == [Flag(0), Flag(0), Flag.MISSED]


def test_system_dates_are_late_or_spurious() -> None:
    assert flags(pair()["s"]) == [Flag(0), Flag.LATE, Flag.SPURIOUS]


def test_a_system_date_before_its_reference_date_is_early() -> None:
    rows = pair(system={"2010-04-23": ["Oil leaks."]})["s"]
    assert flags(rows) == [Flag.EARLY] and rows[0][1] == -1


def test_dates_that_overlap_are_neither_late_nor_early() -> None:
    assert lateness(When.parse("2010-04"), When.parse("2010-04-20")) == 0


def test_a_day_outdone_by_another_with_the_same_partner_is_repeated() -> None:
    days = {"2010-04-24": ["Oil leaks from a well."], "2010-04-25": ["Oil leaks, they say."]}
    gold = ReferenceSet([{"2010-04-24": ["Oil leaks from the well."]}])
    rows = pair(system=days, metric="align+m1(rouge=1)", references=gold, preset="paper2017")["s"]
    assert flags(rows) == [Flag(0), Flag.LATE | Flag.REPEATED]
    assert rows[1][7:] == [0, -1]


def test_a_day_that_says_what_an_earlier_day_said_is_repeated() -> None:
    days = {"2010-04-20": ["A rig explodes near Louisiana."], "2010-06-01": ["Rig explodes near Louisiana"]}
    rows = pair(system=days)["s"]
    assert flags(rows)[1] == Flag.SPURIOUS | Flag.REPEATED
    assert rows[1][7:] == [-1, 0]


def test_two_words_are_too_few_to_repeat() -> None:
    rows = pair(system={"2010-04-20": ["Rig explodes"], "2010-06-01": ["Rig explodes"]})["s"]
    assert Flag.REPEATED not in flags(rows)[1]


def test_a_pair_that_counts_for_both_sides_is_one_link() -> None:
    assert [link[:3] for link in pair()["l"]] == [[0, 0, 0], [1, 1, 0]]


def test_a_link_of_one_direction_says_for_which_side_it_counts() -> None:
    gold = ReferenceSet([{"2010-04-20": ["oil spill"], "2010-04-22": ["oil"]}])
    found = pair(system={"2010-04-20": ["oil spill"]}, metric="align+m1(rouge=1)", references=gold)
    assert [link[:3] for link in found["l"]] == [[0, 0, 0], [1, 0, 1]]
    turned = pair(
        system={"2010-04-20": ["oil spill"], "2010-04-22": ["oil"]},
        metric="align+m1(rouge=1)",
        references=ReferenceSet([{"2010-04-20": ["oil spill"]}]),
    )
    assert [link[:3] for link in turned["l"]] == [[0, 0, 0], [0, 1, 2]]


@pytest.mark.parametrize(
    ("share", "strength"), [(0, 0), (0.009, 0), (0.01, 1), (0.1, 2), (0.2, 3), (0.35, 4), (0.6, 5), (1, 5)]
)
def test_a_larger_share_has_a_stronger_colour(share: float, strength: int) -> None:
    assert level(share) == strength


def test_links_of_the_date_metric_join_the_same_dates() -> None:
    assert [link[:2] for link in pair(metric="date")["l"]] == [[0, 0]]


def test_whole_text_metrics_have_no_links() -> None:
    found = pair(metric="concat(rouge=2)")
    assert found["l"] == [] and all(row[5] is None for row in found["r"])


def test_texts_stand_once_however_many_systems_and_metrics_there_are() -> None:
    gold = ReferenceSet([Timeline(REFERENCE, "bbc")])
    ours = Timeline({"2010-05-27": ["Mud is pumped."]})
    data = topic_view("t", gold, {"a": ours, "b": Timeline()}, ["date", "align(rouge=1)", "align+m1(rouge=1)"])
    text = json.dumps(data)
    assert text.count("Mud is pumped.") == 1 and text.count("A rig explodes in the gulf.") == 1


def test_references_are_named_and_say_which_dates_are_theirs() -> None:
    other = Timeline({"2010-04-24": ["Another view."]})
    data = view(references=ReferenceSet([Timeline(REFERENCE, "bbc"), other]))
    assert data["names"] == ["bbc", "reference 2"]
    assert [[writer for writer, _ in day] for day in data["texts"]] == [[0], [0, 1], [0]]


def test_a_silent_system_misses_everything() -> None:
    data = topic_view("t", ReferenceSet([REFERENCE]), {"mute": Timeline()}, ["align+m1(rouge=1)"])
    found = data["systems"][0]["m"][0]
    assert flags(found["r"]) == [Flag.MISSED] * 3 and found["s"] == []


def test_what_has_no_value_says_why() -> None:
    found = pair(references=ReferenceSet([{"2010-01-01": []}]), preset="modern")
    assert found["v"]["recall"] is None and "references" in found["why"]


def test_metrics_that_have_no_days_are_refused() -> None:
    assert drawable(parse("date")) and not drawable(parse("fotw"))
    with pytest.raises(UsageError):
        view(metric="fotw")


def test_an_interval_keeps_its_last_day() -> None:
    days = view({"1997-06": ["In June."]})["systems"][0]["dates"]
    assert days == [["1997-06", When.parse("1997-06").first, When.parse("1997-06").last]]


def test_ledger_links_all_days_that_have_bookings_and_says_which_sentence_earned_from_which() -> None:
    said = {
        "2010-04-20": ["A rig explodes in the gulf.", "Oil leaks from the well."],
        "2010-04-23": ["Oil does not leak."],
    }
    found = json.loads(json.dumps(pair(system=said, metric="ledger")))
    assert [link[:2] for link in found["l"]] == [[0, 0], [1, 0], [1, 1]]
    (explodes,) = found["b"][0][0]
    assert explodes.startswith("A rig explodes in the gulf. \N{LEFTWARDS ARROW} A rig explodes in the gulf. (")
    assert found["b"][1][1][0].endswith("closeness 0.37, likeness 1; negation: not against none: Oil, leak)")
    assert found["b"][0][2] == [] and drawable(parse("ledger"))
    by_tally = json.loads(json.dumps(pair(system=said, metric="tally")))["b"][1][1][0]
    assert "closeness 0.61, likeness 1, covered 1; negation" in by_tally
