"""The chapter of `cliometer vote`: pairs, rankings, cycles, and how far the judges can be trusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.voted.cycles import cycle_blocks, topic_blocks
from cliometer.report.chapters.voted.judges import judge_blocks, position_blocks, reason_blocks
from cliometer.report.chapters.voted.pairs import pair_blocks
from cliometer.report.chapters.voted.ranks import ordered, rank_blocks, spelled
from cliometer.report.chapters.words import many
from cliometer.report.document import Block, Paragraph, Section


@chapter("votes", has=("pairs", "rankings", "cycles"))
def votes(document: Result, names: Names) -> Section:
    """One poll."""
    return Section("Votes", [Paragraph(_said(document)), *remarks(document)], list(_parts(document, names)))


@chapter("polls", has=("datasets", "strength"))
def polls(document: Result, names: Names) -> Section:
    """Several polls, a section each."""
    sections = [
        Section(poll["name"], [Paragraph(_said(poll)), *remarks(poll)], list(_parts(poll, names)))
        for poll in document["datasets"]
    ]
    return Section("Votes", [Paragraph(f"{many(len(sections), 'data set')}, one after another.")], sections)


def _said(poll: Mapping[str, Any]) -> str:
    """What was voted on, and how it came out."""
    given = (
        f"{many(poll['ballots'], 'ordering')} of" if poll["ballots"] else f"{many(poll['votes'], 'vote')} on"
    )
    said = f"{given} {many(len(poll['systems']), 'system')}"
    said += f" by {many(len(poll['judges']), 'judge')}" if poll["judges"] else ""
    said += f" on {many(poll['topics']['total'], 'topic')}" if poll["topics"]["total"] else ""
    return f"{said}. {_outcome(poll)}"


def _outcome(poll: Mapping[str, Any]) -> str:
    orders = {rule: spelled(found["order"]) for rule, found in poll["rankings"].items() if found["order"]}
    if not orders:
        return "No voting rule gives an order."
    rule, order = next(iter(orders.items()))
    if len(set(orders.values())) == 1:
        return f"By {'every rule that gives an order' if len(orders) > 1 else rule}: {order}."
    apart = sum(other != order for other in orders.values())
    return f"By {rule}: {order}; {many(apart, 'other rule')} of {len(orders) - 1} see it otherwise."


def _parts(poll: Mapping[str, Any], names: Names) -> Iterator[Section]:
    systems = ordered(poll)
    parts: tuple[tuple[str, Iterator[Block]], ...] = (
        ("Pairs", pair_blocks(poll, systems, names)),
        ("Rankings", rank_blocks(poll, systems, names)),
        ("Cycles", cycle_blocks(poll, names)),
        ("Topics", topic_blocks(poll, names)),
        ("Judges", judge_blocks(poll, names) if not poll["ballots"] else iter(())),
        ("Position", position_blocks(poll, names) if not poll["ballots"] else iter(())),
        ("Reasons", reason_blocks(poll, names)),
    )
    for title, blocks in parts:
        found = list(blocks)
        if found:
            yield Section(title, found)
