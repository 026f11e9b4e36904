"""Why a score is what it is: every date, its partner, its weight, the words earned and missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from cliometer.errors import UsageError
from cliometer.grouping import by_key
from cliometer.metrics.alignment import Pairs
from cliometer.metrics.base import Explanation, ExplanationTable, Metric, PartsExplanation
from cliometer.metrics.comparison import TopicComparison, group_sums
from cliometer.metrics.ledger import Books, Ledger
from cliometer.metrics.rouge.lcs import Sides, hit_words
from cliometer.metrics.rouge.variants import Grams, Variant, grams
from cliometer.metrics.similarity import Floats
from cliometer.metrics.timeline_rouge import Dates, TimelineRouge
from cliometer.model.records import renamed
from cliometer.model.timeline import Sentences
from cliometer.model.when import When
from cliometer.spelling import many
from cliometer.text.sentence_bags import NEGATION, Mask
from cliometer.text.tokenisation import TextSettings
from cliometer.text.word_rows import Ints


def _compare_words(
    side: Sentences, other: Sentences, own_is_reference: bool, variant: Variant, text: TextSettings
) -> tuple[Counter[str], Counter[str]]:
    """Return how often `side` has each gram that `other` has, and that it lacks; for ROUGE-L and W, each word."""
    if variant.kind in ("L", "W"):
        sides = _sides(other, side, variant, text) if own_is_reference else _sides(side, other, variant, text)
        shared: Grams = Counter((word,) for word in hit_words(sides, variant.weight))
        counted: Grams = Counter((word,) for sentence in side for word in text.words(sentence))
    else:
        counted = grams(variant, text.words(" ".join(side)))
        shared = counted & grams(variant, text.words(" ".join(other)))
    surface = _surface(side, text)
    return _spelled(shared, surface), _spelled(counted - shared, surface)


def _sides(peer: Sentences, model: Sentences, variant: Variant, text: TextSettings) -> Sides:
    ours, theirs = (variant.aligned([text.words(s) for s in sentences], text) for sentences in (peer, model))
    return Sides(ours, [w for s in ours for w in s], theirs, [w for s in theirs for w in s])


def _surface(sentences: Sentences, text: TextSettings) -> dict[str, str]:
    """Return how the text first spells each form."""
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


WordCounts = Mapping[str, float]


@dataclass(frozen=True)
class DayExplanation:
    """One date of a timeline (None: all dates run together) and what it earned.

    `credit` is weight times hits, what the day adds to the numerator; `size` what it adds to the denominator.
    """

    date: When | None
    partner: When | None = None
    distance: int | None = None
    weight: float = 0.0
    hits: float = 0.0
    size: float = 0.0
    credit: float = 0.0
    shared: WordCounts = field(default_factory=dict, metadata=renamed("earned"))
    missed: WordCounts = field(default_factory=dict)

    def cells(self) -> tuple[str | float | None, ...]:
        """Return date, partner and numbers as a row of a table."""
        name = "whole text" if self.date is None else str(self.date)
        partner = None if self.partner is None else str(self.partner)
        return name, partner, self.distance, self.weight, self.hits, self.size, self.credit


@dataclass(frozen=True)
class TimelineExplanation(Explanation):
    """One pair, one metric: reference dates explain recall, system dates explain precision."""

    recall: tuple[DayExplanation, ...] = field(metadata=renamed("recall_days"))
    precision: tuple[DayExplanation, ...] = field(metadata=renamed("precision_days"))

    def tables(self) -> tuple[ExplanationTable, ...]:
        """Return the dates of the references, then those of the system."""
        columns = ("date", "partner", "days apart", "weight", "hits", "size", "credit")
        sides = {"Recall: the reference dates": self.recall, "Precision: the system's dates": self.precision}
        return tuple(
            ExplanationTable(title, columns, tuple(day.cells() for day in days)) for title, days in sides.items()
        )


def explain_in(comparison: TopicComparison, metric: Metric, words: bool = True) -> TimelineExplanation:
    """Take apart the score of the only system by a metric without open settings.

    `words=False` leaves out the words, which take most time.
    """
    score = metric.measure_in(comparison)[0]
    if isinstance(metric, TimelineRouge):
        if metric.references == "best":  # the one that gave the score
            alone = comparison.reference_by_reference
            comparison = next(each for each in alone if metric.measure_in(each)[0] == score)
        story = _Story(metric, comparison, words)
        return TimelineExplanation(str(metric), score, tuple(story.recall()), tuple(story.precision()))
    if isinstance(metric, Dates):
        ((worth, pairs),) = metric.matches(comparison)
        ours, theirs = comparison.systems[0].dates, comparison.dates
        recall = _matched_dates(theirs, ours, worth.T, _mapping(pairs, by="columns"))
        precision = _matched_dates(ours, theirs, worth, _mapping(pairs, by="rows"))
        return TimelineExplanation(str(metric), score, tuple(recall), tuple(precision))
    if isinstance(metric, Ledger):
        bookings = SentenceBookings(metric, comparison)
        return TimelineExplanation(str(metric), score, *(tuple(bookings.days(recall)) for recall in (True, False)))
    raise UsageError("timeline-metric-unexplained", metric=metric)


def _matched_dates(
    dates: Sequence[When], other: Sequence[When], worth: Floats, partner: Mapping[int, int]
) -> Iterable[DayExplanation]:
    """Yield each date with the one it is matched with; a match that is worth nothing is none."""
    for row, when in enumerate(dates):
        column = partner.get(row)
        if column is not None and worth[row, column]:
            weight, met = float(worth[row, column]), other[column]
            yield DayExplanation(when, met, when.distance(met), weight, 1.0, 1.0, weight)
        else:
            yield DayExplanation(when, None, None, 0.0, 0.0, 1.0, 0.0)


class _Story:
    """The days of both sides as the metric saw them, each of which it explains."""

    def __init__(self, metric: TimelineRouge, comparison: TopicComparison, words: bool) -> None:
        self._metric, self._comparison, self._listing = metric, comparison, words
        self._folded = metric.pairing == "folded"
        self._table = comparison.table(metric.rouge, metric.text, self._folded)
        self._alignment, self._weights = metric.alignment(comparison)
        self._dated = metric.references == "dated"

    def recall(self) -> Iterable[DayExplanation]:
        """Yield every reference date."""
        partner = _mapping(self._alignment.recall, by="columns")
        for column in range(len(self._table.model)):
            yield self._day(partner.get(column), column, self._table.model[column], recall=True)

    def precision(self) -> Iterable[DayExplanation]:
        """Yield every date of the system."""
        partner = _mapping(self._alignment.precision, by="rows")
        copies = 1 if self._dated else len(self._comparison.references)
        for row in range(len(self._table.peer)):
            yield self._day(row, partner.get(row), self._table.peer[row] * copies, recall=False)

    def _day(self, row: int | None, column: int | None, size: float, recall: bool) -> DayExplanation:
        ours = None if self._folded or row is None else self._comparison.systems[0].dates[row]
        theirs = None if self._folded or column is None else self._comparison.dates[column]
        date, other = (theirs, ours) if recall else (ours, theirs)
        shared, missed = self._words(row, column, recall) if self._listing else ({}, {})
        day = DayExplanation(date, size=float(size), shared=shared, missed=missed)
        if row is None or column is None:
            return day
        hits = float(self._table.hits(np.array(row), np.array(column)))
        if self._dated and not recall:
            hits /= float(self._table.writers[column])
        weight = float(self._weights[row, column])
        distance = None if date is None or other is None else date.distance(other)
        return replace(day, partner=other, distance=distance, weight=weight, hits=hits, credit=weight * hits)

    def _words(self, row: int | None, column: int | None, recall: bool) -> tuple[WordCounts, WordCounts]:
        """Return grams shared with the partner and grams missed, which add up to the hits and the size."""
        sentences = self._said(row)
        earned: Counter[str] = Counter()
        missed: Counter[str] = Counter()
        texts = self._written(column, recall)
        for reference in texts:
            side, other = (reference, sentences) if recall else (sentences, reference)
            hit, lost = _compare_words(side, other, recall, self._metric.rouge, self._metric.text)
            earned.update(hit)
            missed.update(lost)
        share = len(texts) if self._dated and not recall else 1
        return _listed(earned, share), _listed(missed, share)

    def _said(self, row: int | None) -> Sentences:
        days = list(self._comparison.systems[0].values())
        if row is None:
            return ()
        return tuple(sentence for day in days for sentence in day) if self._folded else days[row]

    def _written(self, column: int | None, recall: bool) -> Sequence[Sentences]:
        """Return what the references say on a date: those that have it, or all where precision counts them all."""
        references = self._comparison.references
        everyone = not (recall or self._dated)
        if column is None:
            return [()] * (len(references) if everyone else 1)
        if self._folded:
            return [tuple(s for day in reference.values() for s in day) for reference in references]
        date = self._comparison.dates[column]
        return [reference.on(date) for reference in references] if everyone else references.on(date)


def _mapping(pairs: Pairs, by: str) -> dict[int, int]:
    keys, values = (pairs.rows, pairs.columns) if by == "rows" else (pairs.columns, pairs.rows)
    return dict(zip(keys.tolist(), values.tolist(), strict=True))


def _listed(counter: Counter[str], share: int) -> WordCounts:
    return dict(sorted((word, count / share if share > 1 else count) for word, count in counter.items() if count))


@dataclass(frozen=True)
class Booking:
    """A sentence of one side and what it earned from one of the other side; None where it earned nothing.

    `weight` is that of the whole sentence, `credit` what this booking adds to the numerator of its side, `covered` the
    share of the reference sentence that is covered, where the metric admits pairs by it.
    """

    side: str
    date: str
    sentence: str
    weight: float
    credit: float
    partner_date: str | None = None
    partner: str | None = None
    closeness: float | None = None
    likeness: float | None = None
    covered: float | None = None
    contradictions: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def explain_bookings(metric: Ledger, comparison: TopicComparison) -> PartsExplanation:
    """Return the bookings of the only system: its sentences, then those of the references."""
    score, bookings = metric.measure_in(comparison)[0], SentenceBookings(metric, comparison)
    counts = [
        f"the {side} {many(len(rows.sentence), 'sentence')} earned {ratio.part:.4g} of {ratio.whole:.4g}"
        for side, rows, ratio in (
            ("system's", bookings.sentences.own, score.precision),
            ("references'", bookings.sentences.other, score.recall),
        )
    ]
    sentence = " and ".join(counts)
    parts = (*bookings.side(recall=False), *bookings.side(recall=True))
    return PartsExplanation(str(metric), score, "Bookings", parts, (f"{sentence[0].upper()}{sentence[1:]}.",))


BookedSpans = tuple[list[tuple[int, int]], dict[int, list[tuple[int, int]]]]
"""Stretches of a system's day, and of what each writer says on a date, whose words were booked with each other."""


class SentenceBookings:
    """The bookings of the only system of a comparison, spelled out by sentence or by date."""

    def __init__(self, metric: Ledger, comparison: TopicComparison) -> None:
        (self._entries,) = Books(metric, comparison).entries()
        self.sentences = self._entries.books.sentences
        self._texts = self.sentences.texts
        self._by_pair: dict[int, list[int]] = {}
        self._spans: dict[int, list[list[tuple[int, int]]]] = {}
        self._flowed: dict[int, tuple[float, float]] = {}  # credit for precision and for recall
        if (flows := self._entries.flows) is not None:
            for place, pair in enumerate(flows.pair.tolist()):
                earned = (float(mass[place] * flows.worth[place]) for mass in (flows.counted, flows.mass))
                self._flowed[pair] = (next(earned), next(earned))
                self._by_pair[pair] = []
        for edge in np.flatnonzero(self._entries.amount).tolist():
            self._by_pair.setdefault(int(self._entries.pair[edge]), []).append(edge)

    def credits(self, recall: bool) -> tuple[Floats, Floats]:
        """Return what was booked, and what it earned, for every day of the system and every date of the references."""
        entries, peer, other = self._entries, self.sentences.own, self.sentences.other
        shape = entries.books.closeness.shape
        cells = peer.day[peer.row[entries.left]] * shape[1] + other.day[other.row[entries.right]]
        weights = entries.books.weights[peer.gram[entries.left]] * (entries.amount if recall else entries.counted)
        worth = entries.pairs.worth[entries.pair]
        hits, earned = (group_sums(cells, some, shape[0] * shape[1]) for some in (weights, weights * worth))
        if (flows := entries.flows) is not None:
            cells = peer.day[entries.pairs.own[flows.pair]] * shape[1] + other.day[entries.pairs.other[flows.pair]]
            mass = flows.mass if recall else flows.counted
            hits += group_sums(cells, mass, shape[0] * shape[1])
            earned += group_sums(cells, mass * flows.worth, shape[0] * shape[1])
        return hits.reshape(shape), earned.reshape(shape)

    def days(self, recall: bool) -> Iterator[DayExplanation]:
        """Yield the dates of one side, each with the date from which it earned most."""
        hits, earned = (table.T if recall else table for table in self.credits(recall))
        rows = self.sentences.other if recall else self.sentences.own
        weights = self._entries.books.weights[rows.gram] * rows.count
        sizes = group_sums(rows.day[rows.row], weights, len(hits))
        comparison = self.sentences.comparison
        dates = (comparison.dates, comparison.systems[0].dates)
        side_dates, other = dates if recall else dates[::-1]
        for place, when in enumerate(side_dates):
            hit_count, credit = float(hits[place].sum()), float(earned[place].sum())
            met = other[int(earned[place].argmax())] if credit else None
            distance = None if met is None else when.distance(met)
            weight = credit / hit_count if hit_count else 0.0
            yield DayExplanation(when, met, distance, weight, hit_count, float(sizes[place]), credit)

    def side(self, recall: bool) -> Iterator[Booking]:
        """Yield the sentences of one side, each with its sources, the largest first."""
        pairs, sentences = self._entries.pairs, self.sentences
        rows, row_of = (sentences.other, pairs.other) if recall else (sentences.own, pairs.own)
        sources = by_key((int(row_of[pair]), pair) for pair in self._by_pair)
        weights = self._entries.books.weights[rows.gram] * rows.count
        for row, sentence in enumerate(rows.sentence.tolist()):
            weight = float(weights[rows.bounds[row] : rows.bounds[row + 1]].sum())
            head = Booking(self._name(row, recall), str(self._date(row, recall)), self._texts[sentence], weight, 0.0)
            booked = [self._booking(head, pair, recall) for pair in sources.get(row, ())] or [head]
            yield from sorted(booked, key=lambda booking: -booking.credit)

    def spans(self, texts: Sequence[str], written: Sequence[Mapping[int, str]]) -> dict[tuple[int, int], BookedSpans]:
        """Return by day of the system and date of the references where the words that were booked stand.

        `texts` is the text of each day, `written` what each writer says on each date. Words of several occurrences are
        taken in the order of the text.
        """
        entries, sentences, spans_by_day = self._entries, self.sentences, dict[tuple[int, int], BookedSpans]()
        peer, other = sentences.own, sentences.other
        starts = (
            self._starts(peer.sentence, [texts[day] for day in peer.day.tolist()], peer.day.tolist()),
            self._starts(
                other.sentence,
                [written[w][day] for w, day in zip(sentences.writer.tolist(), other.day.tolist(), strict=True)],
                list(zip(sentences.writer.tolist(), other.day.tolist(), strict=True)),
            ),
        )
        used: Counter[tuple[int, int]] = Counter()
        for edge in np.flatnonzero(entries.amount).tolist():
            left, right = int(entries.left[edge]), int(entries.right[edge])
            i, j, amount = int(peer.row[left]), int(other.row[right]), int(entries.amount[edge])
            writer = int(sentences.writer[j])
            spans = spans_by_day.setdefault((int(peer.day[i]), int(other.day[j])), ([], {}))
            for side, row, word, start, marked, key in (
                (peer, i, left, starts[0][i], spans[0], (writer, left)),
                (other, j, right, starts[1][j], spans[1].setdefault(writer, []), (-1, right)),
            ):
                places = self._places(int(side.sentence[row]))
                taken = places[word - int(side.bounds[row])][used[key] : used[key] + amount] if places else ()
                used[key] += amount
                marked += [(start + first, start + last) for first, last in taken]
        return spans_by_day

    def _starts(self, rows: Ints, texts: Sequence[str], days: Sequence[object]) -> list[int]:
        """Return where each sentence begins in the text of its day; of equal sentences, each has a place of its own."""
        ends: dict[tuple[object, str], int] = {}
        starts = []
        for number, text, day in zip(rows.tolist(), texts, days, strict=True):
            sentence = self._texts[number]
            starts.append(text.find(sentence, ends.get((day, sentence), 0)))
            ends[day, sentence] = starts[-1] + len(sentence)
        return starts

    def _places(self, sentence: int) -> list[list[tuple[int, int]]]:
        if sentence not in self._spans:
            self._spans[sentence] = self.sentences.reader.spans(self._texts[sentence])
        return self._spans[sentence]

    def _name(self, row: int, recall: bool) -> str:
        writer = int(self.sentences.writer[row]) if recall else 0
        return (self.sentences.comparison.references[writer].name or f"reference {writer + 1}") if recall else "system"

    def _date(self, row: int, recall: bool) -> When:
        comparison = self.sentences.comparison
        dates: tuple[When, ...] = comparison.dates if recall else comparison.systems[0].dates
        return dates[int((self.sentences.other if recall else self.sentences.own).day[row])]

    def _booking(self, head: Booking, pair: int, recall: bool) -> Booking:
        """Return the booking of a sentence with the partner, credit, contradictions and words of a pair."""
        entries, sentences = self._entries, self.sentences
        pairs, edges = entries.pairs, self._by_pair[pair]
        i, j = int(pairs.own[pair]), int(pairs.other[pair])
        row, side = (i, sentences.own) if recall else (j, sentences.other)
        amount = (entries.amount if recall else entries.counted)[edges]
        weights = entries.books.weights[sentences.own.gram[entries.left[edges]]]
        credit = float((weights * amount).sum() * pairs.worth[pair])
        credit += self._flowed.get(pair, (0.0, 0.0))[recall]
        if recall:
            spelled, places = sentences.other.sentence[j], entries.right[edges] - sentences.other.bounds[j]
        else:
            spelled, places = sentences.own.sentence[i], entries.left[edges] - sentences.own.bounds[i]
        known = self._spelled(int(spelled))
        words = [
            f"{known[place]} x{count}" if count > 1 else known[place]
            for place, count in zip(places.tolist(), amount.tolist(), strict=True)
            if count
        ]
        words += ["the rest by vectors"] if pair in self._flowed else []
        return replace(
            head,
            credit=credit,
            partner_date=str(self._date(row, not recall)),
            partner=self._texts[int(side.sentence[row])],
            closeness=float(pairs.closeness[pair]),
            likeness=float(pairs.likeness[pair]),
            covered=None if pairs.covered is None else float(pairs.covered[pair]),
            contradictions=tuple(self._contradictions(pair, i, j)),
            words=tuple(words),
        )

    def _spelled(self, sentence: int) -> list[str]:
        return self.sentences.reader.spellings(self._texts[sentence])

    def _contradictions(self, pair: int, i: int, j: int) -> Iterator[str]:
        """Yield what contradicts what, the system's side first."""
        pairs, sentences = self._entries.pairs, self.sentences
        negations = np.zeros(len(sentences.bags.gram), bool)
        tokens = sentences.bags.tokens
        negations[tokens.posting[(tokens.marks & NEGATION) > 0]] = True
        for kind, holds, mask in (
            ("negation", pairs.negation, negations),
            ("numbers", pairs.numbers, sentences.number),
            ("names", pairs.names, sentences.name),
        ):
            if holds[pair]:
                ours, theirs = (
                    self._marked(sentence, mask)
                    for sentence in (int(sentences.own.sentence[i]), int(sentences.other.sentence[j]))
                )
                yield f"{kind}: {ours} against {theirs}"
        if pairs.antonyms[pair]:
            frames = (sentences.frames[int(s)] for s in (sentences.own.sentence[i], sentences.other.sentence[j]))
            yield f"antonyms: {' against '.join(sentences.reader.opposites(*frames) or ())}"

    def _marked(self, sentence: int, mask: Mask) -> str:
        bounds = self.sentences.bags.bounds
        marked = mask[bounds[sentence] : bounds[sentence + 1]].tolist()
        return ", ".join(word for word, marked in zip(self._spelled(sentence), marked, strict=True) if marked) or "none"
