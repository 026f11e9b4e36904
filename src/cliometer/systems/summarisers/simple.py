"""Summarisers that look at no word but to count it: drawn, first, latest, longest."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cliometer.metrics.settings import setting
from cliometer.systems.summarisers.base import Spelled, summarisers, whole
from cliometer.systems.vectors import Pool, by_score

_TASK = "a baseline of ours for the task of Mackie et al. (2014)"


@summarisers.register
@dataclass(frozen=True, repr=False)
class Random(Spelled):
    """Drawn without replacement; the draw depends on the seed and the topic's name alone."""

    name: ClassVar[str] = "random"
    citation: ClassVar[str] = _TASK
    seed: int = setting(0, parse=whole(0), doc="of the draw")

    def select(self, pool: Pool, k: int) -> list[int]:
        """In the order drawn."""
        generator = np.random.default_rng([self.seed, zlib.crc32(pool.topic.id.encode())])
        return [int(place) for place in generator.permutation(len(pool))[:k]]


@summarisers.register
@dataclass(frozen=True, repr=False)
class Lead(Spelled):
    """The first k."""

    name: ClassVar[str] = "lead"
    citation: ClassVar[str] = _TASK

    def select(self, pool: Pool, k: int) -> list[int]:
        """In input order."""
        return list(range(k))


@summarisers.register
@dataclass(frozen=True, repr=False)
class Latest(Spelled):
    """The latest k, newest first; where any post has no time, the last k of the input, last first."""

    name: ClassVar[str] = "latest"
    citation: ClassVar[str] = _TASK

    def select(self, pool: Pool, k: int) -> list[int]:
        """By falling time; of one time the first in the input."""
        times = _times(pool)
        if len(times) < len(pool):
            return list(range(len(pool)))[::-1][:k]
        return [int(place) for place in np.argsort(-np.array(times), kind="stable")][:k]

    def remarks(self, pool: Pool) -> Iterator[str]:
        """Where times are wanting, and what was done instead."""
        without = len(pool) - len(_times(pool))
        if without:
            yield (
                f"topic {pool.topic.id}: posts without a time: {without} of {len(pool)}; "
                "latest takes the last of the input"
            )


def _times(pool: Pool) -> list[float]:
    return [post.time for post in pool.posts if post.time is not None]


@summarisers.register
@dataclass(frozen=True, repr=False)
class Longest(Spelled):
    """The k posts with the most countable words."""

    name: ClassVar[str] = "longest"
    citation: ClassVar[str] = _TASK

    def select(self, pool: Pool, k: int) -> list[int]:
        """By falling length."""
        return by_score(pool.lengths.astype(float))[:k]
