"""Scores of systems as a section: the summary first, then every metric with figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cliometer.engine.results import BESIDE, Mean, Numbers, Results
from cliometer.metrics.catalogue import lower_is_better
from cliometer.model.score import RecordedScore
from cliometer.reporting.chapters.base import (
    FigureNames,
    chapter,
    crossed,
    cut_note,
    direction_note,
    leaders,
    remarks,
    text_of,
)
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.heat_maps import OverviewColumn, heat, heat_cell
from cliometer.reporting.charts.system_charts import score_bars
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import task_noun
from cliometer.text.tables import BestNumber, Cell, Table, shown_number

_WORDS = {"f": "F", "f_of_means": "F of means", "mean_of_f": "mean of F"}
_SYSTEMS, _TOPICS, _ROWS = 30, 100, 60


@chapter(Results)
def scores_section(
    results: Results, names: FigureNames | None = None, per_topic: bool = False, compared: bool = False
) -> Section:
    """Return the scores of one topic, or the means over several; figures of each metric only with names.

    The table has every topic if `per_topic`; `compared` systems are tested elsewhere in the report.
    """
    several = len(results.topics) > 1
    caption = (f"Means over {task_noun(results.topics)}s" if several else "Scores") if names else ""
    blocks: list[Block] = [Listing(caption, score_table(results) if per_topic else summary(results))]
    blocks += direction_note(filter(lower_is_better, results.metrics))
    if results.protocol:
        from cliometer.reporting.chapters.protocols import account_listings

        blocks += account_listings(results.protocol)
    if names and not compared and len(results.systems) > 1:
        blocks.append(Notes(["Whether a difference is more than chance, cliometer compare tells."], True))
    competing = results.only(set(results.systems) - results.oracles.keys()) if results.oracles else results
    means = competing.means() if names else []
    sections = [_metric_section(MetricScores(competing, m, means), names) for m in competing.metrics if names]
    return Section("Scores", [*blocks, *remarks(results)], sections)


def summary(results: Results) -> Table:
    """Return what a person wants to see first: the scores themselves for one topic, else the means."""
    return score_table(results) if len(results.topics) == 1 else mean_table(results)


def score_table(results: Results) -> Table:
    """Return a row for every system, topic and metric; systems and topics only where there are several."""
    systems, topics = len(results.systems) > 1, len(results.topics) > 1
    numbers: Sequence[Numbers] = [results.numbers(row) for row in results.rows]
    if systems:
        numbers = _with_winners(results, [(row.system, row.metric, row.topic) for row in results.rows], numbers)
    label = {name: f"{name} (reads gold)" if name in results.oracles else name for name in results.systems}
    firsts = ([*[label[row.system]] * systems, *[row.topic] * topics, row.metric] for row in results.rows)
    heading = ["system"] * systems + ([task_noun(results.topics)] if topics else []) + ["metric"]
    return _table(heading, list(zip(firsts, numbers, strict=True)))


def mean_table(results: Results) -> Table:
    """Return a row for every system and metric, with both averages of F."""
    means = results.means()
    of_rows = results.systems or list(dict.fromkeys(mean.system for mean in means))  # none where no task is left
    label = {name: f"{name} (reads gold)" if name in results.oracles else name for name in of_rows}
    systems, means = len(label) > 1, [mean for mean in means if mean.system in label]
    numbers: Sequence[Numbers] = [mean.numbers for mean in means]
    if systems:
        numbers = _with_winners(results, [(mean.system, mean.metric, "") for mean in means], numbers)
    firsts: Iterable[Sequence[Cell]] = (
        [*[label[mean.system]] * systems, mean.metric, mean.topics, mean.undefined] for mean in means
    )
    heading = ["system"] * systems + ["metric", f"{task_noun(results.topics)}s", "undefined"]
    return _table(heading, list(zip(firsts, numbers, strict=True)))


def _with_winners(results: Results, rows: Sequence[tuple[str, str, str]], numbers: Sequence[Numbers]) -> list[Numbers]:
    """Mark the best number of each name among the rows of one metric, and maybe of one topic; oracles win nothing."""
    keys = [(metric, topic, system in results.oracles) for system, metric, topic in rows]
    rivals: dict[tuple[tuple[str, str, bool], str], list[float]] = {}
    for key, row_numbers in zip(keys, numbers, strict=True):
        for name, value in row_numbers.items():
            rivals.setdefault((key, name), []).extend([] if value is None or key[2] else [value])
    better = {key: min if lower_is_better(key[0]) else max for key in keys}
    best = {(key, name): better[key](values) for (key, name), values in rivals.items() if values}
    return [
        {
            name: value if name in BESIDE or value is None or value != best.get((key, name)) else BestNumber(value)
            for name, value in row_numbers.items()
        }
        for key, row_numbers in zip(keys, numbers, strict=True)
    ]


def full_table(results: Results) -> Table:
    """Return everything for CSV: a row for every system, topic and metric, all columns always there."""
    rows = [([row.system, row.topic, row.metric], results.numbers(row)) for row in results.rows]
    return _table(["system", "topic", "metric"], rows, None, {})


def _table(
    heading: Sequence[str],
    rows: Sequence[tuple[Sequence[Cell], Numbers]],
    gap: Cell = "-",
    words: Mapping[str, str] = _WORDS,
) -> Table:
    """Return a table with columns for every number that a metric has; a gap where a metric has none of that name."""
    kinds = dict.fromkeys(tuple(numbers) for _, numbers in rows)  # a few, however many rows there are
    names = list(dict.fromkeys(name for kind in kinds for name in kind))
    if len(kinds) == 1:
        body = [[*first, *numbers.values()] for first, numbers in rows]
    else:
        body = [[*first, *(numbers.get(name, gap) for name in names)] for first, numbers in rows]
    return Table([*heading, *(words.get(name, name) for name in names)], body)


class MetricScores:
    """The scores of one metric by topic and system, and the means of the systems, best first."""

    def __init__(self, results: Results, metric: str, means: Iterable[Mean]) -> None:
        self.metric, self.lower_is_better, self.counted = metric, lower_is_better(metric), results.counted
        self.label = f"{metric} (lower is better)" if self.lower_is_better else metric
        self.rows = {(row.topic, row.system): row for row in results.rows if row.metric == metric}
        self.numbers: dict[tuple[str, str], Numbers] = {key: results.numbers(row) for key, row in self.rows.items()}
        single = "value" in next(iter(self.numbers.values()))
        self.side = "value" if single else "f"  # the number that sums a row up
        self.mean = "value" if single else "f_of_means"  # the mean that sums a system up
        by_system = {mean.system: mean for mean in means if mean.metric == metric}
        values = {name: mean.numbers.get("value", mean.f_of_means) for name, mean in by_system.items()}
        sign = 1 if self.lower_is_better else -1
        ranked = sorted(by_system, key=lambda name: (values[name] is None, (values[name] or 0.0) * sign))
        self.systems = ranked  # best mean first; those without one last
        self.means = {name: by_system[name] for name in ranked}
        self.topics = list(dict.fromkeys(topic for topic, _ in self.rows))
        self.noun = task_noun(self.topics)  # what a topic is called: a topic, or a task


def _metric_section(scored: MetricScores, names: FigureNames) -> Section:
    """Return the section of a metric: who is best, means by side where they have sides, then the topics."""
    one_system, one_topic = len(scored.systems) == 1, len(scored.topics) == 1
    blocks: list[Block] = [Paragraph(_verdict(scored))]
    word = "the value" if scored.side == "value" else "precision, recall and their F"
    if (scored.side == "f" and not one_system) or one_topic:
        rows = {system: mean.numbers for system, mean in scored.means.items()}
        caption = f"{scored.label}: {word} of each system, best first."
        blocks += _sides("system", rows, names, scored, caption)
    if one_system and not one_topic:
        rows = {topic: dict(scores) for (topic, _), scores in scored.numbers.items()}
        caption = f"{scored.label}: {word} of {scored.systems[0]} on each {scored.noun}."
        blocks += _sides(scored.noun, rows, names, scored, caption)
    elif not one_topic:
        blocks += _crossed(scored, names)
    return Section(scored.label, [*blocks, *_doubts(scored)], detail=True)


def _verdict(scored: MetricScores) -> str:
    values = {system: mean.numbers[scored.mean] for system, mean in scored.means.items()}
    known = {system: value for system, value in values.items() if value is not None}
    topics = len(scored.topics)
    where = f"on {scored.topics[0]}" if topics == 1 else f"over {scored.counted}"
    word = _WORDS.get(scored.mean, "mean") if topics > 1 else _WORDS.get(scored.side, "")
    if not known:
        return f"{scored.metric}: undefined {where}."
    lead = leaders(known, scored.lower_is_better)
    value = f"{word} {shown_number(lead.value)}".strip()
    if len(scored.systems) == 1:
        return f"{scored.label}: {value} {where}."
    if lead.alone:
        return f"{scored.label}: {lead.names[0]} has {value} {where}; no other system has a score."
    who = lead.said("is best", "are best", "systems score the same")
    return f"{scored.label}: {who} {where}, with {value}{lead.each}."


def _sides(
    of: str, rows: Mapping[str, Numbers], names: FigureNames, scored: MetricScores, caption: str
) -> Iterator[Block]:
    """Yield precision, recall and F, or the value, of each system or topic."""
    keys = [key for key in next(iter(rows.values())) if key not in ("mean_of_f", *BESIDE)]
    records: list[Record] = []
    for title, row in list(rows.items())[:_ROWS]:
        known = [value for key in keys if (value := row[key]) is not None]
        ends = {"low": min(known, default=None), "high": max(known, default=None)}
        records += [{"name": title, "side": _WORDS.get(key, key), "score": row[key], **ends} for key in keys]
    body = [[title, *(row[key] for key in keys)] for title, row in rows.items()]
    table = Table([of, *(_WORDS.get(key, key) for key in keys)], body)
    name = names.of("sides" if of == "system" else "topics", scored.metric)
    yield Figure(name, caption, score_bars(records, scored.label), table)
    yield from cut_note(min(_ROWS, len(rows)), len(rows), f"{of}s")


def _crossed(scored: MetricScores, names: FigureNames) -> Iterator[Block]:
    """Yield a table with topics down and systems across."""
    systems, topics = scored.systems[:_SYSTEMS], scored.topics[:_TOPICS]
    cells: list[Record] = []
    for topic in topics:
        values = {
            system: scored.numbers[topic, system][scored.side]
            for system in scored.systems
            if (topic, system) in scored.rows
        }
        column = OverviewColumn(topic, values, scored.lower_is_better)
        for system in systems:
            row, value = scored.rows.get((topic, system)), column.values.get(system)
            text, tip = "-", "not scored"
            if row is not None:
                tip = f"undefined: {row.score.undefined}" if row.score.undefined else "undefined" * (value is None)
                text = "undef." if value is None else f"{shown_number(value)}{'?' if tip else ''}"
            cells.append(heat_cell(topic, system, column.shade(system), text, tip))
    word = _WORDS.get(scored.side, scored.side)
    caption = text_of("scores-crossed", label=scored.label, word=word, noun=scored.noun)
    known = {key: scores[scored.side] for key, scores in scored.numbers.items()}
    rows = [([topic], [known.get((topic, name), "-") for name in scored.systems]) for topic in scored.topics]
    table = crossed([scored.noun], scored.systems, rows, word)
    spec = heat(cells, "topic", "system", orders=(topics, systems), wide=64)
    yield Figure(names.of("topics", scored.metric), caption, spec, table)
    every = len(scored.systems), len(scored.topics)
    if (len(systems), len(topics)) != every:
        shown = f"{len(systems)} of {every[0]} systems on {len(topics)} of {every[1]} {scored.noun}s"
        yield Notes([f"The figure shows {shown}; its table has all."])


def _doubts(scored: MetricScores) -> Iterator[Block]:
    """Yield what is undefined and why, and where the best alignment was not unique."""
    lines, tied = list[str](), list[list[Cell]]()
    for key, row in scored.rows.items():
        if row.score.undefined:
            lines.append(f"{row.system} on {row.topic}: undefined, {row.score.undefined}")
        if ties := RecordedScore.of(row.score).ties:
            ends = ties.range.get("f", ("-", "-"))
            tied.append([row.system, row.topic, ties.dates, scored.numbers[key]["f"], *ends])
    if lines:
        rest = [f"and {len(lines) - 20} more"] if len(lines) > 20 else []
        yield Notes([*lines[:20], *rest])
    if tied:
        heading = ["system", scored.noun, "dates with a choice", "F", "lowest F", "highest F"]
        yield Listing("Scores whose best alignment was not unique", Table(heading, tied), folded=True)
