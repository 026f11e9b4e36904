"""The scores of rouge-score and their bootstrap aggregation, with its numbers for a seed of numpy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError

_CELLS = 1 << 20  # of resamples at a time: a few megabytes


class ScorerError(UsageError, ValueError):
    """An argument of the drop-in is wrong; a ValueError too, as rouge-score raises."""


class Score(NamedTuple):  # bears the name of the class in rouge-score, which this module stands in for
    """Precision, recall and F of one pair."""

    precision: float
    recall: float
    fmeasure: float


class AggregateScore(NamedTuple):
    """The ends and the middle of an interval, each a score."""

    low: Any
    mid: Any
    high: Any


class BootstrapAggregator:
    """Collects scores, and gives medians and percentiles of the means of resamples.

    Without a `seed` it draws from numpy's global generator as rouge-score does: after `numpy.random.seed(n)` both
    give the same numbers.
    """

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000, seed: int | None = None) -> None:
        if not 0 <= confidence_interval <= 1:
            raise ScorerError("interval-level-out-of-range", confidence_interval=confidence_interval)
        if n_samples < 1:
            raise ScorerError("samples-too-few", n_samples=n_samples)
        self._n_samples = n_samples
        self._confidence_interval = confidence_interval
        self._random: Any = np.random if seed is None else np.random.RandomState(seed)
        self._scores: defaultdict[str, list[Any]] = defaultdict(list)

    def add_scores(self, scores: Mapping[str, Any]) -> None:
        """Add the scores of one pair, by type; any named tuple of numbers will do."""
        for name, score in scores.items():
            self._scores[name].append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """Return the interval of each type."""
        return {
            name: AggregateScore(*(type(scores[0])(*end) for end in self._ends(np.array(scores, float)).tolist()))
            for name, scores in self._scores.items()
        }

    def _ends(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        size = len(matrix)
        means = []
        left = self._n_samples
        while left:  # drawn in pieces, which give the same numbers as one by one
            piece = min(left, max(1, _CELLS // size))
            means.append(matrix[self._random.randint(0, size, (piece, size))].mean(axis=1))
            left -= piece
        delta = (1 - self._confidence_interval) / 2
        return np.asarray(np.percentile(np.concatenate(means), 100 * np.array([delta, 0.5, 1 - delta]), axis=0))
