"""Votes as choices between two scores: each vote, or what the majority of a topic says of a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from cliometer.engine.score_grid import Column, Missing, stranger
from cliometer.errors import CoverageError, InputError
from cliometer.model.judgements import Poll, Vote
from cliometer.stats.preference_accuracy import Choices
from cliometer.stats.samples import Floats


def votes_of(poll: Poll) -> list[Vote]:
    """The votes, and those that an ordering implies: each system against each that stands behind it."""
    votes = list(poll.votes)
    for ballot in poll.ballots:
        ranked = [(name, rank) for rank, group in enumerate(ballot.order) for name in group]
        for (one, first), (other, second) in combinations(ranked, 2):
            winner = one if first < second else None
            votes.append(
                Vote(one, other, winner, ballot.topic, ballot.judge, count=ballot.count, place=ballot.place)
            )
    return [vote for vote in votes if vote.count]


def majorities(votes: Sequence[Vote]) -> list[Vote]:
    """One vote for each pair on each topic: what most said, or a tie."""
    balance: dict[tuple[str, tuple[str, str]], int] = {}
    for vote in votes:
        key = vote.topic, vote.pair
        side = 0 if vote.winner is None else 1 if vote.winner == vote.pair[0] else -1
        balance[key] = balance.get(key, 0) + side * vote.count
    return [
        Vote(*pair, None if not sum_ else pair[0] if sum_ > 0 else pair[1], topic)
        for (topic, pair), sum_ in balance.items()
    ]


def with_majority(votes: Sequence[Vote]) -> float:
    """The share of votes with the most frequent answer to their pair and topic.

    No score can decide more of them alike, for it gives each pair on a topic one answer.
    """
    answers: dict[tuple[str, tuple[str, str]], dict[str | None, int]] = {}
    for vote in votes:
        given = answers.setdefault((vote.topic, vote.pair), {})
        given[vote.winner] = given.get(vote.winner, 0) + vote.count
    most = sum(max(given.values()) for given in answers.values())
    return most / sum(vote.count for vote in votes)


def scored_votes(
    metrics: Sequence[Column], votes: Sequence[Vote], source: str, missing: Missing
) -> tuple[list[Vote], list[str]]:
    """The votes whose two sides every metric has a score for."""
    kept: list[Vote] = []
    for vote in votes:
        if not vote.topic:
            raise InputError(
                f"a vote between {vote.left} and {vote.right} names no topic to score", vote.place or source
            )
        gap = next(
            (c.why_missing(s, vote.topic) for c in metrics for s in vote.pair if _lacks(c, s, vote)), None
        )
        if gap and missing == "error":
            _refuse_strangers(metrics, vote, vote.place or source)
            where = f" ({vote.place})" if vote.place else ""
            raise CoverageError(
                f"{gap}, which was voted on{where}; add it, or leave such votes out with --missing skip"
            )
        kept += [] if gap else [vote]
    if not kept:
        raise InputError("no vote is on a system and a topic with scores; do the names match?", source)
    lost = len(votes) - len(kept)
    return kept, [f"{lost} of {len(votes)} votes left out: no score for what was voted on"] if lost else []


def _refuse_strangers(metrics: Sequence[Column], vote: Vote, place: str) -> None:
    """A system or topic that no metric knows is most likely misspelt in the vote."""
    table, names = metrics[0].table, [column.metric for column in metrics]
    for kind, known, given in (
        ("system", table.systems(names), vote.pair),
        ("topic", table.topics(names), (vote.topic,)),
    ):
        for name in given:
            if name not in known:
                raise stranger(kind, name, place, known, table.source)


def _lacks(column: Column, system: str, vote: Vote) -> bool:
    return column.score(system, vote.topic) is None


def choices_of(votes: Sequence[Vote], topics: Sequence[str]) -> Choices:
    """Who won each, how often so, and on which of the topics."""
    place = {topic: number for number, topic in enumerate(topics)}
    winner = [0.0 if v.winner is None else 1.0 if v.winner == v.left else -1.0 for v in votes]
    return Choices(
        np.array(winner),
        np.array([float(vote.count) for vote in votes]),
        np.array([place[vote.topic] for vote in votes], dtype=np.intp),
    )


def differences_of(column: Column, votes: Sequence[Vote]) -> Floats:
    """How much more a metric gives to the left side than to the right one."""
    scores: Mapping[tuple[str, str, str], float] = column.table.scores
    return np.array(
        [scores[column.metric, v.left, v.topic] - scores[column.metric, v.right, v.topic] for v in votes]
    )
