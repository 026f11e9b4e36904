"""The chapter of `cliometer agree --matrix`: metric against metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.leaders import Lead, leaders
from cliometer.report.chapters.words import many
from cliometer.report.charts.heat import cell, heat
from cliometer.report.document import Figure, Paragraph, Section
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

Pair = Mapping[str, Any]


@chapter("agree matrix", has=("matrix", "coefficient"))
def agree_matrix(document: Result, names: Names) -> Section:
    """One map."""
    figure = _figure(document, names)
    return Section("Metrics against each other", [Paragraph(_said(document)), figure, *remarks(document)])


def _figure(document: Result, names: Names) -> Figure:
    cells = [one for pair in document["matrix"] for one in _cells(pair)]
    metrics = document["metrics"]
    tested = any(pair["p"] is not None for pair in document["matrix"])
    corrected = " after Holm's correction" if document["correction"] else ""
    star = f" A star marks p at most 0.05{corrected} (two-sided, t-approximation)." if tested else ""
    what = f"{document['coefficient']} of every two metrics over topics and systems"
    caption = f"Correlation ({what}); 1 is perfect agreement.{star}"
    spec = heat(cells, "metric", "metric", (metrics, metrics), two_sided=True, wide=64)
    return Figure(names.of("matrix", document["coefficient"]), caption, spec, _table(document))


def _said(document: Result) -> str:
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


def _pairs(lead: Lead) -> str:
    return f"{len(lead.names)} pairs, such as {lead.names[0]}," if lead.shared else lead.names[0]


def _cells(pair: Pair) -> Iterator[Mapping[str, Any]]:
    value, star = pair["value"], "*" if pair["significant"] else ""
    text = "none" if value is None else f"{value:.2f}{star}".replace("-", "−")
    tip = str(pair["undefined"]) if value is None else f"{value:.4f}; n = {pair['n']}; p {shown_p(pair['p'])}"
    for row, column in ((pair["first"], pair["second"]), (pair["second"], pair["first"])):
        yield cell(row, column, value, text, tip)


def _table(document: Result) -> Table:
    keys = ("first", "second", "n", "value")
    rows: list[list[Cell]] = [
        [*(pair[key] for key in keys), "-" if pair["p"] is None else shown_p(pair["p"])]
        for pair in document["matrix"]
    ]
    return Table(["metric", "other", "n", document["coefficient"], "p"], rows)
