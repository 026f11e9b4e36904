"""What the scores of one metric say: sides of the means, topics by systems, what is undefined or tied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.metrics.evidence import lower_is_better
from cliometer.report.chapters.base import Names
from cliometer.report.chapters.crossed import crossed
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.heat import cell, heat
from cliometer.report.charts.overview import Column
from cliometer.report.charts.sides import sides
from cliometer.report.document import Block, Figure, Listing, Notes
from cliometer.report.tables import Cell, Table

Row = Mapping[str, Any]
WORDS = {"f": "F", "f_of_means": "F of means", "mean_of_f": "mean of F"}
_SYSTEMS, _TOPICS, _ROWS = 30, 100, 60


@dataclass(frozen=True)
class Scored:
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


def blocks(scored: Scored, names: Names) -> Iterator[Block]:
    """Means by side where they have sides, then the topics."""
    one_system, one_topic = len(scored.systems) == 1, len(scored.topics) == 1
    if (scored.side == "f" and not one_system) or one_topic:
        yield from _means(scored, names)
    if one_system and not one_topic:
        yield from _by_topic(scored, names)
    elif not one_topic:
        yield from _crossed(scored, names)
    yield from _remarks(scored)


def _means(scored: Scored, names: Names) -> Iterator[Block]:
    """Systems with their means."""
    keys = ("value",) if scored.side == "value" else ("precision", "recall", "f_of_means")
    by = {one["system"]: one for one in scored.means}
    rows = [(system, by[system]) for system in scored.systems]
    what = f"{scored.label}: {_sides_word(scored)} of each system, best first."
    yield from _sides("system", rows, keys, names, scored, what)


def _by_topic(scored: Scored, names: Names) -> Iterator[Block]:
    """The only system, topic by topic."""
    keys = ("value",) if scored.side == "value" else ("precision", "recall", "f")
    rows = [(row["topic"], row) for row in scored.rows]
    what = f"{scored.label}: {_sides_word(scored)} of {scored.systems[0]} on each topic."
    yield from _sides("topic", rows, keys, names, scored, what)


def _sides_word(scored: Scored) -> str:
    return "the value" if scored.side == "value" else "precision, recall and their F"


def _sides(
    of: str,
    rows: Sequence[tuple[str, Row]],
    keys: Sequence[str],
    names: Names,
    scored: Scored,
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


def _crossed(scored: Scored, names: Names) -> Iterator[Block]:
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


def _column(scored: Scored, topic: str, by: Mapping[tuple[str, str], Row]) -> Column:
    values = {system: by[topic, system][scored.side] for system in scored.systems if (topic, system) in by}
    return Column(topic, values, scored.less_is_better)


def _cell(topic: str, system: str, row: Row | None, column: Column) -> Record:
    value = column.values.get(system)
    if row is None:
        return cell(topic, system, None, "-", "not scored")
    tip = f"undefined: {row['undefined']}" if row.get("undefined") else ""
    if value is None:
        return cell(topic, system, None, "undef.", tip or "undefined")
    return cell(topic, system, column.shade(system), f"{value:.3f}{'?' if tip else ''}", tip)


def _remarks(scored: Scored) -> Iterator[Block]:
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
