"""Generators over all sentences of a topic at once: Chieu & Lee (2004), Martschat & Markert (2018)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from cliometer.expressions import choice, number, registered, setting, whole
from cliometer.systems.summarisers.pool import by_score, heaviest, round_off, unit_rows, weighted
from cliometer.systems.timelines.generator import (
    MARTSCHAT,
    Chosen,
    Cut,
    Generator,
    Model,
    TimelineTask,
    generators,
)
from cliometer.systems.timelines.store import ArticleStore, Floats, Ints, row_sums

_RARE = 3  # dates; a word on fewer counts as if it were on so many


class StemCut(Cut):
    """A cut with vectors of stems, weighted by how few dates they occur on; every sentence has one date."""

    @cached_property
    def days(self) -> Ints:
        """The day of each sentence: the one that it names, else its day of publication."""
        return self.store.dated[self.rows]

    @cached_property
    def vectors(self) -> Any:
        """Rows of length 1: counts times ln(dates / dates with the stem) (CSR)."""
        return self.store.memo(("stems", *self.key), self._vectors)

    def _vectors(self) -> Any:
        store, counts = self.store, self.store.stem_counts[self.rows]
        days, place = np.unique(self.days, return_inverse=True)
        per_day = row_sums(counts, place, len(days))
        frequencies = np.bincount(per_day.tocsr().indices, minlength=counts.shape[1])
        total = len(np.union1d(days, store.published[self.rows]))
        weights = np.log(np.maximum(total, 1) / np.maximum(_RARE, frequencies))
        return unit_rows(weighted(counts, np.maximum(weights, 0)))

    @cached_property
    def day_sums(self) -> tuple[Ints, Ints, Any]:
        """The different days, the number of each sentence's day, and the sum of the vectors of each day."""
        days, place = np.unique(self.days, return_inverse=True)
        return days, place, row_sums(self.vectors, place, len(days)).tocsr()

    def near(self, window: int) -> Floats:
        """Return for each sentence the cosines with all sentences dated d days away, summed: columns d = 0..window."""
        days, place, sums = self.day_sums
        totals = np.zeros((len(self.rows), window + 1))
        order = np.argsort(place, kind="stable")
        starts = np.searchsorted(place[order], np.arange(len(days) + 1))
        for number_, day in enumerate(days):
            rows = order[starts[number_] : starts[number_ + 1]]
            others = np.flatnonzero(np.abs(days - day) <= window)
            block = (self.vectors[rows] @ sums[others].T).toarray()
            for column, distance in enumerate(np.abs(days[others] - day)):
                totals[rows, distance] += block[:, column]
        return totals

    def likeness(self, similarity: str) -> Floats:
        """Return for each sentence the sum of its cosines with all others, maybe weighted by the days between them."""
        if similarity == "plain":
            return np.asarray(self.vectors @ np.asarray(self.vectors.sum(axis=0)).reshape(-1), dtype=float)
        if similarity == "cutoff":
            return np.asarray(self.near(_CUTOFF).sum(axis=1), dtype=float)
        days, place, sums = self.day_sums
        totals = np.zeros(len(self.rows))
        order = np.argsort(place, kind="stable")
        starts = np.searchsorted(place[order], np.arange(len(days) + 1))
        turned, vectors = sums.T.tocsr(), self.vectors[order]
        for first in range(0, len(days), _DAYS_AT_ONCE):
            some = days[first : first + _DAYS_AT_ONCE]
            weighed = turned @ (1 / np.sqrt(np.abs(days[:, None] - some) + 1.0))
            for number_, column in enumerate(np.ascontiguousarray(weighed.T), first):
                rows = slice(starts[number_], starts[number_ + 1])
                totals[order[rows]] = vectors[rows] @ column
        return totals


_CUTOFF = 10  # days
_DAYS_AT_ONCE = 32


@registered(generators, name="chieu", citation="Chieu & Lee (2004), Query Based Event Extraction along a Timeline")
class Chieu(Generator):
    """Sentences that many others of nearby days repeat; each chosen one keeps its neighbourhood free of others."""

    extent: float = setting(0.8, parse=number(0, 1), doc="share of the interest that the neighbourhood must hold")
    window: int = setting(10, parse=whole(1), doc="days in which others count")
    rank: str = choice("rank", "exact", "tilse", doc="interest as it is, or its whole part")
    most: str = choice("limit", "dates", "sentences", doc="as many dates as the reference has dates, or sentences")

    def limit(self, dates: int, sentences: int, total: int) -> int:
        """Return one sentence a date, for as many dates as may be."""
        return dates if self.most == "dates" else total

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut = StemCut(store, task)
        near = store.memo(("near", *cut.key, self.window), lambda: np.cumsum(cut.near(self.window), axis=1))
        interest = round_off(near[:, -1])
        extents = np.argmax(round_off(near[:, 1:]) >= round_off(self.extent * near[:, -1])[:, None], axis=1) + 1
        limit = self.limit(task.dates, task.sentences, task.total)
        chosen: dict[int, int] = {}  # day -> extent
        rows: Chosen = {}
        may = cut.allowed[cut.rows] & task.in_span(cut.days)
        for place in by_score(np.floor(interest) if self.rank == "tilse" else interest):
            day = int(cut.days[place])
            if not (may[place] and cut.allowed[cut.rows[place]]) or any(
                abs(day - other) <= reach for other, reach in chosen.items()
            ):
                continue
            chosen[day] = int(extents[place])
            rows[day] = [int(cut.rows[place])]
            cut.use(rows[day])
            if len(rows) == limit:
                break
        return rows


@registered(generators, name="submodular", citation=MARTSCHAT)
class SubmodularTimeline(Generator):
    """Greedy: coverage of all sentences, variety of stems and of dates, and dates that many sentences refer to."""

    constraint: str = choice(
        "constraint", "tls", "total", doc="limits by date, or on all sentences together", always=True
    )
    coverage: float = setting(1.0, parse=number(0), doc="weight of sentences that many others repeat")
    diversity: float = setting(0.0, parse=number(0), doc="weight of sentences with different heaviest stems")
    temporal: float = setting(1.0, parse=number(0), doc="weight of sentences on different dates")
    references: float = setting(1.0, parse=number(0), doc="weight of dates that sentences refer to")
    similarity: str = choice(
        "similarity", "plain", "cutoff", "weighted", doc="cosines alone, within 10 days, or by days apart"
    )
    scale: str = choice("scale", "unit", "tilse", doc="each term at most 1, or as tilse has them")

    def limit(self, dates: int, sentences: int, total: int) -> int:
        """Return the total where sentences are limited together."""
        return total if self.constraint == "total" else dates * sentences

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut = StemCut(store, task)
        objective = _Objective(self, cut)
        may = cut.allowed[cut.rows] & task.in_span(cut.days)
        chosen: Chosen = {}

        def fits(place: int) -> bool:
            return bool(cut.allowed[cut.rows[place]]) and self._fits(chosen, task, int(cut.days[place]))

        best = objective.best(np.flatnonzero(may), fits)
        for place in islice(best, task.total if self.constraint == "total" else None):
            chosen.setdefault(int(cut.days[place]), []).append(int(cut.rows[place]))
            cut.use([int(cut.rows[place])])
        return chosen

    def _fits(self, chosen: Chosen, task: TimelineTask, day: int) -> bool:
        if self.constraint == "total":
            return True
        return len(chosen[day]) < task.sentences if day in chosen else len(chosen) < task.dates


class _Objective:
    """The gain of one more sentence; gains only fall as sentences are taken."""

    def __init__(self, generator: SubmodularTimeline, cut: StemCut) -> None:
        raw = cut.store.memo(("likeness", *cut.key, generator.similarity), lambda: cut.likeness(generator.similarity))
        total = float(raw.sum()) or 1.0
        self._coverage = generator.coverage * raw / total
        days, day_of = cut.day_sums[:2]
        refers = (cut.mentioned > 0) & (cut.mentioned != cut.store.published[cut.rows])
        counts = np.bincount(np.searchsorted(days, cut.mentioned[refers]), minlength=len(days)).astype(float)
        self._references = generator.references * counts / (counts.sum() or 1.0)
        self._day_of, self._seen = day_of, np.zeros(len(days), dtype=bool)
        groups = [(generator.temporal, day_of)]
        if generator.diversity:
            groups.append((generator.diversity, heaviest(cut.vectors)))
        self._groups = [_Spread(weight, group, raw, generator.scale) for weight, group in groups if weight]

    def gains(self, places: Ints) -> Floats:
        """Return what each sentence would add, rounded so that ties are ties."""
        days = self._day_of[places]
        value = self._coverage[places] + np.where(self._seen[days], 0.0, self._references[days])
        return round_off(value + sum(group.gains(places) for group in self._groups))

    def take(self, place: int) -> None:
        self._seen[self._day_of[place]] = True
        for group in self._groups:
            group.take(place)

    def best(self, places: Ints, fits: Any) -> Iterator[int]:
        """Yield the best sentence that fits, again and again; a gain is computed anew only where it may be largest."""
        heap = [(-gain, place, 0) for gain, place in zip(self.gains(places).tolist(), places.tolist(), strict=True)]
        heapq.heapify(heap)
        rounds = 0
        while heap:
            _, place, known = heapq.heappop(heap)
            if not fits(place):
                continue  # limits only tighten
            if known < rounds:
                now = -float(self.gains(np.array([place]))[0])
                if heap and (now, place) > heap[0][:2]:
                    heapq.heappush(heap, (now, place, rounds))
                    continue
            self.take(place)
            rounds += 1
            yield place


class _Spread:
    """The sum over groups of the root of what was taken of each: a second sentence of a group adds less."""

    def __init__(self, weight: float, group: Ints, raw: Floats, scale: str) -> None:
        sums = np.bincount(group, weights=raw)
        norm = float(np.sqrt(sums).sum()) or 1.0
        self._weight, self._group = weight, group
        self._worth = raw / (norm if scale == "tilse" else norm * norm)
        self._taken = np.zeros(len(sums))

    def gains(self, places: Ints) -> Floats:
        taken = self._taken[self._group[places]]
        return self._weight * (np.sqrt(taken + self._worth[places]) - np.sqrt(taken))

    def take(self, place: int) -> None:
        self._taken[self._group[place]] += self._worth[place]
