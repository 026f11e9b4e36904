"""A tally of votes as tables: orders by rule, points, ranks, pairs, judges and topics."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.court.votes.rules import Ranking
from cliometer.court.votes.tally import Tally
from cliometer.model.judgements import spelled
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table
from cliometer.report.wrapping import last_wrapped


def rule_table(found: Tally) -> Table:
    """The order by each rule, or why there is none."""
    rows = [
        [rule, "none" if ranking.order is None else spelled(ranking.order), ranking.remark]
        for rule, ranking in found.rankings.items()
    ]
    return last_wrapped(["rule", "order", "remark"], rows)


def pair_table(found: Tally) -> Table:
    """Wins, losses and ties of every pair, and the share of wins among decided votes with its interval."""
    heading = ["pair", "wins", "losses", "ties", "share", "low", "high", "p (Holm)"]
    rows: list[list[Cell]] = []
    for pair in found.pairs:
        sign = ">" if pair.wins > pair.losses else "="
        share = [pair.share.share, pair.share.low, pair.share.high] if pair.share else [None] * 3
        rows.append(
            [
                f"{pair.system} {sign} {pair.other}",
                pair.wins,
                pair.losses,
                pair.ties,
                *share,
                shown_p(pair.p_holm),
            ]
        )
    return Table(heading, rows)


def point_table(tallies: Sequence[Tally]) -> Table:
    """The points of every system by the rules that give points; strengths with their interval."""
    named = len(tallies) > 1
    heading = ["dataset"] * named + ["system"]
    rules = [rule for rule, ranking in tallies[0].rankings.items() if _any_points(rule, tallies)]
    for rule in rules:
        heading += [rule, "low", "high"] if rule == "bradley-terry" else [rule]
    rows: list[list[Cell]] = []
    for found in tallies:
        for system in found.systems:
            cells: list[Cell] = [*([found.name] * named), system]
            for rule in rules:
                cells += _points(found.rankings[rule], system)
            rows.append(cells)
    return Table(heading, rows)


def _any_points(rule: str, tallies: Sequence[Tally]) -> bool:
    return any(found.rankings[rule].points for found in tallies)


def _points(ranking: Ranking, system: str) -> list[Cell]:
    points: Cell = ranking.points.get(system)
    if ranking.rule == "bradley-terry":
        return [points, *ranking.intervals.get(system, (None, None))]
    return [int(points) if isinstance(points, float) and points.is_integer() else points]


def rank_table(tallies: Sequence[Tally]) -> Table:
    """For LaTeX: the rank of every system by every rule; systems that tie share their ranks, as in 2/3."""
    named = len(tallies) > 1
    heading = ["dataset"] * named + ["system", *tallies[0].rankings]
    rows = [
        [*([found.name] * named), system, *(_rank(ranking, system) for ranking in found.rankings.values())]
        for found in tallies
        for system in found.systems
    ]
    return Table(heading, rows)


def full_table(tallies: Sequence[Tally]) -> Table:
    """For CSV: a row for every poll, rule and system, all digits."""
    heading = ["dataset", "rule", "system", "rank", "points", "low", "high", "remark"]
    rows: list[list[Cell]] = []
    for found in tallies:
        for rule, ranking in found.rankings.items():
            for system in found.systems:
                rank = None if ranking.order is None else _rank(ranking, system)
                ends = ranking.intervals.get(system, (None, None))
                rows.append(
                    [found.name, rule, system, rank, ranking.points.get(system), *ends, ranking.remark]
                )
    return Table(heading, rows)


def _rank(ranking: Ranking, system: str) -> str:
    if ranking.order is None:
        return "none"
    above = 0
    for group in ranking.order:
        if system in group:
            return "/".join(str(above + place) for place in range(1, len(group) + 1))
        above += len(group)
    return "none"


def topic_table(tallies: Sequence[Tally]) -> Table:
    """What the majorities on every topic amount to."""
    named = len(tallies) > 1
    heading = ["dataset"] * named + ["topic", "votes", "outcome", "order", "cycles"]
    rows: list[list[Cell]] = []
    for found in tallies:
        for topic in found.topics:
            order = "none" if topic.order is None else spelled(topic.order)
            circles = ", ".join(circle(cycle) for cycle in topic.cycles)
            cells: list[Cell] = [topic.topic, topic.votes, topic.outcome, order, circles]
            rows.append([*([found.name] * named), *cells])
    return Table(heading, rows)


def judge_table(found: Tally) -> Table:
    """How much every judge voted, and how often with the majority of the others."""
    heading = ["judge", "votes", "ties", "compared", "with others", "share"]
    rows = [
        [judge.name, judge.votes, judge.ties, judge.compared, judge.agreed, judge.share]
        for judge in found.judges
    ]
    return Table(heading, rows)


def circle(cycle: Sequence[str]) -> str:
    """A cycle told until it closes: a > b > c > a."""
    return " > ".join([*cycle, cycle[0]])
