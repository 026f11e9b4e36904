"""Agreement of metrics with votes: does a metric prefer the summary that people, or most of them, prefer?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np

from cliometer.court.meta_evaluation.plan import MetaEvaluation, MetaEvaluationPlan
from cliometer.engine.score_grid import MissingScores, ScoreColumn, stranger
from cliometer.errors import CoverageError, InputError
from cliometer.model.judgements import Poll, Vote
from cliometer.model.notes import Note
from cliometer.spelling import many
from cliometer.stats.pairwise_accuracy import PreferenceChoices, accuracy, best_threshold, cross_fitted
from cliometer.stats.samples import Floats, settled
from cliometer.stats.vote_clusters import clustered_share


def votes_of(poll: Poll) -> list[Vote]:
    """Return the votes, and those that an ordering implies: each system against each behind it."""
    votes = list(poll.votes)
    for ballot in poll.ballots:
        ranked = [(name, rank) for rank, group in enumerate(ballot.order) for name in group]
        for (system, first), (other, second) in combinations(ranked, 2):
            won = system if first < second else None
            votes.append(Vote(system, other, won, ballot.topic, ballot.judge, count=ballot.count, place=ballot.place))
    return [vote for vote in votes if vote.count]


def majorities(votes: Sequence[Vote]) -> list[Vote]:
    """Return one vote for each pair on each topic: what most said, or a tie."""
    balance = Counter[tuple[str, tuple[str, str]]]()
    for vote in votes:
        side = 0 if vote.winner is None else 1 if vote.winner == vote.pair[0] else -1
        balance[vote.topic, vote.pair] += side * vote.count
    return [
        Vote(left, right, None if not sum_ else left if sum_ > 0 else right, topic)
        for (topic, (left, right)), sum_ in balance.items()
    ]


def with_majority(votes: Sequence[Vote]) -> float:
    """Return the share of votes with the most frequent answer to their pair and topic.

    No score can decide more of them alike, for it gives each pair on a topic one answer.
    """
    answers = defaultdict[tuple[str, tuple[str, str]], Counter[str | None]](Counter)
    for vote in votes:
        answers[vote.topic, vote.pair][vote.winner] += vote.count
    most = sum(max(given.values()) for given in answers.values())
    return most / sum(vote.count for vote in votes)


def scored_votes(
    metrics: Sequence[ScoreColumn], votes: Sequence[Vote], source: str, missing: MissingScores
) -> tuple[list[Vote], list[str]]:
    """Return the votes whose two sides every metric has a score for."""
    kept: list[Vote] = []
    for vote in votes:
        if not vote.topic:
            raise InputError("vote-without-topic", vote.place or source, left=vote.left, right=vote.right)
        pairs = ((column, system) for column in metrics for system in vote.pair)
        gap = next((c.why_missing(s, vote.topic) for c, s in pairs if c.score(s, vote.topic) is None), None)
        if gap and missing == "error":
            _refuse_strangers(metrics, vote, vote.place or source)
            where = f" ({vote.place})" if vote.place else ""
            raise CoverageError("voted-score-missing", gap=gap, where=where)
        kept += [] if gap else [vote]
    if not kept:
        raise InputError("votes-without-scores", source)
    lost = len(votes) - len(kept)
    return kept, [f"{lost} of {len(votes)} votes left out: no score for what was voted on"] if lost else []


def _refuse_strangers(metrics: Sequence[ScoreColumn], vote: Vote, place: str) -> None:
    """Fail where no metric knows a system or topic, which is most likely misspelt in the vote."""
    table, names = metrics[0].table, [column.metric for column in metrics]
    for kind, known, given in (
        ("system", table.systems(names), vote.pair),
        ("topic", table.topics(names), (vote.topic,)),
    ):
        for name in given:
            if name not in known:
                raise stranger(kind, name, place, known, table.source)


def choices_of(votes: Sequence[Vote], topics: Sequence[str]) -> PreferenceChoices:
    """Return the votes as numbers: who won, how often, and on which of the topics."""
    place = {topic: number for number, topic in enumerate(topics)}
    return PreferenceChoices(
        np.array([0.0 if v.winner is None else 1.0 if v.winner == v.left else -1.0 for v in votes]),
        np.array([float(vote.count) for vote in votes]),
        np.array([place[vote.topic] for vote in votes], dtype=np.intp),
    )


def differences_of(column: ScoreColumn, votes: Sequence[Vote]) -> Floats:
    """Return how much more a metric gives to the left side than to the right one; equal but for rounding is equal."""
    scores: Mapping[tuple[str, str, str], float] = column.table.scores
    left, right = (
        np.array([scores[column.metric, side, vote.topic] for side, vote in zip(sides, votes, strict=True)])
        for sides in ([vote.left for vote in votes], [vote.right for vote in votes])
    )
    return settled(left, right) if votes else left


_LEAST_TOPICS = 5  # 1/2^5 is the first below .05


@dataclass(frozen=True)
class VoteAccuracyRow:
    """The share of votes, or of majorities, that a metric decides as people did; intervals over topics.

    `accuracy` counts scores as ties that are within the threshold best for the other topics, `uncalibrated`
    only equal ones; `threshold` is the best for all. `chance` is what
    `chance_is` gets without looking; `verdict` tells on which side of it the interval lies, if it can.
    """

    metric: str
    of: str
    accuracy: float
    low: float
    high: float
    threshold: float
    uncalibrated: float
    choices: int
    ties: float
    chance: float
    chance_is: str
    verdict: str


@dataclass(frozen=True, repr=False)
class MetricVoteAgreement(MetaEvaluation[VoteAccuracyRow]):
    """The agreement of metrics with votes and with majorities, on so many systems and topics."""

    kind: ClassVar[str] = "agree-votes"
    tables: ClassVar[Mapping[str, str]] = {"accuracy": "accuracy"}
    keyed: ClassVar[tuple[str, str]] = ("accuracy", "metric")
    systems: int
    topics: int
    votes: int
    human: str
    level: float
    resamples: int
    seed: int
    accuracy: Sequence[VoteAccuracyRow]
    ceiling: float  # of votes; majorities can all be met
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"MetricVoteAgreement({many(self.systems, 'system')}, {many(self.votes, 'vote')})"


def agree_with_votes(
    metrics: Sequence[ScoreColumn],
    poll: Poll,
    plan: MetaEvaluationPlan,
    *,
    missing: MissingScores = "error",
    lower: Sequence[str] = (),
) -> MetricVoteAgreement:
    """Set each metric beside the votes on systems and topics that it has scores for."""
    source = poll.source or poll.name
    kept, topics, notes = _scored_poll(metrics, poll, source, missing)
    rows = []
    for of, asked in (("votes", kept), ("majorities", majorities(kept))):
        choices = choices_of(asked, topics)
        if choices.ties == 1:
            raise InputError("agreement-all-ties", source, of=of)
        for column in metrics:
            sign = -1.0 if column.label in lower else 1.0
            rows.append(_row(column.label, of, choices, sign * differences_of(column, asked), plan.confidence))
    notes += [Note.of("sign-changed", name=name) for name in lower]
    notes.append(Note.of("tie-threshold"))
    least = f"{0.5 ** len(topics):.3f}"
    warnings = [Note.of("agreement-votes-topics", topics=len(topics), least=least, needed=_LEAST_TOPICS)]
    return MetricVoteAgreement(
        systems=len({name for vote in kept for name in vote.pair}),
        topics=len(topics),
        votes=sum(vote.count for vote in kept),
        human=poll.name,
        level=plan.confidence,
        resamples=0,
        seed=plan.seed,
        accuracy=rows,
        ceiling=with_majority(kept),
        notes=notes,
        warnings=warnings if len(topics) < _LEAST_TOPICS else [],
    )


def _scored_poll(
    metrics: Sequence[ScoreColumn], poll: Poll, source: str, missing: MissingScores
) -> tuple[list[Vote], list[str], list[str]]:
    """Return the votes that every metric has scores for, their topics, and notes."""
    votes = votes_of(poll)
    if not votes:
        raise InputError("votes-missing", source)
    kept, notes = scored_votes(metrics, votes, source, missing)
    topics = list(dict.fromkeys(vote.topic for vote in kept))
    if len(topics) < 2:
        raise InputError("agreement-votes-single-topic", source, topics=topics[0])
    return kept, topics, [*poll.notes, *notes]


def _row(name: str, of: str, choices: PreferenceChoices, difference: Floats, confidence: float) -> VoteAccuracyRow:
    right, weight = cross_fitted(choices, difference), choices.weight
    counted = (np.bincount(choices.topic, side) for side in (weight * right, weight))
    hits, sizes = (np.asarray(side, dtype=np.float64) for side in counted)
    interval = clustered_share([(hits, sizes, np.ones(len(sizes)))], confidence)
    assert interval is not None  # there are two topics or more
    ties = choices.ties
    chance, chance_is = max(((1 - ties) / 2, "a coin"), (ties, "always a tie"))
    verdict = "above chance" if interval.low > chance else "below chance" if interval.high < chance else "like chance"
    if len(sizes) < _LEAST_TOPICS:
        verdict = "too few topics"
    return VoteAccuracyRow(
        name,
        of,
        accuracy=float(hits.sum() / sizes.sum()),
        low=interval.low,
        high=interval.high,
        threshold=best_threshold(choices, difference),
        uncalibrated=accuracy(choices, difference, 0.0),
        choices=round(float(sizes.sum())),
        ties=ties,
        chance=chance,
        chance_is=chance_is,
        verdict=verdict,
    )
