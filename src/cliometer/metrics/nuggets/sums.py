"""What a run earned on a topic, as sums that add up over topics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

from cliometer.model.score import Ratio


class Earned(NamedTuple):
    """One update: what it earned for nuggets that no earlier update had told, and what it cost to read."""

    gain: float
    latency_gain: float
    latency: float
    matches: int
    verbosity: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over updates, plain and weighted by confidence; `attainable` is R summed over all nuggets.

    `ideal` is the gain and the number of updates of a system that tells the best nuggets and nothing else.
    """

    updates: int
    matches: int
    gain: float
    latency_gain: float
    latency: float
    verbosity: float
    confidence: float
    confident_gain: float
    confident_latency_gain: float
    confident_latency: float
    confident_verbosity: float
    attainable: float
    ideal: Ratio

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def undefined(self) -> str | None:
        """Why there is no score, None where there is; a run that said nothing scores 0."""
        return None if self.attainable else "the topic has no nugget of any importance"


def summed(earned: Iterable[Earned], attainable: float, ideal: Ratio) -> Sums:
    """The sums over the updates of one topic."""
    rows = list(earned)
    gain, latency_gain, latency, matches, verbosity, confidence = (
        zip(*rows, strict=True) if rows else ((),) * 6
    )
    return Sums(
        updates=len(rows),
        matches=sum(matches),
        gain=sum(gain),
        latency_gain=sum(latency_gain),
        latency=sum(latency),
        verbosity=sum(verbosity),
        confidence=sum(confidence),
        confident_gain=sum(row.gain * row.confidence for row in rows),
        confident_latency_gain=sum(row.latency_gain * row.confidence for row in rows),
        confident_latency=sum(row.latency * row.confidence for row in rows),
        confident_verbosity=sum(row.verbosity * row.confidence for row in rows),
        attainable=attainable,
        ideal=ideal,
    )
