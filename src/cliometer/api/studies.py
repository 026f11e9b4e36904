"""Plan studies in which people compare summaries: how many topics and judges find what difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cliometer.errors import checked, expected

if TYPE_CHECKING:
    from cliometer.court.votes.design_power import VotePower


@checked
def power(
    shares: Sequence[float] = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8),
    *,
    topics: int | None = None,
    votes: int = 3,
    systems: int = 2,
    cap: int = 12,
    ties: float = 0.0,
    correlation: float = 0.1,
    judge_correlation: float = 0.0,
    level: float = 0.05,
    power: float = 0.8,
) -> VotePower:
    """Say how many topics and judges a preference study needs to find a difference, or what a design would find.

    The test is that of `vote`: the share of decided votes for one of two systems against one half.

    Parameters
    ----------
    shares
        True shares of the votes for the better of two systems, between 0.5 and 1.
    topics
        The topics of the study; by default as many as each share needs.
    votes
        Votes on each pair on each topic.
    systems
        The number of systems: every two of them are tested, with Holm's correction.
    cap
        The most pairs that a judge compares.
    ties
        The share of votes that are ties.
    correlation
        The correlation of two votes on one pair and topic: 0 where every topic is alike, near 1 where the topic
        decides.
    judge_correlation
        The correlation of two votes of one judge on two systems.
    level
        The level of the test.
    power
        The probability with which a difference is to be found.

    Returns
    -------
    VotePower
        A row for each share: topics, judges, votes, and the probability of finding it.

    Examples
    --------
    >>> [row.topics for row in power([0.6, 0.7]).rows]
    [85, 25]
    """
    from cliometer.court.votes.design_power import vote_power
    from cliometer.stats.vote_power import VoteDesign

    if isinstance(shares, str) or not isinstance(shares, Sequence):
        raise expected("a list of shares such as [0.6, 0.7]", shares)
    design = VoteDesign(
        2 if topics is None else topics, votes, systems, cap, ties, correlation, judge_correlation, level
    )
    return vote_power(design, tuple(shares), power, topics is not None)
