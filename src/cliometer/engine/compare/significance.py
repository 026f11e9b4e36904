"""Differences between two systems: how large, with interval and p-value, and how many topics settle them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from cliometer.engine.compare.figures import Design, ScoreFigures
from cliometer.errors import InputError
from cliometer.settings.groups import Correction, Test
from cliometer.spelling import many
from cliometer.stats.bootstrap import Pairs, studentised_p_values
from cliometer.stats.effect_sizes import (
    detectable_effect,
    effect_interval,
    hedges_correction,
    topics_needed,
    topics_to_reach,
)
from cliometer.stats.multiple_comparisons import benjamini_hochberg, holm
from cliometer.stats.paired_tests import EXACT_TOPICS, TopicMeans, sign_flip, topic_means, wilcoxon
from cliometer.stats.samples import Alternative, Floats, settled

SWAPPING: tuple[Test, ...] = ("randomisation", "sign-flip", "wilcoxon")  # n topics have 2^n patterns
Ends = Callable[[float], tuple[Floats, Floats]]  # the ends of the intervals of all differences at a level


def least_p(topics: int, pairs: int, design: Design) -> float:
    """Return the smallest corrected p that the test can give on so many topics, if every pair differed."""
    swaps = 2.0 ** (1 - topics) if design.test in SWAPPING else 0.0
    is_drawn = design.test == "bootstrap" or (design.test in SWAPPING[:2] and topics > EXACT_TOPICS)
    least = max(swaps, 1 / (design.resamples + 1) if is_drawn else 0.0)
    return min(1.0, least * pairs if design.correction == "holm" else least)


def _flipped(figures: ScoreFigures, pairs: Pairs, means: TopicMeans, design: Design) -> tuple[Floats, str]:
    """Test by swapping two systems on whole topics, which changes the sign of what a topic contributes."""
    i, j = pairs.T
    tested = sign_flip(figures.contributions[i] - figures.contributions[j], design.resamples, seed=design.seed)
    drawn = f"{tested.swaps:,} drawn, p = (c+1)/(B+1)"
    how = f"exact over {tested.swaps:,} patterns" if tested.method == "exact" else drawn
    name = "paired randomisation of" if design.test == "randomisation" else "sign flips of the differences on"
    return tested.p, f"{name} {figures.counted}, {how}"


def _bootstrap(figures: ScoreFigures, pairs: Pairs, means: TopicMeans, design: Design) -> tuple[Floats, str]:
    i, j = pairs.T
    d = figures.contributions[i] - figures.contributions[j]
    p = studentised_p_values(d, design.resamples, seed=design.seed)
    how = f"studentised paired bootstrap over {figures.counted}, {design.resamples:,} resamples"
    return _without_spread(p, how, means)


def _t_tests(figures: ScoreFigures, _: Pairs, means: TopicMeans, __: Design) -> tuple[Floats, str]:
    how = f"paired t test on {figures.counted}, {many(figures.units - 1, 'degree')} of freedom"
    return _without_spread(means.p, how, means)


def _without_spread(p: Floats, how: str, means: TopicMeans) -> tuple[Floats, str]:
    """Return p with that of a sign test where all differences are equal, and t has no spread; 1 where all are 0."""
    is_constant, is_same = np.isnan(means.error), means.mean == 0
    if (is_constant & ~is_same).any():
        how += "; where all differences are equal, p is that of a sign test"
    if (is_constant & is_same).any():
        how += "; p is 1 where two are the same everywhere"
    return np.where(is_constant, means.p, p), how


def _wilcoxon(figures: ScoreFigures, pairs: Pairs, means: TopicMeans, _: Design) -> tuple[Floats, str]:
    """Return twice the p of the ranks in the direction of the difference, so that they cannot count against it."""
    p, zeros, methods, same = np.ones(len(pairs)), 0, dict[str, None](), False
    for at, ((i, j), mean) in enumerate(zip(pairs, means.mean, strict=True)):
        first, second = figures.contributions[i], figures.contributions[j]
        if not settled(first, second).any():
            same = True
            continue
        direction: Alternative = "greater" if mean > 0 else "less"
        tested = wilcoxon(first, second, alternative=direction)
        p[at] = min(1.0, 2 * tested.p) if mean else 1.0
        zeros += tested.zeros
        methods[tested.method] = None
    how = f"Wilcoxon signed ranks on {figures.counted}"
    if methods:
        how += f", {' or '.join(methods)}; {zeros} zero differences in all, left out before ranking (Wilcoxon 1945)"
    return p, how + "; p is 1 where two are the same everywhere" * same


_TESTS: dict[Test, Callable[[ScoreFigures, Pairs, TopicMeans, Design], tuple[Floats, str]]] = {
    "t": _t_tests,
    "sign-flip": _flipped,
    "randomisation": _flipped,
    "bootstrap": _bootstrap,
    "wilcoxon": _wilcoxon,
}
_CORRECTIONS: dict[Correction, Callable[[Floats], Floats]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": lambda p: p,
}
_CORRECTED: dict[Correction, str] = {
    "holm": "corrected after Holm",
    "bh": "corrected after Benjamini and Hochberg",
    "none": "not corrected for the number of pairs",
}


POWER = 0.8  # the chance to see a difference that is there; Cohen's (1988) convention


@dataclass(frozen=True)
class SystemDifference:
    """First minus second system.

    `low` and `high` are simultaneous with those of the other pairs where p is corrected, and exclude 0 where
    the corrected p is significant. `effect` is Hedges' g over topics; `topics_needed` is the number of topics on
    which an effect of this size shows in four of five tries by a paired t test, and at least as many as the
    chosen test needs to reach the level at all, with its own interval, whose `topics_needed_high` is None where
    the effect may be 0; `detectable_difference` is the smallest one that the topics at hand show as often. They
    are None where the difference is the same on every topic, or the topics are only two.
    """

    first: str
    second: str
    difference: float
    low: float | None
    high: float | None
    p: float
    corrected_p: float
    effect: float | None
    won: int
    tied: int
    lost: int
    topics_needed: int | None
    topics_needed_low: int | None
    topics_needed_high: int | None
    detectable_difference: float | None

    @property
    def names(self) -> str:
        """`first - second`."""
        return f"{self.first} - {self.second}"

    def differs(self, design: Design) -> bool:
        """Return whether the difference is significant after the correction."""
        return self.corrected_p <= design.significance


_AT_ONCE = 50_000  # pairs whose differences on all topics are held in memory


def corrected_table(figures: ScoreFigures, design: Design) -> Floats:
    """Return the corrected p of every pair of systems, as a square table, by t tests that are made block by block."""
    k = len(figures.systems)
    first, second = np.triu_indices(k, 1)
    starts = range(0, len(first), _AT_ONCE)
    blocks = (np.column_stack([side[at : at + _AT_ONCE] for side in (first, second)]) for at in starts)
    p = np.concatenate([topic_means(*(figures.contributions[of] for of in block.T)).p for block in blocks])
    table = np.ones((k, k))
    table[first, second] = table[second, first] = _CORRECTIONS[design.correction](p)
    return table


def differences_of(
    figures: ScoreFigures, pairs: Pairs, design: Design, ends: Ends | None = None, table: Floats | None = None
) -> tuple[list[SystemDifference], str]:
    """Test each pair of systems, and say how the test was done; `ends` are those of t unless others are given.

    With the `table` of all pairs, p is corrected for all of them and not only for those that are asked for.
    """
    means = topic_means(*(figures.contributions[of] for of in pairs.T))
    p, how = _TESTS[design.test](figures, pairs, means, design)
    if table is None:
        corrected = every = _CORRECTIONS[design.correction](p)
    else:
        corrected, every = table[tuple(pairs.T)], table[np.triu_indices(len(table), 1)]
    low, high = simultaneous(means, p, corrected, design, ends, every)
    rows = np.array([means.mean, means.error, p, corrected, low, high]).T.tolist()  # a row for each pair
    differences = []
    for (i, j), (by, error, raw, fair, *interval) in zip(pairs.tolist(), rows, strict=True):
        d = settled(figures.rounds[i], figures.rounds[j])
        better = -d if figures.lower else d
        least, most = (None if np.isnan(end) else end for end in interval)
        effect, needed, detectable = _sizes(by, error, figures.units, design)
        differences.append(
            SystemDifference(
                figures.systems[i],
                figures.systems[j],
                by,
                least,
                most,
                p=raw,
                corrected_p=fair,
                effect=effect,
                won=int((better > 0).sum()),
                tied=int((d == 0).sum()),
                lost=int((better < 0).sum()),
                topics_needed=needed[0],
                topics_needed_low=needed[1],
                topics_needed_high=needed[2],
                detectable_difference=detectable,
            )
        )
    corrects = table is not None and design.correction != "none" and len(every) > 1
    family = f" for all {len(every):,} pairs of systems" if corrects else ""
    return differences, f"{how}; {_CORRECTED[design.correction]}{family}"


def simultaneous(
    means: TopicMeans,
    p: Floats,
    corrected: Floats,
    design: Design,
    ends: Ends | None = None,
    every: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Return ends of intervals that hold together, and exclude 0 exactly where the corrected p is significant.

    The level is that of Bonferroni beside Holm, that of false coverage (Benjamini & Yekutieli 2005) beside
    Benjamini and Hochberg. Whether 0 belongs to an interval is for the test beside it to say, and for all other
    values t, or what `ends` gives, decides. Where a test finds what the interval at the common level does not,
    the end towards 0 is where t would put it that gives this very p. `every` is the corrected p of all pairs that
    were tested, where these are some of them.
    """
    from scipy.special import stdtrit

    every = corrected if every is None else every
    alpha, m, apart = design.significance, len(every), corrected <= design.significance
    shared = {"holm": alpha / m, "bh": alpha * max(1, int((every <= alpha).sum())) / m, "none": alpha}[
        design.correction
    ]
    margin = means.margin(shared / 2)
    low, high = ends(1 - shared) if ends else (means.mean - margin, means.mean + margin)
    share = np.divide(p, corrected, out=np.ones_like(p), where=corrected > 0)  # p of 0 is 0 when corrected
    level = np.where(apart, alpha * share, 0.5)  # the level at which the correction tested this pair
    reach, needed = (-stdtrit(means.freedom, tails / 2) for tails in (np.minimum(p, 0.5), level))
    near = means.mean * (1 - needed / reach)
    low = np.where(apart & (means.mean > 0) & (low <= 0), near, np.where(apart, low, np.minimum(low, 0)))
    high = np.where(apart & (means.mean < 0) & (high >= 0), near, np.where(apart, high, np.maximum(high, 0)))
    lacking = np.isnan(means.error) & (means.mean != 0)
    same = np.isnan(means.error) & (means.mean == 0)
    first, second = (np.where(lacking, np.nan, np.where(same, 0.0, end)) for end in (low, high))
    return first, second


def _sizes(
    by: float, error: float, topics: int, design: Design
) -> tuple[float | None, tuple[int | None, int | None, int | None], float | None]:
    """Return effect, topics needed with their interval, and the detectable difference; None without spread."""
    if topics < 3 or np.isnan(error):
        return None, (None, None, None), None
    deviation, alpha = error * topics**0.5, design.significance
    effect = hedges_correction(topics - 1) * by / deviation
    low, high = effect_interval(by / error, topics, design.level)
    least, most = sorted((abs(low), abs(high)), reverse=True)
    counts: list[int | None] = []
    for size in (effect, least, 0.0 if low <= 0 <= high else most):
        count = None
        if size:
            with suppress(InputError):  # where no number of topics that anyone will ever have would do
                count = max(least_topics(design), topics_needed(size, POWER, alpha))
        counts.append(count)
    return effect, (counts[0], counts[1], counts[2]), deviation * detectable_effect(topics, POWER, alpha)


def least_topics(design: Design) -> int:
    """Return how many topics the chosen test needs to reach the level at all."""
    return topics_to_reach(design.significance) if design.test in SWAPPING else 2
