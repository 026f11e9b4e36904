"""The averages of ROUGE-1.5.5: the mean of bootstrap resamples with a percentile interval, bit for bit.

Every sum runs from left to right in double precision as in Perl; numpy only does many resamples at a time.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.metrics.rouge.drand48 import samples
from cliometer.metrics.rouge.rouge155 import Counts, Score, rounded

Column = NDArray[np.float64]


class Interval(NamedTuple):
    """A mean of resamples and its confidence interval, each rounded to five decimals."""

    value: float
    low: float
    high: float


class Resampling(NamedTuple):
    """Confidence in percent (-c) and the number of resamples (-r)."""

    confidence: float = 95
    resamples: int = 1000


Triple = tuple[Interval, Interval, Interval]  # recall, precision, F


def over_texts(scores: Sequence[Score], how: Resampling) -> Triple:
    """Each text weighs the same (-t 0)."""
    columns = _resampled_sums(scores, how.resamples) / max(len(scores), 1)
    return _triple(columns, how)


def over_tokens(counts: Sequence[Counts], alpha: float, how: Resampling) -> Triple:
    """Each token weighs the same (-t 1): counts are pooled, then divided."""
    hits, peer, model = _resampled_sums(counts, how.resamples)
    recall, precision = _ratio(hits, model), _ratio(hits, peer)
    f = _ratio(recall * precision, (1 - alpha) * precision + alpha * recall)
    return _triple((recall, precision, f), how)


def _resampled_sums(rows: Sequence[Sequence[float]], resamples: int) -> NDArray[np.float64]:
    """For each column of the rows, its sum in each resample."""
    sums = np.zeros((3, resamples))
    if rows:
        values = np.array(rows, dtype=np.float64).T
        for drawn in samples(len(rows), resamples):
            sums += values[:, drawn]
    return sums


def _ratio(part: Column, whole: Column) -> Column:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _triple(columns: Sequence[Column] | NDArray[np.float64], how: Resampling) -> Triple:
    recall, precision, f = (_interval(np.sort(column), how.confidence) for column in columns)
    return recall, precision, f


def _interval(ranked: Column, confidence: float) -> Interval:
    """The mean, and two quantiles that are interpolated with the ratio of the upper one."""
    size = len(ranked)
    delta = size * ((100 - confidence) / 2.0) / 100.0
    upper = int(size - delta - 1)
    ratio = size - delta - 1 - upper
    mean = float(np.add.accumulate(ranked)[-1]) / size  # accumulate adds one by one; sum does not
    low, high = (_between(ranked, i, ratio) for i in (int(delta), upper))
    return Interval(rounded(mean), rounded(low), rounded(high))


def _between(ranked: Column, i: int, ratio: float) -> float:
    """Interpolate towards the next value; beyond the last one Perl reads 0."""
    here, following = (float(ranked[k]) if k < len(ranked) else 0.0 for k in (i, i + 1))
    return here + (following - here) * ratio
