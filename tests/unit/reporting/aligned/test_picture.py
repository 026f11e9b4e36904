"""The picture of a pair: its marks, its window of time and its axis."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.reporting.charts.grammar import COLOURS
from cliometer.reporting.timeline_view.picture import (
    LINK,
    SHAPES,
    bar_heights,
    drawing,
    signs,
    static_svg,
    ticks,
    year_name,
)
from cliometer.reporting.timeline_view.view_data import Flag, topic_view, whole_span, window
from tests.strategies import ordinals
from tests.unit.reporting.aligned.pairs import REFERENCE, view
from tests.unit.reporting.aligned.test_markup import EVIL


def texts(svg: str) -> list[str]:
    """Every text of a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


def test_the_picture_names_topic_system_metric_and_references() -> None:
    written = " ".join(texts(static_svg(view(), 0, 0))).translate({0x2068: "", 0x2069: ""})
    assert "spill · ours · align(rouge=1)" in written
    assert "Reference: bbc (3 dates)" in written and "System: ours (3 dates)" in written


def test_names_of_many_references_are_left_out_where_they_have_no_room() -> None:
    gold = ReferenceSet([Timeline({"2010-04-20": ["Oil."]}, f"newspaper {n}") for n in range(12)])
    drawn = [" ".join(texts(static_svg(view(references=gold), 0, 0, width))) for width in (900, 3000)]
    assert ["newspap" in words for words in drawn] == [False, True]
    assert all("12 references" in words for words in drawn)


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


def test_a_day_that_says_a_quarter_has_a_bar_of_half_the_height() -> None:
    assert bar_heights([[-1, 0, 1, 0, size, 0, 0] for size in (100, 25, 0)]) == [60, 30, 2]


def test_a_mark_has_the_flags_of_its_day_and_a_link_those_of_both_ends() -> None:
    marks = drawing(view(), 0, 0)
    flags = {Flag.MISSED: 1, Flag.SPURIOUS: 1, Flag.LATE: 1, Flag(0): 3}  # days by their flags
    for flag, days in flags.items():
        assert sum(len(found.places) for found in marks if found.look == "size" and found.flags == flag) == days
    assert sorted(found.flags for found in marks if found.path == LINK) == [Flag(0), Flag.LATE]


def test_shapes_grow_with_the_room_of_a_day_up_to_their_full_size() -> None:
    small, middle, full, fuller = (SHAPES["bar"].drawn(room, 30) for room in (0.5, 4, 12, 400))
    assert small == "m-.5 0h1v30h-1z" and full == fuller == "m -4  0h 8v30h -8z"
    assert len({small, middle, full}) == 3


def test_links_that_count_for_one_side_are_dashed() -> None:
    gold = ReferenceSet([{"2010-04-20": ["oil spill"], "2010-04-22": ["oil"]}])
    one_way = view({"2010-04-20": ["oil spill"]}, "align+m1(rouge=1)", gold)
    dashes = [svg.count("stroke-dasharray") for svg in (static_svg(view(), 0, 0), static_svg(one_way, 0, 0))]
    assert dashes == [1, 2]  # one stands in the legend


def test_weak_links_that_are_left_out_are_counted() -> None:
    days = {f"{year}-01-01": ["oil and gas"] for year in range(1000, 1400)}
    gold = ReferenceSet([{date.replace("-01-01", "-06-01"): said for date, said in days.items()}])
    assert "400 links under 1 % not drawn" in static_svg(view(days, references=gold), 0, 0)


def days(*numbers: int) -> list[list[object]]:
    """Dates as views write them."""
    return [[str(number), number] for number in numbers]


def test_stray_dates_are_left_out_of_the_window() -> None:
    first, last = window(days(*range(100, 120), 5_000)) or (0.0, 0.0)
    assert 95 < first < 100 and 120 < last < 125


def test_evenly_spread_dates_are_shown_as_a_whole() -> None:
    assert window(days(*range(0, 300, 10))) is None


def test_a_few_dates_need_no_window() -> None:
    assert window(days(1, 2, 3, 900)) is None


def test_dates_of_one_day_have_a_span() -> None:
    first, last = whole_span(days(7))
    assert first < 7 < last and whole_span([])[0] < whole_span([])[1]


def labels(first: str, last: str, width: float = 900) -> list[str]:
    """The labels of an axis."""
    start, end = When.parse(first).first, When.parse(last).last
    return [tick.label for tick in ticks(start, end, width / (end - start))]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("2010-04-01", "2010-04-05", "1 2 3 4 5"),
        ("2010-04-01", "2010-05-20", "1 8 15 22 1 8 15"),
        ("2010-01", "2010-12", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        ("2010-01", "2012-12", "Jan Apr Jul Oct Jan Apr Jul Oct Jan Apr Jul Oct"),
        ("1990", "2009", "1990 1992 1994 1996 1998 2000 2002 2004 2006 2008"),
        ("-0003", "0012", "4 BC 3 BC 2 BC 1 BC 1 2 3 4 5 6 7 8 9 10 11 12"),
    ],
)
def test_labels_adapt_to_the_span(first: str, last: str, expected: str) -> None:
    assert " ".join(labels(first, last)) == expected


def test_there_is_no_year_nought() -> None:
    assert [year_name(year) for year in (1, 0, -799)] == ["1", "1 BC", "800 BC"]


@given(ordinals, st.integers(3, 10**11), st.integers(300, 2000))
def test_ticks_lie_in_order_and_apart(first: int, span: int, width: int) -> None:
    scale = width / span
    found = [tick.day for tick in ticks(first, first + span, scale)]
    assert len(found) <= width / 25 + 2
    assert all(scale * (b - a) >= 25 for a, b in pairwise(found))
