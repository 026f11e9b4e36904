"""Cosine of two texts whose words weigh tf * idf."""

from __future__ import annotations

import math

from cliometer.model.backgrounds import Background
from cliometer.text.source_words import Counts


def tf_idf_cosine(A: Counts, B: Counts, background: Background) -> float:
    """sum A_w B_w idf_w^2 / (|A| |B|); 0 where no word is common."""
    idf = {word: background.idf(word) for word in {**A, **B}}
    dot = math.fsum(A[word] * b * idf[word] ** 2 for word, b in B.items() if word in A)
    # roundings may carry the quotient of like texts past 1
    return min(1.0, dot / (_length(A, idf) * _length(B, idf))) if dot else 0.0


def _length(counts: Counts, idf: dict[str, float]) -> float:
    return math.sqrt(math.fsum((times * idf[word]) ** 2 for word, times in counts.items()))
