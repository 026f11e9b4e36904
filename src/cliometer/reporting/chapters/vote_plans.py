"""The sections of `cliometer study power` and `study plan`: what a preference study takes, and what it would find."""

from __future__ import annotations

from collections import Counter

from cliometer.reporting.chapters.base import FigureNames, chapter, remark_notes
from cliometer.reporting.document import Block, Listing, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.study.study_plan import POWER, StudyPlan
from cliometer.text.tables import Cell, Table, shown_share


@chapter(StudyPlan)
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
        f"{least} cliometer study power tells more.",
    ]
    blocks: list[Block] = [*map(Paragraph, lines), Listing("Topics on which every two systems meet", _meetings(result))]
    return Section("Plan of a preference study", [*blocks, *remark_notes(result.notes)])


def _meetings(result: StudyPlan) -> Table:
    counts = Counter((pair.first, pair.second) for pair in result.pairs)
    rows: list[list[Cell]] = [[first, second, number] for (first, second), number in sorted(counts.items())]
    return Table(["system", "other", "topics"], rows)
