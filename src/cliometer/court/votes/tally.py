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
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar

from cliometer.court.votes import voting_rules as voting
from cliometer.court.votes.judges import JudgeAgreement, JudgeRecord, agreement, judges
from cliometer.errors import InputError, unknown
from cliometer.io.frames import DocumentResult
from cliometer.model.judgements import Ballot, Order, Poll, Vote, case_notes
from cliometer.model.notes import Note
from cliometer.model.records import member, renamed
from cliometer.spelling import many
from cliometer.stats.multiple_comparisons import holm_of_known
from cliometer.stats.position_bias import PositionBias, Swaps, position_bias, swaps
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


@dataclass(frozen=True, repr=False)
class Tally(DocumentResult):
    """The counts, rankings and agreement that follow from the votes of a poll."""

    kind: ClassVar[str] = "votes"
    tables: ClassVar[Mapping[str, str]] = {"pairs": "pairs", "rankings": "rankings.places"}
    name: str
    votes: int
    ballots: int
    systems: tuple[str, ...]
    pairs: tuple[PairCount, ...]
    rankings: Mapping[str, voting.RuleRanking]
    cycles: tuple[tuple[str, ...], ...]
    topics: tuple[voting.TopicOutcome, ...]
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
        return f"Tally({self.name!r}, {many(self.votes + self.ballots, 'vote')}, {many(len(self.systems), 'system')})"

    @property
    @member
    def coin_flip_cycles(self) -> float:
        """The share of topics that would have a cycle if coins decided every pair."""
        return voting.coin_flip_cycles(len(self.systems))

    @property
    @member
    def outcomes(self) -> dict[str, int]:
        """The number of topics with each outcome."""
        return {outcome: self.count(outcome) for outcome in (voting.TOTAL, voting.CYCLE, voting.UNDECIDED)}

    def count(self, outcome: str) -> int:
        """Return the number of topics with this outcome."""
        return sum(topic.outcome == outcome for topic in self.topics)


@dataclass(frozen=True, repr=False)
class PollTallies(DocumentResult):
    """The tallies of several polls by the same rules; one alone has the same document as its tally."""

    kind: ClassVar[str] = "polls"
    tables: ClassVar[Mapping[str, str]] = {name: f"datasets[name].{path}" for name, path in Tally.tables.items()}
    tallies: tuple[Tally, ...] = field(metadata=renamed("datasets"))

    def __repr__(self) -> str:
        return f"PollTallies({', '.join(poll.name for poll in self.tallies)})"

    def __len__(self) -> int:
        return len(self.tallies)

    def __getitem__(self, poll: int | str) -> Tally:
        """Return the tally of a poll, by its place or by its name."""
        if isinstance(poll, int):
            return self.tallies[poll]
        known = {tally.name: tally for tally in self.tallies}
        if poll not in known:
            raise unknown("poll", poll, known)
        return known[poll]

    def keys(self) -> list[str]:
        """Return the names of the polls."""
        return [tally.name for tally in self.tallies]

    def __iter__(self) -> Iterator[Tally]:
        return iter(self.tallies)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(note for tally in self.tallies for note in tally.notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `cliometer vote --json` prints: several polls are a list `datasets`."""
        return self.tallies[0].to_dict() if len(self.tallies) == 1 else super().to_dict()


def tally(
    poll: Poll, rules: Sequence[str] | None = None, strength: str = "margin", *, seed: int = 0, resamples: int = 1000
) -> Tally:
    """Count a poll and rank its systems by each rule; the seed and the resamples are those of intervals."""
    _check(poll, rules or (), strength, seed, resamples)
    votes = [vote for vote in poll.votes if vote.count]
    voted = {name for vote in poll.votes for name in (vote.left, vote.right)}
    systems = tuple(sorted(voted | {name for ballot in poll.ballots for group in ballot.order for name in group}))
    table = voting.table_of(votes, poll.ballots, systems)
    topics = voting.outcomes(poll, systems, voting.STRENGTHS[strength])
    orderings, basis = _orderings(poll, topics)
    clusters = vote_clusters(votes, poll.ballots, systems)
    election = voting.Election(table, orderings, basis, strength, clusters)
    return Tally(
        name=poll.name,
        votes=table.votes,
        ballots=sum(ballot.count for ballot in poll.ballots),
        systems=systems,
        pairs=_pairs(table, clusters),
        rankings={rule: voting.rank(rule, election) for rule in rules or voting.RULES},
        cycles=voting.circles(table),
        topics=topics,
        agreement=agreement(votes, table, seed, resamples),
        position=position_bias(votes) if any(vote.shown for vote in votes) else None,
        swaps=swaps(votes),
        judges=judges(votes),
        reasons=reason_counts(votes),
        notes=(*poll.notes, *([clusters.remark] if clusters.remark else []), *_remarks(votes), *_alike(poll, systems)),
        strength=strength,
        seed=seed,
        resamples=resamples,
        over=clusters.over,
    )


def _check(poll: Poll, rules: Sequence[str], strength: str, seed: int, resamples: int) -> None:
    for rule in rules:
        if rule not in voting.RULES:
            raise unknown("voting rule", rule, voting.RULES)
    if strength not in voting.STRENGTHS:
        raise unknown("strength of a majority", strength, voting.STRENGTHS)
    checked_resamples(resamples)
    checked_seed(seed)
    if poll.votes and poll.ballots:
        raise InputError("votes-of-two-kinds", poll=poll.name)


def _orderings(poll: Poll, topics: Sequence[voting.TopicOutcome]) -> tuple[dict[Order, int], str]:
    """Return the ballots, or the total orders of topics; and what they are, or why there are none."""
    if poll.ballots:
        return voting.count_orders(poll.ballots), "orderings"
    orders = Counter(topic.order for topic in topics if topic.outcome == voting.TOTAL and topic.order)
    if not topics:
        return {}, "needs orderings: ballots, or topics whose majorities give one"
    if not orders:
        return {}, "no topic has a total order"
    noun = "topic" if orders.total() == 1 else "topics"
    return dict(orders), Note.of("topics-ordered", noun=noun, topics=many(len(topics), "topic"))


def _pairs(table: Preferences, clusters: VoteClusters) -> tuple[PairCount, ...]:
    """Return every pair, the widest share first."""
    rows = [_pair(table, clusters, a, b) for a, b in combinations(range(len(table.candidates)), 2)]
    adjusted = holm_of_known([row.p for row in rows])
    full = [replace(row, p_holm=p) for row, p in zip(rows, adjusted, strict=True)]
    return tuple(sorted(full, key=lambda row: -(row.share or 0)))


def _pair(table: Preferences, clusters: VoteClusters, a: int, b: int) -> PairCount:
    if table.wins[b][a] > table.wins[a][b]:
        a, b = b, a
    wins, losses = table.wins[a][b], table.wins[b][a]
    row = PairCount(table.candidates[a], table.candidates[b], wins, losses, table.ties[a][b])
    if not wins + losses:
        return row
    test = share_test(clusters, a, b)
    return replace(row, share=wins / (wins + losses), **(vars(test) if test else {}))


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
    return [Note.of("votes-repeated", again=again)] if again else []
