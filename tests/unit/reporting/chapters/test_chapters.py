"""The table of chapters, what several of them use, and the chapter of order and reading."""

from __future__ import annotations

import pytest

from cliometer.court.votes.design_power import PowerRow, VotePower
from cliometer.engine.evaluation import Evaluation
from cliometer.metrics.order import Order
from cliometer.metrics.reading import Granularity, Reader
from cliometer.model.timeline import ReferenceSet
from cliometer.reporting.chapters import HOMES, kind_named, result_section
from cliometer.reporting.chapters.base import COLUMNS, FigureNames, Row, default_section, gathered
from cliometer.reporting.chapters.event_order import reading_sections
from cliometer.reporting.document import Figure, Notes
from cliometer.reporting.render.terminal import terminal
from tests.properties.test_order import JUNK, timeline


@pytest.mark.parametrize("name", HOMES)
def test_every_kind_of_result_is_found_by_its_name_alone(name: str) -> None:
    kind = kind_named(name)
    assert kind is not None and kind.reads.kind == name
    home = HOMES[name].removeprefix(".")
    assert kind.build is default_section or kind.build.__module__ == f"cliometer.reporting.chapters.{home}"


def test_a_result_without_a_chapter_has_its_tables_and_numbers() -> None:
    row = PowerRow(0.6, None, 3, None, None, None)
    text = terminal(result_section(VotePower((row,), 2, 12, 0.0, 0.1, 0.0, 0.05, 0.8, notes=("seen",))))
    assert text.startswith("Designs\n\nshare  topics  votes") and "0.600  -           3" in text
    assert "With systems 2, cap 12, ties 0, correlation 0.1" in text


MANY = [f"s{place}" for place in range(COLUMNS + 1)]


def test_nought_is_something_unless_it_is_said_to_be_nothing() -> None:
    rows: list[Row] = [(["n"], [0.0, 0.5, *["-"] * (COLUMNS - 1)])]
    assert gathered(["nugget"], MANY, rows, "told by").rows == [["n", "s0 0.000, s1 0.500"]]
    shares: list[Row] = [(["u"], [0.0, 0.5, *[0.0] * (COLUMNS - 1)])]
    assert gathered(["unit"], MANY, shares, "covered by", nothing=0.0).rows == [["u", "s1 0.500"]]


SYSTEMS = {"turned": {"t": timeline([2, 1, 3, 4])}, "junk": {"t": JUNK}}
GOLD = {"t": ReferenceSet([timeline([1, 2]), timeline([1, 2, 3, 4])])}


def test_lines_join_the_places_of_matched_events_with_those_of_the_nearest_reference() -> None:
    (section,) = reading_sections(Evaluation(SYSTEMS, GOLD, [Order()]), ["t"], FigureNames())
    _, notes, figure = section.blocks
    assert isinstance(notes, Notes) and notes.lines == ["t: fewer than 3 matched events: junk"]
    assert isinstance(figure, Figure)
    drawn = [(line["system"], line["from"], line["to"], line["discordant"]) for line in figure.spec["data"]["values"]]
    assert drawn == [
        ("turned", 0.0, 0.3333, 0.333),
        ("turned", 0.3333, 0.0, 0.333),
        ("turned", 0.6667, 0.6667, 0.0),
        ("turned", 1.0, 1.0, 0.0),
    ]
    assert [(row[1], row[4]) for row in figure.table.rows] == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_metrics_that_have_a_curve_show_it() -> None:
    evaluation = Evaluation(SYSTEMS, GOLD, [Reader(seconds=12), Granularity()])
    curves = [section.blocks[0] for section in reading_sections(evaluation, ["t"], FigureNames())]
    first, second = (figure.table for figure in curves if isinstance(figure, Figure))
    assert first.heading == ["topic", "system", "seconds of reading", "utility"] and len(first.rows) == 24
    assert [row[:3] for row in second.rows] == [["t", "turned", 4], ["t", "junk", 4]]


def test_without_such_metrics_there_is_no_section() -> None:
    assert list(reading_sections(Evaluation(SYSTEMS, GOLD, []), ["t"], FigureNames())) == []
