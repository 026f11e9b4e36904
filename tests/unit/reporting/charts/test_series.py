"""Things in one chart are told apart by more than their colour."""

from __future__ import annotations

import math

from cliometer.reporting.charts.grammar import by_name, nested
from cliometer.reporting.charts.system_charts import dots
from tests.pictured import records


def looks(names: list[str]) -> set[tuple[int, str, str]]:
    """Colour, shape and dash of each."""
    told = by_name("metric", names)
    shapes = told.points["shape"]["scale"]["range"]
    dashes = told.lines.get("strokeDash", {"scale": {"range": [""] * len(names)}})["scale"]["range"]
    return {(place % 8, shapes[place], str(dashes[place])) for place in range(len(names))}


def test_thirty_names_all_look_different() -> None:
    found = looks([f"m{place}" for place in range(30)])
    assert len(found) == 30
    assert len({(colour, dash) for colour, _, dash in found}) == 30, "lines have no shape"


def test_eight_lines_need_no_dashes() -> None:
    assert "strokeDash" not in by_name("metric", ["a"] * 8).lines


def test_marks_at_one_place_are_each_seen_around_the_next() -> None:
    drawn = records(dots([{"name": "m", "kind": kind, "value": 0.5} for kind in "abc"], "abc", "share"), "size")
    circle, square, triangle = (one["size"] for one in drawn)
    assert math.sqrt(circle / math.pi) > 1.3 * math.sqrt(square / 2) and square > 2 * triangle


def test_nested_lines_grow_thinner() -> None:
    widths = [size["width"] for size in nested(["a", "b", "c"]).values()]
    assert widths == sorted(widths, reverse=True) and len(set(widths)) == 3
