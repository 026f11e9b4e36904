"""Sentences ranked by a regression on their words, as in tilse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from cliometer.errors import UsageError
from cliometer.expressions import number, setting
from cliometer.systems.timelines.generator import (
    BaseGenerator,
    Chosen,
    Model,
    TimelineTask,
    best_first,
    generators,
    greedy_fill,
)
from cliometer.systems.timelines.store import ArticleStore, Floats
from cliometer.systems.timelines.submodular import StemCut
from cliometer.text.tokenisation import TextSettings

_LINES = ("length", "sum of weights", "mean weight")


@generators.register
@dataclass(frozen=True, repr=False)
class SentenceRegression(BaseGenerator):
    """Sentences ranked by a ridge regression of their ROUGE-1 with the reference of their date fill the dates."""

    name: ClassVar[str] = "regression"
    citation: ClassVar[str] = (
        "Martschat & Markert (2018), A Temporally Sensitive Submodularity Framework for Timeline Summarization"
    )
    damping: float = setting(3.0, parse=number(0), doc="of the ridge regression")

    @property
    def is_trained(self) -> bool:
        """Whether it needs a model: always."""
        return True

    def fit(self, examples: Sequence[tuple[ArticleStore, TimelineTask]]) -> Model:
        """Return a weight for each stem of the training topics, and for the lines of numbers."""
        from scipy.sparse import vstack
        from scipy.sparse.linalg import lsqr

        vocabulary: dict[str, int] = {}
        tables, targets = [], []
        for store, task in examples:
            cut = StemCut(store, task)
            tables.append((_features(cut), [vocabulary.setdefault(stem, len(vocabulary)) for stem in store.stems]))
            targets.append(store.memo(("targets", *cut.key, task.reference), partial(_targets, cut)))
        if not vocabulary:
            raise UsageError("the articles of the training topics hold no words, so sentences cannot be learned")
        table = vstack([_placed(table, columns, len(vocabulary)) for table, columns in tables]).tocsr()
        solution = lsqr(table, np.concatenate(targets), damp=self.damping)[0]
        rounded = [float(f"{value:.6g}") for value in solution]
        return {
            "stems": {stem: rounded[place] for stem, place in vocabulary.items() if rounded[place]},
            "numbers": dict(zip((*_LINES, "intercept"), rounded[len(vocabulary) :], strict=True)),
            "sentences": table.shape[0],
        }

    def generate(self, store: ArticleStore, task: TimelineTask, model: Model | None = None) -> Chosen:
        """Return the timeline that the ranked sentences fill."""
        cut, known = StemCut(store, task), model or {"stems": {}, "numbers": {}}
        weights = [known["stems"].get(stem, 0.0) for stem in store.stems]
        weights += [known["numbers"].get(name, 0.0) for name in (*_LINES, "intercept")]
        scores = _features(cut) @ np.array(weights)
        rows = cut.rows[[place for place in best_first(scores) if cut.allowed[cut.rows[place]]]]
        return greedy_fill(task, rows, store.dated)


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


def _targets(cut: StemCut) -> Floats:
    """Return the ROUGE-1 F of each sentence with the text of its date in the reference, 0 where it has none."""
    read = TextSettings(stem=True, stop=True).words
    gold = {
        when.first: Counter(word for line in lines for word in read(line))
        for when, lines in (cut.task.reference or {}).items()
    }
    found = np.zeros(len(cut.rows))
    for place in np.flatnonzero(np.isin(cut.days, list(gold))):
        wanted = gold[int(cut.days[place])]
        words = Counter(read(cut.store.sentences[cut.rows[place]]))
        size = words.total() + wanted.total()
        found[place] = 2 * (words & wanted).total() / size if size else 0.0
    return found
