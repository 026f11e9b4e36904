"""The chapter of `cliometer vote`: pairs of systems, rankings by rule, cycles of majorities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from cliometer.court.meta_evaluation.plan import SIGNIFICANT
from cliometer.model.judgements import spelled as in_order
from cliometer.report.chapters.base import FigureNames, Result, chapter, remarks
from cliometer.report.chapters.vote_judges import judge_blocks, position_blocks, reason_blocks
from cliometer.report.charts.bar_charts import bars, with_tick
from cliometer.report.charts.heat_maps import heat, heat_cell
from cliometer.report.charts.interval_charts import Forest, forest
from cliometer.report.charts.rank_charts import MOST_LABELS, MajorityArrow, bump, majority_graph
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.vote_text import circle
from cliometer.spelling import listed, many
from cliometer.text.tables import Cell, Table, shown_p, shown_share

_MOST_IN_MATRIX = 30  # systems in the matrix
_ROOMY = 6  # systems up to which a cell has room for the votes, too
Poll = Mapping[str, Any]


def pair_blocks(poll: Poll, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    """What was decided, and the matrix with the best systems first."""
    yield Paragraph(_decided(poll["pairs"]))
    shown = systems[:_MOST_IN_MATRIX]
    caption = (
        "How often the system of the row was preferred to that of the column: share of the decided "
        f"votes{' (won : lost)' if len(shown) <= _ROOMY else ''}. A star marks pairs that are decided "
        "beyond chance (exact test of one half, p at most 0.05 after Holm's correction for all pairs). "
        "Best system first."
    )
    cells = [_cell(poll, row, column, len(shown)) for row in shown for column in shown if row != column]
    spec = heat(cells, "preferred", "to", (shown, shown), wide=104 if len(shown) <= _ROOMY else 52)
    yield Figure(names.of("pairs", poll["name"]), caption, spec, _table(poll["pairs"]))
    if len(systems) > _MOST_IN_MATRIX:
        yield Notes(
            [f"the matrix shows the first {_MOST_IN_MATRIX} of {len(systems)} systems; its table has all"]
        )


def _decided(pairs: Sequence[Mapping[str, Any]]) -> str:
    clear = [pair for pair in pairs if pair["p_holm"] is not None and pair["p_holm"] <= SIGNIFICANT]
    unseen = [pair for pair in pairs if pair["share"] is None]
    said = (
        f"{len(clear)} of {many(len(pairs), 'pair')} of systems {'is' if len(clear) == 1 else 'are'} decided "
    )
    said += "beyond chance (p at most 0.05 after Holm)"
    said += f": {listed([_over(pair) for pair in clear])}." if clear else "."
    if unseen:
        both = [f"{pair['system']} and {pair['other']}" for pair in unseen]
        said += f" No decided vote on {listed(both)}."
    return said


def _over(pair: Mapping[str, Any]) -> str:
    return f"{pair['system']} over {pair['other']} ({shown_p(pair['p_holm'], named=True)})"


def _cell(poll: Poll, row: str, column: str, systems: int) -> Mapping[str, Any]:
    pair, turned = next(
        (pair, pair["system"] != row)
        for pair in poll["pairs"]
        if {pair["system"], pair["other"]} == {row, column}
    )
    won, lost = (pair["losses"], pair["wins"]) if turned else (pair["wins"], pair["losses"])
    tip = f"{won} won, {lost} lost, {pair['ties']} ties"
    if pair["share"] is None:
        return heat_cell(row, column, None, "none", tip)
    share = 1 - pair["share"] if turned else pair["share"]
    star = "*" if pair["p_holm"] <= SIGNIFICANT else ""
    votes = f" ({won}:{lost})" if systems <= _ROOMY else ""
    ends = (1 - pair["high"], 1 - pair["low"]) if turned else (pair["low"], pair["high"])
    tip += f"; {share:.1%}, 95 % interval {ends[0]:.1%} to {ends[1]:.1%}, p (Holm) {shown_p(pair['p_holm'])}"
    return heat_cell(row, column, share, f"{share:.0%}{star}{votes}".replace("%", " %"), tip)


def _table(pairs: Sequence[Mapping[str, Any]]) -> Table:
    keys = ("system", "other", "wins", "losses", "ties", "share", "low", "high")
    rows: list[list[Cell]] = [
        [*(pair[key] for key in keys), shown_p(pair["p"]), shown_p(pair["p_holm"])] for pair in pairs
    ]
    return Table([*keys, "p", "p (Holm)"], rows)


_STRENGTH = "bradley-terry"
_FIRST = ("ranked-pairs", _STRENGTH, "borda", "copeland")  # whose order the figures follow
_MOST_RANKED = 30  # systems in a figure of places


def ordered(poll: Poll) -> list[str]:
    """The systems, best first by the first rule that orders them all; what it leaves out comes last."""
    rankings = poll["rankings"]
    rules = [rule for rule in (*_FIRST, *rankings) if rule in rankings and rankings[rule]["order"]]
    order = [name for group in rankings[rules[0]]["order"] for name in group] if rules else []
    return [*order, *(name for name in poll["systems"] if name not in order)]


def spelled(order: Sequence[Sequence[str]] | None) -> str:
    """a > b = c, or that there is none."""
    return "no order" if order is None else in_order(tuple(map(tuple, order)))


def rank_blocks(poll: Poll, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    """Strengths, places, and the orders as the rules give them."""
    yield from _strengths(poll, names)
    yield from _places(poll, systems, names)
    rows: list[list[Cell]] = [
        [rule, spelled(found["order"]), found.get("remark", "")] for rule, found in poll["rankings"].items()
    ]
    yield Listing("The order by every rule", Table(["rule", "order", "what it rests on"], rows))


def _strengths(poll: Poll, names: FigureNames) -> Iterator[Block]:
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


def _places(poll: Poll, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    orders = {rule: found["order"] for rule, found in poll["rankings"].items() if found["order"]}
    without = [rule for rule in poll["rankings"] if rule not in orders]
    if len(orders) > 1:
        shown = systems[:_MOST_RANKED]
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
        if len(systems) > _MOST_RANKED:
            yield Notes([f"the figure of places shows the first {_MOST_RANKED} of {len(systems)} systems"])
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


_MOST_IN_CYCLES = 16  # systems in the picture
_MOST_CYCLES = 200  # in the table
_OUTCOMES = {"total_order": "total order", "cycle": "cycle", "undecided": "undecided"}


def cycle_blocks(poll: Poll, names: FigureNames) -> Iterator[Block]:
    """The picture of the cycles, or a sentence that there is none; nothing of two systems."""
    if len(poll["systems"]) < 3:
        return
    if not poll["cycles"]:
        yield Paragraph(_no_cycle(poll["topics"]))
        return
    systems = list(dict.fromkeys(name for cycle in poll["cycles"] for name in cycle))
    shown = systems[:_MOST_IN_CYCLES]
    arrows = list(_arrows(poll, set(shown)))
    votes = ", with the votes for both" if len(arrows) <= MOST_LABELS else ""
    caption = (
        "Majorities that run in a circle: an arrow points from the system that most prefer to the "
        f"other{votes}; it is red and unbroken where it is part of a cycle, and thicker the wider the margin."
    )
    rows: list[list[Cell]] = [[circle(cycle), len(cycle)] for cycle in poll["cycles"][:_MOST_CYCLES]]
    spec = majority_graph(shown, arrows)
    yield Figure(names.of("cycles", poll["name"]), caption, spec, Table(["cycle", "systems"], rows))
    yield from _left_out(len(systems), len(poll["cycles"]))


def _no_cycle(topics: Mapping[str, Any]) -> str:
    """Over all votes together; a topic by itself may have one all the same."""
    where = " over all topics together" if topics["total"] > 1 else " of majorities"
    said = (
        f"No cycle{where}: nowhere do people prefer a to b and b to c, but c to a, so that the majorities do "
        "not contradict each other."
    )
    own = [row["topic"] for row in topics["rows"] if row["cycles"]]
    if not own:
        return said
    has = "has" if len(own) == 1 else "have"
    return f"{said} Taken singly, {many(len(own), 'topic')} {has} one: {listed(own)}."


def _left_out(systems: int, cycles: int) -> Iterator[Block]:
    notes = [f"the picture has the first {_MOST_IN_CYCLES} of {systems} systems in cycles"] * (
        systems > _MOST_IN_CYCLES
    )
    notes += [f"the table has the first {_MOST_CYCLES} of {cycles} cycles"] * (cycles > _MOST_CYCLES)
    if notes:
        yield Notes(notes)


def _arrows(poll: Poll, shown: set[str]) -> Iterator[MajorityArrow]:
    circular = {step for cycle in poll["cycles"] for step in pairwise([*cycle, cycle[0]])}
    for pair in poll["pairs"]:
        winner, loser = pair["system"], pair["other"]
        if {winner, loser} <= shown and pair["wins"] > pair["losses"]:
            yield MajorityArrow(winner, loser, pair["wins"], pair["losses"], (winner, loser) in circular)


def topic_blocks(poll: Poll, names: FigureNames) -> Iterator[Block]:
    """How many topics have a total order or a cycle, and which."""
    topics = poll["topics"]
    if not topics["total"]:
        return
    counts = [
        {"name": word, "value": topics[key], "text": str(topics[key])} for key, word in _OUTCOMES.items()
    ]
    table = Table(["outcome", "topics"], [[one["name"], one["value"]] for one in counts])
    caption = f"What the majorities on each of the {many(topics['total'], 'topic')} amount to."
    spec = bars(counts, "topics")
    if len(poll["systems"]) > 2:
        rate = topics["coin_flip_cycle_rate"]
        caption += (
            f" Coins that decide every pair would give a cycle on {shown_share(rate)} of topics "
            "(the red tick)."
        )
        spec = with_tick(spec, "cycle", rate * topics["total"], "by coins")
    yield Figure(names.of("topics", poll["name"]), caption, spec, table)
    rows: list[list[Cell]] = [
        [
            row["topic"],
            row["votes"],
            row["outcome"],
            spelled(row["order"]),
            ", ".join(map(circle, row["cycles"])),
        ]
        for row in topics["rows"]
    ]
    yield Listing("Every topic", Table(["topic", "votes", "outcome", "order", "cycles"], rows), folded=True)


@chapter("votes", has=("pairs", "rankings", "cycles"))
def votes(document: Result, names: FigureNames) -> Section:
    """One poll."""
    return Section("Votes", [Paragraph(_said(document)), *remarks(document)], list(_parts(document, names)))


@chapter("polls", has=("datasets", "strength"))
def polls(document: Result, names: FigureNames) -> Section:
    """Several polls, a section each."""
    sections = [
        Section(poll["name"], [Paragraph(_said(poll)), *remarks(poll)], list(_parts(poll, names)))
        for poll in document["datasets"]
    ]
    return Section("Votes", [Paragraph(f"{many(len(sections), 'data set')}, one after another.")], sections)


def _said(poll: Mapping[str, Any]) -> str:
    """What was voted on, and how it came out."""
    given = (
        f"{many(poll['ballots'], 'ordering')} of" if poll["ballots"] else f"{many(poll['votes'], 'vote')} on"
    )
    said = f"{given} {many(len(poll['systems']), 'system')}"
    said += f" by {many(len(poll['judges']), 'judge')}" if poll["judges"] else ""
    said += f" on {many(poll['topics']['total'], 'topic')}" if poll["topics"]["total"] else ""
    return f"{said}. {_outcome(poll)}"


def _outcome(poll: Mapping[str, Any]) -> str:
    orders = {rule: spelled(found["order"]) for rule, found in poll["rankings"].items() if found["order"]}
    if not orders:
        return "No voting rule gives an order."
    rule, order = next(iter(orders.items()))
    if len(set(orders.values())) == 1:
        return f"By {'every rule that gives an order' if len(orders) > 1 else rule}: {order}."
    apart = sum(other != order for other in orders.values())
    return f"By {rule}: {order}; {many(apart, 'other rule')} of {len(orders) - 1} see it otherwise."


def _parts(poll: Mapping[str, Any], names: FigureNames) -> Iterator[Section]:
    systems = ordered(poll)
    parts: tuple[tuple[str, Iterator[Block]], ...] = (
        ("Pairs", pair_blocks(poll, systems, names)),
        ("Rankings", rank_blocks(poll, systems, names)),
        ("Cycles", cycle_blocks(poll, names)),
        ("Topics", topic_blocks(poll, names)),
        ("Judges", judge_blocks(poll, names) if not poll["ballots"] else iter(())),
        ("Position", position_blocks(poll, names) if not poll["ballots"] else iter(())),
        ("Reasons", reason_blocks(poll, names)),
    )
    for title, blocks in parts:
        found = list(blocks)
        if found:
            yield Section(title, found)
