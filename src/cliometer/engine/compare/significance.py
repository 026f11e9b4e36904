"""Differences between two systems: how large, with interval and p-value, and how many topics settle them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from cliometer.engine.compare.figures import Correction, Design, ScoreFigures, Test
from cliometer.errors import InputError
from cliometer.stats.bootstrap import Bootstrap, BootstrapIntervals, Pairs, paired_p_values
from cliometer.stats.effect_sizes import detectable_effect, hedges_g, topics_needed, topics_to_reach
from cliometer.stats.multiple_comparisons import benjamini_hochberg, holm
from cliometer.stats.paired_tests import (
    EXACT_TOPICS,
    equal_signs_p,
    is_constant,
    randomisation,
    sign_flip,
    t_test,
    wilcoxon,
)
from cliometer.stats.samples import Floats, settled

SWAPPING: tuple[Test, ...] = ("randomisation", "sign-flip", "wilcoxon")  # n topics have 2^n patterns


def least_p(topics: int, pairs: int, design: Design) -> float:
    """The smallest corrected p that the test can give on so many topics, if every pair were told apart."""
    swaps = 2.0 ** (1 - topics) if design.test in SWAPPING else 0.0
    drawn = {
        "bootstrap": True,
        "randomisation": 2**topics > design.resamples,
        "sign-flip": topics > EXACT_TOPICS,
    }
    least = max(swaps, 1 / (design.resamples + 1) if drawn.get(design.test) else 0.0)
    return min(1.0, least * pairs if design.correction == "holm" else least)


def _permuted(figures: ScoreFigures, pairs: Pairs, _: Bootstrap, design: Design) -> tuple[Floats, str]:
    """Swap the systems of a pair on whole topics, or flip the signs of their differences."""
    if design.test == "randomisation":
        tested = randomisation(figures.aggregate, pairs, design.resamples, seed=design.seed, groups=figures.groups)
    else:
        i, j = pairs.T
        tested = sign_flip(figures.values[i] - figures.values[j], design.resamples, seed=design.seed)
    drawn = f"{tested.swaps:,} drawn, p = (c+1)/(B+1)"
    how = f"exact over {tested.swaps:,} patterns" if tested.method == "exact" else drawn
    name = "paired randomisation of" if design.test == "randomisation" else "sign flips of the differences on"
    return tested.p, f"{name} {figures.counted}, {how}"


def _bootstrap(figures: ScoreFigures, pairs: Pairs, sample: Bootstrap, design: Design) -> tuple[Floats, str]:
    p = paired_p_values(sample.differences(pairs))
    return p, f"paired bootstrap over {figures.counted}, {design.resamples:,} resamples"


def t_tests(figures: ScoreFigures, pairs: Pairs, *_: object) -> tuple[Floats, str]:
    """Return p of a paired t test for each pair of systems, and how the tests were made."""
    p = np.ones(len(pairs))
    constant = ""
    for at, first, second in _telling(figures, pairs):
        if is_constant(first, second):  # no spread for t, but not nothing to tell
            p[at] = equal_signs_p(len(first))
            constant = "; where all differences are equal, p is that of a sign test"
        else:
            p[at] = t_test(first, second).p
    how = f"paired t test on {figures.counted}, {figures.units - 1} degrees of freedom{constant}"
    return p, how + _same(figures, pairs)


def _wilcoxon(figures: ScoreFigures, pairs: Pairs, _: Bootstrap, design: Design) -> tuple[Floats, str]:
    tested = {at: wilcoxon(first, second) for at, first, second in _telling(figures, pairs)}
    how = f"Wilcoxon signed ranks on {figures.counted}"
    if tested:
        methods = " or ".join(dict.fromkeys(one.method for one in tested.values()))
        zeros = sum(one.zeros for one in tested.values())
        handling = next(iter(tested.values())).zero_handling
        how += f", {methods}; {zeros} zero differences in all, {handling}"
    p = np.array([tested[at].p if at in tested else 1.0 for at in range(len(pairs))])
    return p, how + _same(figures, pairs)


def _telling(figures: ScoreFigures, pairs: Pairs) -> list[tuple[int, Floats, Floats]]:
    """The pairs with a difference; of two that tie everywhere ranks and spread have nothing to say."""
    values = ((at, figures.values[i], figures.values[j]) for at, (i, j) in enumerate(pairs))
    return [(at, first, second) for at, first, second in values if (first != second).any()]


def _same(figures: ScoreFigures, pairs: Pairs) -> str:
    return "" if len(_telling(figures, pairs)) == len(pairs) else "; p is 1 where two are the same everywhere"


_TESTS: dict[Test, Callable[[ScoreFigures, Pairs, Bootstrap, Design], tuple[Floats, str]]] = {
    "randomisation": _permuted,
    "bootstrap": _bootstrap,
    "sign-flip": _permuted,
    "t": t_tests,
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

    `effect` is Hedges' g over topics; `topics_needed` is the number of topics on which an effect of this size
    shows in four of five tries by a paired t test, and at least as many as the chosen test needs to reach
    the level at all; `detectable_difference` is the smallest one that the topics at hand show as often. They
    are None where the difference is the same on every topic, or the topics are only two.
    """

    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    corrected_p: float
    effect: float | None
    won: int
    tied: int
    lost: int
    topics_needed: int | None
    detectable_difference: float | None

    @property
    def names(self) -> str:
        """`first - second`."""
        return f"{self.first} - {self.second}"

    def differs(self, design: Design) -> bool:
        """Return whether the difference is significant after the correction."""
        return self.corrected_p <= design.significance


def differences_of(
    figures: ScoreFigures, pairs: Pairs, sample: Bootstrap, intervals: BootstrapIntervals, design: Design
) -> tuple[list[SystemDifference], str]:
    """Test each pair of systems, whose `intervals` are given, and say how the test was done."""
    p, how = _TESTS[design.test](figures, pairs, sample, design)
    numbers = (intervals.estimate, intervals.low, intervals.high, p, _CORRECTIONS[design.correction](p))
    visible = detectable_effect(figures.units, POWER, design.significance)
    differences = []
    rows = np.array(numbers).T.tolist()  # a row for each pair
    for (i, j), (by, low, high, raw, corrected) in zip(pairs.tolist(), rows, strict=True):
        first, second = figures.values[i], figures.values[j]
        d = settled(first, second)
        better = -d if figures.lower else d
        counts = int((better > 0).sum()), int((d == 0).sum()), int((better < 0).sum())
        effect = needed = detectable = None
        if len(d) > 2 and np.ptp(d) > 0:
            effect, detectable = hedges_g(first, second), float(d.std(ddof=1)) * visible
            with suppress(InputError):  # where no number of topics that anyone will ever have would do
                needed = max(least_topics(design), topics_needed(effect, POWER, design.significance))
        names = figures.systems[i], figures.systems[j]
        differences.append(SystemDifference(*names, by, low, high, raw, corrected, effect, *counts, needed, detectable))
    return differences, f"{how}; {_CORRECTED[design.correction]}"


def least_topics(design: Design) -> int:
    """With how many topics the chosen test can reach the level at all."""
    return topics_to_reach(design.significance) if design.test in SWAPPING else 2
