"""Compare a judge with people: agreement, the people it replaces, calibration, and the alternative annotator.

An answer to a pair is 1 (the first of the two names), -1 (the other) or 0 (a tie, or an answer that the order of the
texts turned round); NaN is no answer. Two answers agree by 1 - |a - b| / 2, so that a tie beside a decision counts one
half, as a coin does. Intervals are those of leaving out one topic at a time, with Student's t.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cliometer.stats.samples import ROUNDING, Floats, between
from cliometer.stats.vote_clusters import clustered_share

Ints = NDArray[np.int64]
FEWEST_UNITS, FEWEST_PEOPLE = 30, 3  # of the alternative annotator test
_SIGNIFICANT = 0.05  # of that test, after Benjamini & Yekutieli
_WON = 0.5  # the share of people that a model must stand in for
_MANY = np.concatenate(([0.0], np.geomspace(0.01, 200, 600), [np.inf]))  # numbers of people
_EDGES = np.linspace(0.5, 1, 6)  # of the bins of calibration


@dataclass(frozen=True)
class Estimate:
    """A number with its interval from `count` pairs; None where there is none, or where an end is open."""

    value: float | None
    low: float | None
    high: float | None
    count: int


def like(first: Floats, other: Floats) -> Floats:
    """Return how far answers agree."""
    return np.asarray(1 - np.abs(first - other) / 2)


def share_estimate(values: Floats, topics: Ints, confidence: float) -> Estimate | None:
    """Return the mean of shares, one for each pair; None without any."""
    known = ~np.isnan(values)
    if not known.any():
        return None
    values, topics = values[known], np.unique(topics[known], return_inverse=True)[1]
    hits, sizes = np.asarray(np.bincount(topics, values), float), np.asarray(np.bincount(topics), float)
    parts = 1 if ((values == 0) | (values == 1)).all() else 2  # the exact test of a pair a topic knows no halves
    ends = clustered_share([(parts * hits, parts * sizes, np.ones(len(sizes)))], confidence)
    low, high = (ends.low, ends.high) if ends else (None, None)
    return Estimate(float(values.mean()), low, high, len(values))


def mean_estimate(values: Floats, topics: Ints, confidence: float) -> Estimate | None:
    """Return the mean of any numbers, one for each pair; None without any."""
    known = ~np.isnan(values)
    if not known.any():
        return None
    sums = _by_topic(np.column_stack((values[known], np.ones(known.sum()))), topics[known])
    value, error, quantile = _spread(sums, lambda s: np.asarray(s[..., 0] / s[..., 1]), confidence)
    low, high = (None, None) if error is None else (float(value - quantile * error), float(value + quantile * error))
    return Estimate(float(value), low, high, int(known.sum()))


def _by_topic(values: Floats, topics: Ints) -> Floats:
    place = np.unique(topics, return_inverse=True)[1]
    return np.stack([np.bincount(place, column) for column in values.T], axis=1)


def _spread(
    sums: Floats, estimate: Callable[[Floats], Floats], confidence: float
) -> tuple[Floats, Floats | None, float]:
    """Return an estimate, its standard error over topics (None for one), and the quantile of Student's t."""
    from scipy.special import stdtrit

    between(confidence, "a confidence")
    topics, whole = len(sums), sums.sum(axis=0)
    value = estimate(whole)
    if topics < 2:
        return value, None, 0.0
    moved = estimate(whole - sums) - value
    error = np.sqrt((topics - 1) / topics * (moved**2).sum(axis=0))
    return value, error, float(stdtrit(topics - 1, (1 + confidence) / 2))


def people_means(people: Floats) -> tuple[Floats, Floats]:
    """Return for each pair the mean agreement of two people, and the mean product of their answers; NaN for one."""
    alike, product = [], []
    for first, other in combinations(range(people.shape[1]), 2):
        alike.append(like(people[:, first], people[:, other]))
        product.append(people[:, first] * people[:, other])
    if not alike:
        nothing = np.full(len(people), np.nan)
        return nothing, nothing
    return _row_means(np.stack(alike, axis=1)), _row_means(np.stack(product, axis=1))


def _row_means(table: Floats) -> Floats:
    """Return the mean of what is there in each row, NaN where nothing is."""
    known = ~np.isnan(table)
    count = known.sum(axis=1)
    sums = np.where(known, table, 0).sum(axis=1)
    return np.asarray(np.divide(sums, count, out=np.full(len(table), np.nan), where=count > 0))


def with_people(answers: Floats, people: Floats) -> Floats:
    """Return the mean agreement of a judge with the people who answered each pair."""
    return _row_means(like(answers[:, None], people))


def people_replaced(answers: Floats, people: Floats, topics: Ints, confidence: float) -> Estimate | None:
    """Return how many people's mean answer agrees with one more person as the judge does (Spearman & Brown 1910).

    With r the correlation of judge and person and s that of two people, the mean of k people correlates with another
    by s sqrt(k / (1 + (k - 1) s)). The interval holds every k whose difference to r the topics cannot tell from 0
    (after Fieller 1954). An open end is None: the judge agrees with people as well as any number of them. None where
    people agree no better than chance.
    """
    _, pairs = people_means(people)
    agreement = answers * _row_means(people)
    known = ~np.isnan(pairs) & ~np.isnan(agreement)
    if not known.any():
        return None
    columns = np.column_stack((agreement, pairs, answers**2, _row_means(people**2)))[known]
    sums = _by_topic(columns, topics[known])
    if sums[:, 1].sum() <= 0:
        return None

    def gap(s: Floats) -> Floats:
        shared = np.maximum(s[..., 1] / np.maximum(s[..., 3], ROUNDING), ROUNDING)[..., None]
        r = s[..., 0] / np.sqrt(np.maximum(s[..., 2] * s[..., 3], ROUNDING))
        with np.errstate(invalid="ignore"):
            many = np.where(np.isinf(_MANY), np.sqrt(shared), shared * np.sqrt(_MANY / (1 + (_MANY - 1) * shared)))
        return np.asarray(r[..., None] - many)

    gaps, error, quantile = _spread(sums, gap, confidence)
    below = np.flatnonzero(gaps <= 0)
    value = None if not len(below) else float(_MANY[below[0]])
    if error is None:
        return Estimate(value, None, None, int(known.sum()))
    within = np.flatnonzero(np.abs(gaps) <= quantile * error)
    low, high = (
        (_MANY[within[0]], _MANY[within[-1]]) if len(within) else (_MANY[below[0]] if len(below) else 200.0,) * 2
    )
    return Estimate(value, float(low), None if high >= _MANY[-2] else float(high), int(known.sum()))


@dataclass(frozen=True)
class PersonAgreement:
    """How far a judge agrees with one person, and how much more than with the others on the same pairs."""

    person: str
    agreement: float
    beyond: Estimate


def by_person(
    answers: Floats, people: Floats, names: Sequence[str], topics: Ints, confidence: float
) -> list[PersonAgreement]:
    """Return the agreement with each person who judged pairs with others; intervals are widened for so many people."""
    agreements = []
    for j, name in enumerate(names):
        shares = like(answers, people[:, j])
        surplus = shares - _row_means(like(answers[:, None], np.delete(people, j, axis=1)))
        if beyond := mean_estimate(surplus, topics, 1 - (1 - confidence) / len(names)):
            agreements.append(PersonAgreement(name, float(np.nanmean(shares)), beyond))
    return agreements


@dataclass(frozen=True)
class CalibrationBin:
    """Pairs of which a judge was so sure, and the share of people who took its side."""

    low: float
    high: float
    count: int
    confidence: float
    share: float


@dataclass(frozen=True)
class Calibration:
    """`surplus` is how much surer a judge is than people's votes for its side allow; `error` the mean over bins.

    `brier` is the mean squared difference of probability and vote (Brier 1950); a judge that always says one half has
    0.25 where no vote is a tie.
    """

    surplus: Estimate
    brier: Estimate
    error: float
    bins: tuple[CalibrationBin, ...]


def calibration(probabilities: Floats, people: Floats, topics: Ints, confidence: float) -> Calibration | None:
    """Compare the probability that the first of a pair is better with the votes of people."""
    share = (_row_means(people) + 1) / 2
    known = ~np.isnan(probabilities) & ~np.isnan(share)
    if not known.any():
        return None
    p, share, topics, votes = probabilities[known], share[known], topics[known], people[known]
    turned = p < 0.5
    sure, taken = np.where(turned, 1 - p, p), np.where(turned, 1 - share, share)
    taken = np.where(p == 0.5, 0.5, taken)  # no side
    surplus = mean_estimate(sure - taken, topics, confidence)
    brier = mean_estimate(_row_means((p[:, None] - (votes + 1) / 2) ** 2), topics, confidence)
    assert surplus is not None and brier is not None
    places = np.minimum(np.searchsorted(_EDGES, sure, side="right") - 1, len(_EDGES) - 2)
    bins = tuple(
        CalibrationBin(
            float(_EDGES[b]), float(_EDGES[b + 1]), int((places == b).sum()),
            float(sure[places == b].mean()), float(taken[places == b].mean()),
        )
        for b in np.unique(places)
    )  # fmt: skip
    error = sum(group.count * abs(group.confidence - group.share) for group in bins) / len(p)
    return Calibration(surplus, brier, float(error), bins)


@dataclass(frozen=True)
class PersonTest:
    """Judge and person beside the other people: how often each agrees with them at least as well, and the test."""

    person: str
    units: int
    advantage: float
    of_person: float
    p: float | None
    won: bool


@dataclass(frozen=True)
class AlternativeAnnotator:
    """The alternative annotator test (Calderon, Reichart & Dror 2025).

    The judge stands in for a person if, with `epsilon` granted for its low cost, it is as good as at least half of the
    people. `advantage` is the mean probability of being at least as good as a person; `least_epsilon` the smallest
    grant with which it passes. `remark` says why there is no test.
    """

    epsilon: float
    passes: bool | None
    winning_rate: float | None
    advantage: Estimate | None
    least_epsilon: float | None
    people: tuple[PersonTest, ...]
    remark: str = ""


def alternative_annotator(
    answers: Floats, people: Floats, names: Sequence[str], topics: Ints, epsilon: float, confidence: float
) -> AlternativeAnnotator:
    """Test for each person who answered enough pairs, with others, whether the judge may take the seat."""
    tried = []
    ahead = np.full(people.shape, np.nan)
    for j, name in enumerate(names):
        others = np.delete(people, j, axis=1)
        judge, person = (_row_means(like(column[:, None], others)) for column in (answers, people[:, j]))
        known = ~np.isnan(judge) & ~np.isnan(person)
        if known.any():
            level = np.abs(judge - person) < ROUNDING
            wins, losses = (judge > person) | level, (judge < person) | level
            ahead[known, j] = wins[known]
            tried.append((name, wins[known].astype(float), losses[known].astype(float)))
    remark = ""
    if len(tried) < FEWEST_PEOPLE:
        remark = f"needs {FEWEST_PEOPLE} people who answered the same pairs as the judge and as others"
    elif max(len(wins) for _, wins, _ in tried) < FEWEST_UNITS:
        remark = f"needs a person who answered {FEWEST_UNITS} pairs with the judge and others"
    tests = () if remark else _tests(tried, epsilon)
    least = None
    if tests:
        grid = np.linspace(0, 1, 201)
        least = next((float(e) for e in grid if _winning(_tests(tried, float(e))) >= _WON), None)
    rate = _winning(tests) if tests else None
    advantage = share_estimate(_row_means(ahead), topics, confidence)
    return AlternativeAnnotator(epsilon, None if rate is None else rate >= _WON, rate, advantage, least, tests, remark)


def _winning(tests: Sequence[PersonTest]) -> float:
    tested = [test for test in tests if test.p is not None]
    return sum(test.won for test in tested) / len(tested)


def _tests(tried: Sequence[tuple[str, Floats, Floats]], epsilon: float) -> tuple[PersonTest, ...]:
    p_values = [_p(losses - wins, epsilon) if len(wins) >= FEWEST_UNITS else None for _, wins, losses in tried]
    tested = sorted(p for p in p_values if p is not None)
    m = len(tested)
    strict = m * sum(1 / (i + 1) for i in range(m))  # Benjamini & Yekutieli (2001): tests may depend on each other
    limit = max((p for i, p in enumerate(tested) if p <= (i + 1) / strict * _SIGNIFICANT), default=-1.0)
    return tuple(
        PersonTest(name, len(wins), float(wins.mean()), float(losses.mean()), p, p is not None and p <= limit)
        for (name, wins, losses), p in zip(tried, p_values, strict=True)
    )


def _p(behind: Floats, epsilon: float) -> float:
    """Return the one-sided p of the t test that the judge is behind by epsilon or more."""
    from scipy.special import stdtr

    error = behind.std(ddof=1) / np.sqrt(len(behind))
    gap = float(behind.mean()) - epsilon
    if error < ROUNDING:
        return 0.0 if gap < 0 else 1.0
    return float(stdtr(len(behind) - 1, gap / error))
