"""`cosine`, `unigram` and `multinomial`: likeness and probability of the summary's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cliometer.metrics.sources.base import Found, View, WordMetric, source_metrics
from cliometer.metrics.sources.cosine import tf_idf_cosine
from cliometer.metrics.sources.probabilities import multinomial, unigram
from cliometer.metrics.sources.strangers import stranger


@source_metrics.register
@dataclass(frozen=True, repr=False)
class Cosine(WordMetric):
    """Cosine of the sources and the summary, words weighed by tf * idf."""

    name: ClassVar[str] = "cosine"
    formula: ClassVar[str] = "sum_w A_w B_w idf_w^2 / (|A idf| |B idf|), idf_w = ln(D / df_w)"
    needs_background: ClassVar[bool] = True

    def _find(self, view: View) -> Found:
        background = view.topic.corpus.weighted(view.topic.name, self.form)
        if not any(background.idf(word) for word in view.A):
            return Found(
                None, f"no word weighs anything: the background holds {background.documents} document(s)"
            )
        return Found(tf_idf_cosine(view.A, view.B, background), stranger(view.A, background.df))


@source_metrics.register
@dataclass(frozen=True, repr=False)
class Unigram(WordMetric):
    """Logarithm of the probability of the summary's words under the sources; unknown words cost nothing."""

    name: ClassVar[str] = "unigram"
    formula: ClassVar[str] = "sum_w B_w log10(A_w / n_A) over the words of the summary that the sources have"
    worst: ClassVar[float | None] = None

    def _find(self, view: View) -> Found:
        return Found(unigram(view.A, view.B))


@source_metrics.register
@dataclass(frozen=True, repr=False)
class Multinomial(WordMetric):
    """Logarithm of the multinomial probability of the summary under the sources."""

    name: ClassVar[str] = "multinomial"
    formula: ClassVar[str] = "sum_w B_w log10(A_w / n_A) + log10 n_B! - sum_w log10 B_w!"
    worst: ClassVar[float | None] = None

    def _find(self, view: View) -> Found:
        return Found(multinomial(view.A, view.B))
