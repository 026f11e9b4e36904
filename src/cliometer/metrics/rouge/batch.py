"""ROUGE of many short texts in one call: the same numbers as `rouge`, one sort for all of them.

Every gram of every pair becomes one integer, (pair, gram, side). After sorting, a gram that both sides of a
pair have stands in two neighbouring runs, and the shorter run is what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UncountableTextWarning, UsageError, warn
from cliometer.metrics.comparison import gram_bags, group_sums
from cliometer.metrics.rouge import arguments
from cliometer.metrics.rouge.arguments import Text
from cliometer.metrics.rouge.lcs import lcs_length, positions
from cliometer.metrics.rouge.rouge155 import round_score
from cliometer.text.overlap import Bags
from cliometer.text.tokenisation import TextSettings, complaint
from cliometer.text.word_rows import Ints, Rows, packed_rows, read_rows, stretches

Floats = NDArray[np.float64]
Triple = tuple[float, float, float]
_PLAIN = {list, tuple}
_PACKED = ("rouge155", "google")


def rouge_batch(
    peers: Sequence[str | Text],
    references: Sequence[Sequence[str | Text]],
    types: Sequence[str | int] = ("1", "2"),
    stem: bool = True,
    stop: bool = False,
    alpha: float = 0.5,
    tokens: str = "rouge155",
) -> dict[str, list[Triple]]:
    """Score many summaries at once, each against its own references.

    References are pooled as in mode A; with `tokens="google"` the one of the best F counts. For ROUGE-W, limits of
    length, and other modes use `rouge` text by text.

    Parameters
    ----------
    peers
        The summaries, each a string or a list of sentences.
    references
        For each summary a list of texts.
    types
        `"1"`, `"2"`, ..., `"L"`, `"Lsum"`, `"S4"`, `"SU4"`; a number is an n.
    stem
        Whether stems are compared.
    stop
        Whether stop words are left out.
    alpha
        The weight of precision in F.
    tokens
        The tokeniser: `"rouge155"`; `"google"`, the words, stems and exact scores of rouge-score; or `"unicode"`,
        which reads every script.

    Returns
    -------
    dict of str to list of tuple
        For each type the recall, precision and F of each summary.

    Raises
    ------
    UsageError
        Where an argument is wrong; the message says what to write.

    Examples
    --------
    >>> rouge_batch(["The cat sat."], [["A cat sat down."]], types=["1"])
    {'1': [(0.5, 0.66667, 0.57143)]}
    """
    variants, weight = arguments.variants(types), arguments.share(alpha)
    settings = arguments.text_settings(tokens, stem, stop)
    ours, theirs = _checked(peers, references)
    pairs = np.repeat(np.arange(len(ours)), [len(texts) for texts in theirs])
    texts = [*ours, *(text for own in theirs for text in own)]
    whole = {name: v.kind == "L" and settings.is_google and not v.summary for name, v in variants.items()}
    rows, sentences = _read(texts, settings, any(v.kind == "L" and not whole[name] for name, v in variants.items()))
    _warn(texts, rows, settings)
    sides = replace(rows, bounds=rows.bounds[: len(ours) + 1]), replace(rows, bounds=rows.bounds[len(ours) :])
    scores = {}
    for name, variant in variants.items():
        if variant.kind == "L":
            left_sizes, right_sizes = (side.lengths for side in sides)
            hits = lcs_lengths(*sides, pairs) if whole[name] else union_hits(*sides, pairs, sentences)
        else:
            bags = gram_bags(rows, variant)
            left, right = bags.part(0, len(ours)), bags.part(len(ours), len(texts))
            hits, left_sizes, right_sizes = _hits(left, right, pairs), left.sizes, right.sizes
        if settings.is_google:
            scores[name] = _best(_shares(hits, left_sizes[pairs], right_sizes, weight), pairs)
            continue
        hits, model = (group_sums(pairs, counts, len(ours)) for counts in (hits, right_sizes))
        peer = left_sizes * np.bincount(pairs, minlength=len(ours))
        scores[name] = list(zip(*_shares(hits, peer, model, weight, _five_decimals).tolist(), strict=True))
    return scores


def _read(texts: Sequence[Text], settings: TextSettings, with_sentences: bool) -> tuple[Rows, Rows]:
    """Return a row a text, and the same words with a row a sentence, or a row a text again."""
    read = packed_rows if settings.tokens in _PACKED else read_rows
    try:
        if not with_sentences:
            rows = read(texts, settings)
            return rows, rows
        sentences = read([*zip(chain.from_iterable(texts), strict=True)], settings)
        return replace(sentences, bounds=sentences.bounds[np.cumsum([0, *map(len, texts)])]), sentences
    except (TypeError, AttributeError):  # looking at every sentence beforehand would cost more than counting
        for text in texts:
            arguments.a_text(text)
        raise


def _warn(texts: Sequence[Text], rows: Rows, settings: TextSettings) -> None:
    """Give one warning for all texts of which nothing, or hardly anything, is counted."""
    counted = zip(texts, rows.lengths.tolist(), strict=True)
    wrong = [what for text, number in counted if (what := complaint(text, number, settings))]
    if wrong:
        message = f"{len(wrong)} of {len(texts)} texts cannot be counted; the first {wrong[0]}"
        warn(message, UncountableTextWarning)


def _checked(peers: object, references: object) -> tuple[list[Text], list[Sequence[Text]]]:
    """Return everything as lists; sentences are checked only where reading fails."""
    ours = arguments.a_list(peers, "peers to be a list of texts, each a list of sentences")
    theirs = arguments.a_list(references, "references to be a list with a list of texts for each peer")
    if len(ours) != len(theirs):
        raise UsageError(f"{len(ours)} peers but {len(theirs)} lists of references; each peer needs one")
    return [_text(peer) for peer in ours], [_own(*both) for both in zip(theirs, ours, strict=True)]


def _text(text: Any) -> Text:
    return text if type(text) in _PLAIN else arguments.a_text(text)


def _own(texts: Any, peer: Any) -> Sequence[Text]:
    """Return the references of one peer."""
    plain = type(texts) in _PLAIN and texts and {*map(type, texts)} <= _PLAIN
    return texts if plain else arguments.references(texts, peer)


def _hits(left: Bags, right: Bags, pairs: Ints) -> Floats:
    """Return what each reference (a row on the right) shares with its peer."""
    ours, theirs, width = _compact(left.grams, right.grams, rows=right.size)
    copies, owners = _spread(left, pairs)
    peer, model = owners * width + ours[copies], right.rows * width + theirs
    in_peer, in_model = _in_both(peer, model)
    keys = np.concatenate((2 * peer[in_peer], 2 * model[in_model] + 1))
    keys.sort()
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))) if len(keys) else keys
    counts = np.diff(np.concatenate((starts, [len(keys)])))
    runs = keys[starts]
    both = np.flatnonzero(runs[1:] == runs[:-1] | 1) if len(runs) else runs
    both = both[runs[both] % 2 == 0]
    shared = np.minimum(counts[both], counts[both + 1])
    return group_sums(runs[both] // (2 * width), shared, right.size)


def _in_both(left: Ints, right: Ints) -> tuple[Ints, Ints]:
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


def _compact(left: Ints, right: Ints, rows: int) -> tuple[Ints, Ints, int]:
    """Return grams as numbers below a width that leaves room for the row and the side in 64 bits."""
    width = int(max(left.max(initial=0), right.max(initial=0))) + 1
    if width * max(1, rows) < 2**62:
        return left, right, width
    distinct, grams = np.unique(np.concatenate((left, right)), return_inverse=True)
    return grams[: len(left)], grams[len(left) :], max(1, len(distinct))


def _spread(left: Bags, pairs: Ints) -> tuple[Ints, Ints]:
    """Return each peer's grams once for every reference it has: their positions, and the reference."""
    if len(pairs) == left.size:
        return np.arange(len(left.grams)), left.rows
    starts = np.cumsum(left.sizes) - left.sizes
    sizes = left.sizes[pairs]
    return stretches(starts[pairs], sizes), np.repeat(np.arange(len(pairs)), sizes)


def _shares(
    hits: Floats, peer: Ints, model: Ints | Floats, alpha: float, rounded: Callable[[Floats], Floats] = np.asarray
) -> Floats:
    """Return recall, precision and F, a row each."""
    recall, precision = rounded(_divide(hits, model)), rounded(_divide(hits, peer))
    f = rounded(_divide(precision * recall, (1 - alpha) * precision + alpha * recall))
    return np.stack((recall, precision, f))


def _best(shares: Floats, pairs: Ints) -> list[Triple]:
    """Return the first of the best F of each peer, whose references stand side by side."""
    if len(pairs) and pairs[-1] != len(pairs) - 1:  # some peer has several references
        order = np.lexsort((-shares[2], pairs))
        shares = shares[:, order[np.flatnonzero(np.diff(pairs, prepend=-1))]]
    return list(zip(*shares.tolist(), strict=True))


def _divide(part: Floats, whole: Ints | Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _five_decimals(values: Floats) -> Floats:
    """Round as printing does; values near a half are printed, since multiplying may move them across it."""
    scaled = values * 100_000
    result = np.rint(scaled) / 100_000
    for index in np.flatnonzero(np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6):
        result[index] = round_score(float(values[index]))
    return result


# ROUGE-L of all pairs side by side: the bit rows of `lcs.positions` in 64-bit numbers. Step i takes word i of every
# text on the right, of those that also stand on the left: any other leaves all rows as they are.

_BITS, _ONE, _ALL = 64, np.uint64(1), np.iinfo(np.uint64).max
_LONG = 1024  # words of a text
_LONG_SENTENCE = 63  # words: one bit is left for the carry


class Meetings(NamedTuple):
    """The words on the right that also stand on the left: `words[i]` at `places[first[i] : first[i] + counts[i]]`.

    Words are counted through all rows of a side; `counts` are 1 or more.
    """

    words: Ints
    first: Ints
    counts: Ints
    places: Ints

    @property
    def every_place(self) -> Ints:
        """The places of each word, one word after the other."""
        return self.places[stretches(self.first, self.counts)]

    @property
    def heads(self) -> Ints:
        """Where the places of each word begin among `every_place`."""
        return np.cumsum(self.counts) - self.counts


def _meetings(left: Rows, right: Rows, pairs: Ints) -> Meetings:
    width, sizes = max(left.vocabulary_size, right.vocabulary_size), left.lengths[pairs]
    places = stretches(left.bounds[pairs], sizes)
    keys = np.repeat(np.arange(len(pairs)), sizes) * width + left.ids[places]
    wanted = right.numbers * width + right.ids[right.bounds[0] : right.bounds[-1]]
    ours, words = _in_both(keys, wanted)
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
    sizes, found = left.lengths[pairs], np.zeros(len(pairs))
    parts = [np.flatnonzero(part) for part in (sizes <= _BITS, (sizes > _BITS) & (sizes <= _LONG))]
    for part in parts:
        found[part] = _lcs_lengths(left, right if len(part) == len(pairs) else right.take(part), pairs[part])
    for place in np.flatnonzero(sizes > _LONG).tolist():
        found[place] = lcs_length(right[place].tolist(), left[int(pairs[place])].tolist())
    return found


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
        for row, own in zip(rows[:, :count], used, strict=True):
            added = row + own
            total = added + carry
            if numbers > 1:
                carry = ((added < row) | (total < added)).astype(np.uint64)
            row[:] = total | (row - own)
    found = np.zeros(len(order))
    for number, row in enumerate(rows):
        kept = np.clip(sizes[order] - number * _BITS, 0, _BITS)
        own = np.where(kept == _BITS, _ALL, (_ONE << (kept % _BITS).astype(np.uint64)) - _ONE)
        zeros = (~row & own).view(np.uint8).reshape(-1, 8)
        found[order] += np.unpackbits(zeros, axis=1).sum(axis=1)
    return found


def _masks(left: Rows, met: Meetings, numbers: int) -> NDArray[np.uint64]:
    """Return for each word that was met the bits of its places in the partner's text, in so many numbers."""
    starts = np.repeat(left.bounds[:-1], left.lengths)
    masks = np.zeros((numbers, len(met.words)), np.uint64)
    if len(met.words):
        places = met.every_place
        places = places - starts[places - left.bounds[0]]
        bits = _ONE << (places % _BITS).astype(np.uint64)
        for number, mask in enumerate(masks):
            mask[:] = np.add.reduceat(np.where(places // _BITS == number, bits, np.uint64(0)), met.heads)
    return masks


def union_hits(left: Rows, right: Rows, pairs: Ints, sentences: Rows) -> Floats:
    """Return the hits of each text on the right with its partner, as `lcs.hit_words` finds them sentence by sentence.

    `sentences` are the rows of all texts, those on the left first.
    """
    met = _meetings(left, right, pairs)
    if not len(met.words):
        return np.zeros(len(pairs))
    places, owners = met.every_place, np.repeat(np.arange(len(met.words)), met.counts)
    peers, models = sentences.numbers[places], sentences.numbers[right.bounds[0] + met.words][owners]
    heads = np.flatnonzero((np.diff(owners, prepend=-1) != 0) | (np.diff(peers, prepend=-1) != 0))
    long = sentences.lengths[peers[heads]] > _LONG_SENTENCE
    is_hit = np.zeros(len(met.words), bool)
    for model, peer in {*zip(models[heads[long]].tolist(), peers[heads[long]].tolist(), strict=True)}:
        hit = np.array(positions(sentences[model].tolist(), sentences[peer].tolist())) + sentences.bounds[model]
        is_hit[np.searchsorted(met.words, hit - right.bounds[0])] = True
    bits = _ONE << ((places - sentences.bounds[peers]) % _BITS).astype(np.uint64)
    masks, heads = np.add.reduceat(bits, heads)[~long], heads[~long]
    order = np.argsort(models[heads] * len(sentences) + peers[heads], kind="stable")
    masks, heads = masks[order], heads[order]
    is_new = (np.diff(models[heads], prepend=-1) != 0) | (np.diff(peers[heads], prepend=-1) != 0)
    found = _aligned(masks, np.flatnonzero(is_new), sentences.lengths[peers[heads[is_new]]])
    is_hit[owners[heads[found]]] = True
    hits = np.bincount(met.first[is_hit], minlength=len(met.places))
    most, text = np.zeros((2, len(hits)), np.int64)
    most[met.first], text[met.first] = met.counts, right.numbers[met.words]
    return group_sums(text, np.minimum(hits, most), len(pairs))


def _aligned(masks: NDArray[np.uint64], starts: Ints, lengths: Ints) -> NDArray[np.bool_]:
    """Return which words `lcs.positions` finds, for many pairs of sentences, each of which starts among the masks.

    A mask has the places of a word in a sentence of up to 63 words. In `raised` the bit j tells that the word makes the
    longest subsequence with the first j + 1 words longer, which is where a carry passed. The walk back goes left while
    it does and there is no match: to the highest bit of all others that is allowed.
    """
    order, longer = _steps(np.diff(starts, append=len(masks)))
    starts, raised, found = starts[order], np.empty_like(masks), np.zeros(len(masks), bool)
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
        found[places] = hit
    return found
