"""p-values of the differences between systems, by the test that the design names, with a line on how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.compare.design import Correction, Design, Test
from cliometer.engine.compare.figures import Figures
from cliometer.stats.corrections import benjamini_hochberg, holm
from cliometer.stats.paired import equal_signs_p, is_constant, t_test, wilcoxon
from cliometer.stats.permutation import EXACT_TOPICS, Permutations, randomisation, sign_flip
from cliometer.stats.resampling import Bootstrap, Pairs, paired_p_values

Floats = NDArray[np.float64]
SWAPPING: tuple[Test, ...] = ("randomisation", "sign-flip", "wilcoxon")  # n topics have 2^n patterns


@dataclass(frozen=True, eq=False)
class Significance:
    """p as it came from the test, p corrected for the number of pairs, and how the test was done."""

    p: Floats
    corrected: Floats
    how: str


def significance(figures: Figures, pairs: Pairs, sample: Bootstrap, design: Design) -> Significance:
    """Test each pair of systems; `sample` holds the bootstrap of all systems."""
    p, how = _TESTS[design.test](figures, pairs, sample, design)
    return Significance(p, _CORRECTIONS[design.correction](p), f"{how}; {_CORRECTED[design.correction]}")


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


def _randomisation(figures: Figures, pairs: Pairs, _: Bootstrap, design: Design) -> tuple[Floats, str]:
    found = randomisation(figures.aggregate, pairs, design.resamples, seed=design.seed, groups=figures.groups)
    return found.p, f"paired randomisation of {_what(figures)}, {_swaps(found)}"


def _bootstrap(figures: Figures, pairs: Pairs, sample: Bootstrap, design: Design) -> tuple[Floats, str]:
    p = paired_p_values(sample.differences(pairs))
    return p, f"paired bootstrap over {_what(figures)}, {design.resamples:,} resamples"


def _sign_flip(figures: Figures, pairs: Pairs, _: Bootstrap, design: Design) -> tuple[Floats, str]:
    i, j = pairs.T
    found = sign_flip(figures.values[i] - figures.values[j], design.resamples, seed=design.seed)
    return found.p, f"sign flips of the differences on {_what(figures)}, {_swaps(found)}"


def _student(figures: Figures, pairs: Pairs, _: Bootstrap, design: Design) -> tuple[Floats, str]:
    p = np.ones(len(pairs))
    constant = ""
    for at, first, second in _telling(figures, pairs):
        if is_constant(first, second):  # no spread for t, but not nothing to tell
            p[at] = equal_signs_p(len(first))
            constant = "; where all differences are equal, p is that of as many equal signs"
        else:
            p[at] = t_test(first, second).p
    how = f"paired t test on {_what(figures)}, {figures.units - 1} degrees of freedom{constant}"
    return p, how + _same(figures, pairs)


def _wilcoxon(figures: Figures, pairs: Pairs, _: Bootstrap, design: Design) -> tuple[Floats, str]:
    found = {at: wilcoxon(first, second) for at, first, second in _telling(figures, pairs)}
    if not found:
        return np.ones(len(pairs)), f"Wilcoxon signed ranks on {_what(figures)}{_same(figures, pairs)}"
    methods = " or ".join(dict.fromkeys(one.method for one in found.values()))
    zeros = sum(one.zeros for one in found.values())
    how = f"Wilcoxon signed ranks on {_what(figures)}, {methods}; {zeros} zero differences in all, "
    how += next(iter(found.values())).zero_handling
    return np.array([found[at].p if at in found else 1.0 for at in range(len(pairs))]), how + _same(
        figures, pairs
    )


def _telling(figures: Figures, pairs: Pairs) -> list[tuple[int, Floats, Floats]]:
    """The pairs with a difference; of two that tie everywhere ranks and spread have nothing to say."""
    values = ((at, figures.values[i], figures.values[j]) for at, (i, j) in enumerate(pairs))
    return [(at, first, second) for at, first, second in values if (first != second).any()]


def _same(figures: Figures, pairs: Pairs) -> str:
    return "" if len(_telling(figures, pairs)) == len(pairs) else "; p is 1 where two are the same everywhere"


def _what(figures: Figures) -> str:
    units = figures.units
    return f"{units} topics" if figures.groups is None else f"{units} topics with all their tasks"


def _swaps(found: Permutations) -> str:
    if found.method == "exact":
        return f"exact over {found.swaps:,} patterns"
    return f"{found.swaps:,} drawn, p = (c+1)/(B+1)"


_TESTS: dict[Test, Callable[[Figures, Pairs, Bootstrap, Design], tuple[Floats, str]]] = {
    "randomisation": _randomisation,
    "bootstrap": _bootstrap,
    "sign-flip": _sign_flip,
    "t": _student,
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
