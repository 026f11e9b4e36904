"""ROUGE-1.5.5's words of many texts as numbers, without making a string of each.

Translated text is lower-case letters, digits and blanks, a byte each. A word of up to sixteen letters is
two 64-bit numbers, its bytes side by side; all words of all texts are looked up at once in a table from
such pairs to word ids that is kept between calls. Only words that the table lacks, and longer ones, go
through strings.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.text.tokenisation import ROUGE155_BYTES, TextSettings
from cliometer.text.word_rows import Ints, Rows

Packs = NDArray[np.uint64]

_LONGEST = 16  # letters that fit into two packs
_BITS = 18
_PROBES = 4
_MOST_WORDS = 1 << 16  # a quarter of the table
_NOT_COUNTED = -1
_SPREAD = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))  # odd, bits well mixed
_KEPT_BYTES = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)


class _Words(NamedTuple):
    """Every word of a buffer: where it starts and ends, and its packs."""

    starts: Ints
    ends: Ints
    first: Packs
    second: Packs


class WordTable:
    """Packs -> word id under some text settings; open addressing with a few probes. Threads take turns."""

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings
        self._turn = threading.Lock()
        self._forget()

    def _forget(self) -> None:
        self._first = np.zeros(1 << _BITS, np.uint64)
        self._second = np.zeros(1 << _BITS, np.uint64)
        self._ids = np.zeros(1 << _BITS, np.int64)
        self._vocabulary: dict[str, int] = {}
        self._known = 0

    def ids(self, text: bytes, words: _Words) -> tuple[Ints, int]:
        """Return the id of every word of a translated text (`_NOT_COUNTED`: stop words), and their bound."""
        with self._turn:
            if max(self._known, len(self._vocabulary)) > _MOST_WORDS:
                self._forget()
            return self._all_ids(text, words), max(1, len(self._vocabulary))

    def _all_ids(self, text: bytes, words: _Words) -> Ints:
        mixed = (words.first * _SPREAD[0]) ^ (words.second * _SPREAD[1])
        slots = np.minimum((mixed >> np.uint64(64 - _BITS)).astype(np.int64), (1 << _BITS) - _PROBES)
        ids = self._ids[slots]  # right for nearly all words
        others = np.flatnonzero((self._first[slots] != words.first) | (self._second[slots] != words.second))
        unknown = self._look_up(others, slots, words, ids)
        if len(unknown):
            distinct = unknown[np.unique(mixed[unknown], return_index=True)[1]]
            for place in np.sort(distinct).tolist():
                self._remember(place, int(slots[place]), words, self._number(text, words, place))
            for place in self._look_up(unknown, slots, words, ids).tolist():  # long words, crowded slots
                ids[place] = self._number(text, words, place)
        return ids

    def _look_up(self, places: Ints, slots: Ints, words: _Words, ids: Ints) -> Ints:
        """Fill in the ids that the table has; return the places that it lacks."""
        for probe in range(_PROBES):
            if not len(places):
                break
            slot = slots[places] + probe
            is_found = (self._first[slot] == words.first[places]) & (self._second[slot] == words.second[places])
            ids[places[is_found]] = self._ids[slot[is_found]]
            places = places[~is_found]
        return places

    def _number(self, text: bytes, words: _Words, place: int) -> int:
        word = text[words.starts[place] : words.ends[place]].decode("ascii")
        form = self._settings.form(word)
        return _NOT_COUNTED if form is None else self._vocabulary.setdefault(form, len(self._vocabulary))

    def _remember(self, place: int, slot: int, words: _Words, number: int) -> None:
        """Store a word in the first free slot of its probes; one that finds none, or is too long, is not stored."""
        for probe in range(slot, slot + _PROBES):
            if words.first[place] and not self._first[probe]:
                self._first[probe], self._second[probe] = words.first[place], words.second[place]
                self._ids[probe] = number
                self._known += 1
                return


word_table = lru_cache(maxsize=8)(WordTable)  # the words that were learned so far under each settings


def packed_rows(texts: Sequence[Sequence[str]], settings: TextSettings) -> Rows:
    """Return one row a text; a text is a list of sentences. Equals `read_rows` but for how words are numbered."""
    joined = [" ".join(text) for text in texts]
    if settings.is_google:
        joined = [text if text.isascii() else text.lower() for text in joined]
    encoded = [text.encode("utf-8", "surrogatepass") for text in joined]
    text = b" ".join([*encoded, b" " * _LONGEST]).translate(ROUGE155_BYTES)
    words = _words(text)
    ids, size = word_table(settings).ids(text, words)
    limits = np.cumsum([0, *(len(text) + 1 for text in encoded)])
    bounds = np.searchsorted(words.starts, limits)
    counted = ids != _NOT_COUNTED
    if not counted.all():
        bounds = np.concatenate(([0], np.cumsum(counted)))[bounds]
        ids = ids[counted]
    return Rows(ids, bounds, size)


def _words(text: bytes) -> _Words:
    """Find the words and pack them; the text ends in enough blanks to read a whole pack at any letter."""
    letters = np.frombuffer(text, np.uint8) != ord(" ")
    edges = np.flatnonzero(letters[1:] != letters[:-1]) + 1
    edges = np.concatenate(([0], edges)) if letters[0] else edges
    starts, ends = edges[::2], edges[1::2]
    packs = np.ndarray((len(text) - 7,), "<u8", text, strides=(1,))  # a pack at every byte
    lengths = ends - starts
    first = packs[starts] & _KEPT_BYTES[np.minimum(lengths, 8)]
    second = np.zeros(len(starts), np.uint64)
    long = np.flatnonzero(lengths > 8)
    second[long] = packs[starts[long] + 8] & _KEPT_BYTES[np.minimum(lengths[long] - 8, 8)]
    first[lengths > _LONGEST] = 0  # in no table: every remembered word starts with a letter
    return _Words(starts, ends, first, second)
