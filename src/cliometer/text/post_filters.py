"""Which posts are left out before summarising, in the order of Mackie et al. (2014, section 4.2).

Posts without a text go first, then posts in another language, later posts of the same user, retweets and near
duplicates, by edit distance (Myers 1999; Ukkonen 1992). Each rule sees what the ones before it kept; every post left
out is named with its reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError, remedy, unknown
from cliometer.grouping import by_key
from cliometer.model.documents import DroppedPost, Post
from cliometer.text.post_tokens import URL, clean, is_retweet, tokenise, without_credits

# The language of a post: its own field where it has one, else py3langid's guess where that is sure.
# Short posts say little about their language (a guesser calls "lol ok" Volapük), so they stay.

FEWEST_LETTERS = 20
SURE = 0.9

Guess = Callable[[str], tuple[str, float]]


def is_in(post: Post, language: str) -> bool:
    """Return whether nothing speaks against a language: `en` fits en, en-GB, and what nobody is sure of."""
    stated = post.lang.lower().replace("_", "-").partition("-")[0]
    if stated and stated != "und":
        return stated == language.lower()
    words = [token.text for token in tokenise(without_credits(post.text)) if token.kind == "word"]
    if sum(map(len, words)) < FEWEST_LETTERS:
        return True
    guess, probability = guesser()(" ".join(words))
    return guess == language.lower() or probability < SURE


@cache
def guesser() -> Guess:
    """Return py3langid with probabilities."""
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError:
        raise UsageError("language-package-missing", remedy=remedy("posts")) from None
    guess: Guess = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True).classify
    return guess


# Which texts may lie within a few edits of each other, by the pairs of letters they hold (Ukkonen 1992).
# An edit takes away at most two pairs of neighbouring letters and brings at most two. Pairs share 256 bins,
# of which we keep whether they hold an even or an odd number; so an edit turns at most four bins, and where
# more than four an edit differ, there were more edits. What two texts have in common cancels out, however
# long they are. The bins of a text are four numbers of 64 bits, which are compared far faster than the
# texts.

Marks = NDArray[np.uint64]
_BINS = 256
_BINS_AN_EDIT = 4
_ONES = np.array([byte.bit_count() for byte in range(256)], np.uint8)
_MULTIPLIER, _SHIFT = np.uint32(2654435761), np.uint32(24)  # Knuth's, whose upper bits are the mixed ones


def marks(texts: Sequence[str]) -> Marks:
    """Return a row for each text: a bit for each bin, 1 where it holds an odd number of pairs."""
    odd = np.zeros((len(texts), _BINS), dtype=np.uint8)
    for row, text in enumerate(texts):
        letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        bins = ((letters[:-1] * np.uint32(31) + letters[1:]) * _MULTIPLIER) >> _SHIFT
        odd[row] = np.bincount(bins, minlength=_BINS) & 1
    return np.packbits(odd, axis=1).view(np.uint64)


def may_be_near(ours: Marks, theirs: Marks, limit: int) -> NDArray[np.bool_]:
    """Return whether at most `limit` edits could turn the text of a row into that of a column."""
    different = np.zeros((len(ours), len(theirs)), dtype=np.uint16)
    for a, b in zip(ours.T, theirs.T, strict=True):
        different += ones(a[:, None] ^ b)
    return different <= _BINS_AN_EDIT * limit


def ones_plainly(numbers: Marks) -> NDArray[np.uint8]:
    """Return how many bits of each number are 1 by looking up each byte."""
    return np.asarray(_ONES[numbers[..., None].view(np.uint8)].sum(axis=-1, dtype=np.uint8))


ones: Callable[[Marks], NDArray[np.uint8]] = getattr(np, "bitwise_count", ones_plainly)  # numpy has it since 2.0


def within(first: str, second: str, limit: int) -> bool:
    """Return whether at most `limit` insertions, deletions and substitutions turn one into the other.

    >>> within("kitten", "sitting", 3), within("kitten", "sitting", 2)
    (True, False)
    """
    return abs(len(first) - len(second)) <= limit and distance(first, second) <= limit


def distance(first: str, second: str) -> int:
    """Return Levenshtein's distance (1966), as Hyyrö (2003) writes Myers's recurrence."""
    if not first:
        return len(second)
    places: dict[str, int] = {}
    for place, character in enumerate(first):
        places[character] = places.get(character, 0) | 1 << place
    last, every = 1 << len(first) - 1, (1 << len(first)) - 1
    up, down, edits = every, 0, len(first)
    for character in second:
        same = places.get(character, 0)
        diagonal = (((same & up) + up) ^ up) | same | down
        right, left = down | ~(diagonal | up), up & diagonal
        edits += bool(right & last) - bool(left & last)
        right = right << 1 | 1
        up, down = (left << 1 | ~(diagonal | right)) & every, right & diagonal & every
    return edits


# Near duplicates: posts within a few letters of an earlier one that was kept.
# The paper's rule (Mackie et al. 2014): Levenshtein's distance below 5; the first is kept. URLs are taken
# out before comparing, since shorteners give each copy another; a post of nothing but URLs repeats only
# those with the very same. Only texts of about the same length and with about the same pairs of letters are
# compared, and a chunk at a time, so that memory does not grow with the square of the posts. rapidfuzz
# compares faster than we do; without it the outcome is the same.

CLOSEST = 5  # the distance from which on two posts are different
_CHUNK = 512
_BATCH = 256  # texts that rapidfuzz compares before we look whether one was near

Places = NDArray[np.int64]
Buckets = dict[int, list[int]]
Find = Callable[[str, Sequence[str], int], int | None]


def near_duplicates(texts: Sequence[str], closest: int = CLOSEST) -> dict[int, int]:
    """Return the place of each near duplicate with the place of the first kept text that it repeats.

    >>> near_duplicates(["It rains in Rome today", "It rains in Rome today!", "It snows in Oslo"])
    {1: 0}
    """
    stripped = [compared(text) for text in texts]
    whole = [text or clean(texts[place]) for place, text in enumerate(stripped)]
    first: dict[str, int] = {}
    for place, text in enumerate(whole):
        first.setdefault(text, place)
    distinct = [place for place in first.values() if stripped[place]]
    origins = _near([stripped[place] for place in distinct], closest - 1)
    near = {distinct[place]: distinct[origin] for place, origin in origins.items()}
    repeats = {place: first[text] for place, text in enumerate(whole) if first[text] != place}
    near |= {place: near.get(origin, origin) for place, origin in repeats.items()}
    return dict(sorted(near.items()))


def compared(text: str) -> str:
    """Return what two posts are compared by: the text, cleaned and without URLs."""
    return " ".join(re.sub(URL, " ", clean(text)).split())


def _near(texts: Sequence[str], limit: int) -> dict[int, int]:
    table, kept = marks(texts), Buckets()
    origins: dict[int, int] = {}
    find = finder()
    for start in range(0, len(texts), _CHUNK):
        chunk = range(start, min(start + _CHUNK, len(texts)))
        candidates = dict(_candidates(chunk, kept, texts, table, limit))
        for place in chunk:
            earlier = [other for other in candidates[place].tolist() if other not in origins]
            if (nearest := find(texts[place], [texts[other] for other in earlier], limit)) is not None:
                origins[place] = earlier[nearest]
            else:
                kept.setdefault(_bucket(texts[place], limit), []).append(place)
    return origins


def _candidates(
    chunk: Sequence[int], kept: Buckets, texts: Sequence[str], table: Marks, limit: int
) -> Iterator[tuple[int, Places]]:
    """Yield, for each of a chunk, the earlier texts that may be near it: of those kept so far, and of its own."""
    buckets = by_key((_bucket(texts[place], limit), place) for place in chunk)
    for bucket, places in buckets.items():
        beside = (bucket - 1, bucket, bucket + 1)
        others = np.array(sorted(place for b in beside for shelf in (kept, buckets) for place in shelf.get(b, ())))
        possible = may_be_near(table[places], table[others], limit)
        for place, row in zip(places, possible, strict=True):
            yield place, others[row & (others < place)]


def _bucket(text: str, limit: int) -> int:
    """Texts within the limit lie in one bucket, or in two side by side."""
    return len(text) // max(1, limit)


@cache
def finder() -> Find:
    """Return the distance of rapidfuzz where it is installed, else our own."""
    try:
        import rapidfuzz  # noqa: F401
    except ImportError:
        return find_plainly
    return find_quickly


def find_quickly(text: str, others: Sequence[str], limit: int) -> int | None:
    """Return the first text within the limit, by rapidfuzz."""
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
    """Return the first text within the limit, one by one."""
    return next((place for place, other in enumerate(others) if within(text, other, limit)), None)


RULES = ("same-user", "retweets", "near-duplicates")


@dataclass(frozen=True)
class Filters:
    """Which rules apply; `language`: a code such as `en`, or empty; `distance`: from here on posts differ."""

    rules: tuple[str, ...] = RULES
    language: str = ""
    distance: int = CLOSEST

    def __post_init__(self) -> None:
        for rule in self.rules:
            if rule not in RULES:
                raise unknown("filter of posts", rule, RULES)
        if self.distance < 1:
            raise UsageError("post-distance-too-low", distance=self.distance)

    def apply(self, posts: Sequence[Post]) -> FilteredPosts:
        """Return the posts that are kept, in order, and those that are dropped, by rule."""
        kept, dropped = list(posts), list[DroppedPost]()
        for rule in self._rules():
            gone = {dropped.id: dropped for dropped in rule(kept)}
            kept = [post for post in kept if post.id not in gone]
            dropped += gone.values()
        return FilteredPosts(tuple(kept), tuple(dropped))

    def _rules(self) -> Iterator[Callable[[Sequence[Post]], Iterator[DroppedPost]]]:
        yield lambda posts: (DroppedPost(post.id, "no text") for post in posts if not post.text)
        if self.language:
            yield self._foreign
        yield from (getattr(self, f"_{rule.replace('-', '_')}") for rule in RULES if rule in self.rules)

    def _foreign(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        reason = f"not in {self.language}"
        return (DroppedPost(post.id, reason) for post in posts if not is_in(post, self.language))

    def _same_user(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        """Yield all posts of a user but the first; posts without a user are not one user's."""
        first: dict[str, str] = {}
        for post in posts:
            if post.user and first.setdefault(post.user, post.id) != post.id:
                yield DroppedPost(post.id, "same user", first[post.user])

    def _retweets(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        return (DroppedPost(post.id, "retweet") for post in posts if post.retweet or is_retweet(post.text))

    def _near_duplicates(self, posts: Sequence[Post]) -> Iterator[DroppedPost]:
        origins = near_duplicates([post.text for post in posts], self.distance)
        return (DroppedPost(posts[i].id, "near duplicate", posts[j].id) for i, j in origins.items())


@dataclass(frozen=True)
class FilteredPosts:
    """What the filters kept and what they dropped."""

    posts: tuple[Post, ...]
    dropped: tuple[DroppedPost, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many were dropped for each reason."""
        return dict(Counter(gone.reason for gone in self.dropped))
