"""The chapters of `cliometer curve`, precision over recall, and `cliometer baselines`, scores on content
units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.metrics.units.curve import Curve, Point
from cliometer.report.chapters.base import FigureNames, Leaders, Result, chapter, leaders, remarks
from cliometer.report.charts.bar_charts import spread
from cliometer.report.charts.grammar import Spec
from cliometer.report.charts.heat_maps import Axes, grid, grid_cell
from cliometer.report.charts.line_charts import NAMED, SystemLine, lines, panels
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.text.tables import Cell, Table, shown_p

_MOST_ROWS = 500  # of a table of points; beyond that it holds precision at the eleven levels of recall
Drawn = Mapping[str, Any]


@chapter("curve", has=("curves", "means", "recall"))
def curve(document: Result, names: FigureNames) -> Section:
    """Means over topics, then each topic."""
    means = sorted(document["means"], key=lambda mean: -_mean(mean["precision"]))
    systems = [mean["system"] for mean in means]
    blocks: list[Block] = [Paragraph(_curve_summary(document, means)), _means(document, means, names)]
    if len(systems) > NAMED:
        blocks.append(Notes([f"in grey: {', '.join(systems[NAMED:])}"]))
    blocks += _topics(document, systems, names)
    blocks += remarks(document)
    return Section("Curves", blocks)


def _curve_summary(document: Result, means: Sequence[Drawn]) -> str:
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


def _means(document: Result, means: Sequence[Drawn], names: FigureNames) -> Figure:
    drawn = [
        SystemLine(mean["system"], list(zip(document["recall"], mean["precision"], strict=True)))
        for mean in means
    ]
    caption = (
        f"{document['metric']}: interpolated precision at recall 0, 0.1, ..., 1, the mean over topics. Up "
        "and to the right is better: precision stays high while more of the events are found."
    )
    spec = lines(drawn, [mean["system"] for mean in means], _recall(), _precision(drawn))
    levels = [f"{level:.1f}" for level in document["recall"]]
    table = Table(["system", *levels], [[mean["system"], *mean["precision"]] for mean in means])
    return Figure(names.of("curve", document["metric"]), caption, spec, table)


def _topics(document: Result, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
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


def _line(one: Drawn) -> SystemLine:
    points = [(point["recall"], point["precision"]) for point in corners(one["points"])]
    return SystemLine(one["system"], points, one["topic"])


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


def _precision(drawn: Sequence[SystemLine]) -> Spec:
    """From 0 to 1, or further where sentences mention several events."""
    top = max([1.0, *(y for line in drawn for _, y in line.points if y is not None)])
    return {"title": "nu-precision", "scale": {"domain": [0, top]}}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


_SIGNIFICANT = 0.05


@chapter("baselines", has=("baselines", "pairs", "metric"))
def baselines(document: Result, names: FigureNames) -> Section:
    """Scores of each baseline, then the tests of each pair."""
    blocks: list[Block] = [
        Paragraph(_baseline_summary(document)),
        _scores(document, names),
        *_dropped(document),
    ]
    return Section("Baselines", [*blocks, *_pairs(document["pairs"], names), *remarks(document)])


def _baseline_summary(document: Result) -> str:
    known = [one for one in document["baselines"] if one["mean"] is not None]
    if not known:
        return "No baseline could be scored on any topic."
    tested = [pair for pair in document["pairs"] if pair["corrected"] is not None]
    apart = sum(pair["corrected"] <= _SIGNIFICANT for pair in tested)
    told = (
        f"{apart} of {len(tested)} pairs differ at {_SIGNIFICANT} after correction"
        if tested
        else "no pair could be tested, which takes two topics or more"
    )
    lead = leaders({f"{one['id']} ({one['method']})": one["mean"] for one in known})
    mean = f"with a mean {document['metric']} of {lead.value:.3f}{lead.each}"
    return (
        f"{_best(lead)}, {mean}; {told}. Random ones are means over {document['runs']} runs "
        f"(seed {document['seed']})."
    )


def _best(lead: Leaders) -> str:
    if lead.alone:
        return f"The only baseline with a score is {lead.names[0]}"
    if lead.alike:
        return lead.said("", "", "baselines score the same", opens=True)
    return f"The best baseline{'s are' if lead.shared else ' is'} {listed(lead.names)}"


def _scores(document: Result, names: FigureNames) -> Figure:
    ordered = sorted(document["baselines"], key=lambda one: -(one["mean"] if one["mean"] is not None else -1))
    means = [{"baseline": _named(one), "mean": one["mean"]} for one in ordered]
    points = [
        {"baseline": _named(one), "topic": topic, "score": score}
        for one in ordered
        for topic, score in one["scores"].items()
    ]
    topics = list(dict.fromkeys(point["topic"] for point in points))
    caption = (
        f"{document['metric']} of each baseline: a bar is the mean over topics, a circle a topic. Whatever a "
        "system scores above the best of them, it did not get by position alone."
    )
    rows: list[list[Cell]] = [
        [one["id"], one["method"], one["mean"], *(one["scores"].get(topic, "-") for topic in topics)]
        for one in ordered
    ]
    table = Table(["baseline", "method", "mean", *topics], rows)
    return Figure(names.of("baselines"), caption, spread(means, points, document["metric"]), table)


def _named(one: Result) -> str:
    return f"{one['id']}: {one['method']}"


def _dropped(document: Result) -> Iterator[Notes]:
    lines = [
        f"{one['id']} could not run on {', '.join(one['dropped'])}"
        for one in document["baselines"]
        if one["dropped"]
    ]
    if lines:
        yield Notes(lines)


def _pairs(pairs: Sequence[Result], names: FigureNames) -> Iterator[Block]:
    """The tests as a triangle; as a table alone where nothing could be tested."""
    if not pairs:
        return
    keys = ["first", "second", "topics", "difference", "p", "corrected"]
    rows: list[list[Cell]] = [[*(_cell(pair[key]) for key in keys), pair["method"]] for pair in pairs]
    table = Table(["baseline", "other", "topics", "difference", "p", "p corrected", "test"], rows)
    if all(pair["corrected"] is None for pair in pairs):
        yield Listing("Pairs of baselines", table, folded=True)
        return
    ids = list(dict.fromkeys(id for pair in pairs for id in (pair["first"], pair["second"])))
    cells = [
        grid_cell(
            ids.index(pair["first"]), ids.index(pair["second"]), _shade(pair), shown_p(pair["corrected"])
        )
        for pair in pairs
        if pair["corrected"] is not None
    ]
    caption = (
        f"p of each pair of baselines after correction: strong where they differ at {_SIGNIFICANT}; what was "
        "not tested is empty, and the table says why."
    )
    yield Figure(
        names.of("baseline", "pairs"), caption, grid(cells, Axes(ids, ids, "baseline", "other"), "p"), table
    )


def _shade(pair: Result) -> float:
    return 0.85 if pair["corrected"] <= _SIGNIFICANT else 0.2


def _cell(value: Cell) -> Cell:
    return "-" if value is None else value
