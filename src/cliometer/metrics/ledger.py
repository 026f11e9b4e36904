"""Ledger: every word of a reference is earned once, and every word of a system earns once.

A pair of sentences is worth something where the two lie close in time, share words that are not the topic's
everyday words, and do not contradict each other; the words are booked so that the total is largest. Tally is ledger
with other settings: a pair counts by the share of the reference sentence that it covers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from unicodedata import unidata_version

import numpy as np

from cliometer.expressions import choice, number, registered, setting, settings_of, truth, word
from cliometer.metrics.alignment import assign
from cliometer.metrics.base import PartsExplanation, Properties, TimelineMetric, metrics
from cliometer.metrics.comparison import TopicComparison, group_sums
from cliometer.metrics.similarity import Exponential, Floats, Kernel, kernels
from cliometer.model.notes import Note
from cliometer.model.score import Ratio, Score
from cliometer.model.timeline import ReferenceSet
from cliometer.text.sentence_bags import CONTENT, ENGLISH, NUMBER, Frames, Mask, SentenceBags, sentence_reader
from cliometer.text.tokenisation import HARDLY_ANY, TOKENISERS, TextSettings, lost_letters
from cliometer.text.word_rows import Ints, stretches

if TYPE_CHECKING:
    from cliometer.metrics.vectors import Flows

DICE, COVERED = "dice", "covered"  # how the likeness is computed that admits a pair
_LEAST = 0.002  # a pair of sentences that is worth less is worth nothing
_SURE = 0.5  # likeness from which on a contradiction counts in full
_EDGES_AT_ONCE = 200_000  # words that pairs of sentences share: some 20 MB
_LIKE_FIRST, _EARLY_FIRST = 1e-8, 1e-10  # between bookings of equal worth: like sentences, then early ones


@registered(metrics)
class Ledger(TimelineMetric):
    """Words are booked once, between sentences near in time that say the same and do not contradict each other."""

    name: ClassVar[str] = "ledger"
    formula: ClassVar[str] = (
        "M = sum over words g of w(g) times the largest sum of v(i, j) over one-to-one pairs of the occurrences of g; "
        "v = k q m^contradictions; precision M / sum W_i, recall M / sum W_j"
    )
    citation: ClassVar[str] = "Cliometer contributors (2026), Ledger; ROUGE-1 is of Lin (2004)"

    kernel: Kernel = setting(Exponential(1.0), parse=kernels.parse, doc="what a pair of dates is worth by its distance")
    likeness: str = setting(
        DICE,
        parse=word("likeness", (DICE, COVERED)),
        doc="whether a pair counts by its weighted Dice, or by the share of the reference sentence that is covered",
    )
    other: float = setting(
        2.0, parse=number(low=0), doc="words of other matter that count against a covered sentence, at most"
    )
    share: float = setting(
        0.2, parse=number(0, 1), doc="part of the covering sentence's size in the size that is covered"
    )
    low: float = setting(0.05, parse=number(0, 1), doc="likeness of sentences up to which a pair is worth nothing")
    high: float = setting(
        0.25, parse=number(0, 1), doc="likeness of sentences from which on a pair is worth all; low, if that is more"
    )
    guard: float = setting(0.25, parse=number(0, 1), doc="what a contradiction leaves of a pair's worth; 1: all of it")
    antonyms: bool = setting(
        False, parse=truth, doc="whether antonyms next to the same word contradict each other (WordNet, English)"
    )
    function: float = setting(0.1, parse=number(0, 1), doc="the weight of a function word")
    weights: str = choice("weighting", "topic", "flat", doc="content words weigh less the more sentences have them")
    tokens: str = setting(
        ENGLISH,
        parse=word("tokeniser", (ENGLISH, *TOKENISERS)),
        doc="how text is cut into words; other scripts: unicode",
    )
    stem: bool = setting(True, parse=truth, doc="whether words are stemmed as by ROUGE-1.5.5 -m")
    beta: float = setting(1.0, parse=number(low=0.001, high=1000), doc="weight of recall in F")
    decides_by_text: ClassVar[bool] = False  # whether it matters which of several equal bookings is taken

    properties: ClassVar[Properties] = Properties(True, True, True, True, True, uses_dates=True)

    def dependencies(self, gold: ReferenceSet) -> tuple[tuple[str, str], ...]:
        """Return the version of Unicode, where it says what a letter is."""
        return (("unicode", unidata_version),) if self.tokens_for(gold) == "unicode" else ()

    def tokens_for(self, references: ReferenceSet) -> str:
        """Return how the texts of a topic are cut; English rules give way to references in another script."""
        if self.tokens != ENGLISH:
            return self.tokens
        sentences = [sentence for reference in references for sentences in reference.values() for sentence in sentences]
        return "unicode" if lost_letters(sentences, TextSettings()) > HARDLY_ANY else ENGLISH

    def notes(self, comparison: TopicComparison) -> list[str]:
        """Say where English rules were given up."""
        if self.tokens == ENGLISH != self.tokens_for(comparison.references):
            what = "the references are in another script: tokens=unicode, all words are content words"
            return [Note.of("other-script", ledger=str(self), what=what)]
        return []

    def sameness(self, texts: Sequence[str], first: Ints, second: Ints) -> tuple[Floats, Floats] | None:
        """Return what sentence vectors say of pairs of sentences; ledger has none."""
        return None

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show for each sentence what it weighs, what it earned, and from which sentences of the other side."""
        from cliometer.metrics.explanation import explain_bookings

        return explain_bookings(self, TopicComparison([comparison.systems[place]], comparison.references))

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        return [score for entries in Books(self, comparison).entries() for score in entries.scores(self.beta)]


def _default(name: str, value: object) -> Any:
    """Return a setting of ledger with another default."""
    (base,) = (field for field in settings_of(Ledger) if field.name == name)
    return field(default=value, metadata=base.metadata)


@registered(metrics)
class Tally(Ledger):
    """Ledger, in which a pair counts by the share of the reference sentence that the system's sentence covers."""

    name: ClassVar[str] = "tally"
    formula: ClassVar[str] = (
        "as ledger, q = min(1, max(0, (c - 0.1) / 0.2)), k = exp(-days / 2), c = S / (0.8 W_j + 0.2 W_i + "
        "min(2, W_i + W_j - 2 S)); S, W_i, W_j weigh the distinct content words of both, of i and of j"
    )
    citation: ClassVar[str] = "Cliometer contributors (2026), Tally; ROUGE-1 is of Lin (2004)"

    kernel: Kernel = _default("kernel", Exponential(2.0))
    likeness: str = _default("likeness", COVERED)
    low: float = _default("low", 0.1)
    high: float = _default("high", 0.3)


class _Side:
    """The sentences of the systems, or of the references, and all their words."""

    def __init__(self, bags: SentenceBags, sentence: Ints, day: Ints) -> None:
        self.sentence, self.day = sentence, day  # the distinct sentence; the row or the column of its date
        sizes = np.diff(bags.bounds)[sentence]
        self.bounds = np.concatenate(([0], np.cumsum(sizes)))  # of each sentence in the words
        self.row = np.repeat(np.arange(len(sentence)), sizes)
        self.posting = stretches(bags.bounds[sentence], sizes)
        self.gram, self.count = bags.gram[self.posting], bags.count[self.posting]


class ComparedSentences:
    """The sentences of a comparison, those of each side by date; what they say of numbers, names and negation."""

    def __init__(self, metric: Ledger, comparison: TopicComparison) -> None:
        self.comparison, pieces = comparison, comparison.pieces
        self.reader = sentence_reader(metric.tokens_for(comparison.references), metric.stem)
        self.bags = bags = self.reader.read(pieces)
        days, columns = len(comparison.owners), comparison.reference_columns
        by_text = metric.decides_by_text or len(comparison.references) > 1
        rank = bags.ranks(pieces) if by_text else np.zeros(len(bags.bounds), np.int64)
        number = int(np.searchsorted(bags.texts, days))
        mine = np.lexsort((rank[bags.rows[:number]], bags.texts[:number]))
        self.own = _Side(bags, bags.rows[mine], bags.texts[mine])
        day = bags.texts[number:] - days
        order = np.lexsort((rank[bags.rows[number:]], columns[day]))
        self.other = _Side(bags, bags.rows[number + order], columns[day[order]])
        writers = np.repeat(np.arange(len(comparison.references)), list(map(len, comparison.references)))
        self.writer = writers[day[order]]  # of each sentence of the references
        self.system = comparison.owners[self.own.day]  # of each sentence of the systems
        known = np.zeros(len(bags.bounds) - 1, bool)
        known[self.other.sentence] = True
        kinds, names = bags.kinds[bags.gram], bags.named(known)
        self.content, self.number, self.name = (kinds & CONTENT) > 0, (kinds & NUMBER) > 0, names  # of postings
        sentence = np.repeat(np.arange(len(known)), np.diff(bags.bounds))
        self.posted = sentence
        self.numbers, self.names = (
            np.bincount(sentence[kind], minlength=len(known)) > 0 for kind in (self.number, names)
        )
        self.words = group_sums(sentence, bags.count, len(known))
        self.bare, bags_seen = np.full(len(known), -1), dict[tuple[tuple[int, int], ...], int]()
        for i in np.flatnonzero(np.bincount(sentence[self.content], minlength=len(known)) == 0).tolist():
            words = slice(bags.bounds[i], bags.bounds[i + 1])  # none of content: alike only where all are the same
            bag = sorted(zip(bags.gram[words].tolist(), bags.count[words].tolist(), strict=True))
            self.bare[i] = bags_seen.setdefault(tuple(bag), len(bags_seen))

    @cached_property
    def texts(self) -> list[str]:
        """The text of each distinct sentence."""
        return self.bags.sentences(self.comparison.pieces)

    @cached_property
    def frames(self) -> list[Frames]:
        """The words of each distinct sentence that have antonyms, with their neighbours."""
        return list(map(self.reader.frames, self.texts))

    def opposed(self, first: Ints, second: Ints) -> Mask:
        """Return which pairs of distinct sentences have antonyms in the same frame."""
        turned, opposed = np.array(list(map(bool, self.frames))), np.zeros(len(first), bool)
        for place in np.flatnonzero(turned[first] & turned[second]).tolist():
            frame, other = self.frames[first[place]], self.frames[second[place]]
            opposed[place] = self.reader.opposites(frame, other) is not None
        return opposed


class Books:
    """What sentences are worth to each other under a metric's settings, and how words are booked between them."""

    def __init__(self, metric: Ledger, comparison: TopicComparison) -> None:
        key = ("sentences", metric.tokens, metric.stem, metric.decides_by_text)
        self.metric, self.sentences = metric, comparison.memo(key, lambda: ComparedSentences(metric, comparison))
        sentences, peer, other = self.sentences, self.sentences.own, self.sentences.other
        bags, n = sentences.bags, len(other.sentence)
        content = np.ones(len(bags.kinds))
        if metric.weights == "topic" and n:
            df = np.bincount(other.gram, minlength=len(content))
            content = np.log((n + 1) / np.maximum(1, df)) / np.log(n + 1)
        self.weights = np.where(bags.kinds & CONTENT, content, metric.function)
        self.mass = group_sums(
            sentences.posted, np.where(sentences.content, self.weights[bags.gram], 0), len(sentences.bare)
        )
        # A pair must share words of weight `low` of its size, to which each sentence adds; vectors admit any pair.
        mine, theirs = (metric.share, 1 - metric.share) if metric.likeness == COVERED else (0.5, 0.5)
        low = 0.0 if metric.decides_by_text else metric.low * (1 - 1e-9)  # rounding aside
        self.least = low * mine * self.mass[peer.sentence], low * theirs * self.mass[other.sentence]
        self.closeness = comparison.closeness(metric.kernel)
        near, width = self.closeness >= _LEAST, self.closeness.shape[1]
        first = np.searchsorted(other.day, np.where(near.any(axis=1), near.argmax(axis=1), width))
        last = np.searchsorted(other.day, width - near[:, ::-1].argmax(axis=1))
        self.first, self.last = first[peer.day], np.maximum(first, last)[peer.day]  # near sentences of the references
        keys = other.gram * (len(other.sentence) + 1) + other.row
        self.order = np.argsort(keys, kind="stable")
        base, keys = peer.gram * (len(other.sentence) + 1), keys[self.order]
        self.start = np.searchsorted(keys, base + self.first[peer.row])
        ends = np.searchsorted(keys, base + self.last[peer.row])
        self.fan = np.where(self.weights[peer.gram] > 0, ends - self.start, 0)  # words without weight earn nothing

    def entries(self) -> Iterator[Entries]:
        """Yield the entries of some systems at a time, as many as fit into memory."""
        peer, systems = self.sentences.own, len(self.sentences.comparison.systems)
        rows = np.searchsorted(self.sentences.system, np.arange(systems + 1))
        words = peer.bounds[rows]
        total = np.concatenate(([0], np.cumsum(self.fan)))[words]
        total += np.arange(systems + 1) * len(self.sentences.other.gram)
        start = 0
        while start < systems:
            stop = max(start + 1, int(np.searchsorted(total, total[start] + _EDGES_AT_ONCE, side="right")) - 1)
            yield Entries(self, (start, stop), slice(rows[start], rows[stop]), slice(words[start], words[stop]))
            start = stop


class SentencePairs(NamedTuple):
    """Pairs of sentences near in time, and what each is worth."""

    own: Ints
    other: Ints
    closeness: Floats
    likeness: Floats
    negation: Mask  # whether the polarity differs
    numbers: Mask  # whether both have numbers and share none
    names: Mask
    antonyms: Mask  # whether antonyms stand in the same frame; never where the metric does not look for them
    same: Floats  # the share of all words that is the same, which decides between equals
    worth: Floats
    sameness: Floats | None = None  # how far two sentences say the same by their vectors, where there are any
    covered: Floats | None = None  # the share of the reference sentence that is covered, where it admits the pair


class Entries:
    """All bookings of some systems."""

    def __init__(self, books: Books, systems: tuple[int, int], rows: slice, words: slice) -> None:
        self.books, self.systems, self.words = books, systems, words
        peer, other = books.sentences.own, books.sentences.other
        total = np.concatenate(([0], np.cumsum(books.fan)))
        chunks: list[tuple[SentencePairs, Ints, Ints, Ints]] = []
        known, start = 0, rows.start
        while start < rows.stop or not chunks:  # some sentences at a time; pairs that are worth nothing are left out
            most = total[peer.bounds[start]] + _EDGES_AT_ONCE
            stop = min(rows.stop, max(start + 1, int(np.searchsorted(total[peer.bounds], most, side="right")) - 1))
            words_of = slice(int(peer.bounds[start]), int(peer.bounds[stop]))  # those that near sentences share
            fan = books.fan[words_of]
            left = np.repeat(np.arange(words_of.start, words_of.stop), fan)
            right = books.order[stretches(books.start[words_of], fan)]
            sizes = books.last[start:stop] - books.first[start:stop]
            pair = (np.cumsum(sizes) - sizes)[peer.row[left] - start] + other.row[right] - books.first[peer.row[left]]
            i, j = np.repeat(np.arange(start, stop), sizes), stretches(books.first[start:stop], sizes)
            pairs, pair, left, right = self._pairs(i, j, pair, left, right)
            worthy, kept = np.flatnonzero(pairs.worth), pairs.worth[pair] > 0
            number = np.cumsum(pairs.worth > 0) - 1 + known
            parts = (None if values is None else values[worthy] for values in pairs)
            chunks.append((SentencePairs._make(parts), left[kept], right[kept], number[pair[kept]]))
            known, start = known + len(worthy), stop
        columns = zip(*(entry[0] for entry in chunks), strict=True)
        self.pairs = SentencePairs._make(None if some[0] is None else np.concatenate(some) for some in columns)
        self.left, self.right, self.pair = (np.concatenate([entry[n] for entry in chunks]) for n in (1, 2, 3))

    def _pairs(self, i: Ints, j: Ints, pair: Ints, left: Ints, right: Ints) -> tuple[SentencePairs, Ints, Ints, Ints]:
        """Return the worth of the pairs that are alike and near enough, and the words they share: section 1.4."""
        books, sentences, metric = self.books, self.books.sentences, self.books.metric
        peer, other = sentences.own, sentences.other
        content = np.where(sentences.content[peer.posting[left]], books.weights[peer.gram[left]], 0)
        weight = group_sums(pair, content, len(i))
        chosen = np.flatnonzero(weight >= books.least[0][i] + books.least[1][j])
        i, j = i[chosen], j[chosen]
        like, covered, q, sameness = self._likeness(peer.sentence[i], other.sentence[j], weight[chosen])
        k = books.closeness[peer.day[i], other.day[j]]
        admitted = np.flatnonzero(k * q >= _LEAST)  # contradictions only take from it
        i, j = i[admitted], j[admitted]
        k, q, like = (values[admitted] for values in (k, q, like))
        covered, sameness = (None if values is None else values[admitted] for values in (covered, sameness))
        number = np.full(len(weight), -1)
        number[chosen[admitted]] = np.arange(len(i))
        shared = np.flatnonzero(number[pair] >= 0)
        pair, left, right = number[pair[shared]], left[shared], right[shared]
        a, b = peer.sentence[i], other.sentence[j]
        p, r = peer.posting[left], other.posting[right]
        same_number, same_name = sentences.number[p], sentences.name[p] & sentences.name[r]
        numbers = sentences.numbers[a] & sentences.numbers[b] & (np.bincount(pair[same_number], minlength=len(i)) == 0)
        names = sentences.names[a] & sentences.names[b] & (np.bincount(pair[same_name], minlength=len(i)) == 0)
        negation = (sentences.bags.negations[a] + sentences.bags.negations[b]) % 2 > 0
        sure = np.minimum(1, like / _SURE)
        m = 1 - (1 - metric.guard) * (sure if sameness is None else np.maximum(sure, sameness))
        antonyms = sentences.opposed(a, b) if metric.antonyms else np.zeros(len(i), bool)
        v = k * q * m ** (negation * 1 + numbers + names + antonyms)
        same = 2 * group_sums(pair, np.minimum(peer.count[left], other.count[right]), len(i))
        same /= np.maximum(1, sentences.words[a] + sentences.words[b])
        pairs = SentencePairs(
            own=i,
            other=j,
            closeness=k,
            likeness=like,
            negation=negation,
            numbers=numbers,
            names=names,
            antonyms=antonyms,
            same=same,
            worth=np.where(v >= _LEAST, v, 0.0),
            sameness=sameness,
            covered=covered,
        )
        return pairs, pair, left, right

    def _likeness(self, a: Ints, b: Ints, shared: Floats) -> tuple[Floats, Floats | None, Floats, Floats | None]:
        """Return how alike pairs of sentences are, and how far that admits them."""
        books, sentences, metric = self.books, self.books.sentences, self.books.metric
        whole = books.mass[a] + books.mass[b]
        alike = (sentences.bare[a] == sentences.bare[b]) & (sentences.bare[a] >= 0)
        like = np.where(alike, 1.0, np.divide(2 * shared, whole, out=np.zeros(len(a)), where=whole > 0))
        covered = None
        if metric.likeness == COVERED:  # the share of the reference sentence by the weight of what both have
            system, other = books.mass[a], books.mass[b]
            rest = np.clip(whole - 2 * shared, 0, metric.other)  # below 0 only by rounding
            size = (1 - metric.share) * other + metric.share * system + rest
            covered = np.where(alike, 1.0, np.divide(shared, size, out=np.zeros(len(a)), where=size > 0))
        by, span = like if covered is None else covered, metric.high - metric.low
        q = np.clip((by - metric.low) / span, 0, 1) if span > 0 else (by >= metric.low).astype(float)
        if metric.decides_by_text and (by_vectors := metric.sameness(sentences.texts, a, b)) is not None:
            return like, covered, np.maximum(q, by_vectors[0]), by_vectors[1]
        return like, covered, q, None

    @cached_property
    def amount(self) -> Ints:
        """How many occurrences each edge books: section 1.5, for each reference by itself."""
        books, pairs = self.books, self.pairs
        peer, other = books.sentences.own, books.sentences.other
        gain = pairs.worth + _LIKE_FIRST * pairs.same
        writers = len(books.sentences.comparison.references)
        if writers > 1 or books.metric.decides_by_text:
            early = []  # how early both sentences of a pair stand in their timelines, from 0 to 1
            for place, owner in ((pairs.own, books.sentences.system), (pairs.other, books.sentences.writer)):
                order = np.argsort(owner, kind="stable")
                rank = np.empty(len(owner), np.int64)
                rank[order] = np.arange(len(owner)) - np.searchsorted(owner[order], owner[order])
                early.append(1 - rank[place] / np.bincount(owner)[owner[place]])
            gain += _EARLY_FIRST * (early[0] * early[1])
        gain = gain[self.pair]
        system = books.sentences.system[peer.row[self.left]] - self.systems[0]
        column = system * len(other.gram) + self.right
        amount = np.zeros(len(gain), np.int64)
        for writer in range(writers):
            edges = np.flatnonzero(books.sentences.writer[other.row[self.right]] == writer)
            group = system[edges] * len(books.weights) + peer.gram[self.left[edges]]
            ours, theirs = self.left[edges], self.right[edges]
            ends = np.stack((ours, peer.count[ours])), np.stack((column[edges], other.count[theirs]))
            amount[edges] = _booked(*ends, gain[edges], group)
        return amount

    def scores(self, beta: float) -> Iterator[Score]:
        """Yield precision and recall of each system: section 1.6."""
        books, (start, stop) = self.books, self.systems
        peer, other = books.sentences.own, books.sentences.other
        worth = self.pairs.worth[self.pair]
        weight = books.weights[peer.gram[self.words]]
        system = books.sentences.system[peer.row[self.words]] - start
        earned = group_sums(self.left - self.words.start, self.counted * worth, len(weight))
        precision = group_sums(system, weight * earned, stop - start)
        size = group_sums(system, weight * peer.count[self.words], stop - start)
        cells = (books.sentences.system[peer.row[self.left]] - start) * len(other.gram) + self.right
        earned = group_sums(cells, self.amount * worth, (stop - start) * len(other.gram)).reshape(stop - start, -1)
        weight = books.weights[other.gram]
        recall = (earned * weight).sum(axis=1)
        whole = float((other.count * weight)[None].sum(axis=1)[0])
        if self.pairs.sameness is not None and (flows := self.flows) is not None:
            system = books.sentences.system[self.pairs.own[flows.pair]] - start
            precision += group_sums(system, flows.counted * flows.worth, stop - start)
            recall += group_sums(system, flows.mass * flows.worth, stop - start)
            precision, recall = np.minimum(precision, size), np.minimum(recall, whole)  # but for rounding
        for numbers in zip(precision.tolist(), size.tolist(), recall.tolist(), strict=True):
            yield Score(Ratio(*numbers[:2]), Ratio(numbers[2], whole), beta)

    @cached_property
    def flows(self) -> Flows | None:
        """What flows between sentences that say the same by their vectors; None where there are no vectors."""
        if self.pairs.sameness is None:
            return None
        from cliometer.metrics.vectors import flows

        return flows(self)

    @cached_property
    def counted(self) -> Ints:
        """How many occurrences of each edge count for precision: those that no other reference gives more."""
        sentences = self.books.sentences
        if len(sentences.comparison.references) == 1:
            return self.amount
        edge = np.repeat(np.arange(len(self.amount)), self.amount)  # of each booked occurrence
        word, writer = self.left[edge], sentences.writer[sentences.other.row[self.right[edge]]]
        worth = self.pairs.worth[self.pair[edge]]
        order = np.lexsort((-worth, writer, word))
        first = np.flatnonzero((np.diff(word[order], prepend=-1) != 0) | (np.diff(writer[order], prepend=-1) != 0))
        rank = np.empty(len(order), np.int64)  # among those of the word that the same reference gives
        rank[order] = np.arange(len(order)) - np.repeat(first, np.diff(np.append(first, len(order))))
        order = np.lexsort((-worth, rank, word))
        best = (np.diff(word[order], prepend=-1) != 0) | (np.diff(rank[order], prepend=-1) != 0)
        return np.bincount(edge[order[best]], minlength=len(self.amount))


def _booked(peer: Ints, other: Ints, gain: Floats, group: Ints) -> Ints:
    """Return how often each edge is used by the assignment of the largest gain.

    Of each end, `peer` and `other` say which node it is and how many occurrences that has. Where everybody on one
    side may have what is best for him, nothing is better; the rest goes to the solver, a word at a time.
    """
    amount, left = np.zeros(len(gain), np.int64), np.arange(len(gain))
    for mine, yours in ((peer, other), (other, peer)):
        if len(left):
            amount[left], settled = _best_for_one_side(mine[:, left], yours[:, left], gain[left])
            left = left[~settled]
    left = left[np.argsort(group[left], kind="stable")]
    for start, stop in pairwise(np.flatnonzero(np.diff(group[left], prepend=-1, append=-1)).tolist()):
        edges = left[start:stop]
        amount[edges] = _assigned(peer[:, edges], other[:, edges], gain[edges])
    return amount


def _best_for_one_side(left: Ints, other: Ints, gain: Floats) -> tuple[Ints, Mask]:
    """Return what is booked where each node of one side takes its best, and which edges are settled by that."""
    order = np.lexsort((-gain, left[0]))
    picks = order[np.flatnonzero(np.diff(left[0][order], prepend=-1))]
    nodes, place = np.unique(other[0], return_inverse=True)
    room = np.zeros(len(nodes), np.int64)
    room[place] = other[1]
    crowded = np.bincount(place[picks], weights=left[1][picks], minlength=len(nodes)) > room
    open_edges = crowded[place]
    mine = np.unique(left[0], return_inverse=True)[1]
    while open_edges.any():  # whatever hangs together with a crowded node is open as well
        touched = np.zeros(len(picks), bool)
        touched[mine[open_edges]] = True
        crowded[place[touched[mine]]] = True
        contested = crowded[place]
        if (contested == open_edges).all():
            break
        open_edges = contested
    taken = np.zeros(len(gain), np.int64)
    taken[picks] = left[1][picks]
    return np.where(open_edges, 0, taken), ~open_edges


def _assigned(left: Ints, other: Ints, gain: Floats) -> Ints:
    """Return how often each edge is used, from an optimal assignment of single occurrences."""
    rows, row = np.unique(left[0], return_inverse=True)
    columns, column = np.unique(other[0], return_inverse=True)
    table = np.zeros((len(rows), len(columns)))
    table[row, column] = gain
    room, space = np.empty(len(rows), np.int64), np.empty(len(columns), np.int64)
    room[row], space[column] = left[1], other[1]
    each, all_of = np.repeat(np.arange(len(rows)), room), np.repeat(np.arange(len(columns)), space)
    a, b = assign(-table[each][:, all_of])
    used = np.zeros(table.shape, np.int64)
    np.add.at(used, (each[a], all_of[b]), 1)
    return used[row, column]
