"""What ROUGE-N, S and SU count: n-grams and skip-bigrams, across sentence borders, as multisets."""

from collections import Counter
from collections.abc import Sequence

from cliometer.metrics.rouge.variants import Variant

Grams = Counter[tuple[str, ...]]


def grams(variant: Variant, words: Sequence[str]) -> Grams:
    """The units of an N, S or SU variant in a text."""
    if variant.kind == "N":
        return ngrams(words, variant.n)
    pairs = skip_bigrams(words, variant.skip)
    if variant.kind == "SU":
        pairs.update((word,) for word in words[:-1])  # ROUGE forgets the last word, which starts no pair
    return pairs


def ngrams(words: Sequence[str], n: int) -> Grams:
    """Runs of n words."""
    if n > len(words):
        return Counter()
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def skip_bigrams(words: Sequence[str], skip: int | None) -> Grams:
    """Ordered pairs with at most `skip` words between them; None sets no limit."""
    reach = len(words) if skip is None else skip + 1
    return Counter(
        (first, second) for i, first in enumerate(words, start=1) for second in words[i : i + reach]
    )


def overlap(one: Grams, other: Grams) -> int:
    """Shared units, each as often as both have it."""
    small, large = sorted((one, other), key=len)
    return sum(min(count, large[gram]) for gram, count in small.items() if gram in large)
