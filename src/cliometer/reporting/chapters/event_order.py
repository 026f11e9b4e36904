"""Order and reading in a report from runs: lines of matched events that cross, and curves over time or nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cliometer.engine.evaluation import Evaluation
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.order import OrderMetric, matched_events
from cliometer.metrics.reading import CurvedMetric
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.chapters.base import FigureNames, text_of
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.line_charts import NAMED, SystemLine, crossings, panels
from cliometer.reporting.document import Block, Figure, Notes, Paragraph, Section
from cliometer.text.tables import Cell, Table

Answers = Mapping[str, Mapping[str, Timeline]]
_PANELS = 12  # topics with a curve
_LABELS = 16  # events up to which the lines of all have dates at their ends
_HEADING = [
    *("system", "place", "date", "sentence"),
    *("reference place", "reference date", "reference sentence", "in the other order, share"),
]


def reading_sections(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Iterator[Section]:
    """Yield the order of events where a metric of order was asked for, and the curve of each metric that has one."""
    answers, _ = evaluation.answers()
    metric = next((metric for metric in evaluation.metrics if isinstance(metric, OrderMetric)), None)
    if metric:
        about = Paragraph(text_of("event-order-reading-sections"))
        blocks = (block for topic in topics for block in _order(topic, evaluation.gold, answers, metric, names))
        yield Section("Order of events", [about, *blocks])
    for curved in (metric for metric in evaluation.metrics if isinstance(metric, CurvedMetric)):
        yield Section(f"Curve of {curved}", [_curves(evaluation, answers, curved, topics[:_PANELS], names)])


def _curves(
    evaluation: Evaluation, answers: Answers, metric: CurvedMetric, topics: Sequence[str], names: FigureNames
) -> Figure:
    drawn = [
        SystemLine(system, points, topic)
        for topic in topics
        for system, points in zip(
            answers[topic],
            metric.curve(TopicComparison(list(answers[topic].values()), evaluation.gold[topic])),
            strict=True,
        )
    ]
    x, y = metric.axes
    rows: list[list[Cell]] = [[line.topic or "", line.system, *point] for line in drawn for point in line.points]
    axes = {"title": x, "scale": {"zero": True}}, {"title": y}
    caption = f"{metric}: {y} by {x}, a panel for each topic."
    spec = panels(drawn, list(evaluation.systems), *axes)
    return Figure(names.of("curve", str(metric)), caption, spec, Table(["topic", "system", x, y], rows))


def _order(
    topic: str, gold: Mapping[str, ReferenceSet], answers: Answers, metric: OrderMetric, names: FigureNames
) -> Iterator[Block]:
    """Yield the figure of the first systems, each beside the reference with which it shares most events."""
    records, rows, few = list[Record](), list[list[Cell]](), list[str]()
    for system, timeline in answers[topic].items():
        (events,) = matched_events(metric.matching, TopicComparison([timeline], gold[topic]))
        best = max(range(len(events)), key=lambda place: len(events[place]))
        if len(events[best]) < metric.least:
            few.append(system)
            continue
        parts = metric.explain_in(TopicComparison([timeline], ReferenceSet([gold[topic][best]]))).parts
        rows += [
            [system, p.place, p.date, p.sentence, p.reference_place, p.reference_date, p.reference, p.discordant]
            for p in parts
        ]
        last = max(1, max(p.place for p in parts) - 1), max(1, max(p.reference_place for p in parts) - 1)
        records += [
            {
                "system": system,
                "from": round((p.place - 1) / last[0], 4),
                "to": round((p.reference_place - 1) / last[1], 4),
                "discordant": round(p.discordant, 3),
                "date": p.date,
                "reference_date": p.reference_date,
                "labelled": p.discordant >= 0.5 or len(parts) <= _LABELS,
                "says": f"{p.date}: {p.sentence}",
                "reference": f"{p.reference_date}: {p.reference}",
            }
            for p in parts
        ]
    if few:
        yield Notes([f"{topic}: fewer than {metric.least} matched events: {', '.join(few)}"])
    shown = list(dict.fromkeys(record["system"] for record in records))[:NAMED]
    if shown:
        drawn = [record for record in records if record["system"] in shown]
        caption = f"{topic}: matched events, each system beside the reference with which it shares most of them."
        yield Figure(names.of("order", topic), caption, crossings(drawn), Table(_HEADING, rows))
