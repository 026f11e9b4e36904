"""The order of matched events in a report from runs: lines that cross where two events are in the other order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.engine.evaluation import Evaluation
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.order import EventInOrder, OrderMetric, matched_events
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.line_charts import NAMED, crossings
from cliometer.reporting.document import Block, Figure, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table

_COLUMNS = ("system", "place", "place in the reference", "in the other order, share", "date", "date in the reference")


def order_section(evaluation: Evaluation, metric: OrderMetric, topics: Sequence[str], names: FigureNames) -> Section:
    """Return a section with a part for each topic."""
    answers, _ = evaluation.answers()
    about = Paragraph(
        "An event is a pair of sentences, of a system and of a reference, that report the same. Each line joins its "
        "place among the matched events of the system, at the left, with its place among those of the reference, at "
        "the right; the first is at the top. Lines cross where two events are in the other order; they are brown where an "
        "event is in the other order with some event, and red where with at least half of them."
    )
    parts = (
        Section(topic, list(_topic(evaluation.gold[topic], answers[topic], metric, topic, names))) for topic in topics
    )
    return Section("Order of events", [about], list(parts))


def _topic(
    gold: ReferenceSet, answers: dict[str, Timeline], metric: OrderMetric, topic: str, names: FigureNames
) -> Iterator[Block]:
    """Yield the figure of the first systems, each beside the reference with which it shares most events."""
    records, rows, few = list[Record](), list[list[Cell]](), list[str]()
    for system, timeline in answers.items():
        (events,) = matched_events(metric.matching, TopicComparison([timeline], gold))
        nearest = max(range(len(gold)), key=lambda place: len(events[place]))
        if len(events[nearest]) < metric.least:
            few.append(system)
            continue
        parts = metric.explain_in(TopicComparison([timeline], ReferenceSet([gold[nearest]]))).parts
        rows += [[system, *_cells(part)] for part in parts]
        if len(answers) - len(few) <= NAMED or len({record["system"] for record in records}) < NAMED:
            records += _lines(system, parts)
    if few:
        yield Notes([f"fewer than {metric.least} matched events: {', '.join(few)}"])
    if records:
        shown = len({record["system"] for record in records})
        caption = f"Matched events of {many(shown, 'system')} and of the reference that shares most events with it."
        yield Figure(names.of("order", topic), caption, crossings(records), Table(list(_COLUMNS), rows))


def _cells(part: EventInOrder) -> list[Cell]:
    return [part.place, part.reference_place, part.turned, part.date, part.reference_date]


def _lines(system: str, parts: Sequence[EventInOrder]) -> Iterator[Record]:
    """Yield a record for each event; places run from 0 to 1 on either side."""
    first, second = (
        max(1, max(places) - 1) for places in zip(*((p.place, p.reference_place) for p in parts), strict=True)
    )
    for part in parts:
        yield {
            "system": system,
            "from": round((part.place - 1) / first, 4),
            "to": round((part.reference_place - 1) / second, 4),
            "turned": round(part.turned, 3),
            "says": f"{part.date}: {part.sentence}",
            "reference": f"{part.reference_date}: {part.reference}",
        }
