"""Which words of a text earn points against another, and which are missed, as the text spells them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cliometer.metrics.rouge.grams import Grams, grams
from cliometer.metrics.rouge.lcs import Sides, hit_words
from cliometer.metrics.rouge.variants import Variant
from cliometer.model.timeline import Sentences
from cliometer.text.settings import TextSettings


class Words(NamedTuple):
    """How often each gram was earned and missed."""

    earned: Counter[str]
    missed: Counter[str]


def compare_words(
    own: Sentences, other: Sentences, own_is_reference: bool, variant: Variant, text: TextSettings
) -> Words:
    """The grams of `own` that `other` has, and those it lacks; for ROUGE-L and W, its words."""
    if variant.kind in ("L", "W"):
        sides = _sides(other, own, text) if own_is_reference else _sides(own, other, text)
        shared: Grams = Counter((word,) for word in hit_words(sides, variant.weight))
        counted: Grams = Counter((word,) for sentence in own for word in text.words(sentence))
    else:
        counted = grams(variant, text.words(" ".join(own)))
        shared = counted & grams(variant, text.words(" ".join(other)))
    surface = _surface(own, text)
    return Words(_spelled(shared, surface), _spelled(counted - shared, surface))


def _sides(peer: Sentences, model: Sentences, text: TextSettings) -> Sides:
    ours, theirs = [text.words(s) for s in peer], [text.words(s) for s in model]
    return Sides(ours, [w for s in ours for w in s], theirs, [w for s in theirs for w in s])


def _surface(sentences: Sentences, text: TextSettings) -> dict[str, str]:
    """How the text first spells each form."""
    surface: dict[str, str] = {}
    for token in text.cut(" ".join(sentences)):
        form = text.form(token)
        if form is not None:
            surface.setdefault(form, token)
    return surface


def _spelled(counted: Grams, surface: dict[str, str]) -> Counter[str]:
    spelled: Counter[str] = Counter()
    for gram, count in counted.items():
        spelled[" ".join(surface[form] for form in gram)] += count
    return spelled
