"""ROUGE of many short texts in one call: the same numbers as `rouge`, one sort for all of them.

Every gram of every pair becomes one integer, (pair, gram, side). After sorting, a gram that both sides of a
pair have stands in two neighbouring runs, and the shorter run is what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from cliometer.errors import UncountableTextWarning, UsageError, warn
from cliometer.metrics.comparison import gram_bags, group_sums
from cliometer.metrics.rouge import arguments
from cliometer.metrics.rouge.arguments import Text
from cliometer.metrics.rouge.lcs_batch import Floats, in_both, lcs_lengths, union_hits
from cliometer.metrics.rouge.rouge155 import round_score
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.packed_words import packed_rows
from cliometer.text.tokenisation import TextSettings, complaint
from cliometer.text.word_rows import Bags, Ints, Rows, read_rows, stretches

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
    return batch_scores(peers, references, variants, settings, weight)


def batch_scores(
    peers: Sequence[str | Text],
    references: Sequence[Sequence[str | Text]],
    variants: Mapping[str, Variant],
    settings: TextSettings,
    weight: float = 0.5,
    warns: bool = True,
) -> dict[str, list[Triple]]:
    """Return what `rouge_batch` does, by the names of variants; texts that cannot be counted may go without warning."""
    ours, theirs = _checked(peers, references)
    pairs = np.repeat(np.arange(len(ours)), [len(texts) for texts in theirs])
    texts = [*ours, *(text for group in theirs for text in group)]
    whole = {name: v.kind == "L" and settings.is_google and not v.summary for name, v in variants.items()}
    rows, sentences = _read(texts, settings, any(v.kind == "L" and not whole[name] for name, v in variants.items()))
    if warns:
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
        raise UsageError("peers-references-mismatch", count=len(ours), theirs_count=len(theirs))
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
    in_peer, in_model = in_both(peer, model)
    keys = np.concatenate((2 * peer[in_peer], 2 * model[in_model] + 1))
    keys.sort()
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))) if len(keys) else keys
    counts = np.diff(np.concatenate((starts, [len(keys)])))
    runs = keys[starts]
    both = np.flatnonzero(runs[1:] == runs[:-1] | 1) if len(runs) else runs
    both = both[runs[both] % 2 == 0]
    shared = np.minimum(counts[both], counts[both + 1])
    return group_sums(runs[both] // (2 * width), shared, right.size)


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
