"""Builders of `cliometer vote`: rankings by rule, pairs of systems, cycles of majorities, topics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from cliometer.court.votes.tally import PairCount, PollTallies, Tally
from cliometer.court.votes.voting_rules import CYCLE, TOTAL, UNDECIDED, RuleRanking
from cliometer.model.judgements import Order, spelled
from cliometer.model.notes import Note
from cliometer.reporting.chapters.base import FigureNames, chapter, cut_note, filled_sections, remark_notes, text_of
from cliometer.reporting.chapters.vote_judges import judge_blocks, position_blocks, reason_blocks
from cliometer.reporting.charts.heat_maps import heat, heat_cell
from cliometer.reporting.charts.system_charts import Forest, forest
from cliometer.reporting.charts.vote_charts import MOST_LABELS, MajorityArrow, bars, bump, majority_graph, with_tick
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.stats.samples import SIGNIFICANT
from cliometer.text.tables import Cell, Table, shown_p, shown_share

_MOST_IN_MATRIX = 30  # systems in the matrix
_MOST_RANKED = 30  # systems in a figure of places
_MOST_IN_CYCLES = 16  # systems in the picture
_MOST_CYCLES = 200  # in the table
_ROOMY = 6  # systems up to which a cell has room for the votes, too
_STRENGTH = "bradley-terry"
_FIRST = ("ranked-pairs", _STRENGTH, "borda", "copeland")  # whose order the figures follow


@chapter(Tally)
def votes(result: Tally, names: FigureNames, per_topic: bool = False) -> Section:
    """Show one poll; with `per_topic` the table of topics stands open."""
    # best first by the first rule that orders them all; what it leaves out comes last
    orders = [result.rankings[rule].order for rule in (*_FIRST, *result.rankings) if rule in result.rankings]
    order = [name for group in next(filter(None, orders), ()) for name in group]
    systems = [*order, *(name for name in result.systems if name not in order)]
    parts: tuple[tuple[str, Iterable[Block]], ...] = (
        ("Rankings", _ranking_blocks(result, systems, names)),
        ("Pairs", _pair_blocks(result, systems, names)),
        ("Cycles", _cycle_blocks(result, names)),
        ("Topics", _topic_blocks(result, names, per_topic)),
        ("Judges", judge_blocks(result, names)),
        ("Position", position_blocks(result, names)),
        ("Reasons", reason_blocks(result, names)),
    )
    return Section("Votes", [Paragraph(_opening(result)), *remark_notes(result.notes)], filled_sections(parts))


@chapter(PollTallies)
def polls(result: PollTallies, names: FigureNames, per_topic: bool = False) -> Section:
    """Show several polls, a section each; one alone has no section of its own."""
    shown = [votes(poll, names, per_topic) for poll in result.tallies]
    if len(shown) == 1:
        return shown[0]
    sections = [
        Section(poll.name, part.blocks, part.sections) for poll, part in zip(result.tallies, shown, strict=True)
    ]
    return Section("Votes", [Paragraph(f"{many(len(sections), 'data set')}, one after another.")], sections)


def _opening(poll: Tally) -> str:
    sentence = f"{many(poll.ballots, 'ordering')} of" if poll.ballots else f"{many(poll.votes, 'vote')} on"
    sentence += f" {many(len(poll.systems), 'system')} ({', '.join(poll.systems)})"
    sentence += f" by {many(len(poll.judges), 'judge')}" if poll.judges else ""
    sentence += f" on {many(len(poll.topics), 'topic')}" if poll.topics else ""
    orders = {rule: spelled(ranking.order) for rule, ranking in poll.rankings.items() if ranking.order}
    if not orders:
        return f"{sentence}. No voting rule gives an order."
    rule, order = next(iter(orders.items()))
    if len(set(orders.values())) == 1:
        return f"{sentence}. By {'every rule that gives an order' if len(orders) > 1 else rule}: {order}."
    apart = sum(other != order for other in orders.values())
    others = f"{apart} of the {many(len(orders) - 1, 'other rule')} {'gives' if apart == 1 else 'give'} another order"
    return f"{sentence}. By {rule}: {order}; {others}."


def _pair_blocks(poll: Tally, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    """Yield what was decided, and the matrix with the best systems first."""
    yield Paragraph(_decided(poll))
    shown = systems[:_MOST_IN_MATRIX]
    roomy = len(shown) <= _ROOMY
    caption = Note.of("caption-pairs", counts=" (won : lost)" if roomy else "", test=_test_of(poll))
    pairs = {frozenset((pair.system, pair.other)): pair for pair in poll.pairs}
    cells = [
        _pair_cell(pairs[frozenset((row, column))], row, column, roomy)
        for row in shown
        for column in shown
        if row != column
    ]
    spec = heat(cells, "preferred", "to", (shown, shown), wide=104 if roomy else 52)
    yield Figure(names.of("pairs", poll.name), caption, spec, pair_table(poll), "Votes on every pair")
    yield from cut_note(len(shown), len(systems), "systems")


def _test_of(poll: Tally) -> str:
    return f"test of one half over {poll.over}" if poll.over else "test of one half"


def _decided(poll: Tally) -> str:
    pairs = poll.pairs
    clear = [pair for pair in pairs if pair.p_holm is not None and pair.p_holm <= SIGNIFICANT]
    sentence = f"{len(clear)} of {many(len(pairs), 'pair')} of systems {'is' if len(clear) == 1 else 'are'} decided "
    sentence += f"beyond chance ({_test_of(poll)}, p at most 0.05 after Holm)"
    won = [f"{pair.system} over {pair.other} ({shown_p(pair.p_holm, named=True)})" for pair in clear]
    sentence += f": {listed(won)}." if clear else "."
    if all(pair.p is None for pair in pairs):
        sentence = "Whether a pair of systems is decided beyond chance cannot be told from these votes."
    unseen = [f"{pair.system} and {pair.other}" for pair in pairs if pair.share is None]
    return f"{sentence} No decided vote on {listed(unseen)}." if unseen else sentence


def _pair_cell(pair: PairCount, row: str, column: str, roomy: bool) -> Mapping[str, Any]:
    turned = pair.system != row
    won, lost = (pair.losses, pair.wins) if turned else (pair.wins, pair.losses)
    tip = f"{won} won, {lost} lost, {pair.ties} ties"
    if pair.share is None:
        return heat_cell(row, column, None, "none", tip)
    share, star = 1 - pair.share if turned else pair.share, ""
    if pair.p_holm is not None:
        star, low, high = "*" if pair.p_holm <= SIGNIFICANT else "", pair.low or 0.0, pair.high or 0.0
        low, high = (1 - high, 1 - low) if turned else (low, high)
        ends = f"{shown_share(low)} to {shown_share(high)}"
        tip += f"; {shown_share(share)}, 95 % interval {ends}, p (Holm) {shown_p(pair.p_holm)}"
    counts = f" ({won}:{lost})" if roomy else ""
    return heat_cell(row, column, share, f"{shown_share(share, 0)}{star}{counts}", tip)


def pair_table(poll: Tally) -> Table:
    """Return wins, losses and ties of every pair, and the share of wins among decided votes with its interval."""
    rows: list[list[Cell]] = [
        [f"{pair.system} {'>' if pair.wins > pair.losses else '='} {pair.other}", pair.wins, pair.losses,
         pair.ties, pair.share, pair.low, pair.high, shown_p(pair.p), shown_p(pair.p_holm)]
        for pair in poll.pairs
    ]  # fmt: skip
    return Table(["pair", "wins", "losses", "ties", "share", "low", "high", "p", "p (Holm)"], rows)


def _ranking_blocks(poll: Tally, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    """Yield the orders as the rules give them, the points that they rest on, and places."""
    rows: list[list[Cell]] = [
        [rule, "none" if ranking.order is None else spelled(ranking.order), ranking.remark]
        for rule, ranking in poll.rankings.items()
    ]
    yield Listing("The order by every rule", Table(["rule", "order", "remark"], rows))
    if any(ranking.points for ranking in poll.rankings.values()):
        yield _strengths(poll, names)
    yield from _places(poll, systems, names)


def _strengths(poll: Tally, names: FigureNames) -> Block:
    """Return the points by every rule that gives some; strengths are drawn where there are any."""
    table, title = _point_table(poll), "Points by every rule that gives points"
    ranking = poll.rankings.get(_STRENGTH)
    if ranking is None or not ranking.points:
        return Listing(title, table)
    ends = {name: ranking.intervals.get(name, (None, None)) for name in ranking.points}
    records = [
        {"name": name, "value": value, "low": ends[name][0], "high": ends[name][1]}
        for name, value in ranking.points.items()
    ]
    bars_are = Note.of("caption-bars", over=poll.over) if poll.over else "the bars are 95 % intervals"
    sure = bars_are if ranking.intervals else "it has no intervals here"
    caption = Note.of("caption-strengths", intervals=sure)
    most = max(max(ranking.points.values()), *(high for _, high in ranking.intervals.values()), 0.0)
    spec = forest(Forest(records, "strength", domain=(0.0, 1.04 * most)))
    return Figure(names.of("strengths", poll.name), caption, spec, table, title)


def _point_table(poll: Tally) -> Table:
    """Return the points of every system by the rules that give points; strengths with their interval."""
    rules = {rule: ranking for rule, ranking in poll.rankings.items() if ranking.points}
    heading = ["system", *(name for rule in rules for name in (rule, "low", "high")[: 3 if rule == _STRENGTH else 1])]
    rows: list[list[Cell]] = []
    for system in poll.systems:
        cells: list[Cell] = [system]
        for rule, ranking in rules.items():
            points = ranking.points.get(system)
            whole = points is not None and rule != _STRENGTH and points.is_integer()
            cells.append(int(points) if points is not None and whole else points)
            cells += ranking.intervals.get(system, (None, None)) if rule == _STRENGTH else ()
        rows.append(cells)
    return Table(heading, rows)


def _places(poll: Tally, systems: Sequence[str], names: FigureNames) -> Iterator[Block]:
    orders = {rule: ranking.order for rule, ranking in poll.rankings.items() if ranking.order}
    if len(orders) > 1:
        shown = systems[:_MOST_RANKED]
        records = [row for rule, order in orders.items() for row in _placed(rule, order) if row["system"] in shown]
        caption = text_of("votes-places")
        rows: list[list[Cell]] = [[row["rule"], row["system"], row["shown"]] for row in records]
        spec = bump(records, list(orders), shown)
        yield Figure(names.of("places", poll.name), caption, spec, Table(["rule", "system", "place"], rows))
        if len(systems) > len(shown):
            yield Notes([f"the figure of places shows the first {len(shown)} of {len(systems)} systems"], remarks=True)
    without = [f"{rule} gives no order: {rank.remark}" for rule, rank in poll.rankings.items() if not rank.order]
    if without:
        yield Notes(without, remarks=True)


def _placed(rule: str, order: Order) -> Iterator[dict[str, Any]]:
    """Yield each system with the mean of the places of its group, and the places as they are written: 2/3."""
    above = 0
    for group in order:
        places = range(above + 1, above + len(group) + 1)
        for name in group:
            shown = "/".join(map(str, places))
            yield {"rule": rule, "system": name, "place": sum(places) / len(places), "shown": shown}
        above += len(group)


def _cycle_blocks(poll: Tally, names: FigureNames) -> Iterator[Block]:
    """Yield the cycles, or a sentence that there is none; nothing of two systems."""
    if len(poll.systems) < 3:
        return
    if not poll.cycles:
        yield Paragraph(_no_cycle(poll))
        return
    yield Paragraph(f"Cycles of majorities: {listed(map(_closed, poll.cycles), 10, last=', ')}.")
    systems = list(dict.fromkeys(name for cycle in poll.cycles for name in cycle))
    shown = systems[:_MOST_IN_CYCLES]
    circular = {step for cycle in poll.cycles for step in pairwise([*cycle, cycle[0]])}
    arrows = [
        MajorityArrow(*ends, pair.wins, pair.losses, ends in circular)
        for pair in poll.pairs
        if {*(ends := (pair.system, pair.other))} <= {*shown} and pair.wins > pair.losses
    ]
    counts = ", with the votes for both" if len(arrows) <= MOST_LABELS else ""
    caption = Note.of("caption-cycles", counts=counts)
    rows: list[list[Cell]] = [[_closed(cycle), len(cycle)] for cycle in poll.cycles[:_MOST_CYCLES]]
    table = Table(["cycle", "systems"], rows)
    yield Figure(names.of("cycles", poll.name), caption, majority_graph(shown, arrows), table)
    notes = [f"the picture has the first {_MOST_IN_CYCLES} of {len(systems)} systems in cycles"]
    notes *= len(systems) > _MOST_IN_CYCLES
    if len(poll.cycles) > _MOST_CYCLES:
        notes.append(f"the table has the first {_MOST_CYCLES} of {len(poll.cycles)} cycles")
    if notes:
        yield Notes(notes, remarks=True)


def _closed(cycle: Sequence[str]) -> str:
    """Return a cycle written until it closes: a > b > c > a."""
    return " > ".join([*cycle, cycle[0]])


def _no_cycle(poll: Tally) -> str:
    """Return that there is no cycle over all votes together; a topic by itself may have one all the same."""
    where = " over all topics together" if len(poll.topics) > 1 else " of majorities"
    sentence = f"There is no cycle{where}: the majorities never prefer a to b and b to c, but c to a."
    topics = [topic.topic for topic in poll.topics if topic.cycles]
    has = "has one on its own" if len(topics) == 1 else "have one on their own"
    return f"{sentence} {many(len(topics), 'topic')} {has}: {listed(topics)}." if topics else sentence


def _topic_blocks(poll: Tally, names: FigureNames, per_topic: bool) -> Iterator[Block]:
    """Yield how many topics have a total order or a cycle, and which."""
    if not poll.topics:
        return
    total = len(poll.topics)
    sentence = f"{poll.count(TOTAL)} of {many(total, 'topic')} give a total order, {poll.count(CYCLE)} a cycle"
    if poll.count(UNDECIDED):
        sentence += f", {poll.count(UNDECIDED)} neither, because some pair has no majority"
    counts = [{"name": word, "value": count, "text": str(count)} for word, count in poll.outcomes.items()]
    caption = Note.of("caption-topics", topics=many(total, "topic"))
    spec = bars(counts, "topics")
    if len(poll.systems) > 2:
        rate = shown_share(poll.coin_flip_cycles)
        sentence += f". Random votes would give a cycle on {rate}"
        caption = Note.of("caption-topics-random", topics=many(total, "topic"), rate=rate)
        spec = with_tick(spec, "cycle", poll.coin_flip_cycles * total, "by coins")
    table = Table(["outcome", "topics"], [[word, count] for word, count in poll.outcomes.items()])
    yield Paragraph(f"{sentence}.")
    yield Figure(names.of("topics", poll.name), caption, spec, table)
    yield Listing("Every topic", topic_table([poll]), folded=not per_topic)


def topic_table(tallies: Sequence[Tally]) -> Table:
    """Return the outcome of the majorities on every topic."""
    rows: list[list[Cell]] = [
        [poll.name, topic.topic, topic.votes, topic.outcome,
         "none" if topic.order is None else spelled(topic.order), ", ".join(map(_closed, topic.cycles))]
        for poll in tallies
        for topic in poll.topics
    ]  # fmt: skip
    return _named(tallies, ["topic", "votes", "outcome", "order", "cycles"], rows)


def rank_table(tallies: Sequence[Tally]) -> Table:
    """Return the rank of every system by every rule for LaTeX; systems that tie share their ranks, as in 2/3."""
    rows: list[list[Cell]] = [
        [poll.name, system, *(_rank(ranking, system) for ranking in poll.rankings.values())]
        for poll in tallies
        for system in poll.systems
    ]
    return _named(tallies, ["system", *tallies[0].rankings], rows)


def _named(tallies: Sequence[Tally], heading: list[str], rows: list[list[Cell]]) -> Table:
    """Return the table with the name of the data set in front where there are several."""
    several = len(tallies) > 1
    return Table(["dataset", *heading] if several else heading, rows if several else [row[1:] for row in rows])


def rule_table(tallies: Sequence[Tally]) -> Table:
    """Return a row for every poll, rule and system with all digits, for CSV."""
    rows: list[list[Cell]] = [
        [poll.name, rule, system, None if ranking.order is None else _rank(ranking, system),
         ranking.points.get(system), *ranking.intervals.get(system, (None, None)), ranking.remark]
        for poll in tallies
        for rule, ranking in poll.rankings.items()
        for system in poll.systems
    ]  # fmt: skip
    return Table(["dataset", "rule", "system", "rank", "points", "low", "high", "remark"], rows)


def _rank(ranking: RuleRanking, system: str) -> str:
    placed = _placed(ranking.rule, ranking.order or ())
    return next((str(placing["shown"]) for placing in placed if placing["system"] == system), "none")
