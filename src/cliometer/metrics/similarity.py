"""Content similarities: how alike two daily summaries are, for the cost of pairing them (equation 10).

A plug point: register a frozen dataclass with `matrix`, and `align+(content=yours)` works everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from cliometer.expressions.expression import spell
from cliometer.expressions.registry import Registry
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.kernels import Floats
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.tokenisation import TextSettings

_UNIGRAMS = Variant.parse("1")


class Similarity(Protocol):
    """Between 0 and 1 for every row and column of a comparison."""

    name: ClassVar[str]

    def matrix(self, comparison: TopicComparison, text: TextSettings, dated: bool) -> Floats:
        """`text` is how the metric reads words; `dated` whether it divides by the references of the date."""
        ...


similarities: Registry[Similarity] = Registry("content similarity")


@similarities.register
@dataclass(frozen=True, repr=False)
class Raw:
    """ROUGE-1 F of white-space tokens, case-sensitive, stop words kept: what tilse's costs use."""

    name: ClassVar[str] = "raw"
    citation: ClassVar[str] = (
        "Martschat & Markert (2017), equation 10, as tilse computes it; ROUGE-1 is of Lin (2004)"
    )

    def matrix(self, comparison: TopicComparison, text: TextSettings, dated: bool) -> Floats:
        """R1 of equation 10 as the published numbers compute it, whatever words the metric itself counts."""
        return _unigram_f(comparison, TextSettings("whitespace"), dated)

    __str__ = __repr__ = spell


@similarities.register
@dataclass(frozen=True, repr=False)
class Words:
    """ROUGE-1 F of the same words that the metric counts."""

    name: ClassVar[str] = "words"
    citation: ClassVar[str] = "Martschat & Markert (2017), equation 10, as printed; ROUGE-1 is of Lin (2004)"

    def matrix(self, comparison: TopicComparison, text: TextSettings, dated: bool) -> Floats:
        """R1 of equation 10 as the paper states it."""
        return _unigram_f(comparison, text, dated)

    __str__ = __repr__ = spell


def _unigram_f(comparison: TopicComparison, text: TextSettings, dated: bool) -> Floats:
    """2PR / (P + R), 0 where nothing is shared; the order of operations is tilse's, to the last bit."""
    table = comparison.table(_UNIGRAMS, text)
    rows, columns = np.ogrid[: len(table.peer), : len(table.model)]
    hits = table.hits(rows, columns)
    writers = table.writers if dated else np.full(len(table.writers), len(comparison.references))
    precision = _divide(hits, table.peer[:, None] * writers)
    recall = _divide(hits, np.broadcast_to(table.model, hits.shape))
    return _divide(2 * precision * recall, precision + recall)


def _divide(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole != 0)
