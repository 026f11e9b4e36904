"""Clusters of articles as events (Ghalandari & Ifrim 2020), by Markov clustering (van Dongen 2000)."""

from __future__ import annotations

from typing import Any

import numpy as np

from cliometer.expressions import choice, number, registered, setting, whole
from cliometer.systems.timelines.datewise import GHALANDARI, DatedCut, centroid_opt
from cliometer.systems.timelines.generator import Chosen, Generator, Model, TimelineTask, generators
from cliometer.systems.timelines.store import ArticleStore, Ints, row_sums, smooth_tfidf

_PRUNED = 0.001
_ROUNDS = 100
_MOST_NEIGHBOURS = 50  # of an article, where a day has more articles than a dense block may hold
_LARGE_DAY = 3_000


@registered(generators, name="clust", citation=GHALANDARI)
class Clust(Generator):
    """Clusters of like articles published a day apart; each gets the date it mentions most, the largest come first."""

    rank: str = choice("ranking", "size", "mentions", doc="which clusters come first", always=True)
    graph: str = choice("graph", "both", "newstls", doc="edges both ways, or forward only")
    clip: int = setting(5, parse=whole(1), doc="so many sentences from the start of an article are candidates")
    days: int = setting(1, parse=whole(0), doc="articles further apart have no edge")
    inflation: float = setting(2.0, parse=number(1), doc="larger: smaller clusters")
    span: str = choice("span", "cut", "newstls", doc="whether a date must lie in the span")

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut = DatedCut(store, task)
        key = ("clusters", *cut.key, self.graph, self.days, self.inflation)
        clusters = store.memo(key, lambda: markov_clusters(self._graph(cut), self.inflation))
        mentions = dict(zip(*np.unique(cut.mentioned, return_counts=True), strict=True))
        dated = [(self._day(cut, members), members) for members in clusters]
        dated.sort(key=lambda pair: (-mentions.get(pair[0], 0), pair[0]))
        if self.rank == "size":
            dated.sort(key=lambda pair: -len(pair[1]))
        rows = cut.rows[store.place[cut.rows] < self.clip]
        vectors = store.memo(("first", *cut.key, self.clip), lambda: smooth_tfidf(store.counts[rows]))
        chosen: Chosen = {}
        for day, members in dated:
            if len(chosen) == task.dates:
                break
            if day in chosen or (self.span == "cut" and not task.first <= day <= task.last):
                continue
            here = np.flatnonzero(np.isin(store.article[rows], cut.articles[members]))
            if lines := centroid_opt(vectors[here], cut.allowed[rows[here]], task.sentences):
                chosen[int(day)] = [int(rows[here[place]]) for place in lines]
                cut.use(chosen[int(day)])
        return chosen

    def _day(self, cut: DatedCut, members: Ints) -> int:
        """Return the day that the articles mention most, the earliest of several, else their first publication."""
        days = cut.mentioned[np.isin(cut.store.article[cut.rows], cut.articles[members])]
        values, counts = np.unique(days[days > 0], return_counts=True)
        return (
            int(values[np.argmax(counts)]) if len(values) else int(cut.store.article_days[cut.articles[members]].min())
        )

    def _graph(self, cut: DatedCut) -> Any:
        """Return the cosines of articles that appeared close together (CSC), computed day by day."""
        from scipy.sparse import coo_array, csc_array

        numbers = np.searchsorted(cut.articles, cut.store.article[cut.rows])
        vectors = smooth_tfidf(row_sums(cut.store.counts[cut.rows], numbers, len(cut.articles)).tocsr())
        days = cut.store.article_days[cut.articles]
        parts = []
        for day in np.unique(days):
            here = np.flatnonzero(days == day)
            around = np.flatnonzero((days <= day) & (days >= day - self.days))
            block = coo_array(_largest(vectors[around] @ vectors[here].T))
            parts.append((around[block.coords[0]], here[block.coords[1]], block.data))
        rows, columns, values = (
            (np.concatenate(arrays) for arrays in zip(*parts, strict=True)) if parts else ([], [], [])
        )
        size = len(cut.articles)
        table = csc_array((values, (rows, columns)), shape=(size, size))
        return table if self.graph == "newstls" else table.maximum(table.T).tocsc()


def _largest(block: Any) -> Any:
    """Return a block of cosines; of a very large one only the largest of each column."""
    if block.shape[1] <= _LARGE_DAY:
        return block
    columns = block.tocsc()
    for start, stop in zip(columns.indptr, columns.indptr[1:], strict=False):
        values = columns.data[start:stop]
        if len(values) > _MOST_NEIGHBOURS:
            values[values < np.partition(values, -_MOST_NEIGHBOURS)[-_MOST_NEIGHBOURS]] = 0
    columns.eliminate_zeros()
    return columns


def markov_clusters(graph: Any, inflation: float) -> list[Ints]:
    """Return the clusters of a graph, each as the numbers of its nodes; a node may be in two."""
    from scipy.sparse import csc_array, diags_array, eye_array

    size = graph.shape[0]
    if not size:
        return []
    table = csc_array(graph - diags_array(graph.diagonal()) + eye_array(size))
    table = _columns_to_one(table)
    for _ in range(_ROUNDS):
        before = table
        table = csc_array(table @ table)
        table.data = table.data**inflation
        table = _pruned(_columns_to_one(table))
        change = abs(table - before) - abs(before) * 1e-5
        if change.nnz == 0 or change.max() <= 1e-8:
            break
    rows = table.tocsr()
    attractors = np.flatnonzero(rows.diagonal())
    clusters = {tuple(sorted(rows.indices[rows.indptr[row] : rows.indptr[row + 1]].tolist())) for row in attractors}
    return [np.array(members, dtype=np.int64) for members in sorted(clusters)]


def _columns_to_one(table: Any) -> Any:
    sums = np.asarray(table.sum(axis=0)).reshape(-1)
    table = table.copy()
    table.data = table.data / np.repeat(sums, np.diff(table.indptr))
    return table


def _pruned(table: Any) -> Any:
    """Return the table without entries below the limit; each column keeps its largest."""
    largest = np.repeat(table.max(axis=0).toarray().reshape(-1), np.diff(table.indptr))
    table.data[(table.data < _PRUNED) & (table.data < largest)] = 0
    table.eliminate_zeros()
    return table
