"""`cosine`, `unigram` and `multinomial`: likeness and probability of the summary's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from cliometer.metrics.sources.base import Found, View, WordMetric, source_metrics
from cliometer.metrics.sources.cosine import tf_idf_cosine
from cliometer.metrics.sources.probabilities import multinomial, unigram
from cliometer.metrics.sources.shares import SHARE, unknown_share
from cliometer.metrics.sources.strangers import stranger
from cliometer.text.source_words import Counts

_UNKNOWN = "no word of the summary is in the sources, and words that they lack cost nothing"


@source_metrics.register
@dataclass(frozen=True, repr=False)
class Cosine(WordMetric):
    """Cosine of the sources and the summary, words weighed by tf * idf."""

    name: ClassVar[str] = "cosine"
    formula: ClassVar[str] = "sum_w A_w B_w idf_w^2 / (|A idf| |B idf|), idf_w = ln(D / df_w)"
    needs_background: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = ("df",)

    def _obstacle(self, view: View) -> str | None:
        background = view.topic.corpus.weighted(view.topic.name, self.form)
        if any(background.idf(word) for word in view.A):
            return None
        held = "1 document" if background.documents == 1 else f"{background.documents} documents"
        return f"no word weighs anything: the background holds {held}"

    def _find(self, view: View) -> Found:
        background = view.topic.corpus.weighted(view.topic.name, self.form)
        return Found(tf_idf_cosine(view.A, view.B, background), stranger(view.A, background.df))


@source_metrics.register
@dataclass(frozen=True, repr=False)
class Unigram(WordMetric):
    """Logarithm of the probability of the summary's words under the sources; unknown words cost nothing."""

    name: ClassVar[str] = "unigram"
    formula: ClassVar[str] = "sum_w B_w log10(A_w / n_A) over the words of the summary that the sources have"
    worst: ClassVar[float | None] = None

    def _find(self, view: View) -> Found:
        return _known(view, unigram, "cost nothing")


@source_metrics.register
@dataclass(frozen=True, repr=False)
class Multinomial(WordMetric):
    """Logarithm of the multinomial probability of the summary under the sources."""

    name: ClassVar[str] = "multinomial"
    formula: ClassVar[str] = "sum_w B_w log10(A_w / n_A) + log10 n_B! - sum_w log10 B_w!"
    worst: ClassVar[float | None] = None

    def _find(self, view: View) -> Found:
        return _known(view, multinomial, "cost nothing, or raise the value")


def _known(view: View, formula: Callable[[Counts, Counts], float], cost: str) -> Found:
    """The value, with a remark on words that the formula passes over; none where it would see no word."""
    share = unknown_share(view.A, view.B)
    if share == 1:
        return Found(None, _UNKNOWN, is_fault=True)
    remark = f"{SHARE} of the summary's words are not in the sources and {cost}"
    return Found(formula(view.A, view.B), remark, share) if share else Found(formula(view.A, view.B))
