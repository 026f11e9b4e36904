"""What people prefer, and which measure agrees with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import Names, Result
from cliometer.report.chapters.leaders import leaders
from cliometer.report.chapters.words import listed, many
from cliometer.report.charts.forest import Forest, Mark, forest
from cliometer.report.charts.grammar import Record
from cliometer.report.document import Block, Figure, Listing, Paragraph
from cliometer.report.tables import Cell, Table

Order = Sequence[Sequence[str]]
_GUESSING = 0.5
_CAPTION = (
    "How often each measure scores that system better which most people prefer, counted over topics and "
    "pairs of systems. The dashed line is what guessing gives; an interval (95 %, topics drawn again) is "
    "missing where there are too few topics."
)


def people(document: Result, names: Names) -> Iterator[Block]:
    """Nothing where nobody voted."""
    found = document["people"]
    if not found:
        return
    ranked = sorted(found["measures"], key=lambda one: (one["share"] is None, -(one["share"] or 0.0)))
    yield Paragraph(_words(found, ranked))
    if ranked:
        line = Mark(_GUESSING, "guessing", "warn")
        drawn = Forest(
            [_record(one) for one in ranked], "share of pairs decided as people do", [line], (-0.03, 1.03)
        )
        table = _table(ranked)
        yield Figure(names.of("people"), _CAPTION, forest(drawn), table)
        yield Listing("Measures beside people", table)
    yield from _orders(found)


def _record(one: Mapping[str, Any]) -> Record:
    return {
        "name": one["measure"],
        "value": one["share"],
        "low": one["low"],
        "high": one["high"],
        "hollow": False,
        "beside": f"{one['right']} of {_decided(one)}",
    }


def _decided(one: Mapping[str, Any]) -> int:
    return int(one["right"] + one["wrong"] + one["tied"])


def _words(found: Mapping[str, Any], ranked: Sequence[Mapping[str, Any]]) -> str:
    whole = (
        spelled(found["ranked_pairs"])
        if found["ranked_pairs"]
        else "no order: too many equal majorities in circles"
    )
    basis = f"{many(found['votes'], 'vote')} on {many(found['topics'], 'topic')}"
    text = f"People, by Ranked Pairs over {basis}: {whole}."
    if not ranked or ranked[0]["share"] is None:
        return text
    lead = leaders({one["measure"]: one["share"] for one in ranked if one["share"] is not None})
    most = "Agreement" if lead.alone else "Equal agreement" if lead.alike else "Most agreement"
    lows = [one["low"] for one in ranked if one["measure"] in lead.names]
    doubt = _doubt(lows, found["topics"])
    return f"{text} {most}: {listed(lead.names)} ({lead.value:.3f}{lead.each}; {doubt})."


def _doubt(lows: Sequence[float | None], topics: int) -> str:
    """Whether those who agree most could have guessed."""
    known = [low for low in lows if low is not None]
    if len(known) < len(lows):
        return (
            f"{many(topics, 'topic')} with votes {'is' if topics == 1 else 'are'} too few to exclude guessing"
        )
    if min(known) > _GUESSING:
        return "more than guessing"
    return f"{'an' if len(lows) > 1 else 'its'} interval does not exclude guessing"


def spelled(order: Order) -> str:
    """`a > b = c`, best first."""
    return " > ".join(" = ".join(group) for group in order)


def _table(ranked: Sequence[Mapping[str, Any]]) -> Table:
    rows: list[list[Cell]] = [
        [
            one["measure"],
            spelled(one["order"]),
            "yes" if one["same_as_ranked_pairs"] else "no",
            "yes" if one["same_as_first_places"] else "no",
            one["right"],
            one["wrong"],
            one["tied"],
            "-" if one["share"] is None else one["share"],
            *("-" if one[end] is None else one[end] for end in ("low", "high")),
        ]
        for one in ranked
    ]
    heading = ["measure", "order by means", "as Ranked Pairs", "as first places", "alike", "unlike", "tied"]
    return Table([*heading, "share", "low", "high"], rows)


def _orders(found: Mapping[str, Any]) -> Iterator[Block]:
    if found["orderings"]:
        rows: list[list[Cell]] = [[spelled(one["order"]), one["topics"]] for one in found["orderings"]]
        yield Listing("Orders of single topics, best first", Table(["order", "topics"], rows))
    if found["first_places"]:
        ranked = sorted(found["first_places"].items(), key=lambda entry: -entry[1])
        firsts: list[list[Cell]] = [[name, f"{points:g}"] for name, points in ranked]
        yield Listing("First places", Table(["system", "first places"], firsts))
