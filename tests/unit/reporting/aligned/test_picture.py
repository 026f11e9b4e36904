"""The picture of a pair: its marks, its window of time and its axis."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.charts.grammar import COLOURS
from cliometer.reporting.timeline_view.picture import SHAPES, signs, static_svg
from cliometer.reporting.timeline_view.view_data import Flag, topic_view
from tests.unit.reporting.aligned.pairs import REFERENCE, view
from tests.unit.reporting.aligned.test_markup import EVIL


def texts(svg: str) -> list[str]:
    """Every text of a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


def test_the_picture_names_topic_system_metric_and_references() -> None:
    written = " ".join(texts(static_svg(view(), 0, 0))).translate({0x2068: "", 0x2069: ""})
    assert "spill · ours · align(rouge=1)" in written
    assert "Reference: bbc (3 dates)" in written and "System: ours (3 dates)" in written


def test_credit_is_drawn_in_the_colours_of_the_theme() -> None:
    colours = COLOURS["dark"]
    svg = static_svg(view(), 0, 0, theme="dark")
    assert colours["bad"] in svg and colours["warn"] in svg and COLOURS["light"]["bad"] not in svg


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


def test_all_dates_are_drawn_where_none_is_astray() -> None:
    assert "Only in the strip" not in static_svg(view(), 0, 0)


def test_weak_links_that_are_left_out_are_counted() -> None:
    days = {f"{year}-01-01": ["oil and gas"] for year in range(1000, 1400)}
    gold = ReferenceSet([{date.replace("-01-01", "-06-01"): said for date, said in days.items()}])
    assert "400 links under 1 % not drawn" in static_svg(view(days, references=gold), 0, 0)


def days(*numbers: int) -> list[list[object]]:
    """Dates as views write them."""
    return [[str(number), number] for number in numbers]
