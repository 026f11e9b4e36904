"""Power of a preference study: how likely the test of votes finds that people prefer one of two systems.

The test is that of `vote_clusters`: exact where every topic has one vote, else with the spread over topics (and
judges) and Student's t. Votes on one topic, or of one judge, resemble each other: a correlation of r among m votes
makes them worth m / (1 + (m - 1) r) (Kish 1965). For many pairs of systems the level is that of the strictest step of
Holm's correction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from cliometer.errors import UsageError, expected, shown
from cliometer.spelling import is_whole
from cliometer.stats.vote_clusters import FEWEST_JUDGES

MOST_TOPICS = 10_000  # beyond, a difference counts as too small to be found
_STEPS = 40  # of a bisection
_MOST_EXACT = 200  # topics, where some votes are ties; beyond, the exact test is hardly different and takes long


@dataclass(frozen=True)
class VoteDesign:
    """So many votes on each pair of `systems` on each topic, by judges who vote on at most `cap` pairs each.

    `correlation` is that of two votes on one pair and topic, `judge_correlation` that of two votes of one judge on one
    pair of systems; `ties` is the share of votes that decide nothing.
    """

    topics: int
    votes: int = 3
    systems: int = 2
    cap: int = 12
    ties: float = 0.0
    correlation: float = 0.1
    judge_correlation: float = 0.0
    level: float = 0.05

    def __post_init__(self) -> None:
        for name, low in (("topics", 2), ("votes", 1), ("systems", 2), ("cap", 1)):
            value = getattr(self, name)
            if not is_whole(value, low):
                raise expected(f"a whole number of at least {low} for {name}", value)
        for name in ("ties", "correlation", "judge_correlation"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not 0 <= value < 1:
                raise expected(f"a share from 0 up to 1 for {name}", value)
        if not isinstance(self.level, float) or not 0 < self.level < 1:
            raise expected("a level between 0 and 1, such as 0.05", self.level)

    @property
    def pairs(self) -> int:
        """The pairs of systems."""
        return math.comb(self.systems, 2)

    @property
    def judges(self) -> int:
        """The judges that the design takes, where none fails."""
        return math.ceil(self.topics * self.pairs / self.cap) * self.votes

    @property
    def cast(self) -> int:
        """The votes on all pairs and topics."""
        return self.topics * self.pairs * self.votes


def detection_power(design: VoteDesign, share: float) -> float:
    """Return the probability that the test finds a preference of this share of the decided votes, on its side.

    >>> round(detection_power(VoteDesign(topics=30, votes=1, cap=30), 0.75), 3)
    0.803
    """
    _expect_share(share)
    level = design.level / design.pairs
    judges = min(design.judges, design.topics * design.votes)  # who vote on these two systems
    nested = design.votes == 1 and design.systems == 2 and 1 < judges < design.topics  # a topic has one judge
    alone = design.votes == 1 and not nested and (judges < FEWEST_JUDGES or judges == design.topics)
    if alone and (not design.ties or design.topics <= _MOST_EXACT):
        return _exact_power(design.topics, share, level, design.ties)
    clusters = judges if nested else design.topics if judges < FEWEST_JUDGES else min(design.topics, judges)
    return _clustered_power(design, share, level, judges, clusters)


def _expect_share(share: object) -> None:
    if not isinstance(share, int | float) or not 0.5 < share < 1:
        if share == 0.5:
            raise UsageError("share-is-half")
        hint = f"did you mean {share / 100:g}?" if isinstance(share, int | float) and 50 < share < 100 else ""
        raise UsageError("better-share-expected", share=shown(share), hint=hint)


def _exact_power(topics: int, share: float, level: float, ties: float) -> float:
    """Return the power of the two-sided binomial test over the decided votes, whose number is binomial, too."""
    from scipy.special import bdtr, bdtrc

    total = 0.0
    for decided in range(1, topics + 1) if ties else [topics]:
        wins = np.arange(decided + 1)
        p = np.minimum(1.0, 2 * bdtrc(wins - 1.0, decided, 0.5))
        least = int(np.argmax(p <= level)) if (p <= level).any() else None
        power = 0.0 if least is None else float(bdtrc(least - 1.0, decided, share))
        weight = bdtr(decided, topics, 1 - ties) - (bdtr(decided - 1.0, topics, 1 - ties) if decided else 0.0)
        total += power * (float(weight) if ties else 1.0)
    return total


def _clustered_power(design: VoteDesign, share: float, level: float, judges: int, clusters: int) -> float:
    """Return the power of the test over topics, judges or both, by the noncentral t distribution."""
    from scipy.special import nctdtr, stdtrit

    votes = design.votes * (1 - design.ties)  # decided, on a pair and topic
    whole = design.topics * votes
    worth = 1 + max(0.0, votes - 1) * design.correlation + max(0.0, whole / judges - 1) * design.judge_correlation
    spread = math.sqrt(share * (1 - share) / whole * worth)
    # the test takes the spread under one half, which is larger than that under the share
    bound = float(stdtrit(clusters - 1, 1 - level / 2)) / (2 * math.sqrt(share * (1 - share)))
    return 1 - float(nctdtr(clusters - 1, (share - 0.5) / spread, bound))


def topics_needed(design: VoteDesign, share: float, power: float) -> int | None:
    """Return the fewest topics with which the power is reached; None where 10,000 are not enough.

    >>> topics_needed(VoteDesign(topics=2), 0.6, 0.8)
    85
    """
    from scipy.special import ndtri

    _expect_share(share)
    votes = design.votes * (1 - design.ties)
    worth = votes / (1 + max(0.0, votes - 1) * design.correlation)
    z = float(ndtri(1 - design.level / design.pairs / 2) + ndtri(power))
    unreachable = max(2, int(0.8 * z * z * share * (1 - share) / ((share - 0.5) ** 2 * worth)))  # even without t
    sizes = range(unreachable, MOST_TOPICS + 1)
    return next((number for number in sizes if detection_power(replace(design, topics=number), share) >= power), None)


def least_share(design: VoteDesign, power: float) -> float | None:
    """Return the smallest share of the votes that is found with this power; None where no share is."""
    low, high = 0.5, 0.995
    if detection_power(design, high) < power:
        return None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if detection_power(design, middle) >= power else (middle, high)
    return high
