"""Kullback-Leibler and Jensen-Shannon divergence of the words of a summary from those of its sources.

A are the counts of the sources, B those of the summary; natural logarithms. Smoothing is SIMetrix's: gamma is
added to each count, and the vocabulary is taken to be half as large again as that of the sources, for both
sides. The two need not sum to 1 over the words that occur, so that a smoothed divergence may be negative.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from cliometer.text.source_words import Counts

GAMMA = 0.005  # what SIMetrix adds to each count
BINS = 1.5  # outcomes for each word of the sources
WORST_JSD = math.log(2)  # of texts without a common word

_Pairs = list[tuple[float, float]]


def kl_input_summary(A: Counts, B: Counts) -> float:
    """sum p_A ln(p_A / p_B), smoothed."""
    return math.fsum(p * math.log(p / q) for p, q in smoothed(A, B))


def kl_summary_input(A: Counts, B: Counts) -> float:
    """sum p_B ln(p_B / p_A), smoothed."""
    return math.fsum(q * math.log(q / p) for p, q in smoothed(A, B))


def jsd(A: Counts, B: Counts, smooth: bool = False) -> float:
    """1/2 sum [p_A ln(2 p_A / (p_A + p_B)) + p_B ln(2 p_B / (p_A + p_B))]; 0 ln 0 is 0."""
    pairs = smoothed(A, B) if smooth else _shares(A, B)
    found = 0.5 * math.fsum(_half(p, q) + _half(q, p) for p, q in pairs)
    # roundings may carry an unsmoothed one past its ends, and then silence, at ln 2, would be better
    return found if smooth else min(max(found, 0.0), WORST_JSD)


def smoothed(A: Counts, B: Counts) -> _Pairs:
    """p_A and p_B of every word of either side."""
    n_A, n_B, bins = sum(A.values()), sum(B.values()), BINS * len(A)
    of_A, of_B = n_A + GAMMA * bins, n_B + GAMMA * bins
    return [((a + GAMMA) / of_A, (b + GAMMA) / of_B) for a, b in _paired(A, B)] if bins else []


def _shares(A: Counts, B: Counts) -> _Pairs:
    n_A, n_B = sum(A.values()) or 1, sum(B.values()) or 1
    return [(a / n_A, b / n_B) for a, b in _paired(A, B)]


def _paired(A: Mapping[str, float], B: Mapping[str, float]) -> _Pairs:
    own = [(a, B.get(word, 0)) for word, a in A.items()]
    return own + [(0, b) for word, b in B.items() if word not in A]


def _half(p: float, q: float) -> float:
    return p * math.log(2 * p / (p + q)) if p else 0.0
