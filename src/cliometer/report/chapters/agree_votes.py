"""The chapter of `cliometer agree --votes`: does a metric prefer what people prefer?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.words import level, listed, many, percent
from cliometer.report.charts.forest import Forest, Mark, forests
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section
from cliometer.report.tables import Table

_KEYS = (
    "metric",
    "of",
    "accuracy",
    "low",
    "high",
    "threshold",
    "uncalibrated",
    "chance",
    "chance_is",
    "verdict",
)
Row = Mapping[str, Any]


@chapter("agree votes", has=("correlations", "votes", "accuracy"))
def agree_votes(document: Result, names: Names) -> Section:
    """Votes and majorities side by side."""
    blocks = [Paragraph(_said(document)), *_figure(document, names), *remarks(document)]
    return Section("Metrics and votes", blocks)


def _said(document: Result) -> str:
    systems, topics = many(document["systems"], "system"), many(document["topics"], "topic")
    given = many(document["votes"], "vote")
    said = f"{given} on {systems} and {topics}, from the poll named {document['human']}."
    for of in dict.fromkeys(row["of"] for row in document["accuracy"]):
        rows = [row for row in document["accuracy"] if row["of"] == of]
        above = [row["metric"] for row in rows if row["verdict"] == "above chance"]
        chance = f"chance ({rows[0]['chance_is']}, {percent(rows[0]['chance'])})"
        who = f"{listed(above)} decide{'s' if len(above) == 1 else ''}" if above else "no metric decides"
        said += f" Of {of}, {who} more alike than {chance}."
    return said


def _figure(document: Result, names: Names) -> Iterator[Block]:
    rows = document["accuracy"]
    ceiling = document.get("ceiling")
    panels = [
        _panel(of, [row for row in rows if row["of"] == of], ceiling if of == "votes" else None)
        for of in dict.fromkeys(row["of"] for row in rows)
    ]
    caption = (
        "Share of votes, and of majorities of a topic, that each metric decides as people did, with "
        f"{level(document['level'])} intervals over topics. A full mark lies above chance with its whole "
        "interval."
    )
    if ceiling is not None:
        most = f"{percent(ceiling)} of votes is the most"
        caption += f" Where people contradict each other no score can please all: {most}."
    table = Table([key.replace("_", " ") for key in _KEYS], [[row[key] for key in _KEYS] for row in rows])
    yield Figure(names.of("votes-decided"), caption, forests(panels, columns=2, width=250), table)
    if ceiling is None:
        yield Notes(["no ceiling of the votes: the result is of an older version"])


def _panel(of: str, rows: Sequence[Row], ceiling: float | None) -> Forest:
    records = [
        {
            "name": row["metric"],
            "value": row["accuracy"],
            "low": row["low"],
            "high": row["high"],
            "hollow": row["verdict"] != "above chance",
            "beside": row["verdict"],
        }
        for row in rows
    ]
    marks = [Mark(rows[0]["chance"], f"chance: {rows[0]['chance_is']}")]
    marks += [Mark(ceiling, "most", "good")] if ceiling is not None else []
    return Forest(records, f"share of {of} decided alike", marks, (-0.02, 1.02), {"beside": "verdict"}, of)
