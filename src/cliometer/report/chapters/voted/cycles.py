"""Cycles of majorities, drawn; and what the majorities of every topic amount to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.voted.ranks import spelled
from cliometer.report.chapters.words import listed, many, percent
from cliometer.report.charts.bars import bars, with_tick
from cliometer.report.charts.majorities import MOST_LABELS, Majority, majority_graph
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph
from cliometer.report.tables import Cell, Table
from cliometer.report.vote_tables import circle

_MOST = 16  # systems in the picture
_MOST_CYCLES = 200  # in the table
_OUTCOMES = {"total_order": "total order", "cycle": "cycle", "undecided": "undecided"}
Poll = Mapping[str, Any]


def cycle_blocks(poll: Poll, names: Names) -> Iterator[Block]:
    """The picture of the cycles, or a sentence that there is none; nothing of two systems."""
    if len(poll["systems"]) < 3:
        return
    if not poll["cycles"]:
        yield Paragraph(_no_cycle(poll["topics"]))
        return
    systems = list(dict.fromkeys(name for cycle in poll["cycles"] for name in cycle))
    shown = systems[:_MOST]
    arrows = list(_arrows(poll, set(shown)))
    votes = ", with the votes for both" if len(arrows) <= MOST_LABELS else ""
    caption = (
        "Majorities that run in a circle: an arrow points from the system that most prefer to the "
        f"other{votes}; it is red and unbroken where it is part of a cycle, and thicker the wider the margin."
    )
    rows: list[list[Cell]] = [[circle(cycle), len(cycle)] for cycle in poll["cycles"][:_MOST_CYCLES]]
    spec = majority_graph(shown, arrows)
    yield Figure(names.of("cycles", poll["name"]), caption, spec, Table(["cycle", "systems"], rows))
    yield from _left_out(len(systems), len(poll["cycles"]))


def _no_cycle(topics: Mapping[str, Any]) -> str:
    """Over all votes together; a topic by itself may have one all the same."""
    where = " over all topics together" if topics["total"] > 1 else " of majorities"
    said = (
        f"No cycle{where}: nowhere do people prefer a to b and b to c, but c to a, so that the majorities do "
        "not contradict each other."
    )
    own = [row["topic"] for row in topics["rows"] if row["cycles"]]
    if not own:
        return said
    has = "has" if len(own) == 1 else "have"
    return f"{said} Taken singly, {many(len(own), 'topic')} {has} one: {listed(own)}."


def _left_out(systems: int, cycles: int) -> Iterator[Block]:
    notes = [f"the picture has the first {_MOST} of {systems} systems in cycles"] * (systems > _MOST)
    notes += [f"the table has the first {_MOST_CYCLES} of {cycles} cycles"] * (cycles > _MOST_CYCLES)
    if notes:
        yield Notes(notes)


def _arrows(poll: Poll, shown: set[str]) -> Iterator[Majority]:
    circular = {step for cycle in poll["cycles"] for step in pairwise([*cycle, cycle[0]])}
    for pair in poll["pairs"]:
        winner, loser = pair["system"], pair["other"]
        if {winner, loser} <= shown and pair["wins"] > pair["losses"]:
            yield Majority(winner, loser, pair["wins"], pair["losses"], (winner, loser) in circular)


def topic_blocks(poll: Poll, names: Names) -> Iterator[Block]:
    """How many topics have a total order or a cycle, and which."""
    topics = poll["topics"]
    if not topics["total"]:
        return
    counts = [
        {"name": word, "value": topics[key], "text": str(topics[key])} for key, word in _OUTCOMES.items()
    ]
    table = Table(["outcome", "topics"], [[one["name"], one["value"]] for one in counts])
    caption = f"What the majorities on each of the {many(topics['total'], 'topic')} amount to."
    spec = bars(counts, "topics")
    if len(poll["systems"]) > 2:
        rate = topics["coin_flip_cycle_rate"]
        caption += (
            f" Coins that decide every pair would give a cycle on {percent(rate)} of topics (the red tick)."
        )
        spec = with_tick(spec, "cycle", rate * topics["total"], "by coins")
    yield Figure(names.of("topics", poll["name"]), caption, spec, table)
    rows: list[list[Cell]] = [
        [
            row["topic"],
            row["votes"],
            row["outcome"],
            spelled(row["order"]),
            ", ".join(map(circle, row["cycles"])),
        ]
        for row in topics["rows"]
    ]
    yield Listing("Every topic", Table(["topic", "votes", "outcome", "order", "cycles"], rows), folded=True)
