"""Source metrics written for the eye: one loop over one vocabulary, in the letters of the papers."""

from __future__ import annotations

import math
from collections.abc import Mapping

Counts = Mapping[str, float]
Table = dict[str, tuple[float, float]]


def vocabulary(A: Counts, B: Counts) -> list[str]:
    return sorted(set(A) | set(B))


def smoothed(A: Counts, B: Counts) -> Table:
    bins = 1.5 * len(A)
    n_A, n_B = sum(A.values()), sum(B.values())
    return {
        w: ((A.get(w, 0) + 0.005) / (n_A + 0.005 * bins), (B.get(w, 0) + 0.005) / (n_B + 0.005 * bins))
        for w in vocabulary(A, B)
    }


def shares(A: Counts, B: Counts) -> Table:
    n_A, n_B = sum(A.values()), sum(B.values())
    return {w: (A.get(w, 0) / n_A, B.get(w, 0) / n_B) for w in vocabulary(A, B)}


def kl(table: Table) -> float:
    return sum(p * math.log(p / q) for p, q in table.values())


def turned(table: Table) -> Table:
    return {w: (q, p) for w, (p, q) in table.items()}


def jsd(table: Table) -> float:
    total = 0.0
    for p, q in table.values():
        m = (p + q) / 2
        if p > 0:
            total += p * math.log(p / m) / 2
        if q > 0:
            total += q * math.log(q / m) / 2
    return total


def log_likelihood(k: float, n: float, p: float) -> float:
    """ln of p^k (1 - p)^(n - k)."""
    first = 0.0 if k == 0 else k * math.log(p)
    second = 0.0 if n == k else (n - k) * math.log(1 - p)
    return first + second


def dunning(k1: float, n1: float, k2: float, n2: float) -> float:
    p, p1, p2 = (k1 + k2) / (n1 + n2), k1 / n1, k2 / n2
    return -2 * (
        log_likelihood(k1, n1, p) + log_likelihood(k2, n2, p) - log_likelihood(k1, n1, p1) - log_likelihood(k2, n2, p2)
    )


def cosine(A: Counts, B: Counts, idf: Mapping[str, float]) -> float:
    words = vocabulary(A, B)
    a = [A.get(w, 0) * idf[w] for w in words]
    b = [B.get(w, 0) * idf[w] for w in words]
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return dot / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b)) if dot else 0.0


def multinomial(A: Mapping[str, int], B: Mapping[str, int]) -> float:
    """With factorials, which Python has at any size."""
    n_A, found = sum(A.values()), 0.0
    for w, b in B.items():
        if w in A:
            found += b * math.log10(A[w] / n_A)
        found -= math.log10(math.factorial(b))
    return found + math.log10(math.factorial(sum(B.values())))
