"""Tuned systems: what was chosen for each fold, and how good every setting was."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Names, Result
from cliometer.report.charts.forest import Forest, forest
from cliometer.report.document import Block, Figure, Listing, Notes
from cliometer.report.tables import Cell, Table

_SHOWN = 30


def settings(document: Result, names: Names) -> Iterator[Block]:
    """Nothing where nothing was tuned; a note where an older document does not say."""
    if "settings" not in document:
        yield Notes(["The result does not have the tuned settings; settings.json beside it has them."])
        return
    for system, tuned in document["settings"].items():
        rows: list[list[Cell]] = [
            [
                fold["fold"],
                ", ".join(fold["topics"]),
                fold["chosen"],
                fold["training_loss"],
                fold["held_out_loss"],
            ]
            for fold in tuned["folds"]
        ]
        heading = ["fold", "topics", "chosen on the other folds", "their loss", "held-out loss"]
        loss = f"mean held-out loss {tuned['held_out_loss']:.3f}"
        caption = f"{system}: chosen for each fold by {tuned['loss']}; {loss}"
        yield Listing(caption, Table(heading, rows))
        if len(tuned["settings"]) > 1:
            yield from _losses(system, tuned, names)


def _losses(system: str, tuned: Result, names: Names) -> Iterator[Block]:
    ranked = sorted(tuned["settings"], key=lambda one: one["loss"])
    records = [
        {
            "name": one["setting"],
            "value": one["loss"],
            "low": None,
            "high": None,
            "hollow": one["setting"] != tuned["best"],
            "beside": "best" if one["setting"] == tuned["best"] else "",
        }
        for one in ranked[:_SHOWN]
    ]
    caption = (
        f"{system}: mean loss of each setting over all topics, best first (less is better). "
        "The filled dot is the setting to use on new topics."
    )
    table = Table(["setting", "loss"], [[one["setting"], one["loss"]] for one in ranked])
    spec = forest(Forest(records, f"mean {tuned['loss']}", domain=_span([one["value"] for one in records])))
    yield Figure(names.of("settings", system), caption, spec, table)
    if len(ranked) > _SHOWN:
        yield Notes([f"The figure shows the best {_SHOWN} of {len(ranked)} settings; its table has all."])


def _span(losses: list[float]) -> tuple[float, float]:
    """All of them, with a little room for the dots."""
    edge = 0.03 * (max(losses) - min(losses)) or 0.01
    return min(losses) - edge, max(losses) + edge
