"""Sentences as bags of content words and function words, with their numbers, names and negations.

A text is cut into sentences by one rule, however its lines were delivered; each distinct piece between
blanks is read once and remembered.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.text.stemmers import antonyms, rouge_stem, stop_words
from cliometer.text.tokenisation import TOKENISERS
from cliometer.text.word_lists import values_of, words_of
from cliometer.text.word_rows import Ints, Pieces, stretches

Mask = NDArray[np.bool_]
Frames = Mapping[str, tuple[str, frozenset[str]]]
"""Content words that have antonyms: how each is written, and the content words next to it."""

ENGLISH = "english"  # the tokens that come with lists: number words, negations, function words, months
TOKEN = re.compile(r"\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?|n't\b|[^\W\d_]+?n't\b|[^\W\d_]+")
_END = re.compile(r"[.!?][\"'\u201d\u2019)\]}]*$")
_OPENERS = "\"'\u201c\u2018`([{\u2013\u2014-"
_DOTTED = re.compile(r"[^\W\d_]\.[^\W\d_]")


_ABBREVIATIONS = words_of("bag-abbreviations")
_NEGATIONS = words_of("negations")
_BRACKETS = words_of("brackets")  # as corpora spell them
_CALENDAR = words_of("calendar")
_NUMBER_WORDS = values_of("numbers")

# What is known of a piece, of a word as it is written, and of a word as it is counted, as bits.
_ENDS, _STARTS, _OPENS, _BARE = 1, 2, 4, 8  # may end a sentence; may start one, behind signs; is such signs; no signs
CAPITAL, NEGATION, NAMELIKE = 1, 2, 4
CONTENT, NUMBER = 1, 2
_MOST_WORDS = 1 << 17


@dataclass(frozen=True, eq=False)
class SentenceBags:
    """The distinct sentences of all texts, their words, and which sentences each text has.

    Posting p says that sentence `sentence[p]` holds the word `gram[p]` `count[p]` times; postings stand in the order
    of the sentences, and within one in the order of the text. Tokens are the single words as they are written.
    """

    bounds: Ints  # sentence i owns the postings from `bounds[i]`
    gram: Ints
    count: Ints
    kinds: Ints  # of each gram: CONTENT, NUMBER
    negations: Ints  # of each sentence
    tokens: WrittenWords
    rows: Ints  # the distinct sentence of each sentence of all texts together
    texts: Ints  # the text that it stands in
    spans: Ints  # the pieces of each distinct sentence start here

    def named(self, known: Mask) -> Mask:
        """Return for each posting whether the word is a name there, by how the `known` sentences write words."""
        tokens = self.tokens
        capital, is_known = (tokens.marks & CAPITAL) > 0, known[tokens.sentence]
        small, inner = np.zeros((2, int(tokens.spelling.max(initial=0)) + 1), bool)
        small[tokens.spelling[is_known & ~capital]] = True
        inner[tokens.spelling[is_known & capital & ~tokens.opens]] = True
        names = ((tokens.marks & NAMELIKE) > 0) & ~small[tokens.spelling]
        names &= ~tokens.opens | inner[tokens.spelling]
        is_name = np.zeros(len(self.gram), bool)
        is_name[tokens.posting[names]] = True
        return is_name

    def sentences(self, pieces: Pieces) -> list[str]:
        """Return the text of each distinct sentence, with single blanks."""
        words = list(map(pieces.distinct.__getitem__, pieces.ids.tolist()))
        return [" ".join(words[start:stop]) for start, stop in pairwise(self.spans.tolist())]

    def ranks(self, pieces: Pieces) -> Ints:
        """Return the place of each distinct sentence in the order of their texts."""
        texts = self.sentences(pieces)
        rank = np.empty(len(texts), np.int64)
        rank[sorted(range(len(texts)), key=texts.__getitem__)] = np.arange(len(texts))
        return rank


class WrittenWords(NamedTuple):
    """Words as they are written: where each stands, its marks, its lower-case spelling."""

    sentence: Ints
    posting: Ints
    marks: Ints
    spelling: Ints
    opens: Mask  # whether it is the first word of its sentence


class SentenceReader:
    """Reads pieces, by English rules or by a tokeniser, and remembers them. Threads take turns."""

    def __init__(self, tokens: str, stem: bool) -> None:
        self._english, self._stem, self._turn = tokens == ENGLISH, stem, threading.Lock()
        self._cut: Callable[[str], list[str]] = TOKEN.findall
        if not self._english:
            self._cut = TOKENISERS[tokens].__call__
        self._pieces: dict[str, tuple[int, tuple[int, ...]]] = {}  # what may end or start, and the words
        self._words: dict[str, int] = {}
        self._grams: dict[str, int] = {}
        self._spellings: dict[str, int] = {}
        self._of_words: Ints = np.zeros((3, 1 << 10), np.int64)  # gram, marks, spelling
        self._kinds: Ints = np.zeros(1 << 10, np.int64)

    def read(self, pieces: Pieces) -> SentenceBags:
        """Cut texts into sentences and count the words of each."""
        with self._turn:
            if len(self._pieces) > _MOST_WORDS:
                for known in (self._pieces, self._words, self._grams, self._spellings):
                    known.clear()
            read = [self._pieces.get(piece) or self._piece(piece) for piece in pieces.distinct]
            words = np.fromiter(chain.from_iterable(ids for _, ids in read), np.int64)
            gram, marks, spelling = self._of_words[:, words]
            kinds = self._kinds[: len(self._grams)].copy()
        sizes = np.fromiter((len(ids) for _, ids in read), np.int64, len(read))
        signs = np.fromiter((sign for sign, _ in read), np.int64, len(read))[pieces.ids]
        starts, sizes = (np.cumsum(sizes) - sizes)[pieces.ids], sizes[pieces.ids]
        spans = _cuts(signs, pieces.bounds)
        where = stretches(starts, sizes)
        ends = np.concatenate(([0], np.cumsum(sizes)))[spans]  # tokens of each sentence
        sentence = np.repeat(np.arange(len(spans) - 1), np.diff(ends))
        keys, first, inverse, count = np.unique(
            sentence * (len(kinds) + 1) + gram[where], return_index=True, return_inverse=True, return_counts=True
        )
        order = np.argsort(first)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        opens = np.zeros(len(sentence), bool)
        opens[ends[:-1][np.diff(ends) > 0]] = True
        tokens = WrittenWords(sentence, place[inverse.reshape(-1)], marks[where], spelling[where], opens)
        owner, gram = np.divmod(keys[order], len(kinds) + 1)
        negations = np.bincount(sentence[(tokens.marks & NEGATION) > 0], minlength=len(spans) - 1)
        first_cut = np.searchsorted(spans[:-1], pieces.bounds)
        cuts = np.diff(first_cut)[pieces.sentences]
        rows = stretches(first_cut[pieces.sentences], cuts)
        texts = np.repeat(np.repeat(np.arange(len(pieces.text_bounds) - 1), np.diff(pieces.text_bounds)), cuts)
        bounds = np.searchsorted(owner, np.arange(len(spans)))
        return SentenceBags(
            bounds, gram, count[order], kinds, negations, tokens=tokens, rows=rows, texts=texts, spans=spans
        )

    def spellings(self, sentence: str) -> list[str]:
        """Return how a sentence first writes each of its words, in the order of its postings."""
        spellings: dict[int, str] = {}
        with self._turn:
            for written in self._cut(sentence.replace("\u2019", "'")):
                number = self._words.get(written) or self._word(written)
                spellings.setdefault(int(self._of_words[0, number]), written)
        return list(spellings.values())

    def spans(self, sentence: str) -> list[list[tuple[int, int]]]:
        """Return where a sentence writes each of its words, in the order of its postings; none but by English rules."""
        places: dict[int, list[tuple[int, int]]] = {}
        with self._turn:
            for match in TOKEN.finditer(sentence.replace("\u2019", "'")) if self._english else ():
                number = self._words.get(match[0]) or self._word(match[0])
                places.setdefault(int(self._of_words[0, number]), []).append(match.span())
        return list(places.values())

    def frames(self, sentence: str) -> Frames:
        """Return each content word that has antonyms: how it is written, and the content words next to it."""
        words = [
            (written, form)
            for written in self._cut(sentence.replace("\u2019", "'"))
            for form, kind, _ in (self.form(written),)
            if kind
        ]
        frames: dict[str, tuple[str, frozenset[str]]] = {}
        for place, (written, form) in enumerate(words):
            if self._english and form in antonyms(self._stem):
                beside = frozenset(
                    word for _, word in (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
                )
                first, known = frames.get(form, (written, frozenset()))
                frames[form] = first, known | beside
        return frames

    def opposites(self, ours: Frames, theirs: Frames) -> tuple[str, str] | None:
        """Return antonyms of which each sentence has one, in the same frame: a word beside both is the same."""
        for word in (word for word in ours if word not in theirs):
            for opposite in sorted(antonyms(self._stem)[word] & theirs.keys() - ours.keys()):
                if ours[word][1] & theirs[opposite][1]:
                    return ours[word][0], theirs[opposite][0]
        return None

    def _piece(self, piece: str) -> tuple[int, tuple[int, ...]]:
        """Return whether a piece may end a sentence and whether the next may start with it; and its words."""
        end = _END.search(piece)
        if end is not None and piece[end.start()] == "." and end.start():
            word = re.sub(r"^\W+", "", piece[: end.start()]).lower()
            if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()) or _DOTTED.search(word):
                end = None
        inside = piece.lstrip(_OPENERS)
        starts = inside[:1].isupper() or inside[:1].isdecimal()
        signs = (_ENDS if end else 0) | (_STARTS if starts else 0) | (0 if inside else _OPENS)
        signs |= _BARE if starts and inside == piece else 0
        words = self._cut(piece.replace("\u2019", "'"))
        entry = self._pieces[piece] = signs, tuple(self._words.get(word) or self._word(word) for word in words)
        return entry

    def _word(self, written: str) -> int:
        form, kind, marks = self.form(written)
        lower = written.lower()
        if written[0].isupper():
            marks |= CAPITAL | (NAMELIKE if self._english and kind == CONTENT and lower not in _CALENDAR else 0)
        gram = self._grams.setdefault(form if kind else f" {form}", len(self._grams))
        spelling = self._spellings.setdefault(lower, len(self._spellings))
        number = self._words[written] = len(self._words) + 1  # never 0, which `or` would take for unknown
        if number >= self._of_words.shape[1]:
            self._of_words = np.concatenate((self._of_words, self._of_words), axis=1)
        if gram >= len(self._kinds):
            self._kinds = np.concatenate((self._kinds, self._kinds))
        self._of_words[:, number], self._kinds[gram] = (gram, marks, spelling), kind
        return number

    def form(self, written: str) -> tuple[str, int, int]:
        """Return what a word counts as, its kind and its marks, by the first rule that fits."""
        lower = written.lower()
        form, kind, marks = lower, 0, 0
        if lower[0].isdecimal():
            form, kind = lower.replace(",", ""), CONTENT | NUMBER
        elif self._english and lower in _NUMBER_WORDS:
            form, kind = _NUMBER_WORDS[lower], CONTENT | NUMBER
        elif self._english and (lower in _NEGATIONS or lower.endswith("n't")):
            marks = NEGATION
        elif not (self._english and (len(lower) == 1 or lower in stop_words() or lower in _BRACKETS)):
            form, kind = rouge_stem(lower) if self._stem else lower, CONTENT
        return form, kind, marks


sentence_reader = lru_cache(maxsize=8)(SentenceReader)  # one for each way of reading, with its memory


def _cuts(signs: Ints, bounds: Ints) -> Ints:
    """Return where sentences start among the pieces of texts, and the number of pieces."""
    next_signs, after_next = (np.append(signs[step:], (0, 0))[: len(signs)] for step in (1, 2))
    first = np.zeros(len(signs) + 2, bool)
    first[bounds] = True
    begins = (next_signs & _STARTS) > 0
    begins |= ((next_signs & _OPENS) > 0) & ((after_next & _BARE) > 0) & ~first[2:]
    cut = ((signs & _ENDS) > 0) & begins
    starts = first[:-1] | np.concatenate(([False], cut))
    starts[len(signs)] = True
    return np.flatnonzero(starts)
