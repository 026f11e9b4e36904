"""The measures of TREC Temporal Summarization as metrics: `ts` is their F, `ts(of=gain)` one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from cliometer.metrics.expression import spell, word
from cliometer.metrics.nuggets.rules import Rules
from cliometer.metrics.nuggets.sums import Sums
from cliometer.metrics.nuggets.temporal import TemporalSummarization
from cliometer.metrics.nuggets.values import COSTS, NAMES, values
from cliometer.metrics.pairing import Pairing
from cliometer.metrics.registry import Registry
from cliometer.metrics.settings import setting
from cliometer.model.nuggets import NuggetTopic, Update
from cliometer.model.score import Measured, Ratio, Single, Undefined

nugget_metrics: Registry[NuggetMetric] = Registry("metric")


@dataclass(frozen=True, slots=True)
class TemporalScore:
    """Normalised expected latency gain as precision, latency comprehensiveness as recall, and their F."""

    sums: Sums
    latency_over: str
    beta: ClassVar[float] = 1.0

    @property
    def undefined(self) -> str | None:
        """Why there is no value, None where there is one."""
        return self.sums.undefined

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Precision, recall and F."""
        found = values(self.sums, self.latency_over)
        names = {"precision": "normalised_latency_gain", "recall": "latency_comprehensiveness", "f": "f"}
        missing = 0.0 if undefined == "zero" else None
        return {name: missing if self.undefined else found[of] for name, of in names.items()}


@nugget_metrics.register
@dataclass(frozen=True, repr=False)
class NuggetMetric(Rules):
    """Gain, latency gain, comprehensiveness and their F of a run against nuggets."""

    name: ClassVar[str] = "ts"
    formula: ClassVar[str] = TemporalSummarization.formula
    citation: ClassVar[str] = TemporalSummarization.citation
    evidence: ClassVar[str] = "nuggets"

    of: str | None = setting(None, parse=word("measure", NAMES), doc="one measure alone, such as gain")

    @property
    def lower_is_better(self) -> bool:
        """Whether the measure is a cost to the reader: words, time or updates."""
        return self.of in COSTS

    @property
    def rules(self) -> TemporalSummarization:
        """All measures under the same rules."""
        return TemporalSummarization(**{field.name: getattr(self, field.name) for field in fields(Rules)})

    def measure(self, updates: Sequence[Update], topic: NuggetTopic) -> Measured:
        """Score one run on one topic."""
        return self.measure_all([updates], topic)[0]

    def measure_all(self, runs: Sequence[Sequence[Update]], topic: NuggetTopic) -> list[Measured]:
        """Score many runs on one topic; equals `measure` one by one."""
        return self.measure_in(Pairing(runs, topic))

    def measure_in(self, pairing: Pairing) -> list[Measured]:
        """The same, sharing sums with metrics of the same rules."""
        rules = self.rules
        sums = pairing.shared(rules, lambda: [rules.sums(run, pairing.gold) for run in pairing.systems])
        return [self._measured(found) for found in sums]

    def _measured(self, sums: Sums) -> Measured:
        if self.of is None:
            return TemporalScore(sums, self.latency_over)
        value = values(sums, self.latency_over)[self.of]
        return Single(Ratio(value or 0.0, 0.0 if value is None else 1.0), sums.undefined or "")

    __str__ = __repr__ = spell
