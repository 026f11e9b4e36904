"""Exact sums of the scores of many systems, which are held in place of the scores."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cliometer.engine.results import Mean, mean_numbers
from cliometer.engine.score_arrow import NUMBERS
from cliometer.model.notes import Note
from cliometer.stats.samples import Floats


def codes(names: Any, known: dict[str, int]) -> NDArray[np.int64]:
    """Return the number of each name; names that were not known get the next ones."""
    encoded = names.dictionary_encode()
    numbers = [known.setdefault(name, len(known)) for name in encoded.dictionary.to_pylist()]
    codes: NDArray[np.int64] = np.array(numbers, np.int64)[encoded.indices.to_numpy(False)]
    return codes


class ScoreSums:
    """Sums of scores by system and metric, as exact as `math.fsum`, in memory that grows with systems alone."""

    def __init__(self, metrics: int) -> None:
        self._metrics = metrics
        self.topics, self.undefined = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._counts, self._high, self._low = (np.zeros((len(NUMBERS), 0)) for _ in range(3))
        self._beta = np.zeros(0)

    def add(self, keys: NDArray[np.int64], batch: Any, defined: NDArray[np.bool_], kept: NDArray[np.bool_]) -> None:
        """Add the rows of a batch, each to the sums of its key."""
        self._grow(int(keys.max(initial=-1)) + 1)
        np.add.at(self.topics, keys, 1)
        np.add.at(self.undefined, keys, ~defined)
        self._beta[keys] = batch.column("beta").to_numpy(False)
        for place, name in enumerate(NUMBERS):
            values = batch.column(name).to_numpy(False).astype(float)
            rest = np.flatnonzero(kept & ~np.isnan(values))
            np.add.at(self._counts[place], keys[rest], 1)
            while len(rest):  # a key that stands here twice is added in a second round
                _, first = np.unique(keys[rest], return_index=True)
                self._add(place, keys[rest[first]], values[rest[first]])
                rest = np.delete(rest, first)

    def _add(self, place: int, keys: NDArray[np.int64], values: Floats) -> None:
        """Add with the error of each sum kept beside it (Knuth's two-sum)."""
        high = self._high[place, keys]
        total = high + values
        rounded = total - high
        self._low[place, keys] += (high - (total - rounded)) + (values - rounded)
        self._high[place, keys] = total

    def _grow(self, size: int) -> None:
        if size > len(self.topics):
            extra = max(size, 2 * len(self.topics)) - len(self.topics)
            for name in ("topics", "undefined", "_counts", "_high", "_low", "_beta"):
                array = getattr(self, name)
                setattr(self, name, np.concatenate([array, np.zeros((*array.shape[:-1], extra), array.dtype)], axis=-1))

    def mean(self, system: str, metric: str, key: int) -> Mean:
        """Return the mean of a system by a metric."""
        counts, sums = self._counts[:, key], self._high[:, key] + self._low[:, key]
        numbers = {
            name: total / n if n else None
            for name, n, total in zip(NUMBERS, counts.tolist(), sums.tolist(), strict=True)
        }
        beta = float(self._beta[key])
        means = mean_numbers([numbers], beta, math.isnan(beta))
        return Mean(system, metric, int(self.topics[key]), int(self.undefined[key]), means)

    def beta(self, metric: int) -> float:
        """Return the beta of a metric, which is the same for all its scores."""
        return float(self._beta[metric :: self._metrics].max())

    def remarks(self, metrics: Sequence[str]) -> Iterator[str]:
        """Say how many scores of each metric are undefined."""
        for place, metric in enumerate(metrics):
            lacking, every = (int(counts[place :: self._metrics].sum()) for counts in (self.undefined, self.topics))
            if lacking:
                yield Note.of("scores-undefined", metric=metric, lacking=lacking, every=every)
