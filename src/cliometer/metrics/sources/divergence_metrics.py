"""`jsd` and `kl`: how far the summary's words are from those of its sources; less is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cliometer.metrics.expression import truth, word
from cliometer.metrics.settings import setting
from cliometer.metrics.sources.base import Found, View, WordMetric, source_metrics
from cliometer.metrics.sources.divergences import WORST_JSD, jsd, kl_input_summary, kl_summary_input

_DIRECTIONS = {"input-summary": kl_input_summary, "summary-input": kl_summary_input}


@source_metrics.register
@dataclass(frozen=True, repr=False)
class JensenShannon(WordMetric):
    """Jensen-Shannon divergence of the summary's words from those of its sources; less is better."""

    name: ClassVar[str] = "jsd"
    formula: ClassVar[str] = (
        "1/2 sum_w [p_A ln(2 p_A / (p_A + p_B)) + p_B ln(2 p_B / (p_A + p_B))], A the sources, B the summary"
    )
    lower_is_better: ClassVar[bool] = True
    worst: ClassVar[float | None] = WORST_JSD

    smoothed: bool = setting(False, parse=truth, doc="whether 0.005 is added to each count, as for kl")

    def _find(self, view: View) -> Found:
        return Found(jsd(view.A, view.B, self.smoothed))

    @property
    def silence(self) -> float | None:
        """Smoothed shares do not add up to one, so the divergence of a long summary may exceed ln 2."""
        return None if self.smoothed else self.worst


@source_metrics.register
@dataclass(frozen=True, repr=False)
class KullbackLeibler(WordMetric):
    """Kullback-Leibler divergence between the words of the sources and those of the summary, smoothed."""

    name: ClassVar[str] = "kl"
    formula: ClassVar[str] = (
        "sum_w p ln(p / q), p_A = (A_w + 0.005) / (n_A + 0.005 * 1.5 V), p_B likewise, V words in A"
    )
    lower_is_better: ClassVar[bool] = True
    worst: ClassVar[float | None] = None

    direction: str = setting(
        "input-summary",
        parse=word("direction", _DIRECTIONS),
        doc="from which to which: p is the first",
        always=True,
    )

    def _find(self, view: View) -> Found:
        return Found(_DIRECTIONS[self.direction](view.A, view.B))
