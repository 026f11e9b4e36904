"""Judged events in a report: curves along rankings, and which system found which event how far down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cliometer.engine.curves import curves_of
from cliometer.engine.event_coverage import EventCoverage, event_coverage
from cliometer.engine.gold import GoldEvaluation
from cliometer.metrics.units.nu import Nu
from cliometer.model.extracts import Extract
from cliometer.model.judged_events import JudgedEvent
from cliometer.report.chapters import Names
from cliometer.report.chapters.crossed import gathered
from cliometer.report.chapters.curve import curve
from cliometer.report.chapters.leaders import leaders
from cliometer.report.chapters.words import many
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.grid import Axes, cell, grid
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section

Answers = Mapping[str, Mapping[str, Extract]]
_MOST = 30  # systems in a matrix; the table holds all


def event_section(evaluation: GoldEvaluation, topics: Sequence[str], names: Names) -> Section:
    """Curves over all topics, then a matrix a topic."""
    answers, _ = evaluation.answers()
    sections = [*_curves(evaluation, answers, names)]
    for topic in topics:
        found = event_coverage(evaluation.gold[topic], answers[topic])
        sections.append(Section(topic, list(_matrix(found, names))))
    return Section("Judged events", _sets(answers), sections)


def _curves(evaluation: GoldEvaluation, answers: Answers, names: Names) -> Iterator[Section]:
    """Of the rankings alone: a set has no order to walk down."""
    ranked = {
        topic: {system: extract for system, extract in own.items() if extract.ranked}
        for topic, own in answers.items()
    }
    metric = next((metric for metric in evaluation.metrics if isinstance(metric, Nu)), Nu())
    if any(ranked.values()):
        yield curve(curves_of(ranked, evaluation.gold, metric).to_dict(), names)


def _sets(answers: Answers) -> list[Block]:
    unranked = dict.fromkeys(system for own in answers.values() for system, e in own.items() if not e.ranked)
    if not unranked:
        return []
    listed = ", ".join(unranked)
    return [Notes([f"no curve for {listed}: sets of sentences, not rankings (ranked: false)"])]


def _matrix(found: EventCoverage, names: Names) -> Iterator[Block]:
    shown = found.systems[:_MOST]
    cells = [
        _cell(found, row, column, rank)
        for row, event in enumerate(found.events)
        for column, rank in enumerate(event.ranks[: len(shown)])
        if rank is not None
    ]
    yield Paragraph(_summary(found))
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
    axes = Axes([_row(event.event) for event in found.events], shown, "event")
    yield Figure(
        names.of("events", found.topic), caption + sets + axes.remark, grid(cells, axes, "rank"), table
    )
    if found.systems[_MOST:]:
        yield Notes([f"in the table alone: {', '.join(found.systems[_MOST:])}"])


def _summary(found: EventCoverage) -> str:
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


def _row(event: JudgedEvent) -> str:
    return f"{event.id}: {event.text}" if event.text and event.text != event.id else event.id


def _cell(found: EventCoverage, row: int, column: int, rank: int) -> Record:
    """Shaded by how early it comes, in shares of the longest list."""
    if not found.ranked[column]:
        return cell(row, column, 0.5, "✓")
    last = max(found.retrieved)
    return cell(row, column, 1 - 0.9 * (rank - 1) / max(1, last - 1), str(rank))
