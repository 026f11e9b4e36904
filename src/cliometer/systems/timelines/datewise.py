"""Generators that choose dates first, then sentences for each (Ghalandari & Ifrim 2020), their relatives and bounds."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import UsageError
from cliometer.expressions import choice, registered, setting, whole
from cliometer.model.documents import Post, PostTopic
from cliometer.systems.summarisers.bounds import GramCoverage
from cliometer.systems.summarisers.pool import Pool, by_score, round_off, summarisers
from cliometer.systems.timelines.generator import (
    MARTSCHAT,
    Chosen,
    Cut,
    Generator,
    Model,
    TimelineTask,
    generators,
    greedy_fill,
)
from cliometer.systems.timelines.store import ArticleStore, Floats, Ints, smooth_tfidf
from cliometer.text.tokenisation import TextSettings

GHALANDARI = "Gholipour Ghalandari & Ifrim (2020), Examining the State-of-the-Art in News Timeline Summarization"
_ORACLE_DAYS, _ORACLE_CLIP = 6, 5  # what text oracles may choose from: five days on, the first five sentences
_TWIN = 0.9999  # cosine above which a sentence says a chosen one again


class DatedCut(Cut):
    """A cut with tf.idf vectors of its sentences, and the sentences that speak of each day."""

    @cached_property
    def vectors(self) -> Any:
        """The tf.idf rows of the sentences, in the order of `rows`."""
        return self.store.memo(("tfidf", *self.key), lambda: smooth_tfidf(self.store.counts[self.rows]))

    @cached_property
    def _by_mention(self) -> dict[int, Ints]:
        return _grouped(self.mentioned)

    @cached_property
    def _by_publication(self) -> dict[int, Ints]:
        return _grouped(self.store.published[self.rows])

    def mentioning(self, day: int) -> Ints:
        """Return the places of the sentences that mention a day."""
        return self._by_mention.get(day, _NONE)

    def published(self, day: int, days: int, clip: int | None = None) -> Ints:
        """Return the places of sentences published on a day or up to `days` - 1 later; the first `clip` of articles."""
        places = np.concatenate([self._by_publication.get(day + offset, _NONE) for offset in range(days)])
        return places if clip is None else places[self.store.place[self.rows[places]] < clip]


_NONE: Ints = np.zeros(0, dtype=np.int64)


def _grouped(days: Ints) -> dict[int, Ints]:
    if not len(days):
        return {}
    order = np.argsort(days, kind="stable")
    values, starts = np.unique(days[order], return_index=True)
    return {int(day): places for day, places in zip(values, np.split(order, starts[1:]), strict=True) if day > 0}


# Ranking dates


def mention_counts(cut: DatedCut) -> tuple[Ints, Floats]:
    """Return the mentioned days of the span and how many sentences mention each."""
    days, counts = np.unique(cut.mentioned, return_counts=True)
    keep = (days > 0) & cut.task.in_span(days)
    return days[keep], counts[keep].astype(float)


def publication_counts(cut: DatedCut) -> tuple[Ints, Floats]:
    """Return the days of the span on which articles were published, and how many."""
    days, counts = np.unique(cut.store.article_days[cut.articles], return_counts=True)
    keep = cut.task.in_span(days)
    return days[keep], counts[keep].astype(float)


FEATURES = (
    "sentences", "sentences after", "sentences before", "articles", "articles after", "articles before", "published",
)  # fmt: skip


def date_features(cut: DatedCut, *, published: bool) -> tuple[Ints, Floats]:
    """Return every mentioned day and its features, each column divided by its length.

    Sentences and articles that mention the day: all, those published after it, those published before it; and the
    articles published on it, a column that news-tls never fills.
    """
    key = ("features", *cut.key, cut.task.first, cut.task.last, published)
    return cut.store.memo(key, lambda: _date_features(cut, published))


def _date_features(cut: DatedCut, published: bool) -> tuple[Ints, Floats]:
    rows = cut.rows[cut.mentioned > 0]
    mentioned, appeared, article = (
        array[rows] for array in (cut.store.mentioned, cut.store.published, cut.store.article)
    )
    days, place = np.unique(mentioned, return_inverse=True)
    _, first = np.unique(np.stack([mentioned, article]), axis=1, return_index=True)  # once an article
    columns = [
        np.bincount(place[chosen][keep[chosen]], minlength=len(days))
        for chosen in (np.arange(len(rows)), first)
        for keep in (np.ones(len(rows), bool), appeared > mentioned, appeared < mentioned)
    ]
    on_day = dict(zip(*publication_counts(cut), strict=True)) if published else {}
    table = np.stack([*columns, [on_day.get(day, 0.0) for day in days]], axis=1).astype(float)
    lengths = np.sqrt((table * table).sum(axis=0))
    return days, np.divide(table, lengths, out=np.zeros_like(table), where=lengths > 0)


def fit_dates(examples: Sequence[tuple[ArticleStore, TimelineTask]], *, published: bool) -> Model:
    """Return the coefficients of a linear regression of "is a date of the reference" on the features of a date."""
    tables, targets = [], []
    for store, task in examples:
        days, table = date_features(DatedCut(store, task), published=published)
        gold = {when.first for when in task.reference or ()}
        tables.append(table)
        targets.append(np.array([day in gold for day in days], dtype=float))
    table = np.concatenate(tables)
    if not len(table):
        raise UsageError("training-without-dates")
    design = np.column_stack([table, np.ones(len(table))])
    solution = np.linalg.lstsq(design, np.concatenate(targets), rcond=None)[0]
    coefficients = dict(zip(FEATURES, map(float, solution[:-1]), strict=True))
    return {"coefficients": coefficients, "intercept": float(solution[-1]), "dates": len(table)}


def learned_scores(cut: DatedCut, model: Model, *, published: bool) -> tuple[Ints, Floats]:
    """Return the mentioned days of the span and what the regression says of each."""
    days, table = date_features(cut, published=published)
    weights = np.array([model["coefficients"][name] for name in FEATURES])
    keep = cut.task.in_span(days)
    return days[keep], (table @ weights + model["intercept"])[keep]


def gold_days(task: TimelineTask) -> list[int]:
    """Return the days of the reference, which only oracles may read."""
    if task.reference is None:
        raise UsageError("oracle-needs-reference", topic=task.topic)
    return [when.first for when in task.reference]


# Candidates of a date, and the choice among them


def salient(places: Ints, mentioning: Ints, published: Ints, vectors: Any, *, is_sorted: bool) -> Ints:
    """Return the candidates near what both sets share, above the knee of their cosines; all where that is nothing.

    news-tls looks the knee up in the list before it was sorted (`is_sorted` false).
    """
    if not len(mentioning) or not len(published):
        return places
    ours, theirs = (np.asarray(vectors[group].mean(axis=0)).reshape(-1) for group in (mentioning, published))
    common = np.where((ours > 0) & (theirs > 0), ours + theirs, 0.0)
    length = float(np.sqrt(common @ common))
    if not length:
        return places
    cosines = round_off(vectors[places] @ (common / length))
    ranked = np.sort(cosines)[::-1]
    threshold = (ranked if is_sorted else cosines)[knee(ranked)]
    kept = places[cosines > threshold]
    return kept if len(kept) else places


def knee(ranked: Floats) -> int:
    """Return the rank that lies farthest from the straight line between the first and the last value."""
    if len(ranked) < 3:
        return 0
    ranks = np.arange(len(ranked), dtype=float)
    rise, run = ranked[-1] - ranked[0], ranks[-1]
    distances = np.abs(rise * ranks - run * (ranked - ranked[0])) / np.hypot(rise, run)
    return int(np.argmax(round_off(distances)))


def centroid_opt(vectors: Any, may: NDArray[np.bool_], k: int, *, rank: bool = False) -> list[int]:
    """Choose up to k rows whose sum is nearest to the centroid of all, one by one; or by each one's cosine (`rank`)."""
    from numpy.linalg import norm

    centroid = np.asarray(vectors.sum(axis=0), dtype=float).reshape(-1)
    centroid /= norm(centroid) or 1.0
    nearness, lengths = vectors @ centroid, np.asarray((vectors * vectors).sum(axis=1)).reshape(-1)
    with_sum, nearest = np.zeros(len(lengths)), np.zeros(len(lengths))
    open_, chosen, total, length = may.copy(), list[int](), 0.0, 0.0
    while len(chosen) < k and open_.any():
        norms = np.sqrt(np.maximum(length + 2 * with_sum + lengths, 0))
        scores = np.divide(total + nearness, norms, out=np.zeros_like(norms), where=norms > 0)
        best = int(np.argmax(np.where(open_, round_off(nearness if rank else scores), -np.inf)))
        open_[best] = False
        if nearest[best] > _TWIN:
            continue
        chosen.append(best)
        length += 2 * with_sum[best] + lengths[best]
        total += nearness[best]
        cosines = vectors @ np.asarray(vectors[[best]].todense()).reshape(-1)
        with_sum, nearest = with_sum + cosines, np.maximum(nearest, cosines)
    return chosen


def summary_of(name: str, cut: Cut, places: Ints, vectors: Any, k: int) -> list[int]:
    """Return the rows that a summariser chooses among candidates that may be used."""
    may = cut.allowed[cut.rows[places]]
    if name in ("centroid_opt", "centroid_rank"):
        chosen = centroid_opt(vectors[places], may, k, rank=name == "centroid_rank")
        return [int(cut.rows[places[number]]) for number in chosen]
    rows = cut.rows[places[may]]
    if not len(rows):
        return []
    posts = tuple(Post(str(row), cut.store.sentences[row]) for row in rows)
    pool = Pool(PostTopic(cut.task.topic, posts))
    return [int(rows[number]) for number in summarisers.parse(name).select(pool, min(k, len(rows)))]


_OWN = ("centroid_opt", "centroid_rank")


def _summary(text: str) -> str:
    """Parse the name of a way to choose sentences: one of ours, or any summariser."""
    return text if text in _OWN else str(summarisers.parse(text))


def fill_dates(cut: Cut, days: Sequence[int], lines: Any) -> Chosen:
    """Go through the days, best first, and keep those with a summary until there are enough."""
    chosen: Chosen = {}
    for day in days:
        if len(chosen) == cut.task.dates:
            break
        if rows := lines(day):
            chosen[int(day)] = rows
            cut.use(rows)
    return chosen


@registered(generators, name="datewise", citation=GHALANDARI)
class Datewise(Generator):
    """Rank the dates, then choose among the sentences that mention a date or were published on it."""

    dates: str = choice("ranking", "mentions", "pubs", "supervised", doc="how dates are ranked", always=True)
    candidates: str = choice(
        "candidates", "pm_mean", "pm", "m", "p",
        doc="sentences that mention the date (m), were published then (p), both, or those near what both share",
    )  # fmt: skip
    clip: int = setting(5, parse=whole(1), doc="so many sentences from the start of an article count as published")
    days: int = setting(2, parse=whole(1), doc="days, from the date on, in which an article is about it")
    summary: str = setting("centroid_opt", parse=_summary, doc="how sentences are chosen: also any summariser")
    threshold: str = choice("threshold", "sorted", "newstls", doc="where the knee is looked up")
    published: str = choice("feature", "counted", "newstls", doc="whether training sees the articles of a day")

    @property
    def is_trained(self) -> bool:
        """Whether dates are ranked by a regression."""
        return self.dates == "supervised"

    def fit(self, examples: Sequence[tuple[ArticleStore, TimelineTask]]) -> Model:
        """Return the coefficients of the regression of dates."""
        return fit_dates(examples, published=self.published == "counted") if self.is_trained else {}

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut = DatedCut(store, task)
        return fill_dates(cut, self.ranked(cut, model), lambda day: self.lines(cut, day))

    def ranked(self, cut: DatedCut, model: Model | None) -> list[int]:
        """Return the days of the span, best first; equal ones in their order."""
        if self.dates == "supervised":
            days, scores = learned_scores(cut, model or {}, published=self.published == "counted")
        else:
            days, scores = (mention_counts if self.dates == "mentions" else publication_counts)(cut)
        return [int(days[place]) for place in by_score(scores)]

    def lines(self, cut: DatedCut, day: int) -> list[int]:
        """Return the rows of a day's summary."""
        mentioning = cut.mentioning(day)
        published = cut.published(day, self.days, self.clip)
        published = published[cut.mentioned[published] == 0]
        both = np.union1d(mentioning, published)
        places = {"m": mentioning, "p": published}.get(self.candidates, both)
        if self.candidates == "pm_mean":
            places = salient(both, mentioning, published, cut.vectors, is_sorted=self.threshold == "sorted")
        return summary_of(self.summary, cut, places, cut.vectors, cut.task.sentences) if len(places) else []


@registered(generators, name="mentions", citation=GHALANDARI)
class Mentions(Generator):
    """The dates that most sentences mention; of these sentences the ones nearest to their centroid."""

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        """Return what `datewise(dates=mentions, candidates=m)` does."""
        return Datewise(dates="mentions", candidates="m").generate(store, task)


@registered(generators, name="pubcount", citation=GHALANDARI)
class PublicationCount(Generator):
    """The dates on which most articles appeared; of all their sentences the ones nearest to their centroid."""

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut, sentences = DatedCut(store, task), task.sentences
        days = Datewise(dates="pubs").ranked(cut, model)
        return fill_dates(
            cut, days, lambda day: summary_of("centroid_opt", cut, cut.published(day, 1), cut.vectors, sentences)
        )


@registered(generators, name="lead", citation="a baseline of ours: the field has no agreed definition")
class Lead(Generator):
    """The dates on which most articles appeared; of each the first sentences of its first article."""

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut = DatedCut(store, task)

        def lines(day: int) -> list[int]:
            rows = cut.rows[cut.published(day, 1)]
            rows = rows[cut.allowed[rows]] if task.rules == "open" else rows
            return [int(row) for row in rows[store.article[rows] == store.article[rows[:1]]][: task.sentences]]

        return fill_dates(cut, Datewise(dates="pubs").ranked(cut, model), lines)


@registered(generators, name="random", citation=MARTSCHAT)
class RandomTimeline(Generator):
    """Sentences in random order fill the dates that the tagger gives them; the draw depends on seed and task alone."""

    seed: int = setting(0, parse=whole(0), doc="of the draw")

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut = Cut(store, task)
        rows = cut.rows[cut.allowed[cut.rows]]
        draw = np.random.default_rng([self.seed, zlib.crc32(f"{task.topic}/{task.name}".encode())])
        return greedy_fill(cut, draw.permutation(rows))


# Oracles read the reference: they bound what better dates or better sentences could bring.


def _greedy_rouge(cut: DatedCut, day: int, by: str) -> list[int]:
    """Choose sentences that make ROUGE-1 with the reference of a day largest; none where it has no such day."""
    task = cut.task
    gold = [lines for when, lines in (task.reference or {}).items() if when.first == day]
    places = np.union1d(cut.mentioning(day), cut.published(day, _ORACLE_DAYS, _ORACLE_CLIP))
    rows = [int(row) for row in cut.rows[places] if cut.allowed[row]]
    read = TextSettings(stem=True, stop=True).words  # what AR-1 counts
    summary = GramCoverage([[token for line in lines for token in read(line)] for lines in gold], 1, by)
    words = [read(cut.store.sentences[row]) for row in rows]
    return [rows[place] for place in summary.choose(words, task.sentences)] if gold else []


@registered(generators, name="date_oracle", reads_gold=True)
class DateOracle(Datewise):
    """The dates of the reference, with the sentences that `datewise` would choose: what is lost is lost by text."""

    def ranked(self, cut: DatedCut, model: Model | None) -> list[int]:
        """Return the days of the reference."""
        return gold_days(cut.task)

    @property
    def is_trained(self) -> bool:
        """Gold dates need no training."""
        return False


@registered(generators, name="text_oracle", reads_gold=True)
class TextOracle(Datewise):
    """Dates as `datewise` ranks them, with the sentences most like the reference: what is lost is lost by dates."""

    by: str = choice("score", "f", "recall", doc="what is to be large")

    def lines(self, cut: DatedCut, day: int) -> list[int]:
        """Return the sentences most like the reference, where `datewise` keeps the date and the reference has it."""
        chosen = super().lines(cut, day)
        return (_greedy_rouge(cut, day, self.by) or chosen) if chosen else []


@registered(generators, name="full_oracle", citation=GHALANDARI, reads_gold=True)
class FullOracle(Generator):
    """The dates of the reference and the sentences most like it: the best that sentences of these articles can do."""

    by: str = choice("score", "f", "recall", doc="what is to be large")

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut = DatedCut(store, task)
        return fill_dates(cut, gold_days(task), lambda day: _greedy_rouge(cut, day, self.by))
