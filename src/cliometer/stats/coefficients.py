"""Pearson (1895), Spearman (1904), Kendall's tau-b (1945) and Stuart's tau-c (1953) of many rows at once.

Every function takes two arrays of one shape and correlates along the last axis. Where a side is constant the
coefficient has no value and the answer is NaN; `cliometer.stats.correlation` turns that into a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import unknown
from cliometer.stats.discordance import pair_counts
from cliometer.stats.samples import Floats

Coefficient = Literal["pearson", "spearman", "kendall-b", "kendall-c"]
LONG = 200  # items; from about here on Knight's way is the faster one


def pearson_rows(x: Floats, y: Floats) -> Floats:
    """r of each row: the cosine of the two centred rows."""
    u, v = _centred(x), _centred(y)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = u / np.sqrt(np.sum(u * u, axis=-1, keepdims=True))
        v = v / np.sqrt(np.sum(v * v, axis=-1, keepdims=True))
        r: Floats = np.sum(u * v, axis=-1)
    return np.clip(r, -1.0, 1.0)


def spearman_rows(x: Floats, y: Floats) -> Floats:
    """rho of each row: Pearson's r of the ranks, ties sharing their average rank."""
    return pearson_rows(average_ranks(x), average_ranks(y))


def kendall_b_rows(x: Floats, y: Floats) -> Floats:
    """tau-b of each row: concordant minus discordant pairs, over the pairs untied in x and those in y."""
    balance, untied_x, untied_y = _pairs(x, y)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.clip(balance / np.sqrt(untied_x) / np.sqrt(untied_y), -1.0, 1.0)


def kendall_c_rows(x: Floats, y: Floats) -> Floats:
    """tau-c of each row: the balance of pairs over n^2 (m - 1) / 2m, m values on the shorter scale."""
    balance, _, _ = _pairs(x, y)
    m = np.minimum(_distinct(x), _distinct(y))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(m > 1, 2 * balance / (x.shape[-1] ** 2 * (m - 1) / m), np.nan)


ROWS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "pearson": pearson_rows,
    "spearman": spearman_rows,
    "kendall-b": kendall_b_rows,
    "kendall-c": kendall_c_rows,
}


def rows_of(coefficient: str) -> Callable[[Floats, Floats], Floats]:
    """The function of a coefficient's name."""
    if coefficient not in ROWS:
        raise unknown("coefficient", coefficient, ROWS)
    return ROWS[coefficient]


def average_ranks(x: Floats) -> Floats:
    """Ranks from 1 along the last axis; tied values share the mean of their places."""
    order = np.argsort(x, axis=-1, kind="stable")
    starts = _starts(np.take_along_axis(x, order, axis=-1))
    places = np.arange(x.shape[-1])
    first = np.maximum.accumulate(np.where(starts, places, 0), axis=-1)
    ends = np.concatenate([starts[..., 1:], np.ones_like(starts[..., :1])], axis=-1)
    backwards = np.where(ends, places, x.shape[-1])[..., ::-1]
    last = np.minimum.accumulate(backwards, axis=-1)[..., ::-1]
    ranks = np.empty(x.shape, dtype=np.float64)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=-1)
    return ranks


def _centred(x: Floats) -> Floats:
    """Each row less its mean; the scale is a power of two and the first value goes first, so that neither
    great numbers nor nearly equal ones lose what tells them apart."""
    _, exponent = np.frexp(np.max(np.abs(x), axis=-1, keepdims=True))
    scaled = np.ldexp(x, -exponent)
    shifted = scaled - scaled[..., :1]
    centred: Floats = shifted - np.mean(shifted, axis=-1, keepdims=True)
    return np.where(np.any(shifted != 0, axis=-1, keepdims=True), centred, 0.0)


def _pairs(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Concordant less discordant pairs, pairs untied in x, pairs untied in y; one step for each distance."""
    if x.shape[-1] > LONG:
        return pair_counts(x, y)
    balance, untied_x, untied_y = (np.zeros(x.shape[:-1]) for _ in range(3))
    for step in range(1, x.shape[-1]):
        of_x = np.sign(x[..., step:] - x[..., :-step])
        of_y = np.sign(y[..., step:] - y[..., :-step])
        balance += np.sum(of_x * of_y, axis=-1)
        untied_x += np.sum(np.abs(of_x), axis=-1)
        untied_y += np.sum(np.abs(of_y), axis=-1)
    return balance, untied_x, untied_y


def _distinct(x: Floats) -> NDArray[np.int_]:
    number: NDArray[np.int_] = np.sum(_starts(np.sort(x, axis=-1)), axis=-1)
    return number


def _starts(ordered: Floats) -> NDArray[np.bool_]:
    """Where in sorted rows a new value begins."""
    first = np.ones((*ordered.shape[:-1], 1), dtype=np.bool_)
    return np.concatenate([first, ordered[..., 1:] != ordered[..., :-1]], axis=-1)
