"""The longest common subsequences of many pairs of texts side by side, for ROUGE-L: the numbers of `lcs`.

The bit rows of `lcs.positions` are 64-bit numbers. Step i takes word i of every text on the right, of those that also
stand on the left: any other leaves all rows as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.metrics.comparison import group_sums
from cliometer.metrics.rouge.lcs import lcs_length, positions
from cliometer.text.word_rows import Ints, Rows, stretches

Floats = NDArray[np.float64]
_BITS, _ONE, _ALL = 64, np.uint64(1), np.iinfo(np.uint64).max
_LONG = 256  # words of a text: beyond, one by one is faster
_LONG_SENTENCE = 63  # words: one bit is left for the carry
_MOST_MEETINGS = 1 << 20  # looked at together; each takes some 50 bytes


def in_both(left: Ints, right: Ints) -> tuple[Ints, Ints]:
    """Return the places of keys that both sides have (a hash table without chains: a few strangers stay)."""
    bits = max(8, 2 + (len(left) + len(right)).bit_length())
    left_slots, right_slots = _slots(left, bits), _slots(right, bits)
    taken = np.zeros(1 << bits, bool)
    taken[right_slots] = True
    kept = np.flatnonzero(taken[left_slots])
    taken[right_slots] = False
    taken[left_slots[kept]] = True
    return kept, np.flatnonzero(taken[right_slots])


def _slots(keys: Ints, bits: int) -> NDArray[np.uint64]:
    """Return slots by Fibonacci hashing: the top bits of a product with 2**64 / golden ratio."""
    return (keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - bits)


class Meetings(NamedTuple):
    """The words on the right that also stand on the left: `words[i]` at `places[first[i] : first[i] + counts[i]]`.

    Words are counted through all rows of a side; `counts` are 1 or more.
    """

    words: Ints
    first: Ints
    counts: Ints
    places: Ints

    def places_of(self, part: slice) -> Ints:
        """The places of each word of a part, one word after the other."""
        return self.places[stretches(self.first[part], self.counts[part])]


def _meetings(left: Rows, right: Rows, pairs: Ints) -> Meetings:
    width, sizes = max(left.vocabulary_size, right.vocabulary_size), left.lengths[pairs]
    places = stretches(left.bounds[pairs], sizes)
    keys = np.repeat(np.arange(len(pairs)), sizes) * width + left.ids[places]
    wanted = right.numbers * width + right.ids[right.bounds[0] : right.bounds[-1]]
    ours, words = in_both(keys, wanted)
    ours = ours[np.argsort(keys[ours], kind="stable")]
    keys, wanted = keys[ours], wanted[words]
    if not len(keys):
        return Meetings(words[:0], words[:0], words[:0], places[:0])
    first = np.searchsorted(keys, wanted)
    met = np.flatnonzero(keys[np.minimum(first, len(keys) - 1)] == wanted)
    is_new = np.concatenate(([True], keys[1:] != keys[:-1]))
    counts = np.diff(np.flatnonzero(is_new), append=len(keys))
    return Meetings(words[met], first[met], counts[np.cumsum(is_new)[first[met]] - 1], places[ours])


def _steps(sizes: Ints) -> tuple[Ints, list[int]]:
    """Return the order of runs of some sizes, longest first, and how many of them have a step 0, 1, ..."""
    order = np.argsort(-sizes, kind="stable")
    return order, np.searchsorted(-sizes[order], -np.arange(sizes.max(initial=0))).tolist()


def lcs_lengths(left: Rows, right: Rows, pairs: Ints) -> Floats:
    """Return the length of the longest common subsequence of each text on the right with its partner on the left.

    Every pair has as many bits as the longest one, so that short texts on the left go first, and long ones one by one.
    """
    sizes, lengths = left.lengths[pairs], np.zeros(len(pairs))
    parts = [np.flatnonzero(part) for part in (sizes <= _BITS, (sizes > _BITS) & (sizes <= _LONG))]
    for part in parts:
        lengths[part] = _lcs_lengths(left, right if len(part) == len(pairs) else right.take(part), pairs[part])
    for place in np.flatnonzero(sizes > _LONG).tolist():
        lengths[place] = lcs_length(right[place].tolist(), left[int(pairs[place])].tolist())
    return lengths


def _lcs_lengths(left: Rows, right: Rows, pairs: Ints) -> Floats:
    sizes = left.lengths[pairs]
    met = _meetings(left, right, pairs)
    limits = np.searchsorted(met.words, right.bounds - right.bounds[0])
    order, longer = _steps(np.diff(limits))
    starts, numbers = limits[:-1][order], -(-int(sizes.max(initial=0)) // _BITS)
    masks = _masks(left, met, numbers)
    rows = np.full((numbers, len(order)), _ALL)
    for step, count in enumerate(longer):
        used, carry = rows[:, :count] & masks[:, starts[:count] + step], np.zeros(count, np.uint64)
        for row, bits_used in zip(rows[:, :count], used, strict=True):
            added = row + bits_used
            total = added + carry
            if numbers > 1:
                carry = ((added < row) | (total < added)).astype(np.uint64)
            row[:] = total | (row - bits_used)
    lengths = np.zeros(len(order))
    for number, row in enumerate(rows):
        kept = np.clip(sizes[order] - number * _BITS, 0, _BITS)
        bits = np.where(kept == _BITS, _ALL, (_ONE << (kept % _BITS).astype(np.uint64)) - _ONE)
        zeros = (~row & bits).view(np.uint8).reshape(-1, 8)
        lengths[order] += np.unpackbits(zeros, axis=1).sum(axis=1)
    return lengths


def _masks(left: Rows, met: Meetings, numbers: int) -> NDArray[np.uint64]:
    """Return for each word that was met the bits of its places in the partner's text, in so many numbers."""
    starts = np.repeat(left.bounds[:-1], left.lengths)
    masks = np.zeros((numbers, len(met.words)), np.uint64)
    for part in _blocks(met.counts):
        places, counts = met.places_of(part), met.counts[part]
        places = places - starts[places - left.bounds[0]]
        bits, heads = _ONE << (places % _BITS).astype(np.uint64), np.cumsum(counts) - counts
        for number, mask in enumerate(masks):
            mask[part] = np.add.reduceat(np.where(places // _BITS == number, bits, np.uint64(0)), heads)
    return masks


def _blocks(sizes: Ints) -> Iterator[slice]:
    """Yield runs of sizes that together stay within `_MOST_MEETINGS`, or of one that is larger by itself."""
    ends, start = np.cumsum(sizes), 0
    while start < len(sizes):
        limit = ends[start] - sizes[start] + _MOST_MEETINGS
        block = slice(start, max(start + 1, int(np.searchsorted(ends, limit, side="right"))))
        yield block
        start = block.stop


def union_hits(left: Rows, right: Rows, pairs: Ints, sentences: Rows) -> Floats:
    """Return the hits of each text on the right with its partner, as `lcs.hit_words` finds them sentence by sentence.

    `sentences` are the rows of all texts, those on the left first. Texts of one sentence need no walk back, since all
    words of their longest common subsequence are hits.
    """
    numbers, hits = np.append(sentences.numbers, -1), np.zeros(len(pairs))
    ours, theirs = (numbers[side.bounds[:-1]] == numbers[side.bounds[1:] - 1] for side in (left, right))
    is_plain = ours[pairs] & theirs
    plain, rest = np.flatnonzero(is_plain), np.flatnonzero(~is_plain)
    hits[plain] = lcs_lengths(left, right.take(plain), pairs[plain])
    places, right = stretches(right.bounds[rest], right.lengths[rest]), right.take(rest)
    met = _meetings(left, right, pairs[rest])
    if not len(met.words):
        return hits
    places, texts = places[met.words], right.numbers[met.words]
    is_hit, models = np.zeros(len(places), bool), sentences.numbers[places]
    heads = np.flatnonzero(np.diff(models, prepend=-1))
    sizes, limits = np.add.reduceat(met.counts, heads), np.append(heads, len(places))
    for block in _blocks(sizes):
        part = slice(limits[block.start], limits[block.stop])
        if sizes[block.start] <= _MOST_MEETINGS:
            is_hit[part], slow = _union(met, part, models[part], sentences)
        else:
            bounds = left.bounds[pairs[rest[texts[part.start]]] :]
            peers = range(sentences.numbers[bounds[0]], sentences.numbers[bounds[1] - 1] + 1)
            slow = {(int(models[part.start]), peer) for peer in peers}
        for model, peer in slow:
            places_hit = np.array(positions(sentences[model].tolist(), sentences[peer].tolist()), np.int64)
            is_hit[np.searchsorted(places, places_hit + sentences.bounds[model])] = True
    counts = np.bincount(met.first[is_hit], minlength=len(met.places))
    most, text = np.zeros((2, len(counts)), np.int64)
    most[met.first], text[met.first] = met.counts, texts
    hits[rest] = group_sums(text, np.minimum(counts, most), len(rest))
    return hits


def _union(met: Meetings, part: slice, models: Ints, sentences: Rows) -> tuple[NDArray[np.bool_], set[tuple[int, int]]]:
    """Return which words of whole sentences on the right are hit, and pairs of sentences too long to be looked at."""
    places, owners = met.places_of(part), np.repeat(np.arange(len(models)), met.counts[part])
    peers, is_hit = sentences.numbers[places], np.zeros(len(models), bool)
    heads = np.flatnonzero((np.diff(owners, prepend=-1) != 0) | (np.diff(peers, prepend=-1) != 0))
    long = sentences.lengths[peers[heads]] > _LONG_SENTENCE
    slow = {*zip(models[owners[heads[long]]].tolist(), peers[heads[long]].tolist(), strict=True)}
    bits = _ONE << ((places - sentences.bounds[peers]) % _BITS).astype(np.uint64)
    masks, heads = np.add.reduceat(bits, heads)[~long], heads[~long]
    models, peers, owners = models[owners[heads]], peers[heads], owners[heads]
    order = np.argsort(models * len(sentences) + peers, kind="stable")
    models, peers, owners = models[order], peers[order], owners[order]
    is_new = (np.diff(models, prepend=-1) != 0) | (np.diff(peers, prepend=-1) != 0)
    aligned = _aligned(masks[order], np.flatnonzero(is_new), sentences.lengths[peers[is_new]])
    is_hit[owners[aligned]] = True
    return is_hit, slow


def _aligned(masks: NDArray[np.uint64], starts: Ints, lengths: Ints) -> NDArray[np.bool_]:
    """Return which words `lcs.positions` finds, for many pairs of sentences, each of which starts among the masks.

    A mask has the places of a word in a sentence of up to 63 words. In `raised` the bit j tells that the word makes the
    longest subsequence with the first j + 1 words longer, which is where a carry passed. The walk back goes left while
    it does and there is no match: to the highest bit of all others that is allowed.
    """
    order, longer = _steps(np.diff(starts, append=len(masks)))
    starts, raised, aligned = starts[order], np.empty_like(masks), np.zeros(len(masks), bool)
    rows, allowed = np.full(len(order), _ALL), (_ONE << lengths[order].astype(np.uint64)) - _ONE
    for step, count in enumerate(longer):
        places, row = starts[:count] + step, rows[:count]
        used = row & masks[places]
        total = row + used
        raised[places] = (total ^ row ^ used) >> _ONE
        row[:] = total | (row - used)
    for step, count in reversed([*enumerate(longer)]):
        places = starts[:count] + step
        mask = masks[places]
        below = (mask | ~raised[places]) & allowed[:count]
        for shift in (1, 2, 4, 8, 16, 32):
            below |= below >> np.uint64(shift)
        rest = below >> _ONE
        hit = (mask & (below ^ rest)) != 0
        allowed[:count] = np.where(hit, rest, below)
        aligned[places] = hit
    return aligned
