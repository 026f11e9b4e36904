"""Sentences that say the same elsewhere: judges of Khandelwal et al. (2001) neglected later occurrences.

Two sentences are twins where their words are the same, or where they share most of them: |A and B| / |A or B|
is at least `SHARE`. Only sentences that share one of their rarest words are compared (prefix filtering,
Chaudhuri et al. 2006), so that thousands of sentences take no longer than a glance.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

SHARE = 0.8
_WORD = re.compile(r"\w+")
Words = frozenset[str]


def words_of(text: str) -> Words:
    """What two sentences are compared by."""
    return frozenset(_WORD.findall(text.casefold()))


def are_twins(one: Words, other: Words, share: float = SHARE) -> bool:
    """Whether so large a share of the words of both is in both."""
    few, many = sorted((len(one), len(other)))
    if not few or few < share * many:
        return False
    both = len(one & other)
    return both >= share * (few + many - both)


def find_twins(texts: Mapping[str, str], share: float = SHARE) -> dict[str, tuple[str, ...]]:
    """The twins of each sentence that has any, in the order of the texts."""
    words = {id: words_of(text) for id, text in texts.items()}
    alike: dict[Words, list[str]] = defaultdict(list)
    for id, own in words.items():
        alike[own].append(id)
    near: dict[Words, list[Words]] = {own: [own] for own in alike if own}
    for one, other in _pairs(list(near), share):
        near[one].append(other)
        near[other].append(one)
    place = {id: number for number, id in enumerate(texts)}
    found: dict[str, tuple[str, ...]] = {}
    for id, own in words.items():
        others = sorted(
            (o for kin in near.get(own, ()) for o in alike[kin] if o != id), key=place.__getitem__
        )
        if others:
            found[id] = tuple(others)
    return found


def _pairs(distinct: list[Words], share: float) -> Iterator[tuple[Words, Words]]:
    """Twins among different sets of words: such sets share one of so few of their rarest words."""
    spread = Counter(word for own in distinct for word in own)
    with_word: dict[str, list[Words]] = defaultdict(list)
    for own in distinct:
        rarest = sorted(own, key=lambda word: (spread[word], word))
        prefix = rarest[: len(own) - math.ceil(share * len(own) - 1e-9) + 1]
        others = dict.fromkeys(other for word in prefix for other in with_word[word])
        yield from ((other, own) for other in others if are_twins(own, other, share))
        for word in prefix:
            with_word[word].append(own)
