"""Sentences ranked by a regression on their words, as in tilse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from cliometer.errors import UsageError
from cliometer.expressions import number, registered, setting
from cliometer.systems.summarisers.pool import by_score
from cliometer.systems.timelines.generator import (
    MARTSCHAT,
    Chosen,
    Generator,
    Model,
    TimelineTask,
    generators,
    greedy_fill,
)
from cliometer.systems.timelines.store import ArticleStore, Floats
from cliometer.systems.timelines.submodular import StemCut
from cliometer.text.packed_words import packed_rows
from cliometer.text.tokenisation import TextSettings

_LINES = ("length", "sum of weights", "mean weight")
_PRECISION = 1e-8  # of the slope, beside that of the start
_STEPS = 2000


@registered(generators, name="regression", citation=MARTSCHAT)
class SentenceRegression(Generator):
    """Sentences ranked by a ridge regression of their ROUGE-1 with the reference of their date fill the dates."""

    damping: float = setting(3.0, parse=number(0), doc="of the ridge regression")

    @property
    def is_trained(self) -> bool:
        """Whether it needs a model: always."""
        return True

    def fit(self, examples: Sequence[tuple[ArticleStore, TimelineTask]]) -> Model:
        """Return a weight for each stem of the training topics, and for the lines of numbers."""
        from scipy.sparse import vstack

        vocabulary: dict[str, int] = {}
        tables, targets = [], []
        for store, task in examples:
            cut = StemCut(store, task)
            tables.append((_features(cut), [vocabulary.setdefault(stem, len(vocabulary)) for stem in store.stems]))
            targets.append(store.memo(("targets", *cut.key, task.reference), partial(_targets, cut)))
        if not vocabulary:
            raise UsageError("training-without-words")
        table = vstack([_placed(table, columns, len(vocabulary)) for table, columns in tables]).tocsr()
        rounded = [float(f"{value:.6g}") for value in ridge(table, np.concatenate(targets), self.damping)]
        return {
            "stems": {stem: rounded[place] for stem, place in vocabulary.items() if rounded[place]},
            "numbers": dict(zip((*_LINES, "intercept"), rounded[len(vocabulary) :], strict=True)),
            "sentences": table.shape[0],
        }

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        cut, known = StemCut(store, task), model or {"stems": {}, "numbers": {}}
        weights = [known["stems"].get(stem, 0.0) for stem in store.stems]
        weights += [known["numbers"].get(name, 0.0) for name in (*_LINES, "intercept")]
        scores = _features(cut) @ np.array(weights)
        rows = cut.rows[[place for place in by_score(scores) if cut.allowed[cut.rows[place]]]]
        return greedy_fill(cut, rows)


def _features(cut: StemCut) -> Any:
    """Return counts of stems, the number of words, the sum and the mean of their weights, and 1 (CSR)."""
    from scipy.sparse import csr_array, hstack

    counts = cut.store.stem_counts[cut.rows]
    lengths = np.asarray(counts.sum(axis=1), dtype=float).reshape(-1)
    sums = np.asarray(cut.vectors.sum(axis=1), dtype=float).reshape(-1)
    means = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0)
    return hstack([counts, csr_array(np.column_stack([lengths, sums, means, np.ones(len(sums))]))]).tocsr()


def _placed(table: Any, columns: list[int], size: int) -> Any:
    """Return the table with its stems in the columns of the shared vocabulary, and the numbers behind them."""
    from scipy.sparse import csr_array

    places = np.array([*columns, *range(size, size + len(_LINES) + 1)])
    return csr_array((table.data, places[table.indices], table.indptr), shape=(table.shape[0], size + len(_LINES) + 1))


def ridge(table: Any, targets: Floats, damping: float) -> Floats:
    """Return the x with the least |table x - targets|^2 + damping^2 |x|^2.

    By conjugate gradients (Hestenes & Stiefel 1952); columns are scaled by their lengths. Sums of squares go through
    `einsum`, which starts no threads.
    """
    turned, solution, left = table.T.tocsr(), np.zeros(table.shape[1]), np.array(targets, dtype=float)
    lengths = np.asarray((table * table).sum(axis=0), dtype=float).reshape(-1) + damping**2
    scale = np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    slope = turned @ left
    step = scale * slope
    size = first = _product(slope, step)
    for _ in range(_STEPS):
        if size <= _PRECISION**2 * first:
            break
        move = table @ step
        share = size / (_product(move, move) + damping**2 * _product(step, step))
        solution, left = solution + share * step, left - share * move
        slope = turned @ left - damping**2 * solution
        size, before = _product(slope, scale * slope), size
        step = scale * slope + size / before * step
    return solution


def _product(first: Floats, other: Floats) -> float:
    return float(np.einsum("i,i->", first, other))


def _targets(cut: StemCut) -> Floats:
    """Return the ROUGE-1 F of each sentence with the text of its date in the reference, 0 where it has none."""
    gold = {when.first: lines for when, lines in (cut.task.reference or {}).items()}
    targets, days = np.zeros(len(cut.rows)), np.array(sorted(gold), dtype=np.int64)
    places = np.flatnonzero(np.isin(cut.days, days))
    texts = [*([cut.store.sentences[row]] for row in cut.rows[places]), *(gold[day] for day in days.tolist())]
    words = packed_rows(texts, TextSettings(stem=True, stop=True))
    size, wanted_in = words.vocabulary_size, len(places) + np.searchsorted(days, cut.days[places])
    keys, counts = np.unique(words.numbers * size + words.ids, return_counts=True)  # word of a text, and how often
    row, word = np.divmod(keys[keys < len(places) * size], size)
    wanted = wanted_in[row] * size + word
    spots = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    common = np.where(keys[spots] == wanted, np.minimum(counts[: len(row)], counts[spots]), 0)
    hits = np.bincount(row, weights=common, minlength=len(places))
    sizes = words.lengths[: len(places)] + words.lengths[wanted_in]
    targets[places] = np.divide(2 * hits, sizes, out=np.zeros(len(places)), where=sizes > 0)
    return targets
