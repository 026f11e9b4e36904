"""Small timelines that several tests draw."""

from __future__ import annotations

from typing import Any

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.reporting.timeline_view.view_data import topic_view

REFERENCE = {
    "2010-04-20": ["A rig explodes in the gulf."],
    "2010-04-24": ["Oil leaks from the well."],
    "2010-05-27": ["Crews pump mud into the well."],
}
SYSTEM = {
    "2010-04-20": ["The rig exploded; the rig burned."],
    "2010-04-26": ["Oil is leaking from the well, and oil spreads."],
    "2010-05-01": ["Nothing in common."],
}


def view(
    system: dict[str, list[str]] | None = None,
    metric: str = "align(rouge=1)",
    references: ReferenceSet | None = None,
    preset: str = "tilse",
) -> dict[str, Any]:
    """One system, one metric."""
    gold = references or ReferenceSet([Timeline(REFERENCE, "bbc")])
    return topic_view("spill", gold, {"ours": Timeline(system or SYSTEM)}, [metric], preset)


def pair(**settings: Any) -> dict[str, Any]:
    """The rows of both sides and the links."""
    found: dict[str, Any] = view(**settings)["systems"][0]["m"][0]
    return found


def marked(text: str, numbers: list[int]) -> list[str]:
    """The marked words of a text, counted as scripts count: in UTF-16 units."""
    units, words, at = text.encode("utf-16-le"), [], 0
    for gap, length in zip(numbers[::2], numbers[1::2], strict=True):
        at += gap
        words.append(units[2 * at : 2 * (at + length)].decode("utf-16-le"))
        at += length
    return words
