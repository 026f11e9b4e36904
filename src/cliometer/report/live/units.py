"""Content units in a report: the pyramid, who covers which unit, and how far that is from the optimum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.engine.gold import GoldEvaluation
from cliometer.engine.unit_coverage import CoveredUnit, UnitCoverage, unit_coverage
from cliometer.metrics.units.pyramid import Pyramid
from cliometer.model.units import ContentUnit
from cliometer.report.chapters import Names
from cliometer.report.chapters.crossed import Row, gathered
from cliometer.report.chapters.words import many
from cliometer.report.charts.coverage import earned, matrix
from cliometer.report.charts.grammar import Record, Spec
from cliometer.report.charts.grid import Axes
from cliometer.report.charts.pyramid import places, pyramids
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section
from cliometer.report.tables import Cell, Table

_PANELS = 6  # pyramids side by side
_BARS = 40  # systems with a bar
_ALL = "all systems, mean"
_OPTIMAL = "optimal"
_WORDS = 3  # of an action that does not name who acts


def unit_section(evaluation: GoldEvaluation, topics: Sequence[str], names: Names) -> Section:
    """A section a topic."""
    pyramid = next((metric for metric in evaluation.metrics if isinstance(metric, Pyramid)), None)
    answers, _ = evaluation.answers()
    covered = [unit_coverage(evaluation.gold[topic], answers[topic], pyramid) for topic in topics]
    about = Paragraph(
        "A content unit is what several writers said alike; its weight is the number of writers who have it. "
        "Units stand in tiers by weight, which make the pyramid: whoever covers its top earns most."
    )
    return Section(
        "Content units", [about], [Section(one.topic, list(_topic(one, names))) for one in covered]
    )


def _topic(covered: UnitCoverage, names: Names) -> Iterator[Block]:
    yield Paragraph(_summary(covered))
    yield _pyramid(covered, names)
    yield from _left_out(covered)
    yield _matrix(covered, names)
    yield _earned(covered, names)
    if covered.systems[_BARS:]:
        yield Notes([f"in the table alone: {', '.join(covered.systems[_BARS:])}"])


def _summary(covered: UnitCoverage) -> str:
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


def _pyramid(covered: UnitCoverage, names: Names) -> Figure:
    shown = covered.systems[:_PANELS]
    several = len(covered.systems) > 1
    panels = [_beside(_ALL, shown), *shown] if several else list(shown)
    tiers = [covered.tier(weight) for weight in covered.weights]
    where = places([len(tier) for tier in tiers])
    units = [
        _cell(one, x, y, [one.mean, *one.credits[: len(shown)]] if several else list(one.credits))
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


def _cell(one: CoveredUnit, x: float, y: float, credits: list[float]) -> Record:
    unit = one.unit
    linking = f"{len(unit.leaves)}, in nested groups" if one.nested else str(len(unit.leaves))
    return {
        "x": x, "y": y, "unit": unit.id, "label": said(unit), "weight": unit.weight,
        "credits": [round(credit, 3) for credit in credits],
        "nested": one.nested, "linked": unit.attainable > 0 or any(one.credits), "linking": linking,
    }  # fmt: skip


def _tier(weight: int, spots: Sequence[tuple[float, float]]) -> Record:
    return {"word": str(weight), "y": (min(y for _, y in spots) + max(y for _, y in spots) + 1) / 2}


def _left_out(covered: UnitCoverage) -> Iterator[Notes]:
    rest = covered.systems[_PANELS:]
    if rest:
        yield Notes([f"systems without a pyramid of their own, but in the matrix below: {', '.join(rest)}"])


def _matrix(covered: UnitCoverage, names: Names) -> Figure:
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
    rows: list[Row] = [([one.unit.id, one.unit.weight, said(one.unit)], one.credits) for one in covered.units]
    table = gathered(["unit", "weight", "says"], covered.systems, rows, "covered by, share", nothing=0.0)
    spec = matrix(cells, axes, [one.unit.weight for one in covered.units])
    return Figure(names.of("units", covered.topic), caption + axes.remark, spec, table)


def _earned(covered: UnitCoverage, names: Names) -> Figure:
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
    words = said(unit)
    return f"{unit.id}: {words}" if words and words != unit.id else unit.id


def said(unit: ContentUnit) -> str:
    """A unit in words: its label, its action with those in it, or what a writer wrote of it."""
    action = unit.action or ""
    whole = len(action.split()) > _WORDS
    roles = action if whole else " ".join(filter(None, (unit.agent, action, unit.patient)))
    texts = (contributor.text for contributor in unit.contributors if contributor.text)
    return unit.label or roles or next(texts, "")
