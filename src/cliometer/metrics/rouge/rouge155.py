"""ROUGE-1.5.5 (Lin 2004): counts, several references, rounding, jackknife and bootstrap averages.

The dialect of rouge-score differs in its words, in L, in the reference that it takes (mode F), and does not round.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.metrics.rouge.lcs import Sides, total, union_lcs, union_wlcs
from cliometer.metrics.rouge.variants import Limit, Variant, grams, overlap
from cliometer.text.tokenisation import TextSettings

# ROUGE-1.5.5 (Lin 2004): counts against each reference, how references combine, when numbers are rounded.
# ROUGE-W weighs the size of a text twice, ((sum of sentence lengths ** w) ** w). Against a reference
# without words the Perl script dies in a division by zero; here such a reference brings no hits and no
# size.

Mode = Literal["A", "B", "F"]


class Tokens(NamedTuple):
    """A text as the words that N, S and SU count, and as the sentences that L and W align."""

    words: list[str]
    sentences: list[list[str]]
    settings: TextSettings = TextSettings()


class Counts(NamedTuple):
    """What is shared, and the sizes of peer and references (models), in the units of the variant."""

    hits: float
    peer: float
    model: float


class RougeMatch(NamedTuple):
    """Counts against one reference, and the recall by which mode B picks the best reference."""

    counts: Counts
    recall: float


class RougeScore(NamedTuple):
    """Rounded to five decimals: F is computed from the rounded recall and precision."""

    recall: float
    precision: float
    f: float


NOTHING = Counts(0, 0, 0)


def tokenise(sentences: Sequence[str], text: TextSettings, limit: Limit) -> Tokens:
    """Cut a text to its limit, then tokenise it."""
    units = [text.words(sentence) for sentence in limit.cut(sentences, adding_up=False)]
    if limit.bytes:
        return Tokens(
            [word for sentence in limit.cut(sentences, adding_up=True) for word in text.words(sentence)], units, text
        )
    return Tokens([word for unit in units for word in unit], units, text)


def counts(variant: Variant, peer: Tokens, reference: Tokens) -> Counts:
    """Return hits and sizes against one reference."""
    return match(variant, peer, reference).counts


def match(variant: Variant, peer: Tokens, reference: Tokens) -> RougeMatch:
    """Compare with one reference."""
    ours, theirs = (variant.aligned(tokens.sentences, tokens.settings) for tokens in (peer, reference))
    sides = Sides(ours, peer.words, theirs, reference.words)
    if variant.kind == "L":
        hits, base = union_lcs(sides)
        return RougeMatch(Counts(hits, len(peer.words), base), hits / base if base else 0.0)
    if variant.kind == "W":
        try:
            hits, base = union_wlcs(sides, variant.weight)
            sizes = Counts(hits, float(len(peer.words)) ** variant.weight, base**variant.weight)
        except OverflowError:
            raise UsageError("text-too-long-for-weight", weight=variant.weight) from None
        return RougeMatch(sizes, (hits / base) ** (1 / variant.weight) if base else 0.0)
    peer_grams, model_grams = grams(variant, peer.words), grams(variant, reference.words)
    hits, size = overlap(peer_grams, model_grams), model_grams.total()
    return RougeMatch(Counts(hits, peer_grams.total(), size), round_score(hits / size) if size else 0.0)


def combine(matches: Iterable[RougeMatch], mode: Mode) -> Counts:
    """Combine several references: A pools their counts, B and F take the first of those with the best recall or F."""
    if mode != "A":
        rank = (lambda match: match.recall) if mode == "B" else (lambda match: score(_PLAIN, match.counts, 0.5, True).f)
        best = max(matches, key=rank, default=None)
        return NOTHING if best is None else best.counts
    pooled = NOTHING
    for match in matches:
        pooled = add(pooled, match.counts)
    return pooled


def add(first: Counts, other: Counts) -> Counts:
    """Return the sum of two counts."""
    return Counts(first.hits + other.hits, first.peer + other.peer, first.model + other.model)


def score(variant: Variant, counts: Counts, alpha: float, exact: bool = False) -> RougeScore:
    """Divide, and round unless exact values are asked for; a text without units scores 0."""
    rounded = float if exact else round_score
    root = 1 / variant.weight if variant.kind == "W" else 1
    recall, precision = (rounded((counts.hits / size) ** root) if size else 0.0 for size in (counts.model, counts.peer))
    return RougeScore(recall, precision, rounded(f_measure(recall, precision, alpha)))


_PLAIN = Variant("N", n=1)


def f_measure(recall: float, precision: float, alpha: float) -> float:
    """Return van Rijsbergen's F; an alpha near 1 favours precision."""
    weighted = (1 - alpha) * precision + alpha * recall
    return precision * recall / weighted if weighted > 0 else 0.0


def round_score(value: float) -> float:
    """Round to five decimals, as printed."""
    return float(f"{value:.5f}")


# Leave one reference out (Lin 2004): so that people and systems are judged against as many references.
# With k references the score is the mean of the k scores against k - 1 of them, each combined in the mode
# asked for: B, the best, is what ROUGE did itself before version 1.4; A pools. One reference is never left
# out. Whether the peer is the work of a writer of one of the references is the caller's business.


def jackknife(
    variant: Variant, matches: Sequence[RougeMatch], mode: Mode, alpha: float, exact: bool = False
) -> RougeScore:
    """Return the mean of the leave-one-out scores, rounded unless exact values are asked for."""
    several = ([*matches[:i], *matches[i + 1 :]] for i in range(len(matches)))
    left = several if len(matches) > 1 else [matches]
    scores = [score(variant, combine(kept, mode), alpha, exact) for kept in left]
    means = (total(column) / len(scores) for column in zip(*scores, strict=True))
    recall, precision, f = means if exact else map(round_score, means)
    return RougeScore(recall, precision, f)


_FACTOR, _STEP, _START, _BITS = 0x5DEECE66D, 0xB, 0x330E, 48
_MASK = (1 << _BITS) - 1


@lru_cache(maxsize=4)
def samples(size: int, resamples: int) -> NDArray[np.intp]:
    """Return draws of drand48: column i holds `size` of them with replacement from range(size), after `srand(i)`.

    Kept for the next metric and the next system, which draw the same.
    """
    state = (np.arange(resamples, dtype=np.uint64) << np.uint64(16)) + np.uint64(_START)
    drawn = np.empty((size, resamples), dtype=np.intp)
    for row in drawn:
        state = (state * np.uint64(_FACTOR) + np.uint64(_STEP)) & np.uint64(_MASK)  # wraps at 64 bits: exact
        row[:] = (state.astype(np.float64) / float(1 << _BITS) * size).astype(np.intp)
    drawn.setflags(write=False)
    return drawn


# The averages of ROUGE-1.5.5: the mean of bootstrap resamples with a percentile interval, bit for bit.
# Every sum runs from left to right in double precision as in Perl; numpy only does many resamples at a
# time.

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


def over_texts(scores: Sequence[RougeScore], how: Resampling) -> Triple:
    """Return means in which each text weighs the same (-t 0)."""
    columns = _resampled_sums(scores, how.resamples) / max(len(scores), 1)
    return _triple(columns, how)


def over_tokens(counts: Sequence[Counts], alpha: float, how: Resampling) -> Triple:
    """Return means in which each token weighs the same (-t 1): counts are pooled, then divided."""
    hits, peer, model = _resampled_sums(counts, how.resamples)
    recall, precision = _ratio(hits, model), _ratio(hits, peer)
    f = _ratio(recall * precision, (1 - alpha) * precision + alpha * recall)
    return _triple((recall, precision, f), how)


def _resampled_sums(rows: Sequence[Sequence[float]], resamples: int) -> NDArray[np.float64]:
    """Return the sum of each column in each resample."""
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
    """Return the mean, and two quantiles that are interpolated with the ratio of the upper one."""
    size = len(ranked)
    delta = size * ((100 - confidence) / 2.0) / 100.0
    upper = int(size - delta - 1)
    ratio = size - delta - 1 - upper
    mean = float(np.add.accumulate(ranked)[-1]) / size  # accumulate adds one by one; sum does not
    low, high = (_between(ranked, i, ratio) for i in (int(delta), upper))
    return Interval(round_score(mean), round_score(low), round_score(high))


def _between(ranked: Column, i: int, ratio: float) -> float:
    """Interpolate towards the next value; beyond the last one Perl reads 0."""
    here, following = (float(ranked[k]) if k < len(ranked) else 0.0 for k in (i, i + 1))
    return here + (following - here) * ratio
