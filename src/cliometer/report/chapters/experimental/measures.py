"""Means of every system by every measure, with joint ranks, and the tests behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cliometer.report.chapters.base import Names, Result
from cliometer.report.chapters.crossed import COLUMNS
from cliometer.report.chapters.words import many
from cliometer.report.charts.overview import Column, overview
from cliometer.report.document import Block, Figure, Listing, Notes
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

Measure = Mapping[str, Any]
_LESS = "\N{DOWNWARDS ARROW}"


def measures(document: Result, names: Names) -> Iterator[Block]:
    """A heat map, what was left out, and every test."""
    found, systems = document["measures"], document["systems"]
    if not found:
        return
    columns = [Column(_heading(one), one["means"], one["lower_is_better"], _ranks(one)) for one in found]
    table = _table(found, systems)
    yield Figure(names.of("measures"), _caption(document), overview(columns, systems), table)
    yield Listing("Means over topics, and ranks", table)
    lines = [*_left_out(found), *_careful(found, systems)]
    if lines:
        yield Notes(lines)
    tests = _tests(found)
    if tests.rows:
        yield Listing("Differences between systems: paired t tests over topics", tests, len(tests.rows) > 15)


def _heading(one: Measure) -> str:
    return f"{one['name']} {_LESS}" if one["lower_is_better"] else str(one["name"])


def _named(one: Measure) -> str:
    return f"{one['name']} (less is better)" if one["lower_is_better"] else str(one["name"])


def _caption(document: Result) -> str:
    level = f" (p > {document['significance']:g})" if "significance" in document else ""
    lower = any(one["lower_is_better"] for one in document["measures"])
    turned = " An arrow down marks measures by which less is better." if lower else ""
    return (
        "Means over topics. The stronger the colour, the nearer to the best of its column. Behind each score "
        f"stand the ranks that a system shares with those from which a paired t test does not tell it "
        f"apart{level}, or letters where joint ranks cannot exist.{turned}"
    )


def _ranks(one: Measure, key: str = "ranks") -> dict[str, str]:
    """`1/2`, or letters; empty where too few topics allow no test."""
    ranks = one[key]
    if ranks is None:
        return {}
    if ranks["places"] is None:
        return {system: "".join(letters) for system, letters in ranks["letters"].items()}
    return {system: "/".join(map(str, places)) for system, places in ranks["places"].items()}


def _left_out(found: list[Measure]) -> Iterator[str]:
    for one in found:
        if one["left_out"]:
            yield f"{one['name']}: left out, without a score: {many(one['left_out'], 'topic')}."
        if one["ranks"] is None:
            few = many(one["topics"], "topic")
            yield f"{one['name']}: {few} with scores, too few to test; # is the place."


def _careful(found: list[Measure], systems: list[str]) -> Iterator[str]:
    """Where Holm's correction changes ranks."""
    for one in found:
        plain, holm = _ranks(one), _ranks(one, "ranks_holm")
        if plain != holm:
            said = ", ".join(f"{system} {holm[system]}" for system in systems)
            yield f"With Holm's correction for several tests, {one['name']} ranks {said}."


def _table(found: list[Measure], systems: list[str]) -> Table:
    if len(systems) > COLUMNS:
        return _long(found, systems)
    heading = ["measure", *(word for system in systems for word in (system, f"rank of {system}"))]
    rows: list[list[Cell]] = []
    for one in found:
        ranks = _ranks(one)
        cells = [cell for system in systems for cell in (one["means"].get(system), ranks.get(system, "-"))]
        rows.append([_named(one), *cells])
    return Table(heading, rows)


def _long(found: list[Measure], systems: list[str]) -> Table:
    rows: list[list[Cell]] = [
        [_named(one), system, one["means"].get(system), _ranks(one).get(system, "-")]
        for one in found
        for system in systems
    ]
    return Table(["measure", "system", "mean", "rank"], rows)


def _tests(found: list[Measure]) -> Table:
    rows: list[list[Cell]] = [
        [
            one["name"],
            f"{test['first']} - {test['second']}",
            one["topics"],
            test["difference"],
            shown_p(test["p"]),
            shown_p(test["p_holm"]),
        ]
        for one in found
        for test in one["tests"]
    ]
    return Table(["measure", "systems", "topics", "difference", "p (t test)", "p (Holm)"], rows)
