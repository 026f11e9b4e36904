"""Texts to counts of words, stems or n-grams, as SIMetrix counts them (Louis & Nenkova 2009) or otherwise.

Stop words go first, then words are stemmed (Porter with his later rules), then n-grams are made of what is
left of a line. Each distinct word is stemmed once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from cliometer.errors import unknown
from cliometer.model.documents import WordForm
from cliometer.text.post_tokens import PostReading
from cliometer.text.stemmers import porter_stem, rouge_stem, stop_words
from cliometer.text.tokenisation import ROUGE155_BYTES, TOKENISERS

Counts = Mapping[str, float]
_LINE_END = re.compile(r"\r\n|\r|\n")
_JAVA_BLANKS = "".join(map(chr, range(33)))  # what Java's trim() takes away


def simetrix(line: str) -> list[str]:
    """Lower-case runs of a-z and 0-9; a line of nothing but other signs is one empty word, as in SIMetrix."""
    words = line.encode("utf-8", "surrogatepass").translate(ROUGE155_BYTES).decode("ascii").split()
    return words or ([""] if line.strip(_JAVA_BLANKS) else [])


POSTS = "posts"
SOURCE_TOKENS: Mapping[str, Callable[[str], list[str]]] = MappingProxyType(
    {
        "unicode": TOKENISERS["unicode"].cut,
        "rouge155": TOKENISERS["rouge155"].cut,
        "simetrix": simetrix,
        POSTS: PostReading(stop=False, stem=False).words,
    }
)

_stem = lru_cache(maxsize=1 << 18)(porter_stem)


def count(lines: Iterable[str], form: WordForm, stop: Container[str] | None = None) -> Counts:
    """Return how often each unit stands in the lines; `stop` are the stop words, ours unless others are given."""
    if form.tokens not in SOURCE_TOKENS:
        raise unknown("tokeniser", form.tokens, SOURCE_TOKENS)
    if form.tokens == POSTS and stop is None:
        # each line is read as a post, with the stop words and stems of the summarisers
        words = map(PostReading(stop=form.stop, stem=form.is_stemmed).words, lines)
        return _tally(_runs(kept, form.length) for kept in words)
    cut = SOURCE_TOKENS[form.tokens]
    cuts = (cut(piece) for line in lines for piece in _LINE_END.split(line))
    dropped = stop_words() if stop is None else stop
    if form.length == 1:
        return formed(_tally(cuts), form, dropped)
    # the empty word of a line of signs stands alone and makes no run
    stems = ([_stem(word) for word in words if not (form.stop and word in dropped)] for words in cuts)
    return _tally(_runs(kept, form.length) for kept in stems)


def _tally(cuts: Iterable[list[str]]) -> Counts:
    counts: Counter[str] = Counter()
    for words in cuts:
        counts.update(words)
    return counts


def _runs(words: list[str], length: int) -> list[str]:
    return list(map(" ".join, zip(*(words[start:] for start in range(length)), strict=False)))


def formed(words: Mapping[str, float], form: WordForm, stop: Container[str] | None = None) -> dict[str, float]:
    """Return counts of words as counts of words or stems, with or without stop words."""
    dropped = stop_words() if stop is None else stop
    counts: dict[str, float] = {}
    stemmed = rouge_stem if form.tokens == POSTS else _stem
    for word, times in words.items():
        if not (form.stop and word in dropped):
            unit = stemmed(word) if form.is_stemmed else word
            counts[unit] = counts.get(unit, 0) + times
    return counts
