"""Nuggets in a report from runs: how soon systems tell them, which of them, and at what cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.gold_coverage import (
    HOUR,
    NuggetCoverage,
    Steps,
    ToldNugget,
    comprehensiveness_over_time,
    nugget_coverage,
    share_told,
)
from cliometer.metrics.nuggets.temporal import TS2014, TemporalSummarization
from cliometer.report.chapters.base import COLUMNS, FigureNames, Row, gathered, leaders
from cliometer.report.charts.heat_maps import Axes, grid, grid_cell
from cliometer.report.charts.line_charts import (
    NAMED,
    SystemLine,
    hours_axis,
    lines,
    panels,
    since_axis,
    spoken,
    trade,
)
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_share

_DAY = 24  # hours
_SOON = "within a day of their becoming known"
_TELL = ("tells most,", "tell most,", "systems tell as many,")


def nugget_summary(shares: Mapping[str, Steps]) -> str:
    """What systems have told at the end, and after a day."""
    ever = leaders({system: steps[-1][1] if steps else 0.0 for system, steps in shares.items()})
    day = leaders({system: reached(steps, _DAY) for system, steps in shares.items()})
    told = f"{shown_share(ever.value)}{ever.each} of a topic's nuggets on average"
    if ever.alone:
        return f"{ever.names[0]} tells {told}; {_SOON}, {shown_share(day.value)}."
    soon = f"{day.said(*_TELL)} {shown_share(day.value)}{day.each}"
    return f"{ever.said(*_TELL, opens=True)} {told}; {_SOON}, {soon}."


def counted(told: NuggetCoverage) -> str:
    """How many nuggets a topic has, and how many are never told."""
    missed = sum(not any(time is not None for time in nugget.times) for nugget in told.nuggets)
    count = len(told.nuggets)
    rest = f"{missed} of them no system tells" if missed else "each is told by some system"
    return f"{many(count, 'nugget')} count{'s' if count == 1 else ''}; {rest}."


def reached(steps: Steps, late: float) -> float:
    """What had been told by then, that very moment included."""
    return max((height for place, height in steps if place <= late), default=0.0)


_MOST = 30  # systems in a matrix; the table holds all
_ROOM = 1.1
_MARKS = (1, 6, 24, 72, 168)  # hours at which tables stop
_MEASURES = (
    "normalised_gain",
    "comprehensiveness",
    "normalised_latency_gain",
    "latency_comprehensiveness",
    "f",
)


def nugget_section(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Section:
    """Over all topics how soon and at what cost; then a matrix a topic."""
    rules = next((m.rules for m in evaluation.metrics if isinstance(m, TemporalSummarization)), TS2014)
    answers, _ = evaluation.answers()
    every = [nugget_coverage(evaluation.gold[topic], own, rules) for topic, own in answers.items()]
    told = [one for one in every if one.nuggets]
    empty = [one.topic for one in every if not one.nuggets]
    blocks: list[Block] = [Notes([f"no nugget that counts: {', '.join(empty)}"])] if empty else []
    if told:
        systems = _ordered(
            told, [name for name in evaluation.systems if any(name in one.systems for one in told)]
        )
        blocks += _overall(told, systems, names)
        blocks += _growth([one for one in told if one.topic in topics], systems, names)
    sections = [Section(one.topic, list(_matrix(one, names))) for one in told if one.topic in topics]
    return Section("Nuggets", blocks, sections)


def _ordered(told: Sequence[NuggetCoverage], systems: Sequence[str]) -> list[str]:
    """By F, the best first."""
    return sorted(systems, key=lambda system: -(_mean(told, system, "f") or 0.0))


def _overall(told: Sequence[NuggetCoverage], systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    shares = {system: share_told(told, system) for system in systems}
    yield Paragraph(nugget_summary(shares))
    yield _latency(shares, systems, names)
    if len(systems) > NAMED:
        yield Notes([f"in grey: {', '.join(systems[NAMED:])}"])
    yield _trade(told, systems, names)


def _latency(shares: dict[str, Steps], systems: Sequence[str], names: FigureNames) -> Figure:
    ends = [late for steps in shares.values() for late, _ in steps] or [0.0]
    low, high = _ROOM * min(-1.0, *ends), _ROOM * max(24.0, *ends)  # so that no step is at the edge
    drawn = [_climb(system, shares[system], low, high) for system in systems]
    caption = (
        "The share of a topic's nuggets that a system has told, by hours since each nugget became known "
        "(mean over topics; left of 0: earlier than that). Higher and further to the left is better; a line "
        "that ends low has missed the rest. The axis is stretched around 0."
    )
    marks = [late for late in _MARKS if late <= high]
    heading = ["system", "at once", *(f"within {spoken(late)[1:]}" for late in marks), "ever"]
    rows: list[list[Cell]] = [
        [system, *(reached(shares[system], late) for late in (0, *marks, high))] for system in systems
    ]
    y = {"title": "share of nuggets told", "scale": {"domain": [0, 1]}, "axis": {"format": "%"}}
    spec = lines(drawn, systems, hours_axis(low, high), y, stepped=True, dots=False)
    return Figure(names.of("latency"), caption, spec, Table(heading, rows))


def _growth(told: Sequence[NuggetCoverage], systems: Sequence[str], names: FigureNames) -> Iterator[Figure]:
    """A panel a topic, each from its first nugget to the last update that told anything."""
    if not told:
        return
    grown = {
        (one.topic, system): comprehensiveness_over_time([one], system)
        for one in told
        for system in systems
        if system in one.systems
    }
    ends = [hours for steps in grown.values() for hours, _ in steps] or [0.0]
    known = [(n.nugget.time - one.start) / HOUR for one in told for n in one.nuggets]
    low, high = _ROOM * min(0.0, *ends), _ROOM * max(1.0, *ends, *known)
    drawn = [_climb(system, steps, low, high, topic) for (topic, system), steps in grown.items()]
    caption = (
        "Comprehensiveness over time on each topic: the share of the worth of all nuggets that a system has "
        "told, by the time since the first nugget became known."
    )
    marks = [hours for hours in _MARKS if hours <= high]
    rows: list[list[Cell]] = [
        [topic, system, *(reached(steps, hours) for hours in (*marks, high))]
        for (topic, system), steps in grown.items()
    ]
    table = Table(["topic", "system", *(f"after {spoken(hours)[1:]}" for hours in marks), "at the end"], rows)
    y = {"title": "comprehensiveness", "scale": {"domain": [0, 1]}}
    spec = panels(drawn, systems, since_axis(low, high), y, stepped=True)
    yield Figure(names.of("comprehensiveness"), caption, spec, table)


def _climb(system: str, steps: Steps, low: float, high: float, topic: str | None = None) -> SystemLine:
    """Stairs from the left edge to the right one."""
    return SystemLine(system, [(low, 0.0), *steps, (high, steps[-1][1] if steps else 0.0)], topic)


def _trade(told: Sequence[NuggetCoverage], systems: Sequence[str], names: FigureNames) -> Figure:
    means = {system: {of: _mean(told, system, of) for of in _MEASURES} for system in systems}
    records = [
        {
            "system": system,
            "gain": values["normalised_gain"],
            "told": values["comprehensiveness"],
            "late_gain": values["normalised_latency_gain"],
            "late_told": values["latency_comprehensiveness"],
        }
        for system, values in means.items()
    ]
    caption = (
        "Gain (how much a reader gets for the length of what is pushed) against comprehensiveness (how much "
        "of all nuggets is told), means over topics: filled without regard to time, hollow after discount "
        "for lateness. Up and to the right is better; the longer the line between the two, the more is lost "
        "by being late (or won by being early)."
    )
    rows: list[list[Cell]] = [[system, *values.values()] for system, values in means.items()]
    table = Table(["system", *(of.replace("_", " ") for of in _MEASURES)], rows)
    return Figure(names.of("gain", "comprehensiveness"), caption, trade(records, systems), table)


def _matrix(told: NuggetCoverage, names: FigureNames) -> Iterator[Block]:
    shown = told.systems[:_MOST]
    cells = [
        grid_cell(row, column, min(1.0, told.discount(nugget, column) or 0.0), spoken(late))
        for row, nugget in enumerate(told.nuggets)
        for column in range(len(shown))
        if (late := nugget.hours_late(column)) is not None
    ]
    yield Paragraph(counted(told))
    caption = (
        "When each system told each nugget, after it became known (- before): nuggets in the order of time; "
        f"the stronger the colour, the sooner (half the credit is left after {told.rules.step / HOUR:g} "
        "hours); an empty place: never told."
    )
    rows: list[Row] = [
        ([n.nugget.id, _clock(n.nugget.time), n.nugget.importance, n.nugget.text], _delays(n))
        for n in told.nuggets
    ]
    few = len(told.systems) <= COLUMNS
    columns = [f"{name}, hours" for name in told.systems] if few else told.systems
    heading = ["nugget", "known at (UTC)", "importance", "text"]
    table = gathered(heading, columns, rows, "told by, hours")
    axes = Axes([f"{n.nugget.id}: {n.nugget.text}" for n in told.nuggets], shown, "nugget")
    spec = grid(cells, axes, "after it became known")
    yield Figure(names.of("nuggets", told.topic), caption + axes.remark, spec, table)
    if told.systems[_MOST:]:
        yield Notes([f"in the table alone: {', '.join(told.systems[_MOST:])}"])


def _delays(nugget: ToldNugget) -> list[Cell]:
    late = [nugget.hours_late(system) for system in range(len(nugget.times))]
    return ["-" if hours is None else hours for hours in late]


def _mean(told: Sequence[NuggetCoverage], system: str, measure: str) -> float | None:
    """Over the topics that the system answers."""
    values = [one.values[one.systems.index(system)][measure] for one in told if system in one.systems]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _clock(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M")
