"""Topic words (Lin & Hovy 2000): more frequent than elsewhere by Dunning's likelihood ratio (1993).

-2 ln lambda = 2 [l(k1, n1, p1) + l(k2, n2, p2) - l(k1, n1, p) - l(k2, n2, p)]
l(k, n, p) = k ln p + (n-k) ln(1-p)

k1 of the n1 words of the sources and k2 of the n2 words of the background are the word in question. SIMetrix
takes logarithms to base 10, so that its cut-off of 10 is 23.03 on the chi-square scale, and takes a word that
the sources avoid for a topic word too; `dunning` does neither.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from cliometer.model.backgrounds import Background
from cliometer.text.source_words import Counts


@dataclass(frozen=True)
class Profile:
    """The scale of the ratio, its cut-off, and whether a topic word must be more frequent than elsewhere."""

    unit: float  # what a natural logarithm is divided by
    cutoff: float
    is_directed: bool

    def accepts(self, k1: float, n1: float, k2: float, n2: float, cutoff: float | None) -> bool:
        """Whether a word is a topic word; strictly above the cut-off."""
        if self.is_directed and k1 * n2 <= k2 * n1:
            return False
        limit = self.cutoff if cutoff is None else cutoff
        return likelihood_ratio(k1, n1, k2, n2) / self.unit > limit


PROFILES: Mapping[str, Profile] = {
    "dunning": Profile(1.0, 10.828, True),  # chi-square, one degree of freedom, p < .001
    "simetrix": Profile(math.log(10), 10.0, False),
}


def topic_words(
    A: Counts, background: Background, profile: str = "dunning", cutoff: float | None = None
) -> frozenset[str]:
    """The topic words of the sources; the cut-off is the profile's unless given."""
    rule, counts, n1, n2 = PROFILES[profile], background.counts, sum(A.values()), background.total
    return frozenset(word for word, k1 in A.items() if rule.accepts(k1, n1, counts.get(word, 0), n2, cutoff))


def likelihood_ratio(k1: float, n1: float, k2: float, n2: float) -> float:
    """-2 ln lambda; 0 where both shares are the same."""
    p = (k1 + k2) / (n1 + n2)
    apart = _log_likelihood(k1, n1, k1 / n1) + _log_likelihood(k2, n2, k2 / n2 if n2 else 0.0)
    return 2 * (apart - _log_likelihood(k1, n1, p) - _log_likelihood(k2, n2, p))


def _log_likelihood(k: float, n: float, p: float) -> float:
    """k ln p + (n - k) ln(1 - p), where 0 ln 0 is 0."""
    hits = k * math.log(p) if k else 0.0
    return hits + ((n - k) * math.log1p(-p) if n > k else 0.0)


def fraction_of_topic_words(words: frozenset[str], B: Counts) -> float:
    """Topic words that the summary has / topic words; 0 where there are none."""
    return sum(word in B for word in words) / len(words) if words else 0.0


def topic_tokens(words: frozenset[str], B: Counts) -> float:
    """Words of the summary, repetitions included, that are topic words / its words; 0 where it has none."""
    total = sum(B.values())
    return sum(B[word] for word in words if word in B) / total if total else 0.0
