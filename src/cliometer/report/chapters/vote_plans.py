"""The sections of `cliometer power` and `cliometer plan`: what a preference study takes, and what it would find."""

from __future__ import annotations

from collections import Counter

from cliometer.court.votes.design_power import VotePower
from cliometer.report.chapters.base import FigureNames, chapter, remark_notes
from cliometer.report.document import Block, Listing, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.stats.vote_power import MOST_TOPICS
from cliometer.study.preferences.study_plan import POWER, StudyPlan
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


@chapter("plan", has=("pairs", "least", "judges"), reads=StudyPlan)
def plan_section(result: StudyPlan, names: FigureNames | None = None) -> Section:
    """Return what people are asked, how many of them it takes, and how often every two systems meet."""
    criteria = "criterion" if len(result.criteria) == 1 else "criteria"
    asked = f"by {len(result.criteria)} {criteria} ({listed(result.criteria)})"
    least = (
        f"A preference of {shown_share(result.least)} of the votes is found with a probability of {POWER:g}."
        if result.least is not None
        else f"Even the strongest preference would be found with a probability of less than {POWER:g}: "
        "more topics or votes are needed."
    )
    lines = [
        f"{many(len(result.pairs), 'pair')} of {many(len(result.systems), 'system')} ({listed(result.systems)}) on "
        f"{many(len(result.topics), 'topic')} are compared {asked}, {result.votes} times each: "
        f"{many(result.cast, 'vote')} by {many(result.judges, 'judge')}, where none fails, with at most "
        f"{many(result.cap, 'pair')} a judge.",
        f"The summaries of {result.timelines} of {many(len(result.topics), 'topic')} are timelines, which are shown on "
        "one axis of dates.",
        f"{least} cliometer power tells more.",
    ]
    blocks: list[Block] = [*map(Paragraph, lines), Listing("Topics on which every two systems meet", _meetings(result))]
    return Section("Plan of a preference study", [*blocks, *remark_notes(result.notes)])


def _meetings(result: StudyPlan) -> Table:
    counts = Counter((pair.first, pair.second) for pair in result.pairs)
    rows: list[list[Cell]] = [[first, second, number] for (first, second), number in sorted(counts.items())]
    return Table(["system", "other", "topics"], rows)
