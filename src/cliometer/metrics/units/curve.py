"""The curve of precision over recall along a ranking (figure 3 of Khandelwal et al. 2001).

The paper says neither how its curve is interpolated nor how topics are averaged: here precision at a level
of recall is the highest at that recall or above, and every topic counts the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from cliometer.errors import InputError, UsageError, unknown
from cliometer.metrics.units.base import expect_topic
from cliometer.metrics.units.novelty import EventLinks
from cliometer.metrics.units.nu import Nu
from cliometer.metrics.units.ties import expected_sums
from cliometer.model.extracts import Extract
from cliometer.model.judged_events import EventTopic

Ties = Literal["document", "expected"]
LEVELS = tuple(tenth / 10 for tenth in range(11))
_CLOSE = 1e-9  # expectations are sums of products


@dataclass(frozen=True, slots=True)
class Point:
    """Precision and recall of a prefix of the ranking; precision is None where it has no value."""

    retrieved: int
    recall: float
    precision: float | None


@dataclass(frozen=True)
class Curve:
    """One point for each prefix, and the interpolated precision at recall 0, 0.1, ..., 1."""

    points: tuple[Point, ...]

    @property
    def interpolated(self) -> tuple[float, ...]:
        """The highest precision at a recall of the level or more; 0 where that is never reached."""
        return tuple(self.at(level) for level in LEVELS)

    def at(self, level: float) -> float:
        """The interpolated precision at one level of recall."""
        reached = [p.precision for p in self.points if p.precision is not None and p.recall >= level - _CLOSE]
        return max(reached, default=0.0)


def curve(extract: Extract, topic: EventTopic, metric: Nu | None = None, ties: Ties = "document") -> Curve:
    """Walk down a ranking.

    Sentences of one score stand in the order of the stream (`document`), or each point is the mean over all
    their orders (`expected`).
    """
    if ties not in ("document", "expected"):
        raise unknown("rule for ties", ties, ("document", "expected"))
    metric, links = metric or Nu(), EventLinks(topic)
    if not extract.ranked:
        raise InputError(f"{extract.name}: a curve needs a ranking, this is a set (ranked: false)")
    expect_topic(extract, topic.id)
    sums = (
        _walk(links, links.in_order(extract)) if ties == "document" else expected_sums(links, extract, metric)
    )
    return Curve(tuple(_point(metric, links, k, *s) for k, s in enumerate(sums, start=1)))


def mean_curve(curves: Sequence[Curve] | Mapping[str, Curve]) -> tuple[float, ...]:
    """The interpolated curve averaged over topics, each counting the same."""
    drawn = list(curves.values() if isinstance(curves, Mapping) else curves)
    if not drawn:
        raise UsageError("expected the curves of at least one topic, found none")
    return tuple(
        sum(precisions) / len(drawn) for precisions in zip(*(c.interpolated for c in drawn), strict=True)
    )


def _walk(links: EventLinks, ids: Sequence[str]) -> list[tuple[float, float, float]]:
    """Events, first mentions and links after each sentence."""
    new = first = mentions = 0
    sums: list[tuple[float, float, float]] = []
    for step in links.steps(ids):
        new, first, mentions = new + step.new, first + (step.new > 0), mentions + step.mentions
        sums.append((new, first, mentions))
    return sums


def _point(metric: Nu, links: EventLinks, k: int, new: float, first: float, mentions: float) -> Point:
    score = metric.ratios(new, first, mentions, k, links)
    return Point(k, score.recall.value or 0.0, score.precision.value)
