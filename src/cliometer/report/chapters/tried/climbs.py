"""Ladders of a court as curves: how a side falls as each perturbation grows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import Names, Result
from cliometer.report.charts.ladders import Climb, ladder_panels
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph
from cliometer.report.tables import Table

_SIDES = {"f": "F", "precision": "precision", "recall": "recall"}
Ladder = Mapping[str, Any]


def curves(document: Result, names: Names) -> Iterator[Block]:
    """What stands under the heading: F, then each side, then what could not be drawn."""
    ladders = _by_name(document["ladders"])
    metrics = list(dict.fromkeys(row["metric"] for row in document["ladders"]))
    yield Paragraph(
        "Each perturbation from weak to strong. A sound metric falls, or holds, but never rises where the "
        "change grows; a line along the dashed zero is blind to it."
    )
    for side, word in _SIDES.items():
        climbs = [_climb(name, rows, side) for name, rows in ladders.items()]
        drawn = [climb for climb in climbs if climb.records]
        if drawn:
            caption = (
                f"Change of {word} as each perturbation grows: a line for each metric, weak at the left."
            )
            table = _table(document["ladders"], side)
            yield Figure(names.of("ladders", side), caption, ladder_panels(drawn, metrics, word), table)
    yield from _shaky(document["ladders"])


def _by_name(ladders: Sequence[Ladder]) -> dict[str, list[Ladder]]:
    """Rows of one perturbation in one direction; results of older versions do not name their ladders."""
    found: dict[str, list[Ladder]] = {}
    for row in ladders:
        found.setdefault(
            row.get("ladder") or f"{row['perturbation']}: {row['steps'][0]['trial']}", []
        ).append(row)
    return found


def _climb(title: str, rows: Sequence[Ladder], side: str) -> Climb:
    places = _places(rows[0])
    words = not all(isinstance(place, int | float) for place in places)
    records = [
        {
            "metric": row["metric"],
            "at": str(place) if words else place,
            "trial": step["trial"],
            "change": step[f"delta_{side}"],
        }
        for row in rows
        for place, step in zip(places, row["steps"], strict=True)
        if step[f"delta_{side}"] is not None
    ]
    grows = rows[0].get("grows", "step")
    return Climb(title, str(grows), places, records)


def _places(row: Ladder) -> list[float | str]:
    """Where each step stands: its intensity, or its number where it has none."""
    found = [step.get("intensity") for step in row["steps"]]
    return list(range(1, len(found) + 1)) if None in found else found


def _table(ladders: Sequence[Ladder], side: str) -> Table:
    rows = [[row["metric"], step["trial"], step[f"delta_{side}"]] for row in ladders for step in row["steps"]]
    return Table(["metric", "trial", f"change of {_SIDES[side]}"], rows)


def _shaky(ladders: Sequence[Ladder]) -> Iterator[Block]:
    """What rises on the way, and what could not be climbed."""
    keys = ("precision", "recall", "of")
    heading = ["perturbation", "metric", "precision rises in", "recall rises in", "of timelines", "verdict"]
    rows = [
        [
            row.get("ladder", row["perturbation"]),
            row["metric"],
            *(row["rises"][key] for key in keys),
            row["verdict"],
        ]
        for row in ladders
    ]
    yield Listing("Verdicts on perturbations that grow", Table(heading, rows), folded=True)
    lost = [row for row in ladders if any(step["delta_f"] is None for step in row["steps"])]
    if lost:
        named = dict.fromkeys(str(row.get("ladder", row["perturbation"])) for row in lost)
        yield Notes([f"not drawn, for not every step changes these timelines: {', '.join(named)}"])
