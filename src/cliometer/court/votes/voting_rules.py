"""Every voting rule on one election, and topic by topic whether the majorities give an order or a cycle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb, factorial
from types import MappingProxyType
from typing import TypeAlias

from cliometer.errors import CliometerError, unknown
from cliometer.grouping import by_key
from cliometer.model.judgements import Ballot, Order, Poll, Vote, spelled
from cliometer.model.notes import Note, joined
from cliometer.model.records import member
from cliometer.stats import voting_rules as methods
from cliometer.stats.bradley_terry import bradley_terry, bradley_terry_intervals
from cliometer.stats.preferences import Preferences, cycles, preferences_from_rankings, preferences_from_votes
from cliometer.stats.vote_clusters import VoteClusters

Pairs: TypeAlias = tuple[tuple[str, str], ...]
STRENGTHS = MappingProxyType({"margin": "margin", "winning": "winning-votes"})


@dataclass(frozen=True)
class Election:
    """The input of the rules: the pairwise table, the orderings, and their settings.

    `basis` is what the orderings are, or why there are none; `clusters` are votes that stand or fall together.
    """

    preferences: Preferences
    orderings: Mapping[Order, int]
    basis: str
    strength: str
    clusters: VoteClusters | None = None


@dataclass(frozen=True)
class RankedSystem:
    """The place of a system by a rule, and what the rule counts, with its interval."""

    system: str
    place: int
    points: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class RuleRanking:
    """Groups of systems, best first, or None; `tied` are pairs that the rule does not order.

    `points` are what the rule counts, `intervals` their intervals at 95 %. `remark` tells what the
    order rests on, or why there is none.
    """

    rule: str
    order: Order | None = None
    tied: Pairs = ()
    points: Mapping[str, float] = field(default_factory=dict)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    remark: str = ""

    @property
    @member
    def places(self) -> list[RankedSystem]:
        """The systems by their places; systems of one group share the place of its first."""
        ranked: list[RankedSystem] = []
        for group in self.order or ():
            place = len(ranked) + 1
            ends = {system: self.intervals.get(system, (None, None)) for system in group}
            ranked += [RankedSystem(system, place, self.points.get(system), *ends[system]) for system in group]
        return ranked


def rank(rule: str, election: Election) -> RuleRanking:
    """Return the ranking by a rule."""
    if rule not in RULES:
        raise unknown("voting rule", rule, RULES)
    try:
        return RULES[rule](election)
    except CliometerError as error:
        return RuleRanking(rule, remark=Note.of("rule-refused", error=error))


def _ranked_pairs(election: Election) -> RuleRanking:
    ranking = methods.ranked_pairs(election.preferences, STRENGTHS[election.strength])
    remarks = []
    if not ranking.locked and not ranking.contested:
        remarks.append("no pair has a majority: everything is tied")
    if ranking.dropped:
        dropped = ", ".join(f"{majority.winner} > {majority.loser}" for majority in ranking.dropped)
        remarks.append(Note.of("majorities-dropped", dropped=dropped))
    if ranking.contested:
        remarks.append(Note.of("majorities-equal", ways=ranking.ways))
    return RuleRanking("ranked-pairs", ranking.groups, ranking.tied, remark=joined(remarks))


def _by_points(rule: str, scored: methods.CandidatePoints, remark: str = "") -> RuleRanking:
    points = {name: float(scored.points[name]) for group in scored.groups for name in group}
    return RuleRanking(rule, scored.groups, _within(scored.groups), points, remark=remark)


def _borda(election: Election) -> RuleRanking:
    """Rank by points, or by shares where pairs have unequal numbers of votes."""
    if methods.evenly_compared(election.preferences):
        return _by_points("borda", methods.borda(election.preferences))
    shares = methods.borda_shares(election.preferences)
    return _by_points("borda", shares, "pairs have unequal numbers of votes: the sum of shares of votes")


def _plurality(election: Election) -> RuleRanking:
    if not election.orderings:
        return RuleRanking("plurality", remark=election.basis)
    remark = Note.of("first-places", count=sum(election.orderings.values()), basis=election.basis)
    return _by_points("plurality", methods.plurality(election.orderings), remark)


def _modal(election: Election) -> RuleRanking:
    if not election.orderings:
        return RuleRanking("modal", remark=election.basis)
    modes, times = methods.modal_orderings(election.orderings)
    often = Note.of("orders-equal", times=times, count=sum(election.orderings.values()), basis=election.basis)
    if len(modes) > 1:
        listed = ", ".join(map(spelled, modes))
        return RuleRanking("modal", remark=Note.of("orders-several", often=often, orders=listed))
    return RuleRanking("modal", modes[0], _within(modes[0]), remark=often)


def _bradley_terry(election: Election) -> RuleRanking:
    fit = bradley_terry(election.preferences)
    strengths = {name: fit.strength[name] for group in fit.groups for name in group}
    ranking = RuleRanking("bradley-terry", fit.groups, _within(fit.groups), strengths)
    try:
        fits = bradley_terry_intervals(election.preferences, election.clusters)
    except CliometerError as error:
        return replace(ranking, remark=Note.of("intervals-refused", error=error))
    intervals = {name: fits.interval[name] for name in strengths}
    return replace(ranking, intervals=intervals, remark=Note.of("intervals-over", over=fits.over))


def _within(order: Order) -> Pairs:
    return tuple(pair for group in order for pair in combinations(group, 2))


RULES: Mapping[str, Callable[[Election], RuleRanking]] = MappingProxyType(
    {
        "ranked-pairs": _ranked_pairs,
        "copeland": lambda election: _by_points("copeland", methods.copeland(election.preferences)),
        "borda": _borda,
        "plurality": _plurality,
        "modal": _modal,
        "bradley-terry": _bradley_terry,
    }
)


TOTAL, CYCLE, UNDECIDED = "total order", "cycle", "undecided"
_PATIENCE = 1000  # trials a topic; a hundred topics of twelve systems with single votes would take minutes
_FEW = 7  # systems; beyond, cycles of three stand for all, of which there may be millions


@dataclass(frozen=True)
class TopicOutcome:
    """What the majorities on a topic amount to; `order` is that of Ranked Pairs, its ties included.

    It is None where equal majorities in cycles leave too many ways to follow; a total order always has one.
    A topic is undecided where it has no cycle but a pair without a majority, or without a vote.
    """

    topic: str
    votes: int
    outcome: str
    order: Order | None
    cycles: tuple[tuple[str, ...], ...]


def table_of(votes: Sequence[Vote], ballots: Sequence[Ballot], systems: Sequence[str]) -> Preferences:
    """Return the pairwise table of votes or of ballots."""
    if ballots:
        return preferences_from_rankings(count_orders(ballots), systems)
    return preferences_from_votes(votes, systems)


def count_orders(ballots: Sequence[Ballot]) -> dict[Order, int]:
    """Return how often each ordering was given, the most frequent first; the names of a tie in one order."""
    counts = Counter[Order]()
    for ballot in ballots:
        counts[tuple(tuple(sorted(group)) for group in ballot.order)] += ballot.count
    return dict(counts.most_common())


def outcomes(poll: Poll, systems: Sequence[str], strength: str) -> tuple[TopicOutcome, ...]:
    """Return a row for each topic, in alphabetical order; none where topics were not given."""
    votes = by_key((vote.topic, vote) for vote in poll.votes if vote.count)
    ballots = by_key((ballot.topic, ballot) for ballot in poll.ballots if ballot.count)
    topics = sorted(filter(None, votes.keys() | ballots.keys()))
    tables = {name: table_of(votes.get(name, ()), ballots.get(name, ()), systems) for name in topics}
    return tuple(_outcome(name, table, strength) for name, table in tables.items())


def circles(table: Preferences) -> tuple[tuple[str, ...], ...]:
    """Return all cycles of majorities, with more than seven systems only those of three."""
    longest = None if len(table.candidates) <= _FEW else 3
    return cycles(table, longest=longest, at_most=1_000_000)


def coin_flip_cycles(systems: int) -> float:
    """Return the share of topics with a cycle if every pair were decided by a coin: 1 - n! / 2^(n over 2)."""
    return float(1 - factorial(systems) / 2 ** comb(systems, 2))


def _outcome(topic: str, table: Preferences, strength: str) -> TopicOutcome:
    cycles = circles(table)
    outcome = CYCLE if cycles else UNDECIDED if table.total_order() is None else TOTAL
    order: Order | None = None
    with suppress(CliometerError):  # too many equal majorities to follow all ways
        order = methods.ranked_pairs(table, strength, _PATIENCE).groups
    return TopicOutcome(topic, table.votes, outcome, order, cycles)
