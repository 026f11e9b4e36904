"""What people prefer, and which measure agrees with them (Mackie et al. 2014, table 8).

Every topic has the order that Ranked Pairs gives its votes; first places are counted over the topics with a
total order. A measure agrees on a topic and a pair where it scores that system better which the majority
prefers; a tie of the measure agrees with nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cliometer.errors import CliometerError
from cliometer.experiments.microblog_ranks import Standing
from cliometer.experiments.microblog_scores import Scores
from cliometer.experiments.microblog_votes import Ballots
from cliometer.model.judgements import Order
from cliometer.stats.preference_accuracy import Choices, accuracy_interval
from cliometer.stats.preferences import Preferences
from cliometer.stats.ranked_pairs import ranked_pairs
from cliometer.stats.samples import ROUNDING, Floats
from cliometer.stats.scoring_rules import plurality

FEWEST_TOPICS = 6  # all of five topics on one side still happen by chance with p = 2 / 2^5 > 0.05


@dataclass(frozen=True)
class Agreement:
    """A measure beside people: its order by means, whether it is theirs, and pairs decided alike.

    `right`, `wrong` and `tied` count topics x pairs with a majority; the interval draws topics again.
    """

    measure: str
    order: Order
    same_as_ranked_pairs: bool
    same_as_first_places: bool
    right: int
    wrong: int
    tied: int
    low: float | None = None
    high: float | None = None

    @property
    def share(self) -> float | None:
        """Of the pairs, those decided as people do."""
        return self.right / self.decided if self.decided else None

    @property
    def decided(self) -> int:
        """How many pairs people decided."""
        return self.right + self.wrong + self.tied


@dataclass(frozen=True)
class People:
    """The order over all votes, the orders of topics, first places, and each measure beside them."""

    votes: int
    topics: int
    order: Order | None
    orderings: tuple[tuple[Order, int], ...]
    firsts: Mapping[str, float]
    first_order: Order | None
    measures: tuple[Agreement, ...]


def people(
    ballots: Ballots, scores: Scores, standings: Sequence[Standing], seed: int, resamples: int
) -> People:
    """Everything that the votes say."""
    totals = Counter[Order]()
    for table in ballots.topics.values():
        order = table.total_order()
        if order is not None:
            totals[tuple((name,) for name in order)] += 1
    firsts = plurality(totals) if totals else None
    whole, first_order = _order(ballots.whole), firsts.groups if firsts else None
    return People(
        ballots.whole.votes,
        len(ballots.topics),
        whole,
        tuple(sorted(totals.items(), key=lambda entry: (-entry[1], entry[0]))),
        {name: float(points) for name, points in firsts.points.items()} if firsts else {},
        first_order,
        tuple(
            _agreement(standing, scores, ballots, whole, first_order, seed, resamples)
            for standing in standings
            if standing.means
        ),
    )


def _order(table: Preferences) -> Order | None:
    try:
        return ranked_pairs(table).groups
    except CliometerError:  # too many equal majorities in circles to follow all ways
        return None


def _agreement(
    standing: Standing,
    scores: Scores,
    ballots: Ballots,
    whole: Order | None,
    firsts: Order | None,
    seed: int,
    resamples: int,
) -> Agreement:
    order = _by_means(scores.systems, standing)
    choices, differences = _choices(standing, scores, ballots)
    decided = np.sign(np.where(np.abs(differences) <= ROUNDING, 0.0, differences))
    low, high = _interval(choices, differences, seed, resamples)
    return Agreement(
        standing.measure.name,
        order,
        follows(order, whole),
        follows(order, firsts),
        int(np.sum(decided == choices.winner)),
        int(np.sum(decided == -choices.winner)),
        int(np.sum(decided == 0)),
        low,
        high,
    )


def follows(order: Order, people: Order | None) -> bool:
    """Whether an order puts before another whom people put before another; where they tie it is free.

    >>> follows((("a",), ("b",), ("c",)), (("a",), ("b", "c")))
    True
    >>> follows((("a", "b"), ("c",)), (("a",), ("b", "c")))
    False
    >>> follows((("a",), ("b",)), (("a", "b"),))
    False
    """
    place = {name: rank for rank, group in enumerate(order) for name in group}
    pairs = list(combinations(people or (), 2))  # none where people order nothing: nobody follows that
    return bool(pairs) and all(place[a] < place[b] for best, rest in pairs for a in best for b in rest)


def _by_means(systems: Sequence[str], standing: Standing) -> Order:
    """Best first; equal means are tied."""
    sign = 1.0 if standing.measure.lower_is_better else -1.0
    ranked = sorted(
        (round(sign * mean, 12), name) for mean, name in zip(standing.means, systems, strict=True)
    )
    levels = list(dict.fromkeys(value for value, _ in ranked))
    return tuple(tuple(name for value, name in ranked if value == level) for level in levels)


def _choices(standing: Standing, scores: Scores, ballots: Ballots) -> tuple[Choices, Floats]:
    """Each topic and pair that a majority decided and the measure scored, with the measure's difference."""
    table = scores.tables[standing.measure.name] * (-1.0 if standing.measure.lower_is_better else 1.0)
    winners, differences, places = [], [], []
    for topic, votes in ballots.topics.items():
        column = table[:, scores.topics.index(topic)]
        for a, b in combinations(range(len(scores.systems)), 2):
            winner = np.sign(votes.wins[a][b] - votes.wins[b][a])
            if winner and np.isfinite(column[[a, b]]).all():
                winners.append(float(winner))
                differences.append(float(column[a] - column[b]))
                places.append(topic)
    numbers = {topic: number for number, topic in enumerate(dict.fromkeys(places))}
    clusters = np.array([numbers[topic] for topic in places], dtype=np.intp)
    return Choices(np.array(winners), np.ones(len(winners)), clusters), np.array(differences)


def _interval(
    choices: Choices, differences: Floats, seed: int, resamples: int
) -> tuple[float | None, float | None]:
    """None where votes decide pairs on too few topics to tell anything from guessing."""
    if len(set(choices.topic.tolist())) < FEWEST_TOPICS:
        return None, None
    found = accuracy_interval(choices, differences, 0.0, seed=seed, count=resamples, confidence=0.95)
    return found.low, found.high
