"""The chapters of `cliometer score`, means and topics by metric, and `cliometer explain`, the credit of
each date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.metrics.catalogue import lower_is_better
from cliometer.report.chapters.base import FigureNames, Result, chapter, crossed, leaders, remarks
from cliometer.report.charts.bar_charts import EARNED, LOST, MISSED, credit, sides
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.heat_maps import OverviewColumn, heat, heat_cell
from cliometer.report.document import Block, Code, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table

Row = Mapping[str, Any]
WORDS = {"f": "F", "f_of_means": "F of means", "mean_of_f": "mean of F"}
_SYSTEMS, _TOPICS, _ROWS = 30, 100, 60


@dataclass(frozen=True)
class MetricScores:
    """The rows and means of one metric."""

    metric: str
    rows: Sequence[Row]
    means: Sequence[Row]

    @property
    def less_is_better(self) -> bool:
        """What the metric says of itself."""
        return lower_is_better(self.metric)

    @property
    def label(self) -> str:
        """The metric, with a word where less of it is better."""
        return f"{self.metric} (less is better)" if self.less_is_better else self.metric

    @property
    def side(self) -> str:
        """The number that sums a row up."""
        return "value" if "value" in self.rows[0] else "f"

    @property
    def mean(self) -> str:
        """The mean that sums a system up."""
        return "value" if self.side == "value" else "f_of_means"

    @property
    def systems(self) -> list[str]:
        """Best mean first; those without one last."""
        sign = 1 if self.less_is_better else -1
        ranked = sorted(self.means, key=lambda one: (one[self.mean] is None, sign * (one[self.mean] or 0.0)))
        return [one["system"] for one in ranked]

    @property
    def topics(self) -> list[str]:
        """As they come."""
        return list(dict.fromkeys(row["topic"] for row in self.rows))


def metric_blocks(scored: MetricScores, names: FigureNames) -> Iterator[Block]:
    """Means by side where they have sides, then the topics."""
    one_system, one_topic = len(scored.systems) == 1, len(scored.topics) == 1
    if (scored.side == "f" and not one_system) or one_topic:
        yield from _means(scored, names)
    if one_system and not one_topic:
        yield from _by_topic(scored, names)
    elif not one_topic:
        yield from _crossed(scored, names)
    yield from _remarks(scored)


def _means(scored: MetricScores, names: FigureNames) -> Iterator[Block]:
    """Systems with their means."""
    keys = ("value",) if scored.side == "value" else ("precision", "recall", "f_of_means")
    by = {one["system"]: one for one in scored.means}
    rows = [(system, by[system]) for system in scored.systems]
    what = f"{scored.label}: {_sides_word(scored)} of each system, best first."
    yield from _sides("system", rows, keys, names, scored, what)


def _by_topic(scored: MetricScores, names: FigureNames) -> Iterator[Block]:
    """The only system, topic by topic."""
    keys = ("value",) if scored.side == "value" else ("precision", "recall", "f")
    rows = [(row["topic"], row) for row in scored.rows]
    what = f"{scored.label}: {_sides_word(scored)} of {scored.systems[0]} on each topic."
    yield from _sides("topic", rows, keys, names, scored, what)


def _sides_word(scored: MetricScores) -> str:
    return "the value" if scored.side == "value" else "precision, recall and their F"


def _sides(
    of: str,
    rows: Sequence[tuple[str, Row]],
    keys: Sequence[str],
    names: FigureNames,
    scored: MetricScores,
    caption: str,
) -> Iterator[Block]:
    records = [record for title, row in rows[:_ROWS] for record in _points(title, row, keys)]
    table = Table(
        [of, *(WORDS.get(key, key) for key in keys)],
        [[title, *(row[key] for key in keys)] for title, row in rows],
    )
    name = names.of("sides" if of == "system" else "topics", scored.metric)
    yield Figure(name, caption, sides(records, scored.label), table)
    if len(rows) > _ROWS:
        yield Notes([f"The figure shows the first {_ROWS} of {len(rows)} {of}s; its table has all."])


def _points(title: str, row: Row, keys: Sequence[str]) -> list[Record]:
    known = [row[key] for key in keys if row[key] is not None]
    ends = {"low": min(known, default=None), "high": max(known, default=None)}
    return [{"name": title, "side": WORDS.get(key, key), "score": row[key], **ends} for key in keys]


def _crossed(scored: MetricScores, names: FigureNames) -> Iterator[Block]:
    """Topics down, systems across."""
    by = {(row["topic"], row["system"]): row for row in scored.rows}
    systems, topics = scored.systems[:_SYSTEMS], scored.topics[:_TOPICS]
    columns = {topic: _column(scored, topic, by) for topic in topics}
    cells = [
        _cell(topic, system, by.get((topic, system)), column)
        for topic, column in columns.items()
        for system in systems
    ]
    word = WORDS.get(scored.side, scored.side)
    caption = (
        f"{scored.label}: {word} of every system on every topic, best mean first. The stronger the colour, "
        "the nearer to the best of the row; topics are shaded each by itself."
    )
    rows = [
        (
            [topic],
            [by[topic, system][scored.side] if (topic, system) in by else "-" for system in scored.systems],
        )
        for topic in scored.topics
    ]
    table = crossed(["topic"], scored.systems, rows, word)
    spec = heat(cells, "topic", "system", orders=(topics, systems), wide=64)
    yield Figure(names.of("topics", scored.metric), caption, spec, table)
    if len(systems) < len(scored.systems) or len(topics) < len(scored.topics):
        yield Notes(
            [
                f"The figure shows {len(systems)} of {len(scored.systems)} systems on {len(topics)} of "
                f"{len(scored.topics)} topics; its table has all."
            ]
        )


def _column(scored: MetricScores, topic: str, by: Mapping[tuple[str, str], Row]) -> OverviewColumn:
    values = {system: by[topic, system][scored.side] for system in scored.systems if (topic, system) in by}
    return OverviewColumn(topic, values, scored.less_is_better)


def _cell(topic: str, system: str, row: Row | None, column: OverviewColumn) -> Record:
    value = column.values.get(system)
    if row is None:
        return heat_cell(topic, system, None, "-", "not scored")
    tip = f"undefined: {row['undefined']}" if row.get("undefined") else ""
    if value is None:
        return heat_cell(topic, system, None, "undef.", tip or "undefined")
    return heat_cell(topic, system, column.shade(system), f"{value:.3f}{'?' if tip else ''}", tip)


def _remarks(scored: MetricScores) -> Iterator[Block]:
    """What is undefined and why, and where the best alignment was not unique."""
    lines = [
        f"{row['system']} on {row['topic']}: undefined, {row['undefined']}"
        for row in scored.rows
        if row.get("undefined")
    ]
    if lines:
        more = [f"and {len(lines) - 20} more"] if len(lines) > 20 else []
        yield Notes([*lines[:20], *more])
    tied: list[list[Cell]] = [
        [
            row["system"],
            row["topic"],
            row["ties"]["dates"],
            row["f"],
            *row["ties"]["range"].get("f", ("-", "-")),
        ]
        for row in scored.rows
        if row.get("ties")
    ]
    if tied:
        heading = ["system", "topic", "dates with a choice", "F", "lowest F", "highest F"]
        yield Listing("Where the best alignment was not unique", Table(heading, tied), folded=True)


@chapter("scores", has=("scores", "means"))
def scores(document: Result, names: FigureNames, compared: bool = False) -> Section:
    """What is best by each metric, the means of every system, then each metric over topics.

    `compared` is for reports whose systems are tested in another chapter.
    """
    scored = _by_metric(document)
    several = any(len(one.topics) > 1 for one in scored)
    listing = Listing("Means over topics" if several else "Scores", _all_means(document["means"]))
    parts = [Section(one.label, list(metric_blocks(one, names))) for one in scored]
    return Section("Scores", [*_verdicts(scored, compared), listing, *remarks(document)], parts)


def _by_metric(document: Result) -> list[MetricScores]:
    metrics = list(dict.fromkeys(row["metric"] for row in document["scores"]))
    return [
        MetricScores(
            metric,
            *([row for row in document[part] if row["metric"] == metric] for part in ("scores", "means")),
        )
        for metric in metrics
    ]


def _verdicts(scored: Sequence[MetricScores], compared: bool) -> Iterator[Block]:
    """Whether differences are real is no matter of means: that is said as well."""
    lines = [_verdict(one) for one in scored]
    if not compared and any(len(one.systems) > 1 for one in scored):
        lines.append("Whether a difference is more than chance, cliometer compare tells.")
    yield Notes(lines)


def _verdict(scored: MetricScores) -> str:
    known = {one["system"]: one[scored.mean] for one in scored.means if one[scored.mean] is not None}
    topics = len(scored.topics)
    where = f"on {scored.topics[0]}" if topics == 1 else f"over {topics} topics"
    word = WORDS.get(scored.mean, "mean") if topics > 1 else WORDS.get(scored.side, "")
    if not known:
        return f"{scored.metric}: undefined {where}."
    lead = leaders(known, scored.less_is_better)
    value = f"{word} {lead.value:.3f}".strip()
    if len(scored.systems) == 1:
        return f"{scored.label}: {value} {where}."
    if lead.alone:
        return f"{scored.label}: {lead.names[0]} has {value} {where}; no other system has a score."
    who = lead.said("is best", "are best", "systems score the same")
    return f"{scored.label}: {who} {where}, with {value}{lead.each}."


def _all_means(means: Sequence[Mapping[str, Any]]) -> Table:
    keys = list(dict.fromkeys(key for mean in means for key in mean))
    heading = [WORDS.get(key, key) for key in keys]
    return Table(heading, [[mean.get(key, "-") for key in keys] for mean in means])


Day = Mapping[str, Any]
_SHOWN = 100


@chapter("explain", has=("recall_days", "precision_days"))
def explain(document: Result, names: FigureNames) -> Section:
    """The scores, then the references' side and the system's."""
    blocks: list[Block] = [Paragraph(_scores(document)), *_ties(document), *remarks(document)]
    blocks.append(Code(str(document["settings"]), "The metric with all its settings"))
    recall = Section(
        "Recall: the reference dates, and what of them was found", list(_side(document, "recall", names))
    )
    precision = Section(
        "Precision: the system's dates, and what they were worth", list(_side(document, "precision", names))
    )
    return Section("Explanation", blocks, [recall, precision])


def _scores(document: Result) -> str:
    numbers = ", ".join(f"{word} {_number(document[key])}" for key, word in _NAMES.items())
    why = f" It is undefined: {document['undefined']}." if document.get("undefined") else ""
    return f"{document['metric']} under the preset {document['preset']}: {numbers}.{why}"


_NAMES = {"precision": "precision", "recall": "recall", "f": "F"}


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


def _ties(document: Result) -> Iterator[Block]:
    ties = document.get("ties")
    if ties:
        low, high = ties["range"]["f"]
        had = f"{many(ties['dates'], 'date')} had a choice"
        yield Notes(
            [
                f"The best alignment is not unique: {had}; over all of them F lies between {low:.3f} and "
                f"{high:.3f}."
            ]
        )


def _side(document: Result, side: str, names: FigureNames) -> Iterator[Block]:
    days: Sequence[Day] = document[f"{side}_days"]
    if not days:
        yield Paragraph("There is no date on this side.")
        return
    yield Paragraph(_sums(days))
    yield _figure(days, side, names)
    if len(days) > _SHOWN:
        yield Notes([f"The figure shows the first {_SHOWN} of {len(days)} dates; its table has all."])
    if any(day["earned"] or day["missed"] for day in days):
        caption = "Which words earned the points, and which were missed"
        yield Listing(caption, _words(days), folded=len(days) > 15)


def _sums(days: Sequence[Day]) -> str:
    part, whole = (sum(day[key] for day in days) for key in ("credit", "size"))
    lost = sum(day["hits"] - day["credit"] for day in days)
    silent = sum(day["credit"] == 0 for day in days)
    return (
        f"{many(len(days), 'date')} earned {part:.4g} of {whole:.4g}; {lost:.4g} more was found, but lost "
        f"since it stands on another day. Dates that earned nothing: {silent}."
    )


def _figure(days: Sequence[Day], side: str, names: FigureNames) -> Figure:
    shown = list(zip(_labels(days), days, strict=True))[:_SHOWN]
    records = [record for label, day in shown for record in _parts(label, day)]
    totals = [
        {"day": label, "size": day["size"], "words": f"{day['credit']:.3g} of {day['size']:.3g}"}
        for label, day in shown
    ]
    caption = (
        f"What each date adds to {side}: the length of a bar is what the date could earn, its first part "
        "what it earned. An arrow names the date that it was compared with."
    )
    spec = credit(records, totals, _counted(days))
    return Figure(names.of("credit", side), caption, spec, _numbers(days))


def _counted(days: Sequence[Day]) -> str:
    """What the numbers count, by the words that are shown."""
    words = [word for day in days for part in ("earned", "missed") for word in day[part]]
    if not words:
        return "what the metric counts"
    return "counted word sequences" if any(" " in word for word in words) else "counted words"


def _labels(days: Sequence[Day]) -> list[str]:
    """Dates with their partners; a number tells equal ones apart."""
    seen = Counter[str]()
    labels = []
    for label in map(_label, days):
        seen[label] += 1
        labels.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return labels


def _label(day: Day) -> str:
    name = day["date"] or "whole text"
    if day["date"] is None:
        return name
    if day["partner"] is None:
        return f"{name} \N{RIGHTWARDS ARROW} no partner"
    apart = day["distance"]
    if not apart and day["partner"] == day["date"]:
        return f"{name} \N{RIGHTWARDS ARROW} same day"
    return f"{name} \N{RIGHTWARDS ARROW} {day['partner']} ({many(apart, 'day')})"


def _parts(label: str, day: Day) -> list[Record]:
    """Earned, lost by distance, missed, one after the other; nothing of what is nothing."""
    edges = [0.0, day["credit"], day["hits"], day["size"]]
    return [
        {"day": label, "part": part, "from": start, "to": end, "amount": end - start}
        for part, start, end in zip((EARNED, LOST, MISSED), edges, edges[1:], strict=False)
        if end > start
    ]


def _numbers(days: Sequence[Day]) -> Table:
    keys = ("distance", "weight", "hits", "size", "credit")
    rows: list[list[Cell]] = [
        [
            day["date"] or "whole text",
            day["partner"] or "-",
            *("-" if day[key] is None else day[key] for key in keys),
        ]
        for day in days
    ]
    return Table(["date", "partner", "days apart", "weight", "found", "of", "credit"], rows)


def _words(days: Sequence[Day]) -> Table:
    rows: list[list[Cell]] = [
        [day["date"] or "whole text", _spelled(day["earned"]), _spelled(day["missed"])] for day in days
    ]
    return Table(["date", "earned", "missed"], rows)


def _spelled(words: Mapping[str, float]) -> str:
    return ", ".join(word if count == 1 else f"{word} x{count:g}" for word, count in words.items()) or "-"
