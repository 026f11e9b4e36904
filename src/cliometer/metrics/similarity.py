"""How near two dates are (kernels), and how alike two daily summaries are (content similarities): plug points.

Register a frozen dataclass that derives from `Expression` and has `closeness` or `matrix`, and
`align+(kernel=yours)` works everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from cliometer.expressions import Expression, Registry, number, registered, setting
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.tokenisation import TextSettings
from cliometer.text.word_rows import Ints

if TYPE_CHECKING:
    from cliometer.metrics.comparison import TopicComparison

Floats = NDArray[np.float64]
_UNIGRAMS = Variant.parse("1")


class Kernel(Protocol):
    """What a pair of dates is worth by its distance: 1 at no distance, and never more at a greater one."""

    name: ClassVar[str]
    citation: ClassVar[str]

    def closeness(self, days: Floats) -> Floats:
        """Return the worth of each distance in days."""


kernels: Registry[Kernel] = Registry("date kernel", Kernel, group="cliometer.kernels")
_INSTEAD = "in place of equation 6 of Martschat & Markert (2017)"


@registered(kernels)
class Reciprocal(Expression):
    """1 / (days + 1): equation 6 of Martschat & Markert (2017)."""

    name: ClassVar[str] = "reciprocal"
    citation: ClassVar[str] = "Martschat & Markert (2017), equation 6"

    def closeness(self, days: Floats) -> Floats:
        return 1 / (days + 1)


@registered(kernels)
class Hyperbolic(Expression):
    """1 / (1 + days / tau): half the worth after tau days; `reciprocal` at tau = 1."""

    name: ClassVar[str] = "hyperbolic"
    citation: ClassVar[str] = "after equation 6 of Martschat & Markert (2017), with the scale as a setting"
    tau: float = setting(7.0, parse=number(low=1e-6), doc="days after which half the worth is left")

    def closeness(self, days: Floats) -> Floats:
        return 1 / (1 + days / self.tau)


@registered(kernels)
class Exponential(Expression):
    """exp(-days / tau): forgets by a constant rate."""

    name: ClassVar[str] = "exponential"
    citation: ClassVar[str] = _INSTEAD
    tau: float = setting(7.0, parse=number(low=1e-6), doc="days after which 1/e of the worth is left")

    def closeness(self, days: Floats) -> Floats:
        return np.exp(-days / self.tau)


@registered(kernels)
class Within(Expression):
    """1 up to a number of days, 0 beyond: a tolerance."""

    name: ClassVar[str] = "within"
    citation: ClassVar[str] = _INSTEAD
    days: float = setting(0.0, parse=number(low=0), doc="the largest distance that still counts")

    def closeness(self, days: Floats) -> Floats:
        return np.where(days <= self.days, 1.0, 0.0)


_FARTHEST = 1 << 20  # days; beyond them, 2,870 years, the days of long dates are worth nothing to each other


def date_closeness(kernel: Kernel, rows: Ints, columns: Ints) -> Floats:
    """Return the worth of every row's date to every column's, each given by its first and its last day.

    Two days are worth what the kernel says. A month, a year or an interval is compared day by day:
    S(I, J) / sqrt(S(I, I) S(J, J)), where S sums the kernel over all pairs of days. Equal dates are worth 1, a
    day in the middle of its year little, so that nobody gains by writing vague dates.
    """
    row_ends, other = rows[:, :, None], columns
    gaps = np.maximum(0, np.maximum(row_ends[0] - other[1], other[0] - row_ends[1])).astype(float)
    worth = kernel.closeness(gaps)
    pairs = np.nonzero((row_ends[0] < row_ends[1]) | (other[0] < other[1]))
    if not len(pairs[0]):
        return worth
    first, second = rows[:, pairs[0]], columns[:, pairs[1]]
    sums = _DaySums(kernel, int(min(_FARTHEST, max(rows.max(), columns.max()) - min(rows.min(), columns.min()))))
    shared = sums(first, second) / np.sqrt(sums(first, first) * sums(second, second))
    worth[pairs] = np.where((first == second).all(axis=0), 1.0, np.clip(shared, 0.0, 1.0))
    return worth


class _DaySums:
    """Sums of a kernel over all pairs of days of two dates, from running sums of running sums."""

    def __init__(self, kernel: Kernel, farthest: int) -> None:
        self._farthest = farthest
        self._once = np.cumsum(kernel.closeness(np.abs(np.arange(-farthest, farthest + 1)).astype(float)))
        self._twice = np.concatenate([[0.0], np.cumsum(np.concatenate([[0.0], self._once]))])

    def __call__(self, days: Ints, other: Ints) -> Floats:
        after, before = other[1] + 1 - days, other[0] - days  # from the first and from the last day of `days`
        return self._until(after[0] + 1) - self._until(after[1]) - self._until(before[0] + 1) + self._until(before[1])

    def _until(self, days: Ints) -> Floats:
        """Return the sum, over all differences below `days`, of the kernel over all differences below those."""
        place = days + self._farthest
        beyond = np.maximum(place - len(self._once) - 1, 0)
        total: Floats = self._twice[np.clip(place, 0, len(self._once) + 1)] + beyond * self._once[-1]
        return total


class Similarity(Protocol):
    """How alike two daily summaries are: from 0 to 1 for every row and column of a comparison."""

    name: ClassVar[str]
    citation: ClassVar[str]

    def matrix(self, comparison: TopicComparison, text: TextSettings, dated: bool) -> Floats:
        """Return the similarity of every day of a system with every date of the references.

        `text` is how the metric counts words; `dated` is whether it divides by the references of the date.
        """


similarities: Registry[Similarity] = Registry("content similarity", Similarity, group="cliometer.similarities")


class UnigramF(Expression):
    """R1 of equation 10 of Martschat & Markert (2017): ROUGE-1 F of two days."""

    words: ClassVar[TextSettings | None] = None  # that are compared; None: those that the metric counts

    def matrix(self, comparison: TopicComparison, text: TextSettings, dated: bool) -> Floats:
        """Return 2PR / (P + R), 0 where nothing is shared; the order of operations is tilse's, to the last bit."""
        table = comparison.table(_UNIGRAMS, self.words or text)
        rows, columns = np.ogrid[: len(table.peer), : len(table.model)]
        hits = table.hits(rows, columns)
        writers = table.writers if dated else np.full(len(table.writers), len(comparison.references))
        with np.errstate(invalid="ignore"):  # 0 / 0 is 0
            precision = np.nan_to_num(hits / (table.peer[:, None] * writers))
            recall = np.nan_to_num(hits / table.model)
            return np.nan_to_num(2 * precision * recall / (precision + recall))


@registered(similarities)
class Raw(UnigramF):
    """ROUGE-1 F of white-space tokens, case-sensitive, stop words kept: what tilse's costs use."""

    name: ClassVar[str] = "raw"
    citation: ClassVar[str] = "Martschat & Markert (2017), equation 10, as tilse computes it; ROUGE-1 is of Lin (2004)"
    words: ClassVar[TextSettings | None] = TextSettings("whitespace")


@registered(similarities)
class Words(UnigramF):
    """ROUGE-1 F of the same words that the metric counts."""

    name: ClassVar[str] = "words"
    citation: ClassVar[str] = "Martschat & Markert (2017), equation 10, as printed; ROUGE-1 is of Lin (2004)"
