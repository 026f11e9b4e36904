"""How alike texts are: the cosine of their character n-grams, rare ones weighing more (TF-IDF)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

SHORTEST, LONGEST = 3, 5  # letters in a gram: stems and endings, whatever the language
DIGITS = 9  # beyond, the order of additions shows


def similarities(texts: Sequence[str]) -> NDArray[np.float64]:
    """The cosine of each two texts, from 0 to 1; a text without a letter is like no other."""
    counts = [Counter(grams(text)) for text in texts]
    spread = Counter(gram for count in counts for gram in count)
    shared = {gram: place for place, gram in enumerate(g for g, n in spread.items() if n > 1)}
    rows = np.zeros((len(texts), len(shared)))
    for number, count in enumerate(counts):
        weights = {gram: _weight(times, spread[gram], len(texts)) for gram, times in count.items()}
        length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
        for gram, weight in weights.items():
            if gram in shared:
                rows[number, shared[gram]] = weight / length
    cosines: NDArray[np.float64] = np.round(rows @ rows.T, DIGITS)
    return cosines


def grams(text: str) -> Iterator[str]:
    """Stretches of letters and digits inside words, with a blank at either end of a word."""
    kept = "".join(letter if letter.isalnum() else " " for letter in text.casefold())
    for word in kept.split():
        padded = f" {word} "
        for size in range(SHORTEST, LONGEST + 1):
            for start in range(len(padded) - size + 1):
                yield padded[start : start + size]


def _weight(times: int, texts: int, of: int) -> float:
    """Often in this text, seldom in others."""
    return (1 + math.log(times)) * (1 + math.log((1 + of) / (1 + texts)))
