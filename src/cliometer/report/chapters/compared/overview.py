"""All metrics at a glance: who scores what and stands where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.compared.found import Found
from cliometer.report.chapters.compared.means import SHOWN
from cliometer.report.charts.overview import Column, overview
from cliometer.report.document import Block, Figure, Notes
from cliometer.report.tables import Table

_LESS = "\N{DOWNWARDS ARROW}"


def glance(found: Sequence[Found], names: Names) -> Iterator[Block]:
    """Nothing where there is one metric, or one system."""
    if len(found) < 2 or len(found[0].systems) < 2:
        return
    systems = found[0].names
    columns = [
        Column(_heading(one), {entry["system"]: entry["score"] for entry in one.systems}, one.less_is_better)
        for one in found
    ]
    lower = any(one.less_is_better for one in found)
    turned = " An arrow down marks metrics by which less is better." if lower else ""
    caption = (
        f"Scores of all systems by all metrics, systems in the order of {found[0].metric}. The stronger the "
        "colour, the nearer to the best of its column; # is the place in it. "
        f"Columns are shaded each by itself.{turned}"
    )
    rows = [[system, *(column.values.get(system) for column in columns)] for system in systems]
    table = Table(["system", *(one.label for one in found)], rows)
    yield Figure(names.of("overview"), caption, overview(columns, systems[:SHOWN]), table)
    if len(systems) > SHOWN:
        yield Notes([f"The figure shows {SHOWN} of {len(systems)} systems; its table has all."])


def _heading(found: Found) -> str:
    return f"{found.metric} {_LESS}" if found.less_is_better else found.metric
