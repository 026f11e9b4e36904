"""The probability of a summary's words under the words of its sources, as logarithms to base 10."""

from __future__ import annotations

import math

from cliometer.text.source_words import Counts


def unigram(A: Counts, B: Counts) -> float:
    """sum B_w log10(A_w / n_A); words that the sources lack are left out, so that they cost nothing."""
    n_A = sum(A.values())
    return math.fsum(b * math.log10(A[word] / n_A) for word, b in B.items() if word in A)


def multinomial(A: Counts, B: Counts) -> float:
    """The same with the orders in which the words could stand: + log10 n_B! - sum log10 B_w!.

    By the logarithm of the gamma function, which has no end where factorials overflow.
    """
    orders = math.lgamma(sum(B.values()) + 1) - math.fsum(math.lgamma(b + 1) for b in B.values())
    return unigram(A, B) + orders / math.log(10)
