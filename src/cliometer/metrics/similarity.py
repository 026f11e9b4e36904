"""How near two dates are (kernels), and how alike two daily summaries (content similarities): plug points.

Register a frozen dataclass with `closeness` or `matrix`, and `align+(kernel=yours)` works everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from cliometer.expressions import Registry, number, setting, spell
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.tokenisation import TextSettings

if TYPE_CHECKING:
    from cliometer.metrics.comparison import TopicComparison

Floats = NDArray[np.float64]
_UNIGRAMS = Variant.parse("1")


class Kernel(Protocol):
    """Falls from 1 at no distance; never rises."""

    name: ClassVar[str]

    def closeness(self, days: Floats) -> Floats:
        """The worth of each distance in days."""
        ...


kernels: Registry[Kernel] = Registry("date kernel")


@kernels.register
@dataclass(frozen=True, repr=False)
class Reciprocal:
    """1 / (days + 1): equation 6 of Martschat & Markert (2017)."""

    name: ClassVar[str] = "reciprocal"
    citation: ClassVar[str] = "Martschat & Markert (2017), equation 6"

    def closeness(self, days: Floats) -> Floats:
        """t of equation 6."""
        return 1 / (days + 1)

    __str__ = __repr__ = spell


@kernels.register
@dataclass(frozen=True, repr=False)
class Hyperbolic:
    """1 / (1 + days / tau): half the worth after tau days; `reciprocal` at tau = 1."""

    name: ClassVar[str] = "hyperbolic"
    citation: ClassVar[str] = "after equation 6 of Martschat & Markert (2017), with the scale as a setting"
    tau: float = setting(7.0, parse=number(low=1e-6), doc="days after which half the worth is left")

    def closeness(self, days: Floats) -> Floats:
        """1 / (1 + days / tau)."""
        return 1 / (1 + days / self.tau)

    __str__ = __repr__ = spell


@kernels.register
@dataclass(frozen=True, repr=False)
class Exponential:
    """exp(-days / tau): forgets by a constant rate."""

    name: ClassVar[str] = "exponential"
    citation: ClassVar[str] = "in place of equation 6 of Martschat & Markert (2017)"
    tau: float = setting(7.0, parse=number(low=1e-6), doc="days after which 1/e of the worth is left")

    def closeness(self, days: Floats) -> Floats:
        """exp(-days / tau)."""
        return np.exp(-days / self.tau)

    __str__ = __repr__ = spell


@kernels.register
@dataclass(frozen=True, repr=False)
class Within:
    """1 up to a number of days, 0 beyond: a tolerance."""

    name: ClassVar[str] = "within"
    citation: ClassVar[str] = "in place of equation 6 of Martschat & Markert (2017)"
    days: float = setting(0.0, parse=number(low=0), doc="the largest distance that still counts")

    def closeness(self, days: Floats) -> Floats:
        """1 where the distance is tolerated."""
        return np.where(days <= self.days, 1.0, 0.0)

    __str__ = __repr__ = spell


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
    citation: ClassVar[str] = "Martschat & Markert (2017), equation 10, as tilse computes it; ROUGE-1 is of Lin (2004)"

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
