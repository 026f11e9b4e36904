"""The chapter of `cliometer curve`: precision over recall along rankings, as means and topic by topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.metrics.units.curve import Curve, Point
from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.leaders import leaders
from cliometer.report.chapters.words import listed, many
from cliometer.report.charts.grammar import Spec
from cliometer.report.charts.lines import NAMED, Line, lines, panels
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section
from cliometer.report.tables import Table

_MOST_ROWS = 500  # of a table of points; beyond that it holds precision at the eleven levels of recall
Drawn = Mapping[str, Any]


@chapter("curve", has=("curves", "means", "recall"))
def curve(document: Result, names: Names) -> Section:
    """Means over topics, then each topic."""
    means = sorted(document["means"], key=lambda mean: -_mean(mean["precision"]))
    systems = [mean["system"] for mean in means]
    blocks: list[Block] = [Paragraph(_summary(document, means)), _means(document, means, names)]
    if len(systems) > NAMED:
        blocks.append(Notes([f"in grey: {', '.join(systems[NAMED:])}"]))
    blocks += _topics(document, systems, names)
    blocks += remarks(document)
    return Section("Curves", blocks)


def _summary(document: Result, means: Sequence[Drawn]) -> str:
    """Who is above whom, level by level."""
    first, *others = means
    lead = leaders({mean["system"]: _mean(mean["precision"]) for mean in means})
    best = (
        f"{listed(lead.names)}: mean precision {lead.value:.3f}{lead.each} over the eleven levels of recall"
    )
    above = [
        other["system"]
        for other in others
        if all(mine >= its for mine, its in zip(first["precision"], other["precision"], strict=True))
    ]
    topics = len({drawn["topic"] for drawn in document["curves"]})
    on = f"on {many(topics, 'topic')}"
    if lead.alone or lead.alike:
        return f"{best}, {on}."
    its = f"the curve of {first['system']}" if lead.shared else "its curve"
    if len(above) == len(others):
        return f"{best}, the highest {on}; {its} is never below any other."
    crossed = many(len(others) - len(above), "other system")
    return f"{best}, the highest {on}; {its} crosses that of {crossed}."


def _means(document: Result, means: Sequence[Drawn], names: Names) -> Figure:
    drawn = [
        Line(mean["system"], list(zip(document["recall"], mean["precision"], strict=True))) for mean in means
    ]
    caption = (
        f"{document['metric']}: interpolated precision at recall 0, 0.1, ..., 1, the mean over topics. Up "
        "and to the right is better: precision stays high while more of the events are found."
    )
    spec = lines(drawn, [mean["system"] for mean in means], _recall(), _precision(drawn))
    levels = [f"{level:.1f}" for level in document["recall"]]
    table = Table(["system", *levels], [[mean["system"], *mean["precision"]] for mean in means])
    return Figure(names.of("curve", document["metric"]), caption, spec, table)


def _topics(document: Result, systems: Sequence[str], names: Names) -> Iterator[Block]:
    drawn = [one for one in document["curves"] if one["points"]]
    silent = [
        f"{one['system']} retrieved nothing on {one['topic']}"
        for one in document["curves"]
        if not one["points"]
    ]
    if drawn:
        walked = [_line(one) for one in drawn]
        caption = (
            f"{document['metric']} on each topic: a point after every sentence of the ranking, from left; "
            "lines fall where sentences tell nothing new and go right where they do."
        )
        spec = panels(walked, systems, _recall(), _precision(walked))
        table = _points(drawn, document["recall"], sum(len(one.points) for one in walked))
        yield Figure(names.of("curve", "topics"), caption, spec, table)
    if silent:
        yield Notes(silent)


def _line(one: Drawn) -> Line:
    points = [(point["recall"], point["precision"]) for point in corners(one["points"])]
    return Line(one["system"], points, one["topic"])


def corners(points: Sequence[Drawn]) -> list[Drawn]:
    """The points that a line needs: not those on the way between two others of the same recall."""
    kept = []
    for place, point in enumerate(points):
        around = points[max(0, place - 1) : place + 2]
        values = [one["precision"] for one in around]
        level = len(around) == 3 and len({one["recall"] for one in around}) == 1 and None not in values
        if not (level and min(values[0], values[2]) <= values[1] <= max(values[0], values[2])):
            kept.append(point)
    return kept


def _points(drawn: Sequence[Drawn], levels: Sequence[float], many: int) -> Table:
    if many <= _MOST_ROWS:
        rows = [
            [one["topic"], one["system"], point["retrieved"], point["recall"], point["precision"]]
            for one in drawn
            for point in corners(one["points"])
        ]
        return Table(["topic", "system", "retrieved", "recall", "precision"], rows)
    heading = ["topic", "system", *(f"{level:.1f}" for level in levels)]
    return Table(heading, [[one["topic"], one["system"], *_interpolated(one["points"])] for one in drawn])


def _interpolated(points: Sequence[Drawn]) -> tuple[float, ...]:
    return Curve(
        tuple(Point(one["retrieved"], one["recall"], one["precision"]) for one in points)
    ).interpolated


def _recall() -> Spec:
    return {"title": "nu-recall", "scale": {"domain": [0, 1]}}


def _precision(drawn: Sequence[Line]) -> Spec:
    """From 0 to 1, or further where sentences mention several events."""
    top = max([1.0, *(y for line in drawn for _, y in line.points if y is not None)])
    return {"title": "nu-precision", "scale": {"domain": [0, top]}}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
