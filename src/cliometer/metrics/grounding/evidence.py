"""The sentences of articles as evidence: their words, weights, names and dates, and how they support a sentence."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from functools import cached_property
from itertools import chain, pairwise
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError
from cliometer.model.documents import Article
from cliometer.model.when import When, parse_when
from cliometer.text.sentence_bags import CONTENT, ENGLISH, NEGATION, NUMBER, TOKEN, sentence_reader
from cliometer.text.time_tags import TimeTag

Ints = NDArray[np.int64]
PRIOR = 0.5  # added to the size of a sentence
LOOK = 0.4  # support from which on order and contradictions are looked at
_STEP = 0.05  # what a window of two sentences costs
_WINDOW_FROM = 0.2
_ORDER = 0.6  # share of the shared words in the same order
_LATE, _COARSE = 0.65, 0.5  # worth of an undated sentence of the next day; of a week or month
LEAST, _BEST, _NEAR = 0.1, 40, 20  # candidates
IS_CONTENT, IS_NUMBER, IS_NEGATION, HAS_CAPITAL, OPENS = 16, 8, 4, 2, 1
BITS = 5  # of a token's code, below the number of its word
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:T.*)?")
_MONTH = re.compile(r"\d{4}-\d\d")
_WEEK = re.compile(r"(\d{4})-W(\d\d)(?:-WE)?")
_BOUND = re.compile(r"\b(?:since|until|till)\s+$", re.IGNORECASE)  # the expression is where a time starts or ends


class Lexicon(dict[str, int]):
    """The code of each word as it is written: the number of its form, and bits that say what it is."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, int] = {}
        self.spelled: list[str] = []  # the forms by their number
        self._reader = sentence_reader(ENGLISH, True)

    def __missing__(self, written: str) -> int:
        form, kind, marks = self._reader.form(written)
        form = form if kind else f" {form}"
        if (number := self.forms.setdefault(form, len(self.spelled))) == len(self.spelled):
            self.spelled.append(form)
        bits = IS_CONTENT * bool(kind & CONTENT) | IS_NUMBER * bool(kind & NUMBER)
        bits |= IS_NEGATION * bool(marks & NEGATION) | HAS_CAPITAL * written[0].isupper()
        self[written] = code = number << BITS | bits
        return code


def without_times(text: str, times: Iterable[TimeTag]) -> str:
    """Return a sentence with blanks for its dates, times and sets, whose words are no content."""
    text = text.replace("\u2019", "'")
    for tag in times:
        if tag.type != "DURATION":
            text = text[: tag.start] + " " * (tag.end - tag.start) + text[tag.end :]
    return text


class Named(NamedTuple):
    """The days that a sentence names, and the weeks and months."""

    days: tuple[int, ...] = ()
    periods: tuple[tuple[int, int], ...] = ()


def named_dates(text: str, times: Iterable[TimeTag]) -> Named:
    """Return the days, weeks and months of a sentence; not one behind *since* or *until*."""
    days, periods = [], []
    for tag in times:
        if tag.type in ("DATE", "TIME") and not _BOUND.search(text[: tag.start]):
            try:
                if match := _DAY.fullmatch(tag.value):
                    days.append(parse_when(match[1]).first)
                elif _MONTH.fullmatch(tag.value):
                    when = parse_when(tag.value)
                    periods.append((when.first, when.last))
                elif week := _WEEK.fullmatch(tag.value):
                    monday = date.fromisocalendar(int(week[1]), int(week[2]), 1).toordinal()
                    periods.append((monday, monday + 6))
            except (InputError, ValueError):  # 31 February
                continue
    return Named(tuple(dict.fromkeys(days)), tuple(dict.fromkeys(periods)))


class Dating(NamedTuple):
    """How evidence is dated for a day: on it, on another or not told; what that is worth; by what; the day it names."""

    relation: str  # on, other, untold
    worth: float
    how: str  # expression, month or week, publication
    first: int
    last: int


@dataclass(frozen=True)
class Evidence:
    """A sentence of an article, alone or with a neighbour, that supports a sentence of a timeline."""

    anchor: int
    rows: tuple[int, ...]
    support: float
    dating: Dating
    held: frozenset[int]  # the content words it shares
    conflicts: tuple[str, ...] = ()  # number, name, antonym, negation
    against: tuple[int, ...] = ()  # the words of the evidence that contradict


class Query:
    """A sentence of a timeline with its day, its content words and what they weigh."""

    def __init__(self, text: str, when: When, times: Sequence[TimeTag], index: EvidenceIndex) -> None:
        self.text, self.when = without_times(text, times), when
        self.matches = list(TOKEN.finditer(self.text))
        self.codes = index.coded([match[0] for match in self.matches])
        self.sequence = [code >> BITS for code in self.codes if code & IS_CONTENT]
        self.words = dict.fromkeys(self.sequence)
        self.weights = dict(zip(self.words, index.weights(self.words), strict=True))
        self.size = sum(self.weights.values())

    def weight(self, words: Iterable[int]) -> float:
        """Return what distinct words of the sentence weigh."""
        return sum(self.weights[word] for word in words)

    def spelled(self, words: Collection[int]) -> tuple[str, ...]:
        """Return how the sentence writes some of its content words."""
        pairs = zip(self.codes, self.matches, strict=True)
        spelled = {code >> BITS: match[0] for code, match in pairs if code & IS_CONTENT and code >> BITS in words}
        return tuple(spelled.values())


class EvidenceIndex:
    """All sentences of the articles of a topic, found by their words and by their dates."""

    def __init__(self, articles: Sequence[Article], times: Iterable[Sequence[Sequence[TimeTag]]]) -> None:
        self.articles = articles
        self.lexicon = Lexicon()
        codes, bounds = array("i"), array("q", [0])
        self.named: dict[int, Named] = {}
        for article, tags in zip(articles, times, strict=True):
            for sentence, expressions in zip(article.sentences, tags, strict=True):
                if expressions and any(named := named_dates(sentence, expressions)):
                    self.named[len(bounds) - 1] = named
                words = TOKEN.findall(without_times(sentence, expressions))
                codes.extend(map(self.lexicon.__getitem__, words))
                bounds.append(len(codes))
        self.codes, self.bounds = np.frombuffer(codes, np.int32) if codes else np.zeros(0, np.int32), list(bounds)
        sizes = [len(article.sentences) for article in articles]
        self.article = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        self.firsts = np.cumsum([0, *sizes])
        self._count_words()
        self._kept: dict[int, tuple[list[int], frozenset[int]]] = {}

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def _count_words(self) -> None:
        bounds, known = np.asarray(self.bounds), len(self.lexicon.forms)
        row = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(bounds))
        opens = np.zeros(len(self.codes), bool)
        opens[bounds[:-1][np.diff(bounds) > 0]] = True
        word, is_content = self.codes >> BITS, (self.codes & IS_CONTENT) > 0
        capital = (self.codes & HAS_CAPITAL) > 0
        inside = is_content & ~opens
        large, small = (np.bincount(word[inside & mask], minlength=known) for mask in (capital, ~capital))
        self.names = (large >= 3 * small) & (large > 0)
        keys = word[is_content].astype(np.int64)
        keys *= len(self)
        keys += row[is_content]
        keys = np.unique(keys)
        self.postings = (keys % max(1, len(self))).astype(np.int32)
        self.starts = np.searchsorted(keys, np.arange(known + 1) * len(self))
        frequency = np.maximum(1, np.diff(self.starts))
        whole = np.log(len(self) + 1)
        self._weights = np.log((len(self) + 1) / frequency) / whole if len(self) else np.ones(known)

    @cached_property
    def by_day(self) -> dict[int, list[int]]:
        """The sentences that name a day, or that appeared on it and name none."""
        rows: dict[int, list[int]] = defaultdict(list)
        for row, named in self.named.items():
            for day in named.days:
                rows[day].append(row)
        return rows

    @cached_property
    def by_publication(self) -> dict[int, list[int]]:
        """The sentences that appeared on a day and name none."""
        rows: dict[int, list[int]] = defaultdict(list)
        nothing = Named()
        for article, (start, stop) in zip(self.articles, pairwise(self.firsts.tolist()), strict=True):
            rows[article.date.first] += [row for row in range(start, stop) if not self.named.get(row, nothing).days]
        return rows

    def coded(self, words: Sequence[str]) -> list[int]:
        """Return the codes of the words of a sentence; the first opens it."""
        codes = list(map(self.lexicon.__getitem__, words))
        codes[:1] = [code | OPENS for code in codes[:1]]
        return codes

    def weights(self, words: Iterable[int]) -> list[float]:
        """Return what content words weigh: 1 where at most one sentence has it."""
        known = len(self._weights)
        return [float(self._weights[word]) if word < known else 1.0 for word in words]

    def is_name(self, code: int) -> bool:
        """Return whether a word with a capital is a name: the articles write it so three times as often as without."""
        if not (code & HAS_CAPITAL and code & IS_CONTENT) or code & IS_NUMBER:
            return False
        word = code >> BITS
        return bool(self.names[word]) if word < len(self.names) else not code & OPENS

    def sentence(self, row: int) -> tuple[list[int], frozenset[int]]:
        """Return the codes of a sentence, and its distinct content words."""
        if row not in self._kept:
            if len(self._kept) > 20_000:
                self._kept.clear()
            codes = self.codes[self.bounds[row] : self.bounds[row + 1]].tolist()
            codes[:1] = [code | OPENS for code in codes[:1]]
            self._kept[row] = codes, frozenset(code >> BITS for code in codes if code & IS_CONTENT)
        return self._kept[row]

    def spelled(self, row: int, words: Collection[int]) -> tuple[str, ...]:
        """Return how a sentence writes some of its words."""
        article = int(self.article[row])
        text = self.articles[article].sentences[row - int(self.firsts[article])].replace("\u2019", "'")
        written = TOKEN.findall(text) if words else ()
        return tuple(word for word in dict.fromkeys(written) if self.lexicon[word] >> BITS in words)

    def candidates(self, query: Query, among: NDArray[np.bool_] | None = None) -> list[Evidence]:
        """Return the sentences that share most words with a sentence, and those of its date that do."""
        known = [word for word in query.words if word + 1 < len(self.starts)]
        spans = [slice(self.starts[word], self.starts[word + 1]) for word in known]
        if not spans:
            return []
        rows = np.concatenate([self.postings[span] for span in spans])
        weights = np.repeat([query.weights[word] for word in known], [span.stop - span.start for span in spans])
        support = np.round(np.bincount(rows, weights, minlength=len(self)) / (query.size + PRIOR), 9)
        if among is not None:
            support = np.where(among, support, 0.0)
        found = np.flatnonzero(support >= LEAST)
        best = found
        if len(found) > _BEST:
            limit = np.partition(support[found], len(found) - _BEST)[len(found) - _BEST]
            best = found[support[found] >= limit]
        best = best[np.argsort(-support[best], kind="stable")][:_BEST]
        near = np.array(sorted(self._of_date(query.when)), dtype=np.int64)
        near = near[support[near] >= LEAST]
        near = near[np.argsort(-support[near], kind="stable")][:_NEAR]
        return [
            self._evidence(query, row, float(support[row])) for row in dict.fromkeys([*best.tolist(), *near.tolist()])
        ]

    def _of_date(self, when: When) -> set[int]:
        named = (self.by_day.get(day, ()) for day in range(when.first, when.last + 1))
        published = (self.by_publication.get(day, ()) for day in range(when.first, when.last + 2))
        return {*chain.from_iterable(named), *chain.from_iterable(published)}

    def _evidence(self, query: Query, row: int, support: float) -> Evidence:
        """Return a sentence as evidence, with a neighbour where that carries more, less credit for another order."""
        rows: tuple[int, ...] = (row,)
        held = query.words.keys() & self.sentence(row)[1]
        if support > _WINDOW_FROM:
            for pair in ((row - 1, row), (row, row + 1)):
                if pair[0] >= 0 and pair[1] < len(self) and self.article[pair[0]] == self.article[pair[1]]:
                    both = query.words.keys() & (self.sentence(pair[0])[1] | self.sentence(pair[1])[1])
                    wide = query.weight(both) / (query.size + PRIOR) - _STEP
                    if wide > support + 1e-9:
                        rows, held, support = pair, both, wide
        if support >= LOOK:
            theirs = [code >> BITS for each in rows for code in self.sentence(each)[0] if code & IS_CONTENT]
            blocks = SequenceMatcher(None, query.sequence, theirs, autojunk=False).get_matching_blocks()
            order = sum(block.size for block in blocks) / len(held)
            if order < _ORDER:
                support *= order**2
        return Evidence(row, rows, support, self.dating(row, rows, query.when), frozenset(held))

    def dating(self, anchor: int, rows: Sequence[int], when: When) -> Dating:
        """Return how evidence is dated: by the days it names, else by its week or month, else by its publication."""
        nothing = Named()
        named = self.named.get(anchor, nothing)
        days = named.days or tuple(day for row in rows for day in self.named.get(row, nothing).days)
        if days:
            gap, day = min((max(0, day - when.last, when.first - day), day) for day in days)
            return Dating("other" if gap else "on", exp(-gap), "expression", day, day)
        held = [span for span in named.periods if span[0] <= when.last and when.first <= span[1]]
        if held:
            return Dating("on", _COARSE, "month or week", *held[0])
        published = self.articles[self.article[anchor]].date.first
        told = ("publication", published, published)
        if when.first <= published <= when.last + 1:
            return Dating("on", 1.0 if published <= when.last else _LATE, *told)
        if named.periods:
            return Dating("other", 0.0, "month or week", *named.periods[0])
        return Dating("other" if published < when.first else "untold", 0.0, *told)
