"""Content units and judged events in a report from runs: pyramids, curves, and who covers what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cliometer.engine.curves import curves_of
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.gold_coverage import (
    CoveredUnit,
    EventCoverage,
    UnitCoverage,
    event_coverage,
    unit_coverage,
)
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.pyramid import UnitPyramid
from cliometer.model.extracts import Extract
from cliometer.model.nuggets import JudgedEvent
from cliometer.model.units import ContentUnit
from cliometer.report.chapters.base import FigureNames, Row, gathered, leaders
from cliometer.report.chapters.unit_scores import curve
from cliometer.report.charts.grammar import Record, Spec
from cliometer.report.charts.heat_maps import Axes, grid, grid_cell
from cliometer.report.charts.unit_charts import earned, matrix, places, pyramids
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table

_PANELS = 6  # pyramids side by side
_BARS = 40  # systems with a bar
_ALL = "all systems, mean"
_OPTIMAL = "optimal"
_WORDS = 3  # of an action that does not name who acts


def unit_section(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Section:
    """A section a topic."""
    pyramid = next((metric for metric in evaluation.metrics if isinstance(metric, UnitPyramid)), None)
    answers, _ = evaluation.answers()
    covered = [unit_coverage(evaluation.gold[topic], answers[topic], pyramid) for topic in topics]
    about = Paragraph(
        "A content unit is what several writers said alike; its weight is the number of writers who have it. "
        "Units stand in tiers by weight, which make the pyramid: whoever covers its top earns most."
    )
    return Section(
        "Content units", [about], [Section(one.topic, list(_topic(one, names))) for one in covered]
    )


def _topic(covered: UnitCoverage, names: FigureNames) -> Iterator[Block]:
    yield Paragraph(_unit_summary(covered))
    yield _pyramid(covered, names)
    yield from _left_out(covered)
    yield _unit_matrix(covered, names)
    yield _earned(covered, names)
    if covered.systems[_BARS:]:
        yield Notes([f"in the table alone: {', '.join(covered.systems[_BARS:])}"])


def _unit_summary(covered: UnitCoverage) -> str:
    """What nobody found, and what all found."""
    top = covered.weights[0]
    heaviest = covered.tier(top)
    missed = [one.unit.id for one in covered.units if not any(one.credits)]
    shared = [one.unit.id for one in covered.units if all(one.credits)]
    found = sum(any(one.credits) for one in heaviest)
    everybody = "Every system" if len(covered.systems) > 1 else "The system"
    rest = (
        f"{many(len(missed), 'unit')} no system covers at all" if missed else "each is covered by some system"
    )
    return (
        f"{many(len(covered.units), 'unit')}, {len(heaviest)} of them of the highest weight, {top}: some "
        f"system covers {found} of these {len(heaviest)}. {everybody} covers "
        f"{many(len(shared), 'unit')} at least in part; {rest}."
    )


def _pyramid(covered: UnitCoverage, names: FigureNames) -> Figure:
    shown = covered.systems[:_PANELS]
    several = len(covered.systems) > 1
    panels = [_beside(_ALL, shown), *shown] if several else list(shown)
    tiers = [covered.tier(weight) for weight in covered.weights]
    where = places([len(tier) for tier in tiers])
    units = [
        _unit_cell(one, x, y, [one.mean, *one.credits[: len(shown)]] if several else list(one.credits))
        for tier, spots in zip(tiers, where, strict=True)
        for one, (x, y) in zip(tier, spots, strict=True)
    ]
    words = [_tier(weight, spots) for weight, spots in zip(covered.weights, where, strict=True)]
    caption = (
        "The pyramid: a cell is a unit, a tier a weight (at the left, the number of writers). Cells are "
        "filled from below as far as a system covers the unit; a diamond marks a unit whose links are nested "
        "groups, a dotted frame one that no system can earn. Systems are in the order of what they earn."
    )
    heading = ["unit", "weight", "links", "nested", "mean covered"]
    rows: list[list[Cell]] = [
        [one.unit.id, one.unit.weight, len(one.unit.leaves), "yes" if one.nested else "no", one.mean]
        for one in covered.units
    ]
    return Figure(
        names.of("pyramid", covered.topic), caption, pyramids(units, panels, words), Table(heading, rows)
    )


def _unit_cell(one: CoveredUnit, x: float, y: float, credits: list[float]) -> Record:
    unit = one.unit
    linking = f"{len(unit.leaves)}, in nested groups" if one.nested else str(len(unit.leaves))
    return {
        "x": x, "y": y, "unit": unit.id, "label": coverage_sentence(unit), "weight": unit.weight,
        "credits": [round(credit, 3) for credit in credits],
        "nested": one.nested, "linked": unit.attainable > 0 or any(one.credits), "linking": linking,
    }  # fmt: skip


def _tier(weight: int, spots: Sequence[tuple[float, float]]) -> Record:
    return {"word": str(weight), "y": (min(y for _, y in spots) + max(y for _, y in spots) + 1) / 2}


def _left_out(covered: UnitCoverage) -> Iterator[Notes]:
    rest = covered.systems[_PANELS:]
    if rest:
        yield Notes([f"systems without a pyramid of their own, but in the matrix below: {', '.join(rest)}"])


def _unit_matrix(covered: UnitCoverage, names: FigureNames) -> Figure:
    axes = Axes([_named(one.unit) for one in covered.units], covered.systems, "unit")
    cells = [
        {"r": row, "c": column, "credit": round(credit, 3)}
        for row, one in enumerate(covered.units)
        for column, credit in enumerate(one.credits)
        if credit
    ]
    caption = (
        "Which system covers which unit: units from the heaviest to the lightest, each weight on a ground of "
        "its own; a mark grows with the share that is covered, and none means nothing is."
    )
    rows: list[Row] = [
        ([one.unit.id, one.unit.weight, coverage_sentence(one.unit)], one.credits) for one in covered.units
    ]
    table = gathered(["unit", "weight", "says"], covered.systems, rows, "covered by, share", nothing=0.0)
    spec = matrix(cells, axes, [one.unit.weight for one in covered.units])
    return Figure(names.of("units", covered.topic), caption + axes.remark, spec, table)


def _earned(covered: UnitCoverage, names: FigureNames) -> Figure:
    best = sum(covered.attainable.values())
    totals = [covered.earned(number) for number in range(len(covered.systems))]
    optimal = _beside(_OPTIMAL, covered.systems)
    bars = [*_bars(optimal, covered.attainable)]
    shown = covered.systems[:_BARS]
    for system, tiers in zip(shown, totals, strict=False):
        bars += _bars(system, tiers)
    caption = (
        "What each system earned, weight times share covered, by the weight of the units; the dashed line "
        f"is the optimum, the {len(covered.ideal)} heaviest units."
    )
    rows: list[list[Cell]] = [[optimal, best, 1.0 if best else None, *covered.attainable.values()]]
    for system, tiers in zip(covered.systems, totals, strict=True):
        whole = sum(tiers.values())
        rows.append([system, whole, whole / best if best else None, *tiers.values()])
    heading = ["system", "earned", "of the optimum", *(f"of weight {w}" for w in covered.weights)]
    spec: Spec = earned(bars, [optimal, *shown], best, "weight earned")
    return Figure(names.of("earned", covered.topic), caption, spec, Table(heading, rows))


def _beside(word: str, systems: Sequence[str]) -> str:
    """The word, or one like it that no system has for its name."""
    return word if word not in systems else _beside(f"{word} (not the system)", systems)


def _bars(system: str, tiers: dict[int, float]) -> Iterator[Record]:
    for weight, amount in tiers.items():
        yield {"system": system, "tier": weight, "earned": amount}


def _named(unit: ContentUnit) -> str:
    """The id, which no other unit has, and what it says."""
    words = coverage_sentence(unit)
    return f"{unit.id}: {words}" if words and words != unit.id else unit.id


def coverage_sentence(unit: ContentUnit) -> str:
    """A unit in words: its label, its action with those in it, or what a writer wrote of it."""
    action = unit.action or ""
    whole = len(action.split()) > _WORDS
    roles = action if whole else " ".join(filter(None, (unit.agent, action, unit.patient)))
    texts = (contributor.text for contributor in unit.contributors if contributor.text)
    return unit.label or roles or next(texts, "")


Answers = Mapping[str, Mapping[str, Extract]]
_MOST = 30  # systems in a matrix; the table holds all


def event_section(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Section:
    """Curves over all topics, then a matrix a topic."""
    answers, _ = evaluation.answers()
    sections = [*_curves(evaluation, answers, names)]
    for topic in topics:
        found = event_coverage(evaluation.gold[topic], answers[topic])
        sections.append(Section(topic, list(_event_matrix(found, names))))
    return Section("Judged events", _sets(answers), sections)


def _curves(evaluation: Evaluation, answers: Answers, names: FigureNames) -> Iterator[Section]:
    """Of the rankings alone: a set has no order to walk down."""
    ranked = {
        topic: {system: extract for system, extract in own.items() if extract.ranked}
        for topic, own in answers.items()
    }
    metric = next((metric for metric in evaluation.metrics if isinstance(metric, Nu)), Nu())
    if any(ranked.values()):
        yield curve(curves_of(ranked, evaluation.gold, metric), names)


def _sets(answers: Answers) -> list[Block]:
    unranked = dict.fromkeys(system for own in answers.values() for system, e in own.items() if not e.ranked)
    if not unranked:
        return []
    listed = ", ".join(unranked)
    return [Notes([f"no curve for {listed}: sets of sentences, not rankings (ranked: false)"])]


def _event_matrix(found: EventCoverage, names: FigureNames) -> Iterator[Block]:
    shown = found.systems[:_MOST]
    cells = [
        _event_cell(found, row, column, rank)
        for row, event in enumerate(found.events)
        for column, rank in enumerate(event.ranks[: len(shown)])
        if rank is not None
    ]
    yield Paragraph(_event_summary(found))
    caption = (
        "Which system found which event, and at which rank of its list: the stronger its colour, the nearer "
        "to the top; an empty place is an event that the system never mentions."
    )
    sets = "" if all(found.ranked) else " ✓ is found in a set, which has no ranks."
    rows = [
        ([event.event.id, event.event.text], ["-" if rank is None else rank for rank in event.ranks])
        for event in found.events
    ]
    table = gathered(["event", "text"], found.systems, rows, "found by, at rank")
    axes = Axes([_event_row(event.event) for event in found.events], shown, "event")
    yield Figure(
        names.of("events", found.topic), caption + sets + axes.remark, grid(cells, axes, "rank"), table
    )
    if found.systems[_MOST:]:
        yield Notes([f"in the table alone: {', '.join(found.systems[_MOST:])}"])


def _event_summary(found: EventCoverage) -> str:
    """Who finds most, and what nobody finds."""
    lead = leaders({system: found.found(number) for number, system in enumerate(found.systems)})
    who = lead.said("finds most of them,", "find most of them,", "systems find as many of them,")
    if lead.alone:
        who = f"{lead.names[0]} finds"
    missed = sum(not any(rank is not None for rank in event.ranks) for event in found.events)
    none = f"{missed} {'is' if missed == 1 else 'are'} found by no system"
    rest = none if missed else "each is found by some system"
    count = len(found.events)
    return f"{many(count, 'event')}: {who} {lead.value:g} of {count}{lead.each}; {rest}."


def _event_row(event: JudgedEvent) -> str:
    return f"{event.id}: {event.text}" if event.text and event.text != event.id else event.id


def _event_cell(found: EventCoverage, row: int, column: int, rank: int) -> Record:
    """Shaded by how early it comes, in shares of the longest list."""
    if not found.ranked[column]:
        return grid_cell(row, column, 0.5, "✓")
    last = max(found.retrieved)
    return grid_cell(row, column, 1 - 0.9 * (rank - 1) / max(1, last - 1), str(rank))
