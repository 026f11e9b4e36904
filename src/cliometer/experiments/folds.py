"""Folds of a cross-validation: topics shuffled by a seed and dealt out, as evenly as can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cliometer.errors import UsageError


def folds_of(topics: Sequence[str], folds: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """The topics of each fold; the same names in any order and the same seed give the same folds.

    >>> folds_of(["a", "b", "c", "d", "e"], 2, seed=0)
    (('b', 'c', 'd'), ('a', 'e'))
    """
    if folds < 2:
        raise UsageError(f"a cross-validation has at least 2 folds, not {folds}")
    if len(topics) < 2:
        raise UsageError(f"a cross-validation needs at least 2 topics, found {len(topics)}; add topics")
    if folds > len(topics):
        raise UsageError(
            f"{folds} folds need as many topics or more, found {len(topics)}; use --folds {len(topics)}"
        )
    if seed < 0:
        raise UsageError(f"a seed is 0 or a positive number, not {seed}")
    names = sorted(topics)
    order = [names[place] for place in np.random.default_rng(seed).permutation(len(names))]
    return tuple(tuple(sorted(order[fold::folds])) for fold in range(folds))
