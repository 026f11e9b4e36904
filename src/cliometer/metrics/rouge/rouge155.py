"""ROUGE-1.5.5 (Lin 2004): counts against each reference, how references combine, when numbers are rounded.

ROUGE-W weighs the size of a text twice, ((sum of sentence lengths ** w) ** w). Against a reference without
words the Perl script dies in a division by zero; here such a reference brings no hits and no size.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from cliometer.errors import UsageError
from cliometer.metrics.rouge.grams import grams, overlap
from cliometer.metrics.rouge.lcs import Sides, union_lcs, union_wlcs
from cliometer.metrics.rouge.limits import Limit
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.settings import TextSettings

Mode = Literal["A", "B"]


class Tokens(NamedTuple):
    """A text as the words that N, S and SU count, and as the sentences that L and W align."""

    words: list[str]
    sentences: list[list[str]]


class Counts(NamedTuple):
    """What is shared, and the sizes of peer and references (models), in the units of the variant."""

    hits: float
    peer: float
    model: float


class Match(NamedTuple):
    """Counts against one reference, and the recall by which mode B picks the best reference."""

    counts: Counts
    recall: float


class Score(NamedTuple):
    """Rounded to five decimals: F is computed from the rounded recall and precision."""

    recall: float
    precision: float
    f: float


NOTHING = Counts(0, 0, 0)


def tokenise(sentences: Sequence[str], text: TextSettings, limit: Limit) -> Tokens:
    """Cut, then tokenise."""
    units = [text.words(sentence) for sentence in limit.units(sentences)]
    if limit.bytes:
        return Tokens([word for sentence in limit.text(sentences) for word in text.words(sentence)], units)
    return Tokens([word for unit in units for word in unit], units)


def counts(variant: Variant, peer: Tokens, reference: Tokens) -> Counts:
    """Hits and sizes against one reference."""
    return match(variant, peer, reference).counts


def match(variant: Variant, peer: Tokens, reference: Tokens) -> Match:
    """Compare with one reference."""
    if variant.kind == "L":
        return _match_l(_sides(peer, reference))
    if variant.kind == "W":
        return _match_w(_sides(peer, reference), variant.weight)
    return _match_grams(variant, peer, reference)


def combine(matches: Iterable[Match], mode: Mode) -> Counts:
    """Several references: A pools their counts, B takes the first of those with the best recall."""
    if mode == "B":
        best = max(matches, key=lambda match: match.recall, default=None)
        return NOTHING if best is None else best.counts
    pooled = NOTHING
    for found in matches:
        pooled = add(pooled, found.counts)
    return pooled


def add(one: Counts, other: Counts) -> Counts:
    """Counts add up."""
    return Counts(one.hits + other.hits, one.peer + other.peer, one.model + other.model)


def score(variant: Variant, counts: Counts, alpha: float) -> Score:
    """Divide and round; a text without units scores 0."""
    recall = _share(variant, counts.hits, counts.model)
    precision = _share(variant, counts.hits, counts.peer)
    return Score(recall, precision, rounded(f_measure(recall, precision, alpha)))


def f_measure(recall: float, precision: float, alpha: float) -> float:
    """Van Rijsbergen's F; alpha towards 1 favours precision."""
    weighted = (1 - alpha) * precision + alpha * recall
    return precision * recall / weighted if weighted > 0 else 0.0


def rounded(value: float) -> float:
    """Five decimals, as printed."""
    return float(f"{value:.5f}")


def _share(variant: Variant, hits: float, size: float) -> float:
    if not size:
        return 0.0
    share = hits / size
    return rounded(share ** (1 / variant.weight) if variant.kind == "W" else share)


def _sides(peer: Tokens, reference: Tokens) -> Sides:
    return Sides(peer.sentences, peer.words, reference.sentences, reference.words)


def _match_grams(variant: Variant, peer: Tokens, reference: Tokens) -> Match:
    peer_grams, model_grams = grams(variant, peer.words), grams(variant, reference.words)
    hits, size = overlap(peer_grams, model_grams), model_grams.total()
    return Match(Counts(hits, peer_grams.total(), size), rounded(hits / size) if size else 0.0)


def _match_l(sides: Sides) -> Match:
    hits, base = union_lcs(sides)
    return Match(Counts(hits, len(sides.peer_words), base), hits / base if base else 0.0)


def _match_w(sides: Sides, weight: float) -> Match:
    try:
        hits, base = union_wlcs(sides, weight)
        sizes = Counts(hits, float(len(sides.peer_words)) ** weight, base**weight)
    except OverflowError:
        raise UsageError(f"a text is too long for ROUGE-W with weight {weight:g}; 1.2 is common") from None
    return Match(sizes, (hits / base) ** (1 / weight) if base else 0.0)
