"""The chapters of `cliometer agree` with `--votes`, metrics against votes, and `--matrix`, metric against
metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import FigureNames, Leaders, Result, chapter, leaders, remarks
from cliometer.report.charts.heat_maps import heat, heat_cell
from cliometer.report.charts.interval_charts import Forest, ThresholdLine, forests
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.text.tables import Cell, Table, shown_level, shown_p, shown_share

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
def agree_votes(document: Result, names: FigureNames) -> Section:
    """Votes and majorities side by side."""
    blocks = [Paragraph(_vote_sentence(document)), *_vote_figure(document, names), *remarks(document)]
    return Section("Metrics and votes", blocks)


def _vote_sentence(document: Result) -> str:
    systems, topics = many(document["systems"], "system"), many(document["topics"], "topic")
    given = many(document["votes"], "vote")
    said = f"{given} on {systems} and {topics}, from the poll named {document['human']}."
    for of in dict.fromkeys(row["of"] for row in document["accuracy"]):
        rows = [row for row in document["accuracy"] if row["of"] == of]
        above = [row["metric"] for row in rows if row["verdict"] == "above chance"]
        chance = f"chance ({rows[0]['chance_is']}, {shown_share(rows[0]['chance'])})"
        who = f"{listed(above)} decide{'s' if len(above) == 1 else ''}" if above else "no metric decides"
        said += f" Of {of}, {who} more alike than {chance}."
    return said


def _vote_figure(document: Result, names: FigureNames) -> Iterator[Block]:
    rows = document["accuracy"]
    ceiling = document.get("ceiling")
    panels = [
        _panel(of, [row for row in rows if row["of"] == of], ceiling if of == "votes" else None)
        for of in dict.fromkeys(row["of"] for row in rows)
    ]
    caption = (
        "Share of votes, and of majorities of a topic, that each metric decides as people did, with "
        f"{shown_level(document['level'])} intervals over topics. A full mark lies above chance with its "
        "whole interval."
    )
    if ceiling is not None:
        most = f"{shown_share(ceiling)} of votes is the most"
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
    marks = [ThresholdLine(rows[0]["chance"], f"chance: {rows[0]['chance_is']}")]
    marks += [ThresholdLine(ceiling, "most", "good")] if ceiling is not None else []
    return Forest(records, f"share of {of} decided alike", marks, (-0.02, 1.02), {"beside": "verdict"}, of)


Pair = Mapping[str, Any]


@chapter("agree matrix", has=("matrix", "coefficient"))
def agree_matrix(document: Result, names: FigureNames) -> Section:
    """One map."""
    figure = _matrix_figure(document, names)
    return Section(
        "Metrics against each other", [Paragraph(_matrix_sentence(document)), figure, *remarks(document)]
    )


def _matrix_figure(document: Result, names: FigureNames) -> Figure:
    cells = [one for pair in document["matrix"] for one in _cells(pair)]
    metrics = document["metrics"]
    tested = any(pair["p"] is not None for pair in document["matrix"])
    corrected = " after Holm's correction" if document["correction"] else ""
    star = f" A star marks p at most 0.05{corrected} (two-sided, t-approximation)." if tested else ""
    what = f"{document['coefficient']} of every two metrics over topics and systems"
    caption = f"Correlation ({what}); 1 is perfect agreement.{star}"
    spec = heat(cells, "metric", "metric", (metrics, metrics), two_sided=True, wide=64)
    return Figure(names.of("matrix", document["coefficient"]), caption, spec, _table(document))


def _matrix_sentence(document: Result) -> str:
    known = [pair for pair in document["matrix"] if pair["value"] is not None]
    metrics = many(len(document["metrics"]), "metric")
    if not known:
        return f"{metrics}; no two of them have a correlation."
    values = {f"{pair['first']} and {pair['second']}": pair["value"] for pair in known}
    most, least = leaders(values), leaders(values, least=True)
    if most.alone:
        return f"{metrics}. {most.names[0]} have a correlation of {most.value:.3f}."
    if most.alike:
        return f"{metrics}. All {most.among} pairs agree alike ({most.value:.3f})."
    return (
        f"{metrics}. {_pairs(most)} agree most ({most.value:.3f}), {_pairs(least)} least ({least.value:.3f})."
    )


def _pairs(lead: Leaders) -> str:
    return f"{len(lead.names)} pairs, such as {lead.names[0]}," if lead.shared else lead.names[0]


def _cells(pair: Pair) -> Iterator[Mapping[str, Any]]:
    value, star = pair["value"], "*" if pair["significant"] else ""
    text = "none" if value is None else f"{value:.2f}{star}".replace("-", "−")
    tip = str(pair["undefined"]) if value is None else f"{value:.4f}; n = {pair['n']}; p {shown_p(pair['p'])}"
    for row, column in ((pair["first"], pair["second"]), (pair["second"], pair["first"])):
        yield heat_cell(row, column, value, text, tip)


def _table(document: Result) -> Table:
    keys = ("first", "second", "n", "value")
    rows: list[list[Cell]] = [
        [*(pair[key] for key in keys), "-" if pair["p"] is None else shown_p(pair["p"])]
        for pair in document["matrix"]
    ]
    return Table(["metric", "other", "n", document["coefficient"], "p"], rows)
