"""Summary-level longest common subsequences (Lin 2004, section 3.2 and 4), clipped as ROUGE does since 1.4.1.

Each reference sentence is aligned with every peer sentence; a word is hit if any alignment passes through it.
A hit uses up one occurrence of the word in both texts, so that L never exceeds ROUGE-1.

Several longest subsequences may exist. ROUGE takes the one found by walking back from the end: along a match
if there is one, else up (shorter reference) if that loses nothing, else left. Both walks below do the same.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import reduce
from operator import add
from typing import NamedTuple

Sentence = Sequence[str]
Align = Callable[[Sentence, Sentence], Iterable[int]]


class Sides(NamedTuple):
    """Peer and reference, each as sentences to align and as words that a hit uses up."""

    peer: Sequence[Sentence]
    peer_words: Sentence
    model: Sequence[Sentence]
    model_words: Sentence


def union_lcs(sides: Sides) -> tuple[float, float]:
    """Return hit words and words of the reference, as ROUGE-L counts them."""
    if [*sides.peer] == [sides.peer_words] and [*sides.model] == [sides.model_words]:  # a text of one sentence
        return lcs_length(sides.model[0], sides.peer[0]), len(sides.model[0])
    return len(hit_words(sides)), sum(map(len, sides.model))


def hit_words(sides: Sides, weight: float = 1.0) -> list[str]:
    """Return the words of the reference that ROUGE-L, or W with its weight, counts as hit."""
    budget = _Budget(sides)
    align = positions if weight == 1.0 else _weighted(_powers(sides, weight))
    marked = ((s, i) for s in sides.model for i in _union(s, sides.peer, align))
    return [sentence[i] for sentence, i in marked if budget.spend(sentence[i])]


def union_wlcs(sides: Sides, weight: float) -> tuple[float, float]:
    """Return hits and sizes of ROUGE-W: runs and sentences weigh their length to the power of `weight`."""
    budget = _Budget(sides)
    powers = _powers(sides, weight)
    hits = [
        powers[run]
        for sentence in sides.model
        for run in _runs(sentence, _union(sentence, sides.peer, _weighted(powers)), budget)
    ]
    return total(hits), total(powers[len(sentence)] for sentence in sides.model)


def _powers(sides: Sides, weight: float) -> list[float]:
    """Return what runs of each length weigh."""
    longest = max(map(len, sides.model), default=0)
    return [float(length) ** weight for length in range(longest + 2)]


def _weighted(powers: list[float]) -> Align:
    return lambda model, peer: weighted_positions(model, peer, powers)


def total(values: Iterable[float]) -> float:
    """Return the sum from left to right; `sum` compensates rounding since Python 3.12, Perl does not."""
    return reduce(add, values, 0.0)


class _Budget:
    """How often each word of both texts may still be hit."""

    def __init__(self, sides: Sides) -> None:
        self._left = Counter(sides.peer_words) & Counter(sides.model_words)

    def spend(self, word: str) -> bool:
        """Use one occurrence; False if none is left."""
        if self._left[word] <= 0:
            return False
        self._left[word] -= 1
        return True


def _union(model: Sentence, peer: Iterable[Sentence], align: Align) -> list[int]:
    """Return the positions of the reference sentence on any of its alignments, in order."""
    words = set(model)
    return sorted({i for sentence in peer if not words.isdisjoint(sentence) for i in align(model, sentence)})


def _runs(sentence: Sentence, marked: list[int], budget: _Budget) -> Iterable[int]:
    """Yield the lengths of runs of hits.

    ROUGE closes a run only at a word that counts: a run whose last word is used up joins the next run, or is
    lost at the end of the sentence.
    """
    run = 0
    following = {*marked}
    for i in marked:
        if budget.spend(sentence[i]):
            run += 1
            if i + 1 not in following:
                yield run
                run = 0


def lcs_length(model: Sequence[Hashable], peer: Sequence[Hashable]) -> int:
    """Return the length of the longest common subsequence, by one row of bits (see `positions`)."""
    where: defaultdict[Hashable, int] = defaultdict(int)
    for j, word in enumerate(peer):
        where[word] |= 1 << j
    row = every = (1 << len(peer)) - 1
    for word in model:
        used = row & where.get(word, 0)
        if used:
            row = (row + used | row - used) & every
    return len(peer) - row.bit_count()


def positions(model: Sentence, peer: Sentence) -> list[int]:
    """Return the positions in `model` on the longest common subsequence, last first.

    The table of lengths is kept as one bit row for each word of `model` (Crochemore et al. 2001): among the
    first j bits of row i, the zeros are the length of the longest subsequence of the first i and j words.
    """
    where: defaultdict[str, int] = defaultdict(int)
    for j, word in enumerate(peer):
        where[word] |= 1 << j
    rows = [(1 << len(peer)) - 1]
    for word in model:
        row, used = rows[-1], rows[-1] & where.get(word, 0)
        rows.append(((row + used) | (row - used)) & rows[0])
    places = []
    i, j = len(model), len(peer)
    while i and j:
        if where.get(model[i - 1], 0) >> (j - 1) & 1:
            i -= 1
            j -= 1
            places.append(i)
        elif (rows[i - 1] & (1 << j) - 1).bit_count() == (rows[i] & (1 << j) - 1).bit_count():
            i -= 1
        else:
            j -= 1
    return places


def weighted_positions(model: Sentence, peer: Sentence, powers: Sequence[float]) -> list[int]:
    """Return `positions` where longer runs of matches are worth more, compared in floats in ROUGE's order."""
    if not set(model) & set(peer):
        return []
    places = []
    moves = _weighted_moves(model, peer, powers)
    i, j = len(model), len(peer)
    while i and j:
        move = moves[i - 1][j - 1]
        i -= move != _LEFT
        j -= move != _UP
        if move == _MATCH:
            places.append(i)
    return places


_MATCH, _UP, _LEFT = range(3)


def _weighted_moves(model: Sentence, peer: Sentence, powers: Sequence[float]) -> list[bytearray]:
    """Return where the walk goes from each cell of the table."""
    moves = []
    scores, runs = [0.0] * (len(peer) + 1), [0] * (len(peer) + 1)
    for word in model:
        above, runs_above = scores, runs
        scores, runs, row = [0.0], [0], bytearray()
        for j, other in enumerate(peer):
            if word == other:
                k = runs_above[j]
                scores.append(above[j] + powers[k + 1] - powers[k])
                runs.append(k + 1)
                row.append(_MATCH)
                continue
            up = above[j + 1] >= scores[j]
            scores.append(above[j + 1] if up else scores[j])
            runs.append(0)
            row.append(_UP if up else _LEFT)
        moves.append(row)
    return moves
