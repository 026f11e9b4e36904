"""A comparison as a page for a person, and as tables: standings, differences, the human ceiling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from cliometer.engine.compare.ceiling import Ceiling
from cliometer.engine.compare.comparison import Comparison
from cliometer.engine.compare.design import Design
from cliometer.engine.compare.differences import Difference
from cliometer.engine.compare.standings import Standings
from cliometer.report.tables import Cell, Table


def page(comparison: Comparison) -> str:
    """Metric by metric: who stands where, who differs from whom, and how far writers get."""
    ceilings = {ceiling.metric: ceiling for ceiling in comparison.ceilings}
    parts = []
    for found in comparison.standings:
        parts.append(_block(found, comparison.design))
        if found.metric in ceilings:
            parts.append(_ceiling_block(ceilings[found.metric], comparison.design))
    return "\n".join([*parts, f"signature {comparison.signature}\n"])


def standings_table(comparison: Comparison) -> Table:
    """A row for every metric and system, best first."""
    heading = ["metric", "system", score_word(comparison.design), "low", "high", "group", "rank"]
    rows = [[found.metric, *row] for found in comparison.standings for row in _standings(found)]
    return Table(heading, rows)


def differences_table(comparison: Comparison) -> Table:
    """A row for every metric and pair of systems, all numbers in full."""
    heading = ["metric", *(field.name for field in fields(Difference))]
    rows: list[list[Cell]] = [
        [found.metric, *vars(one).values()] for found in comparison.standings for one in found.differences
    ]
    return Table(heading, rows)


def score_word(design: Design) -> str:
    """What the compared number is called."""
    if design.side == "value":
        return "mean"
    if design.side == "f":
        return {"f-of-means": "F of means", "mean-of-f": "mean of F", "micro": "micro F"}[design.averaged]
    return f"{'micro' if design.averaged == 'micro' else 'mean'} {design.side}"


def _block(found: Standings, design: Design) -> str:
    topics = f"{found.topics} topics"
    if found.units != found.topics:
        topics = f"{found.topics} tasks of {found.units} topics"
    title = f"{found.metric} on {topics}, with {100 * design.level:g} % intervals ({_methods(found)})"
    heading = ["system", score_word(design), "low", "high", "group", "rank"]
    text = f"{title}\n\n{Table(heading, _standings(found)).text()}"
    if not found.differences:
        return text
    pairs = Table(_PAIRS, [_pair(one) for one in found.differences]).text()
    return f"{text}\n{pairs}p: {found.test}\n{_LEGEND}\n"


def _topics(number: int) -> str:
    return f"{number} topic" if number == 1 else f"{number} topics"


def _methods(found: Standings) -> str:
    return " or ".join(dict.fromkeys(standing.interval for standing in found.systems))


def _standings(found: Standings) -> list[list[Cell]]:
    return [
        [one.system, one.score, one.low, one.high, one.letters or "-", one.rank or "-"]
        for one in found.systems
    ]


_PAIRS = ["difference", "by", "low", "high", "p", "corrected", "effect", "won-tied-lost"]
_PAIRS += ["topics needed", "detectable"]
_LEGEND = """effect: Hedges' g over topics
topics needed: to find an effect of this size in 4 of 5 tries; detectable: what these topics find as often"""


def _pair(one: Difference) -> list[Cell]:
    """What is not there is a dash; the last two are explained below the table."""
    record = f"{one.won}-{one.tied}-{one.lost}"
    needs = "-" if one.topics_needed is None else f"{one.topics_needed:,}"
    names = f"{one.first} - {one.second}"
    numbers = (one.difference, one.low, one.high, _p(one.p), _p(one.corrected_p))
    return [names, *numbers, _dash(one.effect), record, needs, _dash(one.detectable_difference)]


def _p(value: float) -> str:
    return "<0.001" if value < 0.0005 else f"{value:.3f}"


def _dash(value: float | None) -> Cell:
    return "-" if value is None else value


def _ceiling_block(ceiling: Ceiling, design: Design) -> str:
    title = f"Human ceiling: writers against each other, {ceiling.tasks} tasks of {_topics(ceiling.topics)}"
    heading = ["who", score_word(design), "of writers", "low", "high", "verdict"]
    return f"{title}\n\n{Table(heading, _ceiling_rows(ceiling)).text()}"


def _ceiling_rows(ceiling: Ceiling) -> Sequence[Sequence[Cell]]:
    return [
        ["writers", ceiling.writers, 1.0, "-", "-", "-"],
        *(
            [one.system, one.score, _dash(one.quotient), _dash(one.low), _dash(one.high), one.verdict]
            for one in ceiling.systems
        ),
    ]
