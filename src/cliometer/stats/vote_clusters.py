"""Votes that stand or fall together: those on one topic, and those of one judge.

The spread of what is estimated from votes is that of leaving out one topic at a time. Where judges are crossed
with topics, the spread of leaving out judges is added, and that of leaving out one judge's votes on one topic,
which is part of both, taken off (Cameron, Gelbach & Miller 2011). Student's t stands in for few topics.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

import numpy as np

from cliometer.errors import InputError
from cliometer.model.judgements import Ballot, Vote
from cliometer.model.notes import Note
from cliometer.spelling import many
from cliometer.stats.position_bias import proportion
from cliometer.stats.preferences import Preferences
from cliometer.stats.samples import ROUNDING, Floats, between

FEWEST_JUDGES = 5  # the spread of fewer is not known well enough to speak of judges who did not vote


@dataclass(frozen=True, eq=False)
class ClusterTables:
    """Who was preferred to whom in each cluster, clusters x candidates x candidates; each stands `times` times."""

    wins: Floats
    ties: Floats
    times: Floats


@dataclass(frozen=True, eq=False)
class VoteClusters:
    """Votes by cluster: in one way, or by topics, by judges, and by both; no way where all are one cluster.

    `over` names what the spread is that of, such as `8 topics and 12 judges`; `remark` says what a reader of
    tests should know.
    """

    over: str
    ways: tuple[ClusterTables, ...] = ()
    remark: str = ""

    def expect_several(self) -> None:
        """Refuse votes of one cluster."""
        if not self.ways:
            raise InputError("votes-one-cluster", remark=self.remark)


Cells: TypeAlias = tuple[tuple[int, int], ...]  # candidates by number


class _Entry(NamedTuple):
    """A vote, or a ballot with all its pairs, that was given so many times."""

    topic: str
    judge: str
    wins: Cells
    ties: Cells
    given: int


def vote_clusters(votes: Sequence[Vote], ballots: Sequence[Ballot], candidates: Sequence[str]) -> VoteClusters:
    """Group votes, or ballots, by what they name: topics, judges, or both where they are crossed."""
    place = {name: number for number, name in enumerate(candidates)}
    entries = [_ballot(ballot, place) for ballot in ballots] if ballots else [_vote(vote, place) for vote in votes]
    entries = sorted(entry for entry in entries if entry.given)  # the order of rows would change the last digit
    topics, judges = {entry.topic for entry in entries}, {entry.judge for entry in entries}
    if "" in topics and "" in judges:
        return _independent(entries, len(place), "orderings" if ballots else "votes")
    remark, pairs = "", len({(entry.topic, entry.judge) for entry in entries})
    by_topic = "" not in topics and len(topics) > 1
    by_judge = "" not in judges and len(judges) > 1
    if by_topic and by_judge:
        if pairs == len(judges):  # each judge is on one topic
            by_judge = False
        elif pairs == len(topics):  # each topic has one judge
            by_topic = False
        elif len(judges) < FEWEST_JUDGES:
            by_judge = False
            remark = Note.of("judges-few", judges=many(len(judges), "judge"), fewest=FEWEST_JUDGES)
    ways: list[Callable[[_Entry], Hashable]] = [lambda entry: entry.topic] * by_topic
    ways += [lambda entry: entry.judge] * by_judge
    ways += [lambda entry: (entry.topic, entry.judge)] * (by_topic and by_judge)
    if not ways:
        noun, names = ("topic", topics) if "" not in topics else ("judge", judges)
        return VoteClusters("", remark=Note.of("votes-of-one", noun=noun, name=next(iter(names))))
    nouns = [many(len(topics), "topic")] * by_topic + [many(len(judges), "judge")] * by_judge
    over = Note.of("over-both", topics=nouns[0], judges=nouns[1]) if len(nouns) > 1 else nouns[0]
    return VoteClusters(over, tuple(_grouped(entries, len(place), way) for way in ways), remark)


def independent_votes(preferences: Preferences) -> VoteClusters:
    """Return the votes of a table, each of which stands for itself."""
    size, wins, ties = len(preferences.candidates), preferences.wins, preferences.ties
    entries = [_Entry("", "", ((i, j),), (), wins[i][j]) for i in range(size) for j in range(size)]
    entries += [_Entry("", "", (), ((i, j),), ties[i][j]) for i in range(size) for j in range(i)]
    return _independent([entry for entry in entries if entry.given], size, "votes")


def _vote(vote: Vote, place: Mapping[str, int]) -> _Entry:
    left, right = place[vote.left], place[vote.right]
    if vote.winner is None:
        return _Entry(vote.topic, vote.judge, (), ((left, right),), vote.count)
    pair = (left, right) if vote.winner == vote.left else (right, left)
    return _Entry(vote.topic, vote.judge, (pair,), (), vote.count)


def _ballot(ballot: Ballot, place: Mapping[str, int]) -> _Entry:
    groups = [[place[name] for name in group] for group in ballot.order]
    wins = tuple(pair for above, below in combinations(groups, 2) for pair in product(above, below))
    ties = tuple(pair for group in groups for pair in combinations(group, 2))
    return _Entry(ballot.topic, ballot.judge, wins, ties, ballot.count)


def _independent(entries: Sequence[_Entry], size: int, noun: str) -> VoteClusters:
    """Return one table for equal votes, which stands as often as they were given."""
    times: dict[tuple[Cells, Cells], int] = {}
    for entry in entries:
        times[entry.wins, entry.ties] = times.get((entry.wins, entry.ties), 0) + entry.given
    way = _grouped([_Entry("", "", *cells, 1) for cells in times], size, lambda entry: (entry.wins, entry.ties))
    count = sum(times.values())
    remark = f"tests and intervals take {noun} for independent, since they name neither topics nor judges"
    remark = remark if count > 1 else "there is one vote only; a test or an interval needs more"
    tables = ClusterTables(way.wins, way.ties, np.array([float(number) for number in times.values()]))
    return VoteClusters(f"{count} {noun}", (tables,) if count > 1 else (), remark)


def _grouped(entries: Sequence[_Entry], size: int, key: Callable[[_Entry], Hashable]) -> ClusterTables:
    place = {cluster: number for number, cluster in enumerate(dict.fromkeys(map(key, entries)))}
    wins, ties = np.zeros((2, len(place), size, size))
    for entry in entries:
        number = place[key(entry)]
        for i, j in entry.wins:
            wins[number, i, j] += entry.given
        for i, j in entry.ties:
            ties[number, i, j] += entry.given
    return ClusterTables(wins, ties + ties.swapaxes(1, 2), np.ones(len(place)))


def clustered_variance(changes: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, int]:
    """Return the variance of estimates, and its degrees of freedom.

    For each way of grouping votes, `changes` has how much leaving out each cluster moves the estimates
    (clusters x estimates), and how often each such cluster stands.
    """
    sizes = [float(times.sum()) for _, times in changes]
    variances = [
        (size - 1) / size * (times[:, None] * moved**2).sum(axis=0)
        for (moved, times), size in zip(changes, sizes, strict=True)
    ]
    if len(variances) == 1:
        return variances[0], round(sizes[0]) - 1
    topics, judges, both = variances
    variance = np.maximum(topics + judges - both, np.minimum(topics, judges))
    return variance, round(min(sizes[:2])) - 1


@dataclass(frozen=True)
class ShareTest:
    """The interval of a share, and the two-sided p that it is one half; the two agree."""

    low: float
    high: float
    p: float


def share_test(clusters: VoteClusters, a: int, b: int, confidence: float = 0.95) -> ShareTest | None:
    """Return the interval of the share of a's wins among the decided votes on a and b; None of one cluster."""
    decided = [(way.wins[:, a, b], way.wins[:, a, b] + way.wins[:, b, a], way.times) for way in clusters.ways]
    return clustered_share(decided, confidence)


def clustered_share(ways: Sequence[tuple[Floats, Floats, Floats]], confidence: float = 0.95) -> ShareTest | None:
    """Return the interval of a share from the part, the whole and the number of each cluster, for each way.

    Votes of which no two are in one cluster have the exact test. Else the votes count as if there were fewer
    of them (or more), so that their variance is that of the clusters, and Wilson's interval takes Student's t
    for the normal.
    """
    from scipy.special import stdtr, stdtrit

    between(confidence, "a confidence")
    decided = [(won[n > 0], n[n > 0], times[n > 0]) for won, n, times in ways]
    if not decided or any(times.sum() < 2 for _, _, times in decided):
        return None
    won, n, times = decided[0]
    wins, whole = float(times @ won), float(times @ n)
    if len(decided) == 1 and n.max() == 1:
        exact = proportion(round(wins), round(whole), confidence)
        return ShareTest(exact.low, exact.high, exact.p)
    share = wins / whole
    moved = [(((part - share * n) / (whole - n))[:, None], times) for part, n, times in decided]
    variance, freedom = clustered_variance(moved)
    alone = share * (1 - share) / (whole - 1)  # of as many independent votes
    effect = float(variance[0]) / alone if alone > ROUNDING else 1.0
    size = whole / effect if effect > ROUNDING else whole
    q = float(stdtrit(freedom, (1 + confidence) / 2))
    middle = (share + q * q / (2 * size)) / (1 + q * q / size)
    half = q / (1 + q * q / size) * np.sqrt(share * (1 - share) / size + q * q / (4 * size * size))
    p = 2 * float(stdtr(freedom, -abs(share - 0.5) * 2 * np.sqrt(size)))
    return ShareTest(max(0.0, float(middle - half)), min(1.0, float(middle + half)), min(1.0, p))
