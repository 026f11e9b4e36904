"""How the measures go together: Spearman's rho of each pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cliometer.report.chapters.base import Names, Result
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.heat import cell, heat
from cliometer.report.document import Block, Figure, Notes
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

Entry = Mapping[str, Any]


def correlations(document: Result, names: Names) -> Iterator[Block]:
    """Nothing where there is one measure."""
    found = document["correlations"]
    if not found:
        return
    level = document.get("significance")
    every = list(dict.fromkeys(name for one in found for name in (one["first"], one["second"])))
    cells = [_cell(one, level) for one in found]
    spec = heat(cells, "measure", "measure", orders=(every[1:], every[:-1]), two_sided=True, wide=64)
    yield Figure(names.of("correlations"), _caption(document, level), spec, _table(found))
    reasons = [
        f"{one['first']} with {one['second']}: undefined, {one['undefined']}."
        for one in found
        if one["undefined"]
    ]
    if reasons:
        yield Notes(reasons)


def _cell(one: Entry, level: float | None) -> Record:
    rho = one["rho"]
    if rho is None:
        return cell(one["second"], one["first"], None, "undef.", f"undefined: {one['undefined']}")
    star = "*" if level is not None and one["p"] <= level else ""
    tip = f"{rho:.3f}, p {shown_p(one['p'])}, {one['n']} scores"
    return cell(one["second"], one["first"], rho, f"{rho:.2f}{star}".replace("-", "\N{MINUS SIGN}"), tip)


def _caption(document: Result, level: float | None) -> str:
    lower = [one["name"] for one in document["measures"] if one["lower_is_better"]]
    turned = ""
    if lower:
        turned = f" Less is better by {', '.join(lower)}, so that a minus there may mean agreement."
    star = (
        "" if level is None else f" * p <= {level:g}, which takes the summaries of one topic for independent."
    )
    return (
        "Spearman's correlation of each two measures over the scores of all systems on all topics, from "
        f"-1 to 1; blue for plus, yellow or brown for minus.{star}{turned}"
    )


def _table(found: list[Entry]) -> Table:
    rows: list[list[Cell]] = [
        [one["first"], one["second"], one["n"], one["topics"], one["rho"], shown_p(one["p"])] for one in found
    ]
    return Table(["measure", "with", "scores", "topics", "rho", "p"], rows)
