"""Order and reading in a report from runs."""

from __future__ import annotations

from cliometer.engine.evaluation import Evaluation
from cliometer.metrics.order import Order
from cliometer.metrics.reading import Granularity, Reader
from cliometer.model.timeline import ReferenceSet
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.event_order import reading_sections
from cliometer.reporting.document import Figure, Notes
from tests.properties.test_order import JUNK, timeline

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
    assert [row[1:3] for row in figure.table.rows] == [[1, 2], [2, 1], [3, 3], [4, 4]]


def test_metrics_that_have_a_curve_show_it() -> None:
    evaluation = Evaluation(SYSTEMS, GOLD, [Reader(seconds=12), Granularity()])
    curves = [section.blocks[0] for section in reading_sections(evaluation, ["t"], FigureNames())]
    first, second = (figure.table for figure in curves if isinstance(figure, Figure))
    assert first.heading == ["topic", "system", "seconds of reading", "utility"] and len(first.rows) == 24
    assert [row[:3] for row in second.rows] == [["t", "turned", 4], ["t", "junk", 4]]


def test_without_such_metrics_there_is_no_section() -> None:
    assert list(reading_sections(Evaluation(SYSTEMS, GOLD, []), ["t"], FigureNames())) == []
