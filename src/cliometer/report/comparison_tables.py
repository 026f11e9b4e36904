"""A comparison as tables with a row for every metric: standings, differences, the human ceiling."""

from __future__ import annotations

from dataclasses import fields

from cliometer.engine.compare.ceiling import WRITERS, Ceiling
from cliometer.engine.compare.comparison import Comparison
from cliometer.engine.compare.differences import Difference
from cliometer.engine.compare.standings import Standings
from cliometer.engine.compare.wording import score_word
from cliometer.errors import InputError
from cliometer.report.tables import Cell, Table


def standings_table(comparison: Comparison, gap: Cell = "-") -> Table:
    """A row for every metric and system, best first; `gap` stands for what is not there."""
    heading = ["metric", "system", _shared_word(comparison), "low", "high", "group", "rank"]
    rows = [[found.metric, *row] for found in comparison.standings for row in standings_rows(found, gap)]
    return Table(heading, rows)


def differences_table(comparison: Comparison) -> Table:
    """A row for every metric and pair of systems, all numbers in full."""
    heading = ["metric", *(field.name for field in fields(Difference))]
    rows: list[list[Cell]] = [
        [found.metric, *vars(one).values()] for found in comparison.standings for one in found.differences
    ]
    return Table(heading, rows)


def topics_table(comparison: Comparison) -> Table:
    """A row for every metric, system and topic; none where a number is undefined."""
    records = comparison.frames()["topics"]
    return Table(list(records.columns), [list(row.values()) for row in records.rows])


def ceilings_table(comparison: Comparison, gap: Cell = "-") -> Table:
    """A row for every metric and writers or system; InputError where no topic has two writers."""
    if not comparison.ceilings:
        raise InputError("no topic has two writers, so there is no human ceiling to print")
    heading = ["metric", "who", _shared_word(comparison), "of writers", "low", "high", "p", "verdict"]
    rows = [[ceiling.metric, *row] for ceiling in comparison.ceilings for row in ceiling_rows(ceiling, gap)]
    return Table(heading, rows)


def standings_rows(found: Standings, gap: Cell = "-") -> list[list[Cell]]:
    """Name, score, interval, group and rank of each system; what is not there is a dash."""
    return [
        [one.system, one.score, *(_or(gap, cell) for cell in (one.low, one.high, one.letters, one.rank))]
        for one in found.systems
    ]


def ceiling_rows(ceiling: Ceiling, gap: Cell = "-") -> list[list[Cell]]:
    """Writers first; nothing is a share of writers who score 0."""
    return [
        [WRITERS, ceiling.writers, 1.0 if ceiling.writers else gap, gap, gap, gap, gap],
        *(
            [
                one.system,
                one.score,
                *(_or(gap, cell) for cell in (one.quotient, one.low, one.high, one.p)),
                one.verdict,
            ]
            for one in ceiling.systems
        ),
    ]


def dash(value: float | None) -> Cell:
    """What is not there is a dash."""
    return _or("-", value)


def _or(gap: Cell, cell: Cell) -> Cell:
    return gap if cell is None else cell


def _shared_word(comparison: Comparison) -> str:
    words = {score_word(comparison.design, found.side) for found in comparison.standings}
    return words.pop() if len(words) == 1 else "score"
