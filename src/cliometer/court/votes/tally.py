"""Preferences in, rankings out: `tally` puts a poll to every voting rule and asks how far it can be trusted.

>>> from cliometer.court.votes.tally import tally
>>> from cliometer.model.judgements import Ballot, Poll
>>> ballots = (Ballot((("c",), ("h",), ("sb",)), 13), Ballot((("h",), ("c",), ("sb",)), 9))
>>> tally(Poll("microblog", ballots=ballots)).rankings["ranked-pairs"].order
(('c',), ('h',), ('sb',))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cliometer.court.votes.judges import Judge, JudgeAgreement, agreement, judges
from cliometer.court.votes.voting_rules import (
    CYCLE,
    RULES,
    STRENGTHS,
    TOTAL,
    UNDECIDED,
    Election,
    RuleRanking,
    TopicOutcome,
    circles,
    coin_flip_cycles,
    counted,
    outcomes,
    rank,
    table_of,
)
from cliometer.errors import InputError, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.model.display import NotebookDisplay
from cliometer.model.judgements import Ballot, Order, Poll, Vote, case_notes
from cliometer.stats.multiple_comparisons import holm
from cliometer.stats.position_bias import PositionBias, Proportion, Swaps, position_bias, proportion, swaps
from cliometer.stats.preferences import Preferences
from cliometer.stats.samples import checked_resamples, checked_seed
from cliometer.version import __version__

# Preferences in, rankings out: `tally` puts a poll to every voting rule and asks how far it can be trusted.
# >>> from cliometer.court.votes.tally import tally >>> from cliometer.model.judgements import Ballot, Poll
# >>> ballots = (Ballot((("c",), ("h",), ("sb",)), 13), Ballot((("h",), ("c",), ("sb",)), 9)) >>>
# tally(Poll("microblog", ballots=ballots)).rankings["ranked-pairs"].order (('c',), ('h',), ('sb',))


@dataclass(frozen=True)
class PairCount:
    """Votes on a pair, the winner first; `share` is that of `wins` among the decided votes.

    `p` is the exact test of one half, `p_holm` the same corrected for all pairs of the poll.
    """

    system: str
    other: str
    wins: int
    losses: int
    ties: int
    share: Proportion | None
    p_holm: float | None

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        names = ("system", "other", "wins", "losses", "ties")
        numbers = {name: getattr(self.share, name, None) for name in ("share", "low", "high", "p")}
        return {name: getattr(self, name) for name in names} | numbers | {"p_holm": self.p_holm}


_PAIRS = {"system": str, "other": str, **dict.fromkeys(("wins", "losses", "ties"), int)}
_SHARES = dict.fromkeys(("share", "low", "high", "p", "p_holm"), float)
_RANKING = {"rule": str, "system": str, "place": int, "points": float, "low": float, "high": float}


@dataclass(frozen=True, repr=False)
class Tally(TabularResult, NotebookDisplay):
    """All that the votes of a poll amount to."""

    name: str
    votes: int
    ballots: int
    systems: tuple[str, ...]
    pairs: tuple[PairCount, ...]
    rankings: Mapping[str, RuleRanking]
    cycles: tuple[tuple[str, ...], ...]
    topics: tuple[TopicOutcome, ...]
    agreement: JudgeAgreement
    position: PositionBias | None
    swaps: Swaps
    judges: tuple[Judge, ...]
    reasons: Mapping[str, int]
    notes: tuple[str, ...]
    strength: str
    seed: int
    resamples: int

    def __repr__(self) -> str:
        return f"Tally({self.name!r}, {self.votes + self.ballots} votes, {len(self.systems)} systems)"

    @property
    def coin_flip_cycles(self) -> float:
        """The share of topics that would have a cycle if coins decided every pair."""
        return coin_flip_cycles(len(self.systems))

    def count(self, outcome: str) -> int:
        """How many topics came out so."""
        return sum(topic.outcome == outcome for topic in self.topics)

    def frames(self) -> Mapping[str, Records]:
        """`pairs`, and `rankings`: the place of each system by each rule, null where it gives no order."""
        ranked = [row for ranking in self.rankings.values() for row in ranking.rows(self.systems)]
        return {
            "pairs": Records({**_PAIRS, **_SHARES}, [pair.to_dict() for pair in self.pairs]),
            "rankings": Records(_RANKING, ranked),
        }


def tally(
    poll: Poll,
    rules: Sequence[str] | None = None,
    strength: str = "margin",
    *,
    seed: int = 0,
    resamples: int = 1000,
) -> Tally:
    """Count a poll and rank its systems by each rule; the seed and the resamples are those of intervals."""
    _check(poll, rules or (), strength, seed, resamples)
    votes = [vote for vote in poll.votes if vote.count]
    systems = _systems(poll)
    table = table_of(votes, poll.ballots, systems)
    topics = outcomes(poll, systems, STRENGTHS[strength])
    orderings, basis = _orderings(poll, topics)
    election = Election(table, orderings, basis, strength, seed, resamples)
    return Tally(
        poll.name,
        table.votes,
        sum(ballot.count for ballot in poll.ballots),
        systems,
        _pairs(table),
        {rule: rank(rule, election) for rule in rules or RULES},
        circles(table),
        topics,
        agreement(votes, table, seed, resamples),
        position_bias(votes) if any(vote.shown for vote in votes) else None,
        swaps(votes),
        judges(votes),
        _reasons(votes),
        (*poll.notes, *_remarks(votes), *_alike(poll, systems)),
        strength,
        seed,
        resamples,
    )


def _check(poll: Poll, rules: Sequence[str], strength: str, seed: int, resamples: int) -> None:
    for rule in rules:
        if rule not in RULES:
            raise unknown("voting rule", rule, RULES)
    if strength not in STRENGTHS:
        raise unknown("strength of a majority", strength, STRENGTHS)
    checked_resamples(resamples)
    checked_seed(seed)
    if poll.votes and poll.ballots:
        raise InputError(f"{poll.name}: votes on pairs and whole orderings cannot be counted together")


def _systems(poll: Poll) -> tuple[str, ...]:
    voted = {name for vote in poll.votes for name in (vote.left, vote.right)}
    return tuple(
        sorted(voted | {name for ballot in poll.ballots for group in ballot.order for name in group})
    )


def _orderings(poll: Poll, topics: Sequence[TopicOutcome]) -> tuple[dict[Order, int], str]:
    """The ballots, or the total orders of topics; and what they are, or why there are none."""
    if poll.ballots:
        return counted(poll.ballots), "orderings"
    orders = Counter(topic.order for topic in topics if topic.outcome == TOTAL and topic.order)
    if not topics:
        return {}, "needs orderings: ballots, or topics whose majorities give one"
    if not orders:
        return {}, "no topic has a total order"
    return dict(orders), f"topics with a total order, of {len(topics)} topics"


def _pairs(table: Preferences) -> tuple[PairCount, ...]:
    """Every pair, the widest share first."""
    rows = [_pair(table, a, b) for a, b in combinations(range(len(table.candidates)), 2)]
    tested = [row for row in rows if row.share]
    corrected = iter(holm([row.share.p for row in tested if row.share])) if tested else iter(())
    adjusted = {(row.system, row.other): float(p) for row, p in zip(tested, corrected, strict=True)}
    full = [
        PairCount(
            row.system,
            row.other,
            row.wins,
            row.losses,
            row.ties,
            row.share,
            adjusted.get((row.system, row.other)),
        )
        for row in rows
    ]
    return tuple(sorted(full, key=lambda row: -(row.share.share if row.share else 0)))


def _pair(table: Preferences, a: int, b: int) -> PairCount:
    if table.wins[b][a] > table.wins[a][b]:
        a, b = b, a
    wins, losses = table.wins[a][b], table.wins[b][a]
    share = proportion(wins, wins + losses) if wins + losses else None
    return PairCount(table.candidates[a], table.candidates[b], wins, losses, table.ties[a][b], share, None)


def _reasons(votes: Sequence[Vote]) -> dict[str, int]:
    """How often each reason was given, most often first; upper case does not matter."""
    counts = Counter[str]()
    for vote in votes:
        if vote.reason:
            counts[" ".join(vote.reason.casefold().split())] += vote.count
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _alike(poll: Poll, systems: Sequence[str]) -> list[str]:
    """Names that differ in case only, most likely by mistake."""
    given: list[Vote | Ballot] = [*poll.votes, *poll.ballots]
    notes = case_notes("systems", systems)
    notes += case_notes("topics", (vote.topic for vote in given))
    return notes + case_notes("judges", (vote.judge for vote in given))


def _remarks(votes: Sequence[Vote]) -> list[str]:
    """What a reader should know about the votes: repeated ones count again."""
    times = Counter(
        (vote.topic, vote.judge, vote.left, vote.right) for vote in votes if vote.topic and vote.judge
    )
    again = sum(count - 1 for count in times.values())
    return [f"{again} votes repeat a judge, topic and order of the pair; all were counted"] if again else []


def tally_document(tallies: Sequence[Tally]) -> dict[str, Any]:
    """One poll lies open; several stand in a list `datasets`."""
    first = tallies[0]
    settings = {"strength": first.strength, "seed": first.seed, "resamples": first.resamples}
    if len(tallies) == 1:
        return {"cliometer": __version__, **tally_dict(first), **settings}
    return {"cliometer": __version__, "datasets": [tally_dict(found) for found in tallies], **settings}


def tally_dict(found: Tally) -> dict[str, Any]:
    """All of a tally but its settings."""
    return {
        "name": found.name,
        "votes": found.votes,
        "ballots": found.ballots,
        "systems": list(found.systems),
        "pairs": [pair.to_dict() for pair in found.pairs],
        "rankings": {rule: ranking.to_dict() for rule, ranking in found.rankings.items()},
        "cycles": [list(cycle) for cycle in found.cycles],
        "topics": _topics(found),
        "agreement": found.agreement.to_dict(),
        "position": _position(found),
        "judges": [judge.to_dict() for judge in found.judges],
        "reasons": dict(found.reasons),
        "notes": list(found.notes),
    }


def _topics(found: Tally) -> dict[str, Any]:
    return {
        "total": len(found.topics),
        "total_order": found.count(TOTAL),
        "cycle": found.count(CYCLE),
        "undecided": found.count(UNDECIDED),
        "coin_flip_cycle_rate": found.coin_flip_cycles,
        "rows": [topic.to_dict() for topic in found.topics],
    }


def _position(found: Tally) -> dict[str, Any] | None:
    """None where the order in which the two were shown is not known."""
    if found.position is None:
        return None
    first, swapped = found.position.first, found.swaps
    tested = None if found.position.confounded else first
    return {
        "first": getattr(first, "part", 0),
        "decided": getattr(first, "whole", 0),
        "ties": found.position.ties,
        **{name: getattr(first, name, None) for name in ("share", "low", "high")},
        "p": getattr(tested, "p", None),
        "balanced_share": found.position.balanced,
        "pairs": found.position.pairs,
        "pairs_both_ways": found.position.both_ways,
        "swaps": {
            "seen": swapped.seen,
            "inconsistent": swapped.inconsistent,
            "always_first": swapped.first,
            "always_second": swapped.second,
        },
    }
