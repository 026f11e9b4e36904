"""The curve of precision over recall along a ranking with ties (Khandelwal et al. 2001)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import InputError, UsageError, unknown
from cliometer.metrics.units.extract_metric import expect_topic
from cliometer.metrics.units.nu import EventLinks, Nu
from cliometer.model.extracts import Extract
from cliometer.model.nuggets import EventTopic

# Sentences of one score: what a prefix that cuts through them holds on average over all their orders.
# Of m tied sentences the first j are a random set. What it contains and avoids has a probability that is a
# product, for all j at once: P(contains g given ones, avoids c others) = C(m - g - c, j - g) / C(m, j).

Floats = NDArray[np.float64]
Part = frozenset[str]
_MOST_TERMS = 12  # 2 to this many combinations


def expected_sums(links: EventLinks, extract: Extract, metric: Nu) -> Iterator[tuple[float, float, float]]:
    """Yield events, first mentions and links after each sentence, on average."""
    links.expect(extract)
    before: set[str] = set()
    told_first = 0.0
    for tied in extract.ties:
        ids = [item.id for item in tied]
        tie = _Tie(links, before, ids)
        first = told_first + (tie.first() if metric.variant == "sentence" else np.zeros(len(ids)))
        told_first = float(first[-1])
        yield from zip(tie.events().tolist(), first.tolist(), tie.mentions().tolist(), strict=True)
        before.update(ids)


class _Tie:
    """Sentences of one score, and the sentences that come before all of them."""

    def __init__(self, links: EventLinks, before: set[str], ids: Sequence[str]) -> None:
        self._ids = ids
        self._rest: dict[int, list[Part]] = {number: [] for number in range(links.events)}
        tied = set(ids)
        self._told_links = 0
        for number, part in links.parts:
            rest = frozenset(part) - before
            if rest <= tied:
                self._rest[number].append(rest)
                self._told_links += not rest
        self._told = {number for number, parts in self._rest.items() if frozenset() in parts}

    def mentions(self) -> Floats:
        """Return sum r(e_i) for j = 1, ..., m."""
        sums = np.full(len(self._ids), float(self._told_links))
        for parts in self._rest.values():
            for rest in filter(None, parts):
                sums += self._holds(len(rest), 0)
        return sums

    def events(self) -> Floats:
        """Return sum I(r(e_i) > 0) for j = 1, ..., m."""
        sums = np.full(len(self._ids), float(len(self._told)))
        for number, parts in self._rest.items():
            if parts and number not in self._told:
                sums += 1 - self._misses(parts)
        return sums

    def first(self) -> Floats:
        """Return the expected number of sentences up to each place that mention an event first."""
        at_place = np.zeros(len(self._ids))
        for id in self._ids:
            at_place += self._is_first(id) / len(self._ids)
        return np.cumsum(at_place)

    def _is_first(self, id: str) -> Floats:
        """Return P(tells a new event | stands at place j), by inclusion and exclusion over the events that it tells."""
        rivals = [self._rivals(parts, id) for number, parts in self._rest.items() if number not in self._told]
        others = [rival for rival in rivals if rival is not None]
        chance, m = np.zeros(len(self._ids)), len(self._ids)
        for sign, chosen in _subsets(others):
            if chosen:
                behind = np.arange(m - 1.0, -1.0, -1.0)  # none of the others stands before place j
                chance -= sign * _product(behind, len(_union(*chosen)), m - 1)
        return chance

    def _rivals(self, parts: list[Part], id: str) -> Part | None:
        """Return the other sentences that tell an event; None where this one does not."""
        if not any(id in part for part in parts):
            return None
        if any(len(part) > 1 for part in parts):
            raise UsageError("tied-groups-in-sentences")
        return _union(*parts) - {id}

    def _misses(self, parts: list[Part]) -> Floats:
        """Return P(no part is complete), by inclusion and exclusion over parts of several sentences."""
        single = _union(*(part for part in parts if len(part) == 1))
        groups = [part for part in parts if len(part) > 1 and not part & single]
        missed = np.zeros(len(self._ids))
        for sign, chosen in _subsets(groups):
            missed += sign * self._holds(len(_union(*chosen)), len(single))
        return missed

    def _holds(self, g: int, c: int) -> Floats:
        """Return P(the first j contain g given sentences and none of c others), j = 1, ..., m."""
        m, j = len(self._ids), np.arange(1.0, len(self._ids) + 1)
        return _product(j, g, m) * _product(m - j, c, m - g)


def _product(top: Floats, factors: int, bottom: int) -> Floats:
    """Return the product of (top - i) / (bottom - i) for i below `factors`; 0 once top runs out."""
    result = np.ones(len(top))
    for i in range(factors):
        result *= np.maximum(top - i, 0) / (bottom - i)
    return result


def _union(*parts: Part) -> Part:
    return frozenset[str]().union(*parts)


def _subsets(parts: Sequence[Part]) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """Yield all subsets, with the sign that inclusion and exclusion gives them."""
    if len(parts) > _MOST_TERMS:
        raise UsageError("tied-groups-too-many", most_terms=_MOST_TERMS)
    for size in range(len(parts) + 1):
        yield from (((-1) ** size, chosen) for chosen in combinations(parts, size))


# The curve of precision over recall along a ranking (figure 3 of Khandelwal et al. 2001).
# The paper says neither how its curve is interpolated nor how topics are averaged: here precision at a
# level of recall is the highest at that recall or above, and every topic counts the same.

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
        """Return the interpolated precision at one level of recall."""
        reached = [p.precision for p in self.points if p.precision is not None and p.recall >= level - _CLOSE]
        return max(reached, default=0.0)


def curve(extract: Extract, topic: EventTopic, metric: Nu | None = None, ties: Ties = "document") -> Curve:
    """Return the curve along a ranking.

    Sentences of one score stand in the order of the stream (`document`), or each point is the mean over all
    their orders (`expected`).
    """
    if ties not in ("document", "expected"):
        raise unknown("rule for ties", ties, ("document", "expected"))
    metric, links = metric or Nu(), EventLinks(topic)
    if metric.weights != "flat":
        raise UsageError("curve-of-weights", metric=metric)
    if not extract.ranked:
        raise InputError("curve-needs-ranking", extract=extract.name)
    expect_topic(extract, topic.id)
    sums = _walk(links, links.in_order(extract)) if ties == "document" else expected_sums(links, extract, metric)
    return Curve(tuple(_point(metric, links, k, *s) for k, s in enumerate(sums, start=1)))


def mean_curve(curves: Sequence[Curve] | Mapping[str, Curve]) -> tuple[float, ...]:
    """Return the interpolated curve averaged over topics, each counting the same."""
    drawn = list(curves.values() if isinstance(curves, Mapping) else curves)
    if not drawn:
        raise UsageError("curve-topics-missing")
    return tuple(sum(precisions) / len(drawn) for precisions in zip(*(c.interpolated for c in drawn), strict=True))


def _walk(links: EventLinks, ids: Sequence[str]) -> list[tuple[float, float, float]]:
    """Return events, first mentions and links after each sentence."""
    new = first = mentions = 0
    sums: list[tuple[float, float, float]] = []
    for step in links.steps(ids):
        new, first, mentions = new + step.new, first + (step.new > 0), mentions + step.mentions
        sums.append((new, first, mentions))
    return sums


def _point(metric: Nu, links: EventLinks, k: int, new: float, first: float, mentions: float) -> Point:
    score = metric.ratios(new, first, mentions, k, links)
    return Point(k, score.recall.value or 0.0, score.precision.value)
