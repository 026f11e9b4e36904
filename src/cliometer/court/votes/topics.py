"""Topic by topic: do the majorities give a total order, or a cycle? Coins would give some cycles, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, factorial
from typing import Any

from cliometer.errors import CliometerError
from cliometer.model.judgements import Ballot, Order, Poll, Vote
from cliometer.stats.cycles import cycles
from cliometer.stats.preferences import Preferences, preferences_from_rankings, preferences_from_votes
from cliometer.stats.ranked_pairs import ranked_pairs

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

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "topic": self.topic,
            "votes": self.votes,
            "outcome": self.outcome,
            "order": None if self.order is None else [list(group) for group in self.order],
            "cycles": [list(cycle) for cycle in self.cycles],
        }


def table_of(votes: Sequence[Vote], ballots: Sequence[Ballot], systems: Sequence[str]) -> Preferences:
    """The pairwise table of votes or of ballots."""
    if ballots:
        return preferences_from_rankings(counted(ballots), systems)
    return preferences_from_votes(votes, systems)


def counted(ballots: Sequence[Ballot]) -> dict[Order, int]:
    """How often each ordering was given, the most frequent first; the names of a tie in one order."""
    counts = Counter[Order]()
    for ballot in ballots:
        counts[tuple(tuple(sorted(group)) for group in ballot.order)] += ballot.count
    return dict(counts.most_common())


def outcomes(poll: Poll, systems: Sequence[str], strength: str) -> tuple[TopicOutcome, ...]:
    """A row for each topic, in alphabetical order; none where topics were not given."""
    votes: dict[str, list[Vote]] = {}
    ballots: dict[str, list[Ballot]] = {}
    for vote in poll.votes:
        if vote.count:
            votes.setdefault(vote.topic, []).append(vote)
    for ballot in poll.ballots:
        if ballot.count:
            ballots.setdefault(ballot.topic, []).append(ballot)
    return tuple(
        _outcome(topic, table_of(votes.get(topic, ()), ballots.get(topic, ()), systems), strength)
        for topic in sorted(votes.keys() | ballots.keys())
        if topic
    )


def circles(table: Preferences) -> tuple[tuple[str, ...], ...]:
    """All cycles of majorities, with more than seven systems only those of three."""
    longest = None if len(table.candidates) <= _FEW else 3
    return cycles(table, longest=longest, at_most=1_000_000)


def coin_flip_cycles(systems: int) -> float:
    """The share of topics with a cycle if every pair were decided by a coin: 1 - n! / 2^(n over 2)."""
    return float(1 - factorial(systems) / 2 ** comb(systems, 2))


def _outcome(topic: str, table: Preferences, strength: str) -> TopicOutcome:
    found = circles(table)
    order = table.total_order()
    outcome = CYCLE if found else UNDECIDED if order is None else TOTAL
    return TopicOutcome(topic, table.votes, outcome, _order(table, strength), found)


def _order(table: Preferences, strength: str) -> Order | None:
    try:
        return ranked_pairs(table, strength, _PATIENCE).groups
    except CliometerError:  # too many equal majorities to follow all ways
        return None
