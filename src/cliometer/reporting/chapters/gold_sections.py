"""Content units, judged events and nuggets in a report from runs: who covers what, how well and how soon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from cliometer.engine import gold_coverage as gold
from cliometer.engine.curves import curves_of
from cliometer.engine.evaluation import Evaluation
from cliometer.metrics.nuggets.stream import StreamUtility
from cliometer.metrics.nuggets.temporal import TS2014, TemporalSummarization
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.pyramid import UnitPyramid
from cliometer.reporting.chapters import base
from cliometer.reporting.chapters.base import FigureNames, average, in_table_alone, leaders, text_of
from cliometer.reporting.chapters.unit_scores import curve
from cliometer.reporting.charts import line_charts as charts
from cliometer.reporting.charts.grammar import Record, Spec
from cliometer.reporting.charts.heat_maps import Axes, grid, grid_cell
from cliometer.reporting.charts.unit_charts import earned, matrix, pyramids, tier_positions
from cliometer.reporting.document import Block, Figure, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_share

_PANELS = 6  # pyramids side by side
_BARS = 40  # systems with a bar
_ALL = "all systems, mean"
_OPTIMAL = "optimal"


def unit_section(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Section:
    """Return a section with a part for each topic."""
    pyramid = next((metric for metric in evaluation.metrics if isinstance(metric, UnitPyramid)), None)
    answers, _ = evaluation.answers()
    covered = [gold.unit_coverage(evaluation.gold[topic], answers[topic], pyramid) for topic in topics]
    about = Paragraph(text_of("gold-sections-unit-section"))
    return Section("Content units", [about], [Section(topic.topic, list(_topic(topic, names))) for topic in covered])


def _topic(covered: gold.UnitCoverage, names: FigureNames) -> Iterator[Block]:
    yield Paragraph(_unit_summary(covered))
    yield _pyramid(covered, names)
    if rest := covered.systems[_PANELS:]:
        yield Notes([f"systems without a pyramid of their own, but in the matrix below: {', '.join(rest)}"])
    yield _unit_matrix(covered, names)
    yield _earned(covered, names)
    yield from in_table_alone(covered.systems[_BARS:])


def _unit_summary(covered: gold.UnitCoverage) -> str:
    """Return what nobody found, and what all found."""
    top = covered.weights[0]
    heaviest = covered.tier(top)
    missed = [unit.unit.id for unit in covered.units if not any(unit.credits)]
    shared = [unit.unit.id for unit in covered.units if all(unit.credits)]
    covered_heaviest = sum(any(unit.credits) for unit in heaviest)
    everybody = "Every system" if len(covered.systems) > 1 else "The system"
    rest = f"{many(len(missed), 'unit')} no system covers at all" if missed else "each is covered by some system"
    return (
        f"{many(len(covered.units), 'unit')}, {len(heaviest)} of them of the highest weight, {top}: some "
        f"system covers {covered_heaviest} of these {len(heaviest)}. {everybody} covers "
        f"{many(len(shared), 'unit')} at least in part; {rest}."
    )


def _pyramid(covered: gold.UnitCoverage, names: FigureNames) -> Figure:
    shown = covered.systems[:_PANELS]
    several = len(covered.systems) > 1
    titles = [_beside(_ALL, shown), *shown] if several else list(shown)
    tiers = [covered.tier(weight) for weight in covered.weights]
    where = tier_positions([len(tier) for tier in tiers])
    units = [
        _unit_cell(unit, x, y, [unit.mean, *unit.credits[: len(shown)]] if several else list(unit.credits))
        for tier, spots in zip(tiers, where, strict=True)
        for unit, (x, y) in zip(tier, spots, strict=True)
    ]
    words: list[Record] = []
    for weight, spots in zip(covered.weights, where, strict=True):
        heights = [y for _, y in spots]
        words.append({"word": str(weight), "y": (min(heights) + max(heights) + 1) / 2})
    caption = text_of("gold-sections-pyramid")
    heading = ["unit", "weight", "links", "nested", "mean covered"]
    rows: list[list[Cell]] = [
        [unit.unit.id, unit.unit.weight, len(unit.unit.leaves), "yes" if unit.nested else "no", unit.mean]
        for unit in covered.units
    ]
    return Figure(names.of("pyramid", covered.topic), caption, pyramids(units, titles, words), Table(heading, rows))


def _unit_cell(covered: gold.CoveredUnit, x: float, y: float, credits: list[float]) -> Record:
    unit = covered.unit
    linking = f"{len(unit.leaves)}, in nested groups" if covered.nested else str(len(unit.leaves))
    return {
        "x": x, "y": y, "unit": unit.id, "label": unit.statement, "weight": unit.weight,
        "credits": [round(credit, 3) for credit in credits],
        "nested": covered.nested, "linked": unit.attainable > 0 or any(covered.credits), "linking": linking,
    }  # fmt: skip


def _unit_matrix(covered: gold.UnitCoverage, names: FigureNames) -> Figure:
    axes = Axes([_labelled(row.unit.id, row.unit.statement) for row in covered.units], covered.systems, "unit")
    cells = [
        {"r": row, "c": column, "credit": round(credit, 3)}
        for row, unit in enumerate(covered.units)
        for column, credit in enumerate(unit.credits)
        if credit
    ]
    rows: list[base.Row] = [([row.unit.id, row.unit.weight, row.unit.statement], row.credits) for row in covered.units]
    table = base.gathered(["unit", "weight", "says"], covered.systems, rows, "covered by, share", nothing=0.0)
    spec = matrix(cells, axes, [row.unit.weight for row in covered.units])
    return Figure(names.of("units", covered.topic), text_of("gold-sections-unit-matrix") + axes.remark, spec, table)


def _earned(covered: gold.UnitCoverage, names: FigureNames) -> Figure:
    best = sum(covered.attainable.values())
    totals = [covered.earned(number) for number in range(len(covered.systems))]
    optimal = _beside(_OPTIMAL, covered.systems)
    shown = covered.systems[:_BARS]
    bars: list[Record] = [
        {"system": system, "tier": weight, "earned": amount}
        for system, tiers in zip([optimal, *shown], [covered.attainable, *totals], strict=False)
        for weight, amount in tiers.items()
    ]
    caption = text_of("gold-sections-earned", ideal=len(covered.ideal))
    rows: list[list[Cell]] = [[optimal, best, 1.0 if best else None, *covered.attainable.values()]]
    for system, tiers in zip(covered.systems, totals, strict=True):
        whole = sum(tiers.values())
        rows.append([system, whole, whole / best if best else None, *tiers.values()])
    heading = ["system", "earned", "of the optimum", *(f"of weight {w}" for w in covered.weights)]
    spec: Spec = earned(bars, [optimal, *shown], best, "weight earned")
    return Figure(names.of("earned", covered.topic), caption, spec, Table(heading, rows))


def _beside(word: str, systems: Sequence[str]) -> str:
    """Return the word, or one like it that no system has for its name."""
    return word if word not in systems else _beside(f"{word} (not the system)", systems)


_MOST = 30  # systems in a matrix; the table holds all


def event_section(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Section:
    """Return the section of judged events: curves over all topics, then a matrix for each topic."""
    answers, _ = evaluation.answers()
    ranked = {topic: {run: text for run, text in texts.items() if text.ranked} for topic, texts in answers.items()}
    sections = []
    if any(ranked.values()):  # a set has no order to walk down
        metric = next((metric for metric in evaluation.metrics if isinstance(metric, Nu)), Nu())
        sections.append(curve(curves_of(ranked, evaluation.gold, metric), names))
    for topic in topics:
        coverage = gold.event_coverage(evaluation.gold[topic], answers[topic])
        sections.append(Section(topic, list(_event_matrix(coverage, names))))
    sets = dict.fromkeys(system for texts in answers.values() for system, e in texts.items() if not e.ranked)
    note = f"no curve for {', '.join(sets)}: sets of sentences, not rankings (ranked: false)"
    return Section("Judged events", [Notes([note])] if sets else [], sections)


def _event_matrix(coverage: gold.EventCoverage, names: FigureNames) -> Iterator[Block]:
    shown = coverage.systems[:_MOST]
    cells = [
        _event_cell(coverage, row, column, rank)
        for row, event in enumerate(coverage.events)
        for column, rank in enumerate(event.ranks[: len(shown)])
        if rank is not None
    ]
    yield Paragraph(_event_summary(coverage))
    caption = text_of("gold-sections-event-matrix")
    sets = "" if all(coverage.ranked) else " ✓ is found in a set, which has no ranks."
    rows = [
        ([event.event.id, event.event.text], ["-" if rank is None else rank for rank in event.ranks])
        for event in coverage.events
    ]
    table = base.gathered(["event", "text"], coverage.systems, rows, "found by, at rank")
    axes = Axes([_labelled(event.event.id, event.event.text) for event in coverage.events], shown, "event")
    yield Figure(names.of("events", coverage.topic), caption + sets + axes.remark, grid(cells, axes, "rank"), table)
    yield from in_table_alone(coverage.systems[_MOST:])


def _event_summary(coverage: gold.EventCoverage) -> str:
    """Return who finds most, and what nobody finds."""
    lead = leaders({system: coverage.mentioned_events(number) for number, system in enumerate(coverage.systems)})
    who = lead.said("finds most of them,", "find most of them,", "systems find as many of them,")
    if lead.alone:
        who = f"{lead.names[0]} finds"
    missed = sum(not any(rank is not None for rank in event.ranks) for event in coverage.events)
    none = f"{missed} {'is' if missed == 1 else 'are'} found by no system"
    rest = none if missed else "each is found by some system"
    count = len(coverage.events)
    return f"{many(count, 'event')}: {who} {lead.value:g} of {count}{lead.each}; {rest}."


def _labelled(id: str, words: str) -> str:
    """Return the id, which no other row has, and what it says."""
    return f"{id}: {words}" if words and words != id else id


def _event_cell(coverage: gold.EventCoverage, row: int, column: int, rank: int) -> Record:
    """Return a cell, shaded by how early the event comes, in shares of the longest list."""
    if not coverage.ranked[column]:
        return grid_cell(row, column, 0.5, "✓")
    return grid_cell(row, column, 1 - 0.9 * (rank - 1) / max(1, max(coverage.retrieved) - 1), str(rank))


_DAY = 24  # hours
_SOON = "within a day of their becoming known"
_TELL = ("tells most,", "tell most,", "systems tell as many,")


def nugget_summary(shares: Mapping[str, gold.Steps]) -> str:
    """Return a sentence on the nuggets that systems report by the end, and within a day."""
    ever = leaders({system: steps[-1][1] if steps else 0.0 for system, steps in shares.items()})
    day = leaders({system: reached(steps, _DAY) for system, steps in shares.items()})
    share = f"{shown_share(ever.value)}{ever.each} of a topic's nuggets on average"
    if ever.alone:
        return f"{ever.names[0]} tells {share}; {_SOON}, {shown_share(day.value)}."
    soon = f"{day.said(*_TELL)} {shown_share(day.value)}{day.each}"
    return f"{ever.said(*_TELL, opens=True)} {share}; {_SOON}, {soon}."


def counted(coverage: gold.NuggetCoverage) -> str:
    """Return how many nuggets a topic has, and how many no system covers."""
    missed = sum(not any(time is not None for time in nugget.times) for nugget in coverage.nuggets)
    count = len(coverage.nuggets)
    rest = f"{missed} of them no system covers" if missed else "each is covered by some system"
    return f"{many(count, 'nugget')} count{'s' if count == 1 else ''}; {rest}."


def reached(steps: gold.Steps, late: float) -> float:
    """Return the share of nuggets reported up to this time, inclusive."""
    return max((height for place, height in steps if place <= late), default=0.0)


_ROOM = 1.1
_MARKS = (1, 6, 24, 72, 168)  # hours at which tables stop
_MEASURES = ("normalised_gain", "comprehensiveness", "normalised_latency_gain", "latency_comprehensiveness", "f")


def nugget_section(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Section:
    """Return the section of nuggets: over all topics how soon and at what cost, then a matrix for each topic."""
    rules = next((m.rules for m in evaluation.metrics if isinstance(m, TemporalSummarization)), TS2014)
    answers, _ = evaluation.answers()
    every = [gold.nugget_coverage(evaluation.gold[topic], updates, rules) for topic, updates in answers.items()]
    coverages = [topic for topic in every if topic.nuggets]
    empty = [topic.topic for topic in every if not topic.nuggets]
    blocks: list[Block] = [Notes([f"no nugget that counts: {', '.join(empty)}"])] if empty else []
    if coverages:
        answering = [name for name in evaluation.systems if any(name in topic.systems for topic in coverages)]
        systems = sorted(answering, key=lambda system: -(_mean(coverages, system, "f") or 0.0))
        shares = {system: gold.share_reported(coverages, system) for system in systems}
        blocks += [Paragraph(nugget_summary(shares)), _latency(shares, systems, names)]
        blocks += [Notes([f"in grey: {', '.join(systems[charts.NAMED :])}"])] * (len(systems) > charts.NAMED)
        blocks.append(_trade(coverages, systems, names))
        streams = [metric for metric in evaluation.metrics if isinstance(metric, StreamUtility)]
        blocks += [block for metric in streams[:1] for block in _pareto(evaluation, metric, names)]
        blocks += _growth([topic for topic in coverages if topic.topic in topics], systems, names)
    sections = [Section(each.topic, list(_nugget_matrix(each, names))) for each in coverages if each.topic in topics]
    return Section("Nuggets", blocks, sections)


def _pareto(evaluation: Evaluation, metric: StreamUtility, names: FigureNames) -> Iterator[Block]:
    """Yield what readers gain against what they read in vain, with the runs that no other run beats in both."""
    both = [replace(metric, of="pain"), replace(metric, of="gain")]
    values: dict[str, list[float | None]] = {}
    for mean in replace(evaluation, metrics=both).run().means():
        values.setdefault(mean.system, []).append(mean.value)
    points = {run: (pain, gain) for run, (pain, gain) in values.items() if pain is not None and gain is not None}
    frontier = [
        (pain, gain)
        for pain, gain in sorted(points.values())
        if not any(p <= pain and g >= gain and (p, g) != (pain, gain) for p, g in points.values())
    ]
    drawn = [
        charts.SystemLine("Pareto frontier", frontier),
        *(charts.SystemLine(run, [point]) for run, point in points.items()),
    ]
    rows: list[list[Cell]] = [[run, *point, "yes" if point in frontier else "no"] for run, point in points.items()]
    table = Table(["run", "pain", "gain", "on the frontier"], rows)
    spec = charts.lines(drawn, list(points), {"title": "pain"}, {"title": "gain"})
    yield Figure(names.of("pareto", str(metric)), text_of("gold-sections-pareto"), spec, table)
    if undefined := [run for run in values if run not in points]:
        yield Notes([f"no mean of {metric}: {', '.join(undefined)}"])


def _latency(shares: dict[str, gold.Steps], systems: Sequence[str], names: FigureNames) -> Figure:
    ends = [late for steps in shares.values() for late, _ in steps] or [0.0]
    low, high = _ROOM * min(-1.0, *ends), _ROOM * max(24.0, *ends)  # so that no step is at the edge
    drawn = [_climb(system, shares[system], low, high) for system in systems]
    marks = [late for late in _MARKS if late <= high]
    heading = ["system", "at once", *(f"within {charts.spoken(late)[1:]}" for late in marks), "ever"]
    rows: list[list[Cell]] = [[run, *(reached(shares[run], late) for late in (0, *marks, high))] for run in systems]
    y = {"title": "share of nuggets told", "scale": {"domain": [0, 1]}, "axis": {"format": "%"}}
    spec = charts.lines(drawn, systems, charts.hours_axis(low, high), y, stepped=True, dots=False)
    return Figure(names.of("latency"), text_of("gold-sections-latency"), spec, Table(heading, rows))


def _growth(coverages: Sequence[gold.NuggetCoverage], systems: Sequence[str], names: FigureNames) -> Iterator[Figure]:
    """Yield a panel for each topic, from its first nugget to the last update that told anything."""
    if not coverages:
        return
    grown = {
        (coverage.topic, system): gold.comprehensiveness_over_time([coverage], system)
        for coverage in coverages
        for system in systems
        if system in coverage.systems
    }
    ends = [hours for steps in grown.values() for hours, _ in steps] or [0.0]
    known = [(n.nugget.time - coverage.start) / gold.HOUR for coverage in coverages for n in coverage.nuggets]
    low, high = _ROOM * min(0.0, *ends), _ROOM * max(1.0, *ends, *known)
    drawn = [_climb(system, steps, low, high, topic) for (topic, system), steps in grown.items()]
    marks = [hours for hours in _MARKS if hours <= high]
    rows: list[list[Cell]] = [
        [topic, system, *(reached(steps, hours) for hours in (*marks, high))]
        for (topic, system), steps in grown.items()
    ]
    table = Table(["topic", "system", *(f"after {charts.spoken(hours)[1:]}" for hours in marks), "at the end"], rows)
    y = {"title": "comprehensiveness", "scale": {"domain": [0, 1]}}
    spec = charts.panels(drawn, systems, charts.since_axis(low, high), y, stepped=True)
    yield Figure(names.of("comprehensiveness"), text_of("gold-sections-growth"), spec, table)


def _climb(system: str, steps: gold.Steps, low: float, high: float, topic: str | None = None) -> charts.SystemLine:
    """Return the points of stairs from the left edge to the right one."""
    return charts.SystemLine(system, [(low, 0.0), *steps, (high, steps[-1][1] if steps else 0.0)], topic)


def _trade(coverages: Sequence[gold.NuggetCoverage], systems: Sequence[str], names: FigureNames) -> Figure:
    means = {system: {of: _mean(coverages, system, of) for of in _MEASURES} for system in systems}
    keys = ("gain", "told", "late_gain", "late_told")
    records = [{"system": name, **dict(zip(keys, values.values(), strict=False))} for name, values in means.items()]
    caption = text_of("gold-sections-trade")
    rows: list[list[Cell]] = [[system, *values.values()] for system, values in means.items()]
    table = Table(["system", *(of.replace("_", " ") for of in _MEASURES)], rows)
    return Figure(names.of("gain", "comprehensiveness"), caption, charts.trade(records, systems), table)


def _nugget_matrix(coverage: gold.NuggetCoverage, names: FigureNames) -> Iterator[Block]:
    shown = coverage.systems[:_MOST]
    cells = [
        grid_cell(row, column, min(1.0, coverage.discount(nugget, column) or 0.0), charts.spoken(late))
        for row, nugget in enumerate(coverage.nuggets)
        for column in range(len(shown))
        if (late := nugget.hours_late(column)) is not None
    ]
    yield Paragraph(counted(coverage))
    caption = text_of("gold-sections-nugget-matrix", hours=coverage.rules.step / gold.HOUR)
    rows: list[base.Row] = []
    for n in coverage.nuggets:
        known = datetime.fromtimestamp(n.nugget.time, UTC).strftime("%Y-%m-%d %H:%M")
        delays = [n.hours_late(system) for system in range(len(n.times))]
        lateness = ["-" if hours is None else hours for hours in delays]
        rows.append(([n.nugget.id, known, n.nugget.importance, n.nugget.text], lateness))
    few = len(coverage.systems) <= base.COLUMNS
    columns = [f"{name}, hours" for name in coverage.systems] if few else coverage.systems
    table = base.gathered(["nugget", "known at (UTC)", "importance", "text"], columns, rows, "told by, hours")
    axes = Axes([f"{n.nugget.id}: {n.nugget.text}" for n in coverage.nuggets], shown, "nugget")
    spec = grid(cells, axes, "after it became known")
    yield Figure(names.of("nuggets", coverage.topic), caption + axes.remark, spec, table)
    yield from in_table_alone(coverage.systems[_MOST:])


def _mean(topics: Sequence[gold.NuggetCoverage], system: str, measure: str) -> float | None:
    """Return the mean over the topics that the system answers."""
    return average([topic.values[topic.systems.index(system)][measure] for topic in topics if system in topic.systems])
