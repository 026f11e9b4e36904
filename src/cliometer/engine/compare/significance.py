"""p-values of the differences between systems, by the test that the design names, with a line on how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.compare.design import Correction, Design, Test
from cliometer.engine.compare.figures import Figures
from cliometer.errors import InputError
from cliometer.stats.corrections import benjamini_hochberg, holm
from cliometer.stats.paired import t_test, wilcoxon
from cliometer.stats.permutation import Permutations, randomisation, sign_flip
from cliometer.stats.resampling import Bootstrap, Pairs, paired_p_values

Floats = NDArray[np.float64]


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
    found = [t_test(figures.values[i], figures.values[j]).p for i, j in _telling(figures, pairs)]
    how = f"paired t test on {_what(figures)}, {figures.units - 1} degrees of freedom"
    return np.array(found), how


def _wilcoxon(figures: Figures, pairs: Pairs, _: Bootstrap, design: Design) -> tuple[Floats, str]:
    found = [wilcoxon(figures.values[i], figures.values[j]) for i, j in _telling(figures, pairs)]
    methods = " or ".join(dict.fromkeys(one.method for one in found))
    zeros = sum(one.zeros for one in found)
    how = f"Wilcoxon signed ranks on {_what(figures)}, {methods}; {zeros} zero differences in all, "
    return np.array([one.p for one in found]), how + found[0].zero_handling


def _telling(figures: Figures, pairs: Pairs) -> Pairs:
    """The pairs; a test of ranks or spread has nothing to say of two systems that tie on every topic."""
    for i, j in pairs:
        if (figures.values[i] == figures.values[j]).all():
            raise InputError(
                f"{figures.systems[i]} and {figures.systems[j]} have the same {figures.metric} on every "
                "topic, of which this test has nothing to say; leave one out, or take the randomisation test"
            )
    return pairs


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
