"""The timeline metrics from the paper's equations, with counters, loops and all permutations tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

from cliometer.metrics.rouge.variants import Variant, grams
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.text.tokenisation import TextSettings

Pair = tuple[When, When]
Cost = Callable[[When, When], float]

VARIANT = Variant.parse("1")


def bag(sentences: Sequence[str], text: TextSettings, variant: Variant = VARIANT) -> Counter[tuple[str, ...]]:
    return grams(variant, text.words(" ".join(sentences)))


def shared(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> int:
    return (one & other).total()


def closeness(a: When, b: When) -> float:
    return 1 / (a.distance(b) + 1)


def unigram_f(s: Timeline, R: ReferenceSet, d: When, r: When, text: TextSettings) -> float:
    """R1 of equation 10, with the references that have the date in precision's denominator."""
    said = bag(s[d], text)
    written = [bag(t[r], text) for t in R if r in t]
    hits = sum(shared(said, w) for w in written)
    precision = hits / (len(written) * said.total()) if said.total() else 0.0
    size = sum(w.total() for w in written)
    recall = hits / size if size else 0.0
    return 2 * precision * recall / (precision + recall) if hits else 0.0


def injective(s: Sequence[When], r: Sequence[When]) -> list[frozenset[Pair]]:
    """Every way to use up the shorter side."""
    if len(s) <= len(r):
        return [frozenset(zip(s, chosen, strict=True)) for chosen in permutations(r, len(s))]
    return [frozenset(zip(chosen, r, strict=True)) for chosen in permutations(s, len(r))]


def optimal(candidates: list[frozenset[Pair]], cost: Cost) -> list[frozenset[Pair]]:
    """All candidates of least total cost (equation 8)."""
    totals = [sum(cost(a, b) for a, b in pairs) for pairs in candidates]
    return [pairs for pairs, total in zip(candidates, totals, strict=True) if total <= min(totals) + 1e-9]


def canonical(best: list[frozenset[Pair]], s: Sequence[When], r: Sequence[When]) -> frozenset[Pair]:
    """Closest together first; then the shorter side, earliest first, takes the earliest partners."""
    nearest = max(sum(closeness(a, b) for a, b in pairs) for pairs in best)
    left = [pairs for pairs in best if sum(closeness(a, b) for a, b in pairs) >= nearest - 1e-9]
    order = 0 if len(s) <= len(r) else 1
    return min(left, key=lambda pairs: [p[1 - order] for p in sorted(pairs, key=lambda p: p[order])])


def hits(s: Timeline, R: ReferenceSet, pairs: frozenset[Pair], text: TextSettings, variant: Variant) -> float:
    """The numerator of equation 7."""
    return sum(
        closeness(d, r) * shared(bag(s[d], text, variant), bag(t[r], text, variant))
        for d, r in pairs
        for t in R
        if r in t
    )


def dated_hits(s: Timeline, R: ReferenceSet, pairs: frozenset[Pair], text: TextSettings, variant: Variant) -> float:
    """Precision's numerator under references=dated: a mean over the references that have the date."""
    return sum(
        closeness(d, r) * shared(bag(s[d], text, variant), bag(t[r], text, variant)) / len(R.on(r))
        for d, r in pairs
        for t in R
        if r in t
    )
