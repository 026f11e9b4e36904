"""The section of `cliometer power`: what a preference study takes, and what it would find."""

from __future__ import annotations

from cliometer.court.votes.design_power import VotePower
from cliometer.report.chapters.base import FigureNames, chapter, remark_notes
from cliometer.report.document import Listing, Paragraph, Section
from cliometer.spelling import many
from cliometer.stats.vote_power import MOST_TOPICS
from cliometer.text.tables import Cell, Table, shown_share


@chapter("power", has=("rows", "judge_correlation"), reads=VotePower)
def power_section(result: VotePower, names: FigureNames | None = None) -> Section:
    """Return a row for each share of the votes, and what the numbers rest on."""
    tests = result.systems * (result.systems - 1) // 2
    many_tests = f", corrected for {many(tests, 'pair')} of systems by Holm's strictest step" if tests > 1 else ""
    lines = [
        f"The test is two-sided at a level of {result.level:g}{many_tests}; votes on one pair and topic are correlated "
        f"by {result.correlation:g}, those of one judge by {result.judge_correlation:g}, and "
        f"{shown_share(result.ties, 0)} of the votes are ties. A judge compares {many(result.cap, 'pair')} at most.",
    ]
    if result.least is not None:
        lines.insert(
            0, f"With a probability of {result.power:g} the study finds a preference of {shown_share(result.least)} of "
            "the decided votes, or more.",
        )  # fmt: skip
    elif any(row.topics is not None for row in result.rows):
        lines.insert(0, f"These designs find the preference with a probability of at least {result.power:g}.")
    if any(row.topics is None for row in result.rows):
        lines.append(f"Where there is no design, not even {MOST_TOPICS:,} topics would be enough.")
    listing = Listing("What finds which share of the votes", power_table(result))
    return Section("Power of a preference study", [*map(Paragraph, lines), listing, *remark_notes(result.notes)])


def power_table(result: VotePower) -> Table:
    """Return the designs, a row for each share."""
    numbers = [(row.share, row.topics, row.votes, row.judges, row.cast, row.power) for row in result.rows]
    rows: list[list[Cell]] = [["-" if number is None else number for number in row] for row in numbers]
    return Table(["share of votes", "topics", "votes on each", "judges", "votes in all", "power"], rows)
