"""Rankings by rule: strengths with intervals, and where the rules part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.model.judgements import spelled as in_order
from cliometer.report.chapters.base import Names
from cliometer.report.charts.forest import Forest, forest
from cliometer.report.charts.places import bump
from cliometer.report.document import Block, Figure, Listing, Notes
from cliometer.report.tables import Cell, Table

_STRENGTH = "bradley-terry"
_FIRST = ("ranked-pairs", _STRENGTH, "borda", "copeland")  # whose order the figures follow
_MOST = 30  # systems in a figure of places
Poll = Mapping[str, Any]


def ordered(poll: Poll) -> list[str]:
    """The systems, best first by the first rule that orders them all; what it leaves out comes last."""
    rankings = poll["rankings"]
    rules = [rule for rule in (*_FIRST, *rankings) if rule in rankings and rankings[rule]["order"]]
    order = [name for group in rankings[rules[0]]["order"] for name in group] if rules else []
    return [*order, *(name for name in poll["systems"] if name not in order)]


def spelled(order: Sequence[Sequence[str]] | None) -> str:
    """a > b = c, or that there is none."""
    return "no order" if order is None else in_order(tuple(map(tuple, order)))


def rank_blocks(poll: Poll, systems: Sequence[str], names: Names) -> Iterator[Block]:
    """Strengths, places, and the orders as the rules give them."""
    yield from _strengths(poll, names)
    yield from _places(poll, systems, names)
    rows: list[list[Cell]] = [
        [rule, spelled(found["order"]), found.get("remark", "")] for rule, found in poll["rankings"].items()
    ]
    yield Listing("The order by every rule", Table(["rule", "order", "what it rests on"], rows))


def _strengths(poll: Poll, names: Names) -> Iterator[Block]:
    found = poll["rankings"].get(_STRENGTH)
    if not found or not found.get("points"):
        return
    intervals = found.get("intervals", {})
    records = [_strength(name, value, intervals.get(name)) for name, value in found["points"].items()]
    sure = "the bars are 95 % bootstrap intervals over votes" if intervals else "it has no intervals here"
    caption = (
        "Strength of every system by the model of Bradley and Terry, best first: the chance that a beats "
        f"b is a's strength divided by the sum of both; {sure}."
    )
    rows: list[list[Cell]] = [[one["name"], one["value"], one["low"], one["high"]] for one in records]
    spec = forest(Forest(records, "strength", domain=(0.0, 1.04 * max(_ends(records)))))
    yield Figure(
        names.of("strengths", poll["name"]), caption, spec, Table(["system", "strength", "low", "high"], rows)
    )


def _strength(name: str, value: float, ends: Sequence[float] | None) -> dict[str, Any]:
    low, high = ends or (None, None)
    return {"name": name, "value": value, "low": low, "high": high}


def _ends(records: Sequence[Mapping[str, Any]]) -> Iterator[float]:
    for record in records:
        yield record["value"] if record["high"] is None else record["high"]


def _places(poll: Poll, systems: Sequence[str], names: Names) -> Iterator[Block]:
    orders = {rule: found["order"] for rule, found in poll["rankings"].items() if found["order"]}
    without = [rule for rule in poll["rankings"] if rule not in orders]
    if len(orders) > 1:
        shown = systems[:_MOST]
        records = [
            one for rule, order in orders.items() for one in _rank(rule, order) if one["system"] in shown
        ]
        caption = (
            "The place of every system by every voting rule, best at the top: lines that cross are "
            "systems on which the rules disagree; systems that a rule ties share the mean of their places."
        )
        rows: list[list[Cell]] = [[one["rule"], one["system"], one["shown"]] for one in records]
        spec = bump(records, list(orders), shown)
        yield Figure(
            names.of("places", poll["name"]), caption, spec, Table(["rule", "system", "place"], rows)
        )
        if len(systems) > _MOST:
            yield Notes([f"the figure of places shows the first {_MOST} of {len(systems)} systems"])
    if without:
        yield Notes(
            [f"{rule} gives no order: {poll['rankings'][rule].get('remark', '')}" for rule in without]
        )


def _rank(rule: str, order: Sequence[Sequence[str]]) -> Iterator[dict[str, Any]]:
    above = 0
    for group in order:
        places = [above + place for place in range(1, len(group) + 1)]
        for name in group:
            shared = "/".join(map(str, places))
            yield {"rule": rule, "system": name, "place": sum(places) / len(places), "shown": shared}
        above += len(group)
