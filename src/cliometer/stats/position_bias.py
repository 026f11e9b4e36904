"""Is what is shown first preferred because it is shown first? And exact tests of a share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cliometer.errors import InputError, expected
from cliometer.grouping import by_key
from cliometer.model.judgements import Vote
from cliometer.model.records import member
from cliometer.stats.samples import between


@dataclass(frozen=True)
class Proportion:
    """`part` of `whole`; `p` is the two-sided exact binomial test that the true share is one half."""

    part: int
    whole: int
    share: float
    low: float
    high: float
    confidence: float
    p: float


def proportion_numbers(estimate: Proportion | None, *names: str) -> dict[str, float | None]:
    """Return these numbers of a proportion by name, each None where there is no proportion."""
    return dict.fromkeys(names) if estimate is None else {name: getattr(estimate, name) for name in names}


def proportion(part: int, whole: int, confidence: float = 0.95) -> Proportion:
    """Return a share with its interval (Clopper & Pearson 1934) and test, for independent answers."""
    from scipy.special import betainc, betaincinv  # takes as long to load as all of numpy

    if whole < 1:
        raise InputError("share-of-nothing")
    if not 0 <= part <= whole:
        raise expected(f"a part of 0 to {whole}", part)
    tail = (1 - between(confidence, "a confidence")) / 2
    larger = max(part, whole - part)
    return Proportion(
        part,
        whole,
        part / whole,
        float(betaincinv(part, whole - part + 1, tail)) if part else 0.0,
        float(betaincinv(part + 1, whole - part, 1 - tail)) if part < whole else 1.0,
        confidence,
        min(1.0, 2 * float(betainc(larger, whole - larger + 1, 0.5))),
    )


# Position bias: is what is shown first preferred because it is shown first?
# Over all decided votes the share of the first is tested against one half. That is fair where every pair
# was shown as often one way as the other. `balanced` is fair without that: for each pair shown both ways
# the mean of the first's shares in the two orders, in which the merits of the two cancel out.


@dataclass(frozen=True)
class PositionBias:
    """`first` is None without a decided vote, `balanced` where no pair was decided both ways round."""

    first: Proportion | None
    ties: int
    balanced: float | None
    both_ways: int
    pairs: int

    @property
    @member
    def confounded(self) -> bool:
        """Whether no pair was decided both ways round, so that position and quality are confounded."""
        return self.both_ways == 0

    @property
    @member
    def p(self) -> float | None:
        """The p of the test that the true share of the first is one half, where its place is not confounded."""
        return None if self.first is None or self.confounded else self.first.p


@dataclass(frozen=True)
class Swaps:
    """Of `seen` pairs that a judge saw both ways round, how many got two answers.

    `first` went to whatever was shown first, `second` to whatever was shown second; the rest of the
    inconsistent ones are a win in one order and a tie in the other, or contradict within an order.
    """

    seen: int
    inconsistent: int
    first: int
    second: int


def position_bias(votes: Iterable[Vote]) -> PositionBias:
    """Return how often the first shown was preferred; votes whose order means nothing are left out."""
    shown = [vote for vote in votes if vote.shown]
    first = sum(vote.count for vote in shown if vote.winner == vote.left)
    second = sum(vote.count for vote in shown if vote.winner == vote.right)
    balanced, both_ways, pairs = _balanced(shown)
    return PositionBias(
        proportion(first, first + second) if first + second else None,
        sum(vote.count for vote in shown if vote.winner is None),
        balanced,
        both_ways,
        pairs,
    )


def swaps(votes: Iterable[Vote]) -> Swaps:
    """Return what the same judge said of the same pair on the same topic, shown both ways round."""
    cases = by_key(
        ((vote.topic, vote.judge, vote.pair, vote.criterion), vote)
        for vote in votes
        if vote.shown and vote.judge and vote.topic
    )
    seen = [case for case in cases.values() if len({vote.left for vote in case}) == 2]
    answers = [{vote.winner for vote in case} for case in seen]
    return Swaps(
        len(seen),
        sum(len(given) > 1 for given in answers),
        sum(all(vote.winner == vote.left for vote in case) for case in seen),
        sum(all(vote.winner == vote.right for vote in case) for case in seen),
    )


def _balanced(votes: Iterable[Vote]) -> tuple[float | None, int, int]:
    """Return the mean over pairs, weighted by the votes in the rarer order, and how many pairs there are."""
    decided, first = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for vote in votes:
        if vote.winner is not None:
            decided[vote.left, vote.right] += vote.count
            first[vote.left, vote.right] += vote.count * (vote.winner == vote.left)
    pairs = sorted({(min(pair), max(pair)) for pair in decided})
    both = [(a, b) for a, b in pairs if decided[a, b] and decided[b, a]]
    if not both:
        return None, 0, len(pairs)
    weights = [min(decided[a, b], decided[b, a]) for a, b in both]
    shares = [(first[a, b] / decided[a, b] + first[b, a] / decided[b, a]) / 2 for a, b in both]
    mean = sum(w * share for w, share in zip(weights, shares, strict=True)) / sum(weights)
    return mean, len(both), len(pairs)
