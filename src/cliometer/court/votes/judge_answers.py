"""The answers of judges to pairs of systems: of people and models by their votes, of metrics by their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from cliometer.engine.score_grid import ScoreColumn
from cliometer.grouping import by_key
from cliometer.model.judgements import Vote
from cliometer.stats.samples import Floats

METRIC = "metric"  # the model of votes that go by the scores of a metric
Unit = tuple[str, tuple[str, str]]  # a topic and two systems


class JudgeAnswers:
    """The answers to the pairs of one criterion, a column for each judge."""

    def __init__(self, votes: Sequence[Vote], labels: Mapping[tuple[str, str], str], people: Sequence[str]) -> None:
        self.units: list[Unit] = sorted({(vote.topic, vote.pair) for vote in votes})
        place = {unit: number for number, unit in enumerate(self.units)}
        stories = [topic.partition("/")[0] for topic, _ in self.units]  # tasks of one topic are one topic
        self.stories = list(dict.fromkeys(stories))
        self.topics = np.array([self.stories.index(topic) for topic in stories], np.int64)
        self.asked: dict[str, dict[int, list[Vote]]] = defaultdict(lambda: defaultdict(list))
        for vote in votes:
            self.asked[labels[vote.judge, vote.judge_model]][place[vote.topic, vote.pair]].append(vote)
        self.names = [name for name in people if name in self.asked]
        answers = [self.of(name) for name in self.names]
        self.people: Floats = np.stack(answers, axis=1) if answers else np.zeros((len(self.units), 0))

    def of(self, judge: str) -> Floats:
        """Return a judge's answers: by the mean probability over both orders where there is one, else by most votes."""
        answers, sure = np.full(len(self.units), np.nan), self.probabilities(judge)
        for unit, votes in self.asked[judge].items():
            sides = sum(vote.count * (1 if vote.winner == vote.pair[0] else -1) for vote in votes if vote.winner)
            answers[unit] = np.sign(sides) if np.isnan(sure[unit]) else np.sign(round(2 * sure[unit] - 1, 12))
        return answers

    def probabilities(self, judge: str) -> Floats:
        """Return the mean probability that the first name of a pair is better, each order counting the same."""
        means = np.full(len(self.units), np.nan)
        for unit, votes in self.asked[judge].items():
            sure = ((vote.left == vote.pair[0], vote.probability) for vote in votes)
            orders = by_key((straight, p if straight else 1 - p) for straight, p in sure if p is not None)
            if orders:
                means[unit] = np.mean([np.mean(values) for values in orders.values()])
        return means

    def places(self, judge: str) -> tuple[Floats, Floats]:
        """Return the share of the text shown first, and whether the order changed the answer: pairs asked both ways."""
        first, swapped = np.full((2, len(self.units)), np.nan)
        for unit, votes in self.asked[judge].items():
            wins = ((vote, 1.0 if vote.winner == vote.left else 0.0 if vote.winner else 0.5) for vote in votes)
            orders = by_key((vote.left, won) for vote, won in wins if vote.shown)
            if len(orders) == 2:
                left, other = (float(np.mean(values)) for values in orders.values())
                first[unit], swapped[unit] = (left + other) / 2, np.sign(left - 0.5) != -np.sign(other - 0.5)
        return first, swapped

    def repeats(self, judge: str) -> Floats:
        """Return the share of equal answers among two repeats of a question, for pairs with any."""
        shares = np.full(len(self.units), np.nan)
        for unit, votes in self.asked[judge].items():
            orders = by_key((vote.left, vote.winner) for vote in votes)
            alike = [first == other for answers in orders.values() for first, other in combinations(answers, 2)]
            if alike:
                shares[unit] = np.mean(alike)
        return shares


def metric_votes(column: ScoreColumn, votes: Iterable[Vote], lower: bool) -> list[Vote]:
    """Return the votes of a metric on the pairs that were voted on: the higher score wins, or the lower."""
    votes_of_metric: dict[tuple[str, str, tuple[str, str]], Vote] = {}
    for vote in votes:
        scores = [column.score(system, vote.topic) for system in vote.pair]
        if vote.topic and None not in scores:
            first, other = (float(score or 0.0) * (-1 if lower else 1) for score in scores)
            winner = None if abs(first - other) < 1e-12 else vote.pair[0] if first > other else vote.pair[1]
            left, right = vote.pair
            metric_vote = Vote(left, right, winner, vote.topic, column.label, shown=False, criterion=vote.criterion)
            votes_of_metric[vote.topic, vote.criterion, vote.pair] = replace(metric_vote, judge_model=METRIC)
    return list(votes_of_metric.values())
