"""Which words of two texts earned the points, word by word, as the metric reads words.

A gram counts as often as both texts have it; its first occurrences are marked. With ROUGE-1 there are as
many marked words as hits. ROUGE-L and W mark the words of the reference that lie on common subsequences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from cliometer.metrics.rouge.grams import Grams, grams
from cliometer.metrics.rouge.lcs import Sides, hit_words
from cliometer.metrics.rouge.variants import Variant
from cliometer.report.aligned.places import Placed

Lines = Sequence[Sequence[Placed]]


class Common(NamedTuple):
    """The words of both texts that earned something."""

    system: list[Placed]
    reference: list[Placed]


def common(system: Lines, reference: Lines, variant: Variant) -> Common:
    """What two texts share."""
    ours, theirs = _flat(system), _flat(reference)
    if variant.kind in ("L", "W"):
        hits = hit_words(Sides(system, ours, reference, theirs), variant.weight)
        return Common(_first(ours, Counter(hits)), [word for word in hits if isinstance(word, Placed)])
    shared = grams(variant, ours) & grams(variant, theirs)
    return Common(_earning(ours, shared, variant), _earning(theirs, shared, variant))


def flat_spans(words: Iterable[Placed], text: str) -> list[int]:
    """Marked stretches in order as gap, length, gap, length, ... in UTF-16 units, as scripts count."""
    spans = sorted({word.span for word in words})
    if not text.isascii() and max(text) > "\uffff":
        before = [0, *accumulate(1 + (character > "\uffff") for character in text)]
        spans = [(before[start], before[stop]) for start, stop in spans]
    numbers, end = [], 0
    for start, stop in spans:
        numbers += [start - end, stop - start]
        end = stop
    return numbers


def _flat(lines: Lines) -> list[Placed]:
    return [word for line in lines for word in line]


def _first(words: Iterable[Placed], hits: Mapping[str, int]) -> list[Placed]:
    """The first occurrences, as many as there are hits."""
    left, found = dict(hits), []
    for word in words:
        if left.get(word, 0) > 0:
            left[word] -= 1
            found.append(word)
    return found


def _earning(words: Sequence[Placed], shared: Grams, variant: Variant) -> list[Placed]:
    """The words that stand in the first occurrences of the shared grams."""
    if variant.kind == "N" and variant.n == 1:
        return _first(words, {word: hits for (word,), hits in shared.items()})
    return _in_grams(words, shared, variant) if shared else []


def _in_grams(words: Sequence[Placed], shared: Grams, variant: Variant) -> list[Placed]:
    left, marked = Counter(shared), set()
    for gram in grams(variant, [str(i) for i in range(len(words))]):  # the positions of every gram, in order
        positions = [int(i) for i in gram]
        key = tuple(str(words[i]) for i in positions)
        if left[key] > 0:
            left[key] -= 1
            marked.update(positions)
    return [words[i] for i in sorted(marked)]
