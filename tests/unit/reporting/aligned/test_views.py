"""The data of a topic, and the picture of a pair."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from cliometer.metrics.catalogue import parse
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.picture import SHAPES, signs, static_svg
from cliometer.reporting.timeline_view.view_data import Flag, drawable, topic_view
from tests.unit.reporting.aligned.pairs import REFERENCE, pair, view
from tests.unit.reporting.aligned.test_markup import EVIL


def flags(rows: list[list[Any]]) -> list[Flag]:
    """Of every row."""
    return [Flag(row[6]) for row in rows]


def test_reference_dates_without_credit_are_missed() -> None:
    assert flags(pair()["r"]) == [Flag(0), Flag(0), Flag.MISSED]


def test_system_dates_are_late_or_spurious() -> None:
    assert flags(pair()["s"]) == [Flag(0), Flag.LATE, Flag.SPURIOUS]


def test_a_system_date_before_its_reference_date_is_early() -> None:
    rows = pair(system={"2010-04-23": ["Oil leaks."]})["s"]
    assert flags(rows) == [Flag.EARLY] and rows[0][1] == -1


def test_a_pair_that_counts_for_both_sides_is_one_link() -> None:
    assert [link[:3] for link in pair()["l"]] == [[0, 0, 0], [1, 1, 0]]


def test_what_has_no_value_says_why() -> None:
    found = pair(references=ReferenceSet([{"2010-01-01": []}]), preset="modern")
    assert found["v"]["recall"] is None and "references" in found["why"]


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


def texts(svg: str) -> list[str]:
    """Every text of a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


def test_every_kind_of_day_has_a_shape_of_its_own() -> None:
    kinds = [Flag(0), Flag.MISSED, Flag.SPURIOUS, Flag.LATE, Flag.EARLY]
    for more in (Flag(0), Flag.REPEATED):
        found = [tuple(SHAPES[shape].path for _, shape in signs(kind | more, 4)) for kind in kinds]
        assert len(set(found)) == 5
        assert {len(paths) for paths in found} == {2 if more else 1}


@pytest.mark.parametrize("preset", ["tilse", "modern"])
def test_hostile_names_leave_the_picture_well_formed(preset: str) -> None:
    gold = ReferenceSet([Timeline({"2010-04-20": [EVIL]}, EVIL)])
    data = topic_view(EVIL, gold, {EVIL: Timeline({"2010-04-20": [EVIL]})}, ["concat(rouge=1)"], preset)
    assert any("</script>" in text for text in texts(static_svg(data, 0, 0)))


@pytest.mark.parametrize("system", [{}, {"-0799": ["Long ago."]}, {"Y-12000/2010": ["An age."]}])
def test_silent_systems_far_years_and_long_intervals_can_be_drawn(system: dict[str, list[str]]) -> None:
    data = topic_view("t", ReferenceSet([REFERENCE]), {"s": Timeline(system)}, ["align(rouge=1)"])
    ElementTree.fromstring(static_svg(data, 0, 0))


def test_stray_dates_stand_in_a_strip_and_are_counted() -> None:
    days = {f"2010-04-{day:02d}": ["Oil."] for day in range(1, 20)}
    written = " ".join(texts(static_svg(view({**days, "1950-01-01": ["Oil."], "2020-01-01": ["Oil."]}), 0, 0)))
    assert "1 earlier and 2 later" in written


def test_weak_links_that_are_left_out_are_counted() -> None:
    days = {f"{year}-01-01": ["oil and gas"] for year in range(1000, 1400)}
    gold = ReferenceSet([{date.replace("-01-01", "-06-01"): said for date, said in days.items()}])
    assert "400 links under 1 % not drawn" in static_svg(view(days, references=gold), 0, 0)


def days(*numbers: int) -> list[list[object]]:
    """Dates as views write them."""
    return [[str(number), number] for number in numbers]
