"""Correlation by system, by text (Louis & Nenkova 2013) and over all scores (Deutsch et al. 2021).

A table holds systems in its rows and texts in its columns. The system level correlates the rows' means, the
text level averages the correlations of the columns, the global level correlates all cells at once. A
coefficient of a constant side has no value: the answer then carries the reason instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import unknown
from cliometer.stats.coefficients import Coefficient, rows_of
from cliometer.stats.samples import ROUNDING, Floats, levelled, matrices, vectors

Level = Literal["system", "text", "global"]
LEVELS: tuple[Level, ...] = ("system", "text", "global")


@dataclass(frozen=True)
class Correlation:
    """A coefficient, or the reason why there is none; at the text level how many texts have one."""

    value: float | None
    undefined: str | None = None
    counted: int = 1
    left_out: int = 0


def pearson(first: ArrayLike, second: ArrayLike) -> Correlation:
    """Pearson's r."""
    return correlate(first, second, "pearson")


def spearman(first: ArrayLike, second: ArrayLike) -> Correlation:
    """Spearman's rho, with average ranks for ties."""
    return correlate(first, second, "spearman")


def kendall_b(first: ArrayLike, second: ArrayLike) -> Correlation:
    """Kendall's tau-b, corrected for ties."""
    return correlate(first, second, "kendall-b")


def kendall_c(first: ArrayLike, second: ArrayLike) -> Correlation:
    """Stuart's tau-c, for scales of different lengths."""
    return correlate(first, second, "kendall-c")


def correlate(first: ArrayLike, second: ArrayLike, coefficient: Coefficient) -> Correlation:
    """The coefficient of two lists of scores of the same items."""
    rows = rows_of(coefficient)
    x, y = vectors(first, second)
    reason = constant_side(x, y, "scores")
    return Correlation(None, reason, 0, 1) if reason else Correlation(float(rows(x, y)))


def correlate_tables(
    first: ArrayLike, second: ArrayLike, coefficient: Coefficient, level: Level
) -> Correlation:
    """The coefficient of two tables, systems x texts, at a level."""
    x, y = matrices(first, second)
    values = level_rows(x, y, coefficient, level)
    defined = values[np.isfinite(values)]
    left_out = values.size - defined.size
    if defined.size:
        return Correlation(float(np.mean(defined)), None, defined.size, left_out)
    return Correlation(None, _why_undefined(x, y, level), 0, left_out)


def level_rows(x: Floats, y: Floats, coefficient: str, level: str) -> Floats:
    """Tables in the last two axes; the coefficients that the level averages, in the last axis."""
    rows = rows_of(coefficient)
    if level == "text":
        return rows(np.swapaxes(x, -1, -2), np.swapaxes(y, -1, -2))
    if level == "system":
        return rows(system_means(x), system_means(y))[..., None]
    if level == "global":
        flat = (*x.shape[:-2], x.shape[-2] * x.shape[-1])
        return rows(x.reshape(flat), y.reshape(flat))[..., None]
    raise unknown("level", level, LEVELS)


def level_values(x: Floats, y: Floats, coefficient: str, level: str) -> Floats:
    """One number for each pair of tables; NaN where no coefficient of the level has a value."""
    values = level_rows(x, y, coefficient, level)
    defined = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        mean: Floats = np.sum(np.where(defined, values, 0.0), axis=-1) / np.sum(defined, axis=-1)
    return mean


def system_means(x: Floats) -> Floats:
    """The mean of each row; means that differ by rounding alone are made equal, as they must tie."""
    scale = 2.0 ** -x.shape[-1].bit_length()  # exact, and no sum overflows
    means: Floats = np.sum(np.sort(x, axis=-1) * scale, axis=-1) / (x.shape[-1] * scale)
    return levelled(means, ROUNDING * np.max(np.abs(x), axis=(-2, -1))[..., np.newaxis])


def constant_side(x: Floats, y: Floats, what: str) -> str | None:
    """Why no coefficient of x and y has a value, if so."""
    sides = [name for name, side in (("first", x), ("second", y)) if np.all(side == side.flat[0])]
    return f"all {what} of the {' and the '.join(sides)} side are equal" if sides else None


def _why_undefined(x: Floats, y: Floats, level: Level) -> str:
    if level == "text":
        return "on every text one side gives all systems the same score"
    if level == "system":
        x, y = system_means(x), system_means(y)
    reason = constant_side(x, y, "system means" if level == "system" else "scores")
    return reason or "one side is constant"
