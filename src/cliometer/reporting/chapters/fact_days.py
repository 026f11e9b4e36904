"""Facts in a report from runs: comprehensiveness and redundancy of every run, day by day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cliometer.engine.evaluation import Evaluation
from cliometer.metrics.facts import DayScore, Facts
from cliometer.model.facts import FactTopic
from cliometer.model.score import f_measure
from cliometer.reporting.chapters.base import FigureNames, average, in_table_alone, text_of
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.heat_maps import heat, heat_cell
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.text.tables import Cell, Table, shown_number

_MOST = 30  # runs in a figure; the table holds all
_MEASURES = ("redundancy", "comprehensiveness")
Days = Mapping[str, Sequence[DayScore]]  # of each run


def fact_section(evaluation: Evaluation, topics: Sequence[str], names: FigureNames) -> Section:
    """Return means over days and then events of every run, and a part for each event."""
    rules = next((metric.rules for metric in evaluation.metrics if isinstance(metric, Facts)), Facts())
    answers, _ = evaluation.answers()
    events: dict[str, Days] = {
        event: {run: rules.days(facts, evaluation.gold[event]) for run, facts in runs.items()}
        for event, runs in answers.items()
    }
    means = _means(evaluation.systems, events, is_accumulated=rules.day == "accumulated")
    about = Paragraph(text_of("fact-days-fact-section", rules=rules))
    order = [str(row[0]) for row in means.rows]
    sections = [
        Section(event, list(_event(evaluation.gold[event], events[event], order, names)))
        for event in topics
        if event in events
    ]
    return Section("Facts day by day", [about, Listing("Means over days, then events", means)], sections)


def _means(runs: Iterable[str], events: Mapping[str, Days], is_accumulated: bool) -> Table:
    """Return a row for each run, the best F1 first; the last of accumulated days has all that was reported."""
    rows: list[list[Cell]] = []
    for run in runs:
        days_by_event = [days[run] for days in events.values() if days.get(run)]
        means = [average([average([getattr(day, of) for day in days]) for days in days_by_event]) for of in _MEASURES]
        f1 = None if None in means else f_measure(*(value or 0.0 for value in means))
        valued = sum(day.comprehensiveness is not None for days in days_by_event for day in days)
        counted = [day for days in days_by_event for day in (days[-1:] if is_accumulated else days)]
        reported = sum(day.reported for day in counted)
        assessed = sum(day.assessed for day in counted) / reported if reported else None
        rows.append([run, *means, f1, valued, sum(map(len, days_by_event)) - valued, assessed])
    rows.sort(key=lambda row: -(row[3] if isinstance(row[3], float) else -1.0))
    return Table(["run", *_MEASURES, "F1", "days", "days without a value", "assessed"], rows)


def _event(topic: FactTopic, days: Days, order: Sequence[str], names: FigureNames) -> Iterator[Block]:
    runs = [run for run in order if run in days]
    requests = [day.request for day in days[runs[0]]]
    empty = [day.request for day in topic.days if day.request not in requests]
    if empty:
        yield Notes([f"left out, because the labels make no fact of them relevant: {listed(empty)}"])
    if not requests:
        return
    by_day = {(run, day.request): day for run in runs for day in days[run]}
    dates = {day.request: f"{day.request} ({day.date})" if day.date else day.request for day in topic.days}
    for measure in _MEASURES:
        cells = [
            _cell(dates[request], run, by_day[run, request], measure) for request in requests for run in runs[:_MOST]
        ]
        caption = text_of("fact-days-event", measure=measure.capitalize())
        rows: list[list[Cell]] = [
            [dates[request], *(getattr(by_day[run, request], measure) for run in runs)] for request in requests
        ]
        spec = heat(cells, "day", "run", ([dates[request] for request in requests], runs[:_MOST]), wide=64)
        yield Figure(names.of(measure, topic.id), caption, spec, Table(["day", *runs], rows))
    yield from in_table_alone(runs[_MOST:])
    shown: list[list[Cell]] = [
        [dates[request], run, day.reported, day.assessed, day.pooled, day.found, day.relevant]
        for request in requests
        for run in runs
        for day in [by_day[run, request]]
    ]
    heading = ["day", "run", "reported", "assessed", "in the pool", "found", "relevant"]
    about = f"What {many(len(runs), 'run')} reported on {many(len(requests), 'day')}"
    yield Listing(about, Table(heading, shown), folded=True)


def _cell(row: str, run: str, day: DayScore, measure: str) -> Record:
    value = getattr(day, measure)
    tip = f"{day.found:g} of {day.relevant:g} found, {day.assessed} of {many(day.reported, 'fact')} assessed"
    return heat_cell(row, run, value, shown_number(value) if value is not None else "-", tip)
