"""Near duplicates: posts within a few letters of an earlier one that was kept.

The paper's rule (Mackie et al. 2014): Levenshtein's distance below 5; the first is kept. URLs are taken out
before comparing, since shorteners give each copy another. Only posts of about the same length are compared,
and a chunk at a time, so that memory does not grow with the square of the posts. rapidfuzz compares far
faster than we do; without it the outcome is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from cliometer.text.posts.levenshtein import within
from cliometer.text.posts.patterns import URL
from cliometer.text.posts.tokens import clean

CLOSEST = 5  # the distance from which on two posts are different
_CHUNK = 512

Pairs = list[tuple[int, int]]
Buckets = dict[int, list[int]]
Compare = Callable[[Sequence[str], Sequence[str], int], Pairs]


def near_duplicates(texts: Sequence[str], closest: int = CLOSEST) -> dict[int, int]:
    """Place of each near duplicate -> place of the first kept text that it repeats.

    >>> near_duplicates(["It rains in Rome today", "It rains in Rome today!", "It snows in Oslo"])
    {1: 0}
    """
    stripped = [compared(text) for text in texts]
    first: dict[str, int] = {}
    for place, text in enumerate(stripped):
        first.setdefault(text, place)
    found = _near(list(first.values()), stripped, closest - 1)
    repeats = {place: first[text] for place, text in enumerate(stripped) if first[text] != place}
    found |= {place: found.get(origin, origin) for place, origin in repeats.items()}
    return dict(sorted(found.items()))


def compared(text: str) -> str:
    """What two posts are compared by: cleaned, without URLs."""
    return " ".join(_url().sub(" ", clean(text)).split())


def _near(places: Sequence[int], texts: Sequence[str], limit: int) -> dict[int, int]:
    """Near duplicates among different texts."""
    kept: dict[int, list[int]] = {}
    found: dict[int, int] = {}
    for start in range(0, len(places), _CHUNK):
        chunk = _by_length(places[start : start + _CHUNK], texts, limit)
        nearest = _nearest(chunk, kept, texts, limit)
        for place in places[start : start + _CHUNK]:
            origins = [origin for origin in nearest.get(place, ()) if origin not in found]
            if origins:
                found[place] = min(origins)
            else:
                kept.setdefault(_bucket(texts[place], limit), []).append(place)
    return found


def _nearest(chunk: Buckets, kept: Buckets, texts: Sequence[str], limit: int) -> dict[int, list[int]]:
    """The earlier texts within the limit of each of a chunk: of those kept so far, and of its own."""
    nearest: dict[int, list[int]] = {}
    for bucket, places in chunk.items():
        for other in (bucket - 1, bucket, bucket + 1):
            others = [*kept.get(other, ()), *chunk.get(other, ())]
            for i, j in comparer()([texts[p] for p in places], [texts[p] for p in others], limit):
                if others[j] < places[i]:
                    nearest.setdefault(places[i], []).append(others[j])
    return nearest


def _by_length(places: Sequence[int], texts: Sequence[str], limit: int) -> Buckets:
    buckets: Buckets = {}
    for place in places:
        buckets.setdefault(_bucket(texts[place], limit), []).append(place)
    return buckets


def _bucket(text: str, limit: int) -> int:
    """Texts within the limit lie in one bucket, or in two side by side."""
    return len(text) // max(1, limit)


@cache
def comparer() -> Compare:
    """rapidfuzz's where it is installed, else our own."""
    try:
        import rapidfuzz  # noqa: F401
    except ImportError:
        return plainly
    return quickly


def quickly(ours: Sequence[str], theirs: Sequence[str], limit: int) -> Pairs:
    """All pairs within the limit, by rapidfuzz."""
    import numpy as np
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    if not ours or not theirs:
        return []
    table = cdist(ours, theirs, scorer=Levenshtein.distance, score_cutoff=limit, dtype=np.int32)
    return [(int(i), int(j)) for i, j in np.argwhere(table <= limit)]


def plainly(ours: Sequence[str], theirs: Sequence[str], limit: int) -> Pairs:
    """All pairs within the limit, one by one.

    Of limit + 1 pieces of a text, so many edits leave one as it was; most pairs are ruled out by that.
    """
    found: Pairs = []
    for i, text in enumerate(ours):
        pieces = _pieces(text, limit + 1)
        near = (j for j, other in enumerate(theirs) if any(piece in other for piece in pieces))
        found += [(i, j) for j in near if within(text, theirs[j], limit)]
    return found


def _pieces(text: str, count: int) -> list[str]:
    ends = [len(text) * number // count for number in range(count + 1)]
    return [text[start:end] for start, end in pairwise(ends)]


@cache
def _url() -> re.Pattern[str]:
    return re.compile(URL)
