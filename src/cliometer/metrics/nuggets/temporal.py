"""The metric: rules, the sums they give a run on a topic, and the measures these come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cliometer.metrics.expression import spell
from cliometer.metrics.nuggets.relevance import ideal
from cliometer.metrics.nuggets.rules import Rules
from cliometer.metrics.nuggets.sums import Sums, summed
from cliometer.metrics.nuggets.values import values
from cliometer.metrics.nuggets.walk import Walk
from cliometer.model.nuggets import NuggetTopic, Update


@dataclass(frozen=True, repr=False)
class TemporalSummarization(Rules):
    """Gain, latency gain, comprehensiveness and their F of a run against nuggets."""

    name: ClassVar[str] = "ts"
    formula: ClassVar[str] = (
        "sum of R(n) L(n.t, M(n).t) over the nuggets told / sum of V(u) and / sum of R(n), "
        "where M(n) is the earliest update that tells n"
    )
    citation: ClassVar[str] = "Aslam et al. (2014), TREC 2014 Temporal Summarization Track Overview"

    def sums(self, updates: Sequence[Update], topic: NuggetTopic) -> Sums:
        """One run on one topic."""
        walk = Walk(self, topic)
        earned = list(walk.earned(updates))
        return summed(earned, sum(walk.worth.values()), ideal(walk.worth.values(), len(earned)))

    def values(self, sums: Sums) -> dict[str, float | None]:
        """Every measure by name."""
        return values(sums, self.latency_over)

    def score(self, updates: Sequence[Update], topic: NuggetTopic) -> dict[str, float | None]:
        """One run on one topic, divided."""
        return self.values(self.sums(updates, topic))

    __str__ = __repr__ = spell


TS2014 = TemporalSummarization()
TS2013 = TemporalSummarization(
    unimportant="keep",
    unsampled="skip",
    lengths="file",
    blanks="collapsed",
    confidence="given",
    latency_over="matches",
)
