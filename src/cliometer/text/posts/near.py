"""Near duplicates: posts within a few letters of an earlier one that was kept.

The paper's rule (Mackie et al. 2014): Levenshtein's distance below 5; the first is kept. URLs are taken out
before comparing, since shorteners give each copy another; a post of nothing but URLs repeats only those with
the very same. Only texts of about the same length and with about the same pairs of letters are compared, and
a chunk at a time, so that memory does not grow with the square of the posts. rapidfuzz compares faster than
we do; without it the outcome is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cliometer.text.posts.levenshtein import within
from cliometer.text.posts.likely import Marks, marks, may_be_near
from cliometer.text.posts.patterns import URL
from cliometer.text.posts.tokens import clean

CLOSEST = 5  # the distance from which on two posts are different
_CHUNK = 512
_BATCH = 256  # texts that rapidfuzz compares before we look whether one was near

Places = NDArray[np.int64]
Buckets = dict[int, list[int]]
Find = Callable[[str, Sequence[str], int], int | None]


def near_duplicates(texts: Sequence[str], closest: int = CLOSEST) -> dict[int, int]:
    """Place of each near duplicate -> place of the first kept text that it repeats.

    >>> near_duplicates(["It rains in Rome today", "It rains in Rome today!", "It snows in Oslo"])
    {1: 0}
    """
    stripped = [compared(text) for text in texts]
    whole = [text or clean(texts[place]) for place, text in enumerate(stripped)]
    first: dict[str, int] = {}
    for place, text in enumerate(whole):
        first.setdefault(text, place)
    distinct = [place for place in first.values() if stripped[place]]
    found = _near([stripped[place] for place in distinct], closest - 1)
    near = {distinct[place]: distinct[origin] for place, origin in found.items()}
    repeats = {place: first[text] for place, text in enumerate(whole) if first[text] != place}
    near |= {place: near.get(origin, origin) for place, origin in repeats.items()}
    return dict(sorted(near.items()))


def compared(text: str) -> str:
    """What two posts are compared by: cleaned, without URLs."""
    return " ".join(_url().sub(" ", clean(text)).split())


def _near(texts: Sequence[str], limit: int) -> dict[int, int]:
    """Near duplicates among different texts."""
    table, kept = marks(texts), Buckets()
    found: dict[int, int] = {}
    find = finder()
    for start in range(0, len(texts), _CHUNK):
        chunk = range(start, min(start + _CHUNK, len(texts)))
        candidates = dict(_candidates(chunk, kept, texts, table, limit))
        for place in chunk:
            earlier = [other for other in candidates[place].tolist() if other not in found]
            nearest = find(texts[place], [texts[other] for other in earlier], limit)
            if nearest is not None:
                found[place] = earlier[nearest]
            else:
                kept.setdefault(_bucket(texts[place], limit), []).append(place)
    return found


def _candidates(
    chunk: Sequence[int], kept: Buckets, texts: Sequence[str], table: Marks, limit: int
) -> Iterator[tuple[int, Places]]:
    """For each of a chunk, the earlier texts that may be near it: of those kept so far, and of its own."""
    own = Buckets()
    for place in chunk:
        own.setdefault(_bucket(texts[place], limit), []).append(place)
    for bucket, places in own.items():
        beside = (bucket - 1, bucket, bucket + 1)
        others = np.array(
            sorted(place for b in beside for shelf in (kept, own) for place in shelf.get(b, ()))
        )
        possible = may_be_near(table[places], table[others], limit)
        for place, row in zip(places, possible, strict=True):
            yield place, others[row & (others < place)]


def _bucket(text: str, limit: int) -> int:
    """Texts within the limit lie in one bucket, or in two side by side."""
    return len(text) // max(1, limit)


@cache
def finder() -> Find:
    """rapidfuzz's where it is installed, else our own."""
    try:
        import rapidfuzz  # noqa: F401
    except ImportError:
        return find_plainly
    return find_quickly


def find_quickly(text: str, others: Sequence[str], limit: int) -> int | None:
    """The first text within the limit, by rapidfuzz."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    for start in range(0, len(others), _BATCH):
        batch = others[start : start + _BATCH]
        table = cdist([text], batch, scorer=Levenshtein.distance, score_cutoff=limit, dtype=np.int32)
        (near,) = np.nonzero(table[0] <= limit)
        if len(near):
            return start + int(near[0])
    return None


def find_plainly(text: str, others: Sequence[str], limit: int) -> int | None:
    """The first text within the limit, one by one."""
    return next((place for place, other in enumerate(others) if within(text, other, limit)), None)


@cache
def _url() -> re.Pattern[str]:
    return re.compile(URL)
