"""Preferences in, rankings out: `tally` puts a poll to every voting rule and asks how far it can be trusted.

>>> from cliometer.court.votes.tally import tally
>>> from cliometer.model.judgements import Ballot, Poll
>>> ballots = (Ballot((("c",), ("h",), ("sb",)), 13), Ballot((("h",), ("c",), ("sb",)), 9))
>>> tally(Poll("microblog", ballots=ballots)).rankings["ranked-pairs"].order
(('c',), ('h',), ('sb',))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

from cliometer.court.votes.judges import JudgeAgreement, JudgeRecord, agreement, judges
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
    count_orders,
    outcomes,
    rank,
    table_of,
)
from cliometer.errors import InputError, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.model.display import NotebookDisplay
from cliometer.model.judgements import Ballot, Order, Poll, Vote, case_notes
from cliometer.model.records import decode, head
from cliometer.spelling import many
from cliometer.stats.multiple_comparisons import holm
from cliometer.stats.position_bias import PositionBias, Swaps, position_bias, proportion, proportion_numbers, swaps
from cliometer.stats.preferences import Preferences
from cliometer.stats.samples import checked_resamples, checked_seed
from cliometer.stats.vote_clusters import VoteClusters, share_test, vote_clusters


@dataclass(frozen=True)
class PairCount:
    """Votes on a pair, the winner first; `share` is that of `wins` among the decided votes, with its 95 % interval.

    `p` is that of the test of one half, `p_holm` the same corrected for all pairs of the poll. Interval and
    test are over what the tally names; votes of one cluster have none.
    """

    system: str
    other: str
    wins: int
    losses: int
    ties: int
    share: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_holm: float | None = None


_PAIRS = {"system": str, "other": str, **dict.fromkeys(("wins", "losses", "ties"), int)}
_SHARES = dict.fromkeys(("share", "low", "high", "p", "p_holm"), float)
_RANKING = {"rule": str, "system": str, "place": int, "points": float, "low": float, "high": float}


@dataclass(frozen=True, repr=False)
class Tally(TabularResult, NotebookDisplay):
    """The counts, rankings and agreement that follow from the votes of a poll."""

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
    judges: tuple[JudgeRecord, ...]
    reasons: Mapping[str, int]
    notes: tuple[str, ...]
    strength: str
    seed: int
    resamples: int
    over: str = ""  # what tests of pairs and intervals of strengths are over, such as `8 topics`

    def __repr__(self) -> str:
        return f"Tally({self.name!r}, {self.votes + self.ballots} votes, {len(self.systems)} systems)"

    @property
    def coin_flip_cycles(self) -> float:
        """The share of topics that would have a cycle if coins decided every pair."""
        return coin_flip_cycles(len(self.systems))

    def count(self, outcome: str) -> int:
        """Return the number of topics with this outcome."""
        return sum(topic.outcome == outcome for topic in self.topics)

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `cliometer vote --json` prints."""
        settings = {"strength": self.strength, "seed": self.seed, "resamples": self.resamples}
        return {**head("votes"), **self._counts(), **settings}

    def _counts(self) -> dict[str, Any]:
        outcomes = {"total_order": TOTAL, "cycle": CYCLE, "undecided": UNDECIDED}
        return {
            "name": self.name,
            "votes": self.votes,
            "ballots": self.ballots,
            "systems": list(self.systems),
            "over": self.over,
            "pairs": [asdict(pair) for pair in self.pairs],
            "rankings": {rule: ranking.to_dict() for rule, ranking in self.rankings.items()},
            "cycles": [list(cycle) for cycle in self.cycles],
            "topics": {
                "total": len(self.topics),
                **{name: self.count(outcome) for name, outcome in outcomes.items()},
                "coin_flip_cycle_rate": self.coin_flip_cycles,
                "rows": [topic.to_dict() for topic in self.topics],
            },
            "agreement": self.agreement.to_dict(),
            "position": self._position(),
            "judges": [judge.to_dict() for judge in self.judges],
            "reasons": dict(self.reasons),
            "notes": list(self.notes),
        }

    def _position(self) -> dict[str, Any] | None:
        """Return the position bias; None where the order in which the two were shown is not known."""
        if self.position is None:
            return None
        first = self.position.first
        return {
            "first": first.part if first else 0,
            "decided": first.whole if first else 0,
            "ties": self.position.ties,
            **proportion_numbers(first, "share", "low", "high"),
            "p": None if first is None or self.position.confounded else first.p,
            "balanced_share": self.position.balanced,
            "pairs": self.position.pairs,
            "pairs_both_ways": self.position.both_ways,
            "swaps": {
                "seen": self.swaps.seen,
                "inconsistent": self.swaps.inconsistent,
                "always_first": self.swaps.first,
                "always_second": self.swaps.second,
            },
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Tally:
        """Return the tally that a JSON document was made of; shares and intervals follow from its counts."""
        position, swapped = _read_position(document["position"])
        rankings = {rule: {"rule": rule, **found} for rule, found in document["rankings"].items()}
        judges = [{"name": judge["judge"], **judge} for judge in document["judges"]]
        given = {
            "position": None,
            "swaps": asdict(swapped),
            "agreement": {},
            "rankings": rankings,
            "topics": document["topics"]["rows"],
            "judges": judges,
        }
        return replace(
            decode(cls, {**document, **given}),
            position=position,
            agreement=JudgeAgreement.from_dict(document["agreement"]),
        )

    def frames(self) -> Mapping[str, Records]:
        """Return the tables `pairs` and `rankings`: the place of each system by each rule, null where it has none."""
        ranked = [row for ranking in self.rankings.values() for row in ranking.rows(self.systems)]
        return {
            "pairs": Records({**_PAIRS, **_SHARES}, [asdict(pair) for pair in self.pairs]),
            "rankings": Records(_RANKING, ranked),
        }


def _read_position(document: Mapping[str, Any] | None) -> tuple[PositionBias | None, Swaps]:
    if document is None:
        return None, Swaps(0, 0, 0, 0)
    given = document["swaps"]
    swapped = Swaps(*(given[name] for name in ("seen", "inconsistent", "always_first", "always_second")))
    first = proportion(document["first"], document["decided"]) if document["decided"] else None
    balanced, both, pairs = (document[name] for name in ("balanced_share", "pairs_both_ways", "pairs"))
    return PositionBias(first, document["ties"], balanced, both, pairs), swapped


@dataclass(frozen=True, repr=False)
class PollTallies(TabularResult, NotebookDisplay):
    """The tallies of several polls by the same rules; one alone has the same document as its tally."""

    tallies: tuple[Tally, ...]

    def __repr__(self) -> str:
        return f"PollTallies({', '.join(poll.name for poll in self.tallies)})"

    def __len__(self) -> int:
        return len(self.tallies)

    def __getitem__(self, poll: int | str) -> Tally:
        """Return the tally of a poll, by its place or by its name."""
        if isinstance(poll, int):
            return self.tallies[poll]
        known = {found.name: found for found in self.tallies}
        if poll not in known:
            raise unknown("poll", poll, known)
        return known[poll]

    def keys(self) -> list[str]:
        """Return the names of the polls."""
        return [found.name for found in self.tallies]

    def __iter__(self) -> Iterator[Tally]:
        return iter(self.tallies)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing about the votes."""
        return tuple(note for found in self.tallies for note in found.notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `cliometer vote --json` prints: several polls are a list `datasets`."""
        document = self.tallies[0].to_dict()
        if len(self.tallies) == 1:
            return document
        settings = {name: document[name] for name in ("strength", "seed", "resamples")}
        datasets = [poll._counts() for poll in self.tallies]
        return {**head("polls"), "datasets": datasets, **settings}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> PollTallies:
        """Return the tallies that a JSON document was made of."""
        return cls(tuple(Tally.from_dict({**document, **own}) for own in document["datasets"]))

    def frames(self) -> Mapping[str, Records]:
        """Return the tables of a tally with the name of the poll in a column `dataset`."""
        found = [(poll.name, poll.frames()) for poll in self.tallies]
        return {
            name: Records(
                {"dataset": str, **first.columns},
                [{"dataset": poll, **row} for poll, own in found for row in own[name].rows],
            )
            for name, first in found[0][1].items()
        }


def tally(
    poll: Poll, rules: Sequence[str] | None = None, strength: str = "margin", *, seed: int = 0, resamples: int = 1000
) -> Tally:
    """Count a poll and rank its systems by each rule; the seed and the resamples are those of intervals."""
    _check(poll, rules or (), strength, seed, resamples)
    votes = [vote for vote in poll.votes if vote.count]
    systems = _systems(poll)
    table = table_of(votes, poll.ballots, systems)
    topics = outcomes(poll, systems, STRENGTHS[strength])
    orderings, basis = _orderings(poll, topics)
    clusters = vote_clusters(votes, poll.ballots, systems)
    election = Election(table, orderings, basis, strength, clusters)
    return Tally(
        poll.name,
        table.votes,
        sum(ballot.count for ballot in poll.ballots),
        systems,
        _pairs(table, clusters),
        {rule: rank(rule, election) for rule in rules or RULES},
        circles(table),
        topics,
        agreement(votes, table, seed, resamples),
        position_bias(votes) if any(vote.shown for vote in votes) else None,
        swaps(votes),
        judges(votes),
        reason_counts(votes),
        (*poll.notes, *([clusters.remark] if clusters.remark else []), *_remarks(votes), *_alike(poll, systems)),
        strength,
        seed,
        resamples,
        clusters.over,
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
    return tuple(sorted(voted | {name for ballot in poll.ballots for group in ballot.order for name in group}))


def _orderings(poll: Poll, topics: Sequence[TopicOutcome]) -> tuple[dict[Order, int], str]:
    """Return the ballots, or the total orders of topics; and what they are, or why there are none."""
    if poll.ballots:
        return count_orders(poll.ballots), "orderings"
    orders = Counter(topic.order for topic in topics if topic.outcome == TOTAL and topic.order)
    if not topics:
        return {}, "needs orderings: ballots, or topics whose majorities give one"
    if not orders:
        return {}, "no topic has a total order"
    noun = "topic" if orders.total() == 1 else "topics"
    return dict(orders), f"{noun} with a total order, of {many(len(topics), 'topic')}"


def _pairs(table: Preferences, clusters: VoteClusters) -> tuple[PairCount, ...]:
    """Return every pair, the widest share first."""
    rows = [_pair(table, clusters, a, b) for a, b in combinations(range(len(table.candidates)), 2)]
    tested = [row for row in rows if row.p is not None]
    corrected = iter(holm([row.p for row in tested if row.p is not None]) if tested else ())
    full = [row if row.p is None else replace(row, p_holm=float(next(corrected))) for row in rows]
    return tuple(sorted(full, key=lambda row: -(row.share or 0)))


def _pair(table: Preferences, clusters: VoteClusters, a: int, b: int) -> PairCount:
    if table.wins[b][a] > table.wins[a][b]:
        a, b = b, a
    wins, losses = table.wins[a][b], table.wins[b][a]
    row = PairCount(table.candidates[a], table.candidates[b], wins, losses, table.ties[a][b])
    if not wins + losses:
        return row
    found = share_test(clusters, a, b)
    return replace(row, share=wins / (wins + losses), **(vars(found) if found else {}))


def reason_counts(votes: Sequence[Vote]) -> dict[str, int]:
    """Return how often each reason was given, most often first; upper case does not matter."""
    counts = Counter[str]()
    for vote in votes:
        if vote.reason:
            counts[" ".join(vote.reason.casefold().split())] += vote.count
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _alike(poll: Poll, systems: Sequence[str]) -> list[str]:
    """Return names that differ in case only, most likely by mistake."""
    given: list[Vote | Ballot] = [*poll.votes, *poll.ballots]
    notes = case_notes("systems", systems)
    notes += case_notes("topics", (vote.topic for vote in given))
    return notes + case_notes("judges", (vote.judge for vote in given))


def _remarks(votes: Sequence[Vote]) -> list[str]:
    """Return what a reader should know about the votes: repeated ones count again."""
    times = Counter((vote.topic, vote.judge, vote.left, vote.right) for vote in votes if vote.topic and vote.judge)
    again = sum(count - 1 for count in times.values())
    return [f"{again} votes repeat a judge, topic and order of the pair; all were counted"] if again else []
