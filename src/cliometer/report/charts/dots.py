"""Several values of one thing in a row, told apart by shape: what a metric gets by one count or another."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.charts.forest import Mark, marked
from cliometer.report.charts.grammar import Record, Spec, chart, figures, layer, named, number, tooltip
from cliometer.report.charts.series import by_name

_LARGEST, _NEXT, _LEAST = 210, 0.32, 32  # pixels; of marks at one place each is seen around the next


def dots(records: Sequence[Record], kinds: Sequence[str], title: str, marks: Sequence[Mark] = ()) -> Spec:
    """Records of `name`, `kind` and `value`, from 0 to 1."""
    rows = list(dict.fromkeys(record["name"] for record in records))
    scaled = {"title": title, "scale": {"domain": [-0.02, 1.02], "nice": False}, "axis": {"tickCount": 5}}
    y = named("name", rows, axis={"ticks": False, "domain": False, "labelPadding": 8, "grid": True})
    tips = [*tooltip(name="name", kind="counted"), *figures(value=title)]
    point = {"type": "point", "filled": True, "opacity": 1}
    told, sizes = by_name("kind", kinds, columns=1, as_nested=True).points, _sizes(kinds)
    return chart(
        [{**record, "size": sizes[record["kind"]]} for record in records],
        *[one for mark in marks for one in marked(mark, scaled)],
        layer(point, x={**number("value"), **scaled}, y=y, tooltip=tips, **told),
        height={"step": 26},
    )


def _sizes(kinds: Sequence[str]) -> dict[str, float]:
    return {kind: max(_LEAST, round(_LARGEST * _NEXT**place)) for place, kind in enumerate(kinds)}
