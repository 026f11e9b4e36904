"""Formulas on word counts: divergences, topic words (Lin & Hovy 2000), cosine, probabilities."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from cliometer.model.documents import Background
from cliometer.text.source_words import Counts

# Kullback-Leibler and Jensen-Shannon divergence of the words of a summary from those of its sources.
# A are the counts of the sources, B those of the summary; natural logarithms. Smoothing is SIMetrix's:
# gamma is added to each count, and the vocabulary is taken to be half as large again as that of the
# sources, for both sides. The two need not sum to 1 over the words that occur, so that a smoothed
# divergence may be negative.

GAMMA = 0.005  # what SIMetrix adds to each count
BINS = 1.5  # outcomes for each word of the sources
WORST_JSD = math.log(2)  # of texts without a common word

_Pairs = list[tuple[float, float]]


def kl_input_summary(A: Counts, B: Counts) -> float:
    """Return sum p_A ln(p_A / p_B), smoothed."""
    return math.fsum(p * math.log(p / q) for p, q in smoothed_probabilities(A, B))


def kl_summary_input(A: Counts, B: Counts) -> float:
    """Return sum p_B ln(p_B / p_A), smoothed."""
    return math.fsum(q * math.log(q / p) for p, q in smoothed_probabilities(A, B))


def jsd(A: Counts, B: Counts, smooth: bool = False) -> float:
    """Return 1/2 sum [p_A ln(2 p_A / (p_A + p_B)) + p_B ln(2 p_B / (p_A + p_B))]; 0 ln 0 is 0."""
    pairs = smoothed_probabilities(A, B) if smooth else _shares(A, B)
    divergence = 0.5 * math.fsum(_half(p, q) + _half(q, p) for p, q in pairs)
    # roundings may carry an unsmoothed one past its ends, and then silence, at ln 2, would be better
    return divergence if smooth else min(max(divergence, 0.0), WORST_JSD)


def jsd_terms(A: Counts, B: Counts, smooth: bool = False) -> dict[str, float]:
    """Return what each word adds to the Jensen-Shannon divergence."""
    shares = probabilities(A, B, smooth)
    return {word: 0.5 * (_half(p, q) + _half(q, p)) for word, (p, q) in shares.items()}


def probabilities(A: Counts, B: Counts, smooth: bool = False) -> dict[str, tuple[float, float]]:
    """Return p_A and p_B of each word, plain or smoothed."""
    words = [*A, *(word for word in B if word not in A)]
    return dict(zip(words, smoothed_probabilities(A, B) if smooth else _shares(A, B), strict=True))


def smoothed_probabilities(A: Counts, B: Counts) -> _Pairs:
    """Return the smoothed p_A and p_B of every word of either side."""
    n_A, n_B, bins = sum(A.values()), sum(B.values()), BINS * len(A)
    of_A, of_B = n_A + GAMMA * bins, n_B + GAMMA * bins
    return [((a + GAMMA) / of_A, (b + GAMMA) / of_B) for a, b in _paired(A, B)] if bins else []


def _shares(A: Counts, B: Counts) -> _Pairs:
    n_A, n_B = sum(A.values()) or 1, sum(B.values()) or 1
    return [(a / n_A, b / n_B) for a, b in _paired(A, B)]


def _paired(A: Mapping[str, float], B: Mapping[str, float]) -> _Pairs:
    pairs = [(a, B.get(word, 0)) for word, a in A.items()]
    return pairs + [(0, b) for word, b in B.items() if word not in A]


def _half(p: float, q: float) -> float:
    return p * math.log(2 * p / (p + q)) if p else 0.0


# Topic words (Lin & Hovy 2000): more frequent than elsewhere by Dunning's likelihood ratio (1993).
# -2 ln lambda = 2 [l(k1, n1, p1) + l(k2, n2, p2) - l(k1, n1, p) - l(k2, n2, p)] l(k, n, p) = k ln p + (n-k)
# ln(1-p)
# k1 of the n1 words of the sources and k2 of the n2 words of the background are the word in question.
# SIMetrix takes logarithms to base 10, so that its cut-off of 10 is 23.03 on the chi-square scale, and
# takes a word that the sources avoid for a topic word too; `dunning` does neither.


@dataclass(frozen=True)
class Profile:
    """The scale of the ratio, its cut-off, and whether a topic word must be more frequent than elsewhere."""

    unit: float  # what a natural logarithm is divided by
    cutoff: float
    is_directed: bool

    def accepts(self, k1: float, n1: float, k2: float, n2: float, cutoff: float | None) -> bool:
        """Return whether a word is a topic word; strictly above the cut-off."""
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
    """Return the topic words of the sources; the cut-off is the profile's unless given."""
    rule, counts, n1, n2 = PROFILES[profile], background.counts, sum(A.values()), background.total
    return frozenset(word for word, k1 in A.items() if rule.accepts(k1, n1, counts.get(word, 0), n2, cutoff))


def likelihood_ratio(k1: float, n1: float, k2: float, n2: float) -> float:
    """Return -2 ln lambda; 0 where both shares are the same."""
    p = (k1 + k2) / (n1 + n2)
    apart = _log_likelihood(k1, n1, k1 / n1) + _log_likelihood(k2, n2, k2 / n2 if n2 else 0.0)
    return 2 * (apart - _log_likelihood(k1, n1, p) - _log_likelihood(k2, n2, p))


def _log_likelihood(k: float, n: float, p: float) -> float:
    """Return k ln p + (n - k) ln(1 - p), where 0 ln 0 is 0."""
    hits = k * math.log(p) if k else 0.0
    return hits + ((n - k) * math.log1p(-p) if n > k else 0.0)


def fraction_of_topic_words(words: frozenset[str], B: Counts) -> float:
    """Return the share of the topic words that the summary has; 0 where there are none."""
    return sum(word in B for word in words) / len(words) if words else 0.0


def topic_tokens(words: frozenset[str], B: Counts) -> float:
    """Return the share of the summary's words, repetitions included, that are topic words; 0 for an empty summary."""
    total = sum(B.values())
    return sum(B[word] for word in words if word in B) / total if total else 0.0


def tf_idf_cosine(A: Counts, B: Counts, background: Background) -> float:
    """Return sum A_w B_w idf_w^2 / (|A| |B|); 0 where no word is common."""
    idf = {word: background.idf(word) for word in {**A, **B}}
    dot = math.fsum(A[word] * b * idf[word] ** 2 for word, b in B.items() if word in A)
    # roundings may carry the quotient of like texts past 1
    return min(1.0, dot / (_length(A, idf) * _length(B, idf))) if dot else 0.0


def cosine_terms(A: Counts, B: Counts, background: Background) -> dict[str, float]:
    """Return what each common word adds to the cosine."""
    idf = {word: background.idf(word) for word in {**A, **B}}
    lengths = _length(A, idf) * _length(B, idf)
    return {word: A[word] * b * idf[word] ** 2 / lengths for word, b in B.items() if word in A and lengths}


def _length(counts: Counts, idf: dict[str, float]) -> float:
    return math.sqrt(math.fsum((times * idf[word]) ** 2 for word, times in counts.items()))


def unigram(A: Counts, B: Counts) -> float:
    """Return sum B_w log10(A_w / n_A); words that the sources lack are left out, so that they cost nothing."""
    return math.fsum(unigram_terms(A, B).values())


def unigram_terms(A: Counts, B: Counts) -> dict[str, float]:
    """Return what each word of the summary that the sources have adds to its log probability."""
    n_A = sum(A.values())
    return {word: b * math.log10(A[word] / n_A) for word, b in B.items() if word in A}


def multinomial(A: Counts, B: Counts) -> float:
    """Return the same with the orders in which the words could stand: + log10 n_B! - sum log10 B_w!.

    By the logarithm of the gamma function, which has no end where factorials overflow.
    """
    orders = math.lgamma(sum(B.values()) + 1) - math.fsum(math.lgamma(b + 1) for b in B.values())
    return unigram(A, B) + orders / math.log(10)
