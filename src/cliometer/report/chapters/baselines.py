"""The chapter of `cliometer baselines`: what simple selections score on content units, and which differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.leaders import Lead, leaders
from cliometer.report.chapters.words import listed
from cliometer.report.charts.baselines import spread
from cliometer.report.charts.grid import Axes, cell, grid
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

_SIGNIFICANT = 0.05


@chapter("baselines", has=("baselines", "pairs", "metric"))
def baselines(document: Result, names: Names) -> Section:
    """Scores of each baseline, then the tests of each pair."""
    blocks: list[Block] = [Paragraph(_summary(document)), _scores(document, names), *_dropped(document)]
    return Section("Baselines", [*blocks, *_pairs(document["pairs"], names), *remarks(document)])


def _summary(document: Result) -> str:
    known = [one for one in document["baselines"] if one["mean"] is not None]
    if not known:
        return "No baseline could be scored on any topic."
    tested = [pair for pair in document["pairs"] if pair["corrected"] is not None]
    apart = sum(pair["corrected"] <= _SIGNIFICANT for pair in tested)
    told = (
        f"{apart} of {len(tested)} pairs differ at {_SIGNIFICANT} after correction"
        if tested
        else "no pair could be tested, which takes two topics or more"
    )
    lead = leaders({f"{one['id']} ({one['method']})": one["mean"] for one in known})
    mean = f"with a mean {document['metric']} of {lead.value:.3f}{lead.each}"
    return (
        f"{_best(lead)}, {mean}; {told}. Random ones are means over {document['runs']} runs "
        f"(seed {document['seed']})."
    )


def _best(lead: Lead) -> str:
    if lead.alone:
        return f"The only baseline with a score is {lead.names[0]}"
    if lead.alike:
        return lead.said("", "", "baselines score the same", opens=True)
    return f"The best baseline{'s are' if lead.shared else ' is'} {listed(lead.names)}"


def _scores(document: Result, names: Names) -> Figure:
    ordered = sorted(document["baselines"], key=lambda one: -(one["mean"] if one["mean"] is not None else -1))
    means = [{"baseline": _named(one), "mean": one["mean"]} for one in ordered]
    points = [
        {"baseline": _named(one), "topic": topic, "score": score}
        for one in ordered
        for topic, score in one["scores"].items()
    ]
    topics = list(dict.fromkeys(point["topic"] for point in points))
    caption = (
        f"{document['metric']} of each baseline: a bar is the mean over topics, a circle a topic. Whatever a "
        "system scores above the best of them, it did not get by position alone."
    )
    rows: list[list[Cell]] = [
        [one["id"], one["method"], one["mean"], *(one["scores"].get(topic, "-") for topic in topics)]
        for one in ordered
    ]
    table = Table(["baseline", "method", "mean", *topics], rows)
    return Figure(names.of("baselines"), caption, spread(means, points, document["metric"]), table)


def _named(one: Result) -> str:
    return f"{one['id']}: {one['method']}"


def _dropped(document: Result) -> Iterator[Notes]:
    lines = [
        f"{one['id']} could not run on {', '.join(one['dropped'])}"
        for one in document["baselines"]
        if one["dropped"]
    ]
    if lines:
        yield Notes(lines)


def _pairs(pairs: Sequence[Result], names: Names) -> Iterator[Block]:
    """The tests as a triangle; as a table alone where nothing could be tested."""
    if not pairs:
        return
    keys = ["first", "second", "topics", "difference", "p", "corrected"]
    rows: list[list[Cell]] = [[*(_cell(pair[key]) for key in keys), pair["method"]] for pair in pairs]
    table = Table(["baseline", "other", "topics", "difference", "p", "p corrected", "test"], rows)
    if all(pair["corrected"] is None for pair in pairs):
        yield Listing("Pairs of baselines", table, folded=True)
        return
    ids = list(dict.fromkeys(id for pair in pairs for id in (pair["first"], pair["second"])))
    cells = [
        cell(ids.index(pair["first"]), ids.index(pair["second"]), _shade(pair), shown_p(pair["corrected"]))
        for pair in pairs
        if pair["corrected"] is not None
    ]
    caption = (
        f"p of each pair of baselines after correction: strong where they differ at {_SIGNIFICANT}; what was "
        "not tested is empty, and the table says why."
    )
    yield Figure(
        names.of("baseline", "pairs"), caption, grid(cells, Axes(ids, ids, "baseline", "other"), "p"), table
    )


def _shade(pair: Result) -> float:
    return 0.85 if pair["corrected"] <= _SIGNIFICANT else 0.2


def _cell(value: Cell) -> Cell:
    return "-" if value is None else value
