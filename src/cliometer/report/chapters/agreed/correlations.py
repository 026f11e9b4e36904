"""Correlations with people: every metric by level and coefficient, and which metrics differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.court.agree.plan import SIGNIFICANT
from cliometer.report.chapters.base import Names, Result
from cliometer.report.chapters.words import level as confidence
from cliometer.report.chapters.words import listed, many, p_is
from cliometer.report.charts.forest import Forest, Mark, forests
from cliometer.report.charts.heat import cell, heat
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

_FEWEST = 3  # metrics from which a map of differences tells more than a line
Row = Mapping[str, Any]


def correlation_blocks(document: Result, names: Names) -> Iterator[Block]:
    """A figure for each coefficient, with its levels side by side."""
    rows = document["correlations"]
    over = {"both": "systems and topics"}.get(document["over"], document["over"])
    intervals = f"{confidence(document['level'])} intervals over {over}"
    for coefficient in dict.fromkeys(row["coefficient"] for row in rows):
        own = [row for row in rows if row["coefficient"] == coefficient]
        panels = [
            _panel(level, own, document["resamples"]) for level in dict.fromkeys(row["level"] for row in own)
        ]
        caption = (
            f"Correlation ({coefficient}) of each metric with {document['human']}, with {intervals}. A full "
            "mark agrees beyond chance (p at most 0.05, one-sided, from shuffled systems); a hollow one does "
            "not, or has no test, as at the global level."
        )
        yield Figure(
            names.of("correlations", coefficient),
            caption,
            forests(panels),
            _table(own, document["resamples"]),
        )
    reasons = [f"{row['metric']}, {row['level']}, {row['coefficient']}: no value, for {row['undefined']}"
               for row in rows if row.get("undefined")]  # fmt: skip
    if reasons:
        yield Notes(reasons)


def _panel(level: str, rows: Sequence[Row], draws: int) -> Forest:
    records = [
        {
            "name": row["metric"],
            "value": row["value"],
            "low": row["low"],
            "high": row["high"],
            "hollow": row["p"] is None or row["p"] > SIGNIFICANT,
            "beside": "" if row["p"] is None else p_is(row["p"], draws),
            "p": "no test" if row["p"] is None else shown_p(row["p"], draws),
        }
        for row in rows
        if row["level"] == level
    ]
    lows = [row[key] for row in rows for key in ("value", "low") if row[key] is not None]
    domain = (min([0.0, *lows]) - 0.05, 1.05)
    return Forest(records, rows[0]["coefficient"], [Mark(0.0, "")], domain, {"p": "p"}, f"{level} level")


def _table(rows: Sequence[Row], draws: int) -> Table:
    keys = ("metric", "level", "value", "low", "high")
    listed_rows: list[list[Cell]] = [
        [*(row[key] for key in keys), "-" if row["p"] is None else shown_p(row["p"], draws)] for row in rows
    ]
    return Table([*keys, "p"], listed_rows)


def difference_blocks(document: Result, names: Names) -> Iterator[Block]:
    """Which metric agrees better; a map where there are many."""
    rows = document["differences"]
    if not rows:
        return
    yield Paragraph(_told(rows))
    for test, level, coefficient in dict.fromkeys(_asked(row) for row in rows):
        own = [row for row in rows if _asked(row) == (test, level, coefficient)]
        metrics = list(dict.fromkeys(name for row in own for name in (row["first"], row["second"])))
        if len(metrics) >= _FEWEST:
            caption = (
                f"Differences of {coefficient} at the {level} level: the metric of the row less that of "
                "the column; positive means that the row agrees better with people. A star marks p at "
                f"most 0.05 by {test}, two-sided, after Holm's correction."
            )
            cells = [one for row in own for one in _cells(row)]
            spec = heat(cells, "metric", "less", (metrics, metrics), two_sided=True, wide=64)
            yield Figure(names.of("differences", test, level, coefficient), caption, spec, _differences(own))
    yield Listing("Differences between metrics", _differences(rows), folded=len(rows) > 20)


def _asked(row: Row) -> tuple[str, str, str]:
    return row["test"], row["level"], row["coefficient"]


def _told(rows: Sequence[Row]) -> str:
    clear = [row for row in rows if row["p_holm"] is not None and row["p_holm"] <= SIGNIFICANT]
    if not clear:
        return "No metric can be shown to agree better with people than another (p above 0.05 after Holm)."
    said = [_better(row) for row in clear]
    return f"{len(clear)} of {many(len(rows), 'difference')} hold after Holm's correction: {listed(said)}."


def _better(row: Row) -> str:
    first, second = (row["first"], row["second"]) if row["difference"] > 0 else (row["second"], row["first"])
    how = f"{row['level']} level, {row['coefficient']}, {row['test']}, {p_is(row['p_holm'])}"
    return f"{first} agrees better than {second} ({how})"


def _cells(row: Row) -> Iterator[Mapping[str, Any]]:
    first, second, difference = row["first"], row["second"], row["difference"]
    if difference is None:
        tip = str(row.get("undefined"))
        yield from (cell(first, second, None, "none", tip), cell(second, first, None, "none", tip))
        return
    star = "*" if row["p_holm"] is not None and row["p_holm"] <= SIGNIFICANT else ""
    tip = f"p (Holm) {shown_p(row['p_holm'])}"
    for one, other, value in ((first, second, difference), (second, first, -difference)):
        yield cell(
            one,
            other,
            max(-1.0, min(1.0, value)),
            f"{value:+.2f}{star}".replace("-", "−"),
            f"{value:+.4f}; {tip}",
        )


def _differences(rows: Sequence[Row]) -> Table:
    keys = ("test", "level", "coefficient", "first", "second", "difference")
    cells: list[list[Cell]] = [
        [*(row[key] for key in keys), shown_p(row["p"]), shown_p(row["p_holm"])] for row in rows
    ]
    return Table(["test", "level", "coefficient", "metric A", "metric B", "A - B", "p", "p (Holm)"], cells)
