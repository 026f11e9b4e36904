"""What most perturbations share: their spelling, a ladder of one step, seeded draws, variants that differ."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import Self

import numpy as np

from cliometer.court.perturbation import Case
from cliometer.errors import UsageError
from cliometer.metrics.expression import spell
from cliometer.model.timeline import Sentences, Timeline
from cliometer.model.when import When

Day = tuple[When, Sequence[str]]


class Spelled:
    """A perturbation without more and less, whose expression is its repr."""

    def ladder(self) -> Sequence[Self]:
        """Only itself."""
        return (self,)

    __str__ = __repr__ = spell


def generator(case: Case) -> np.random.Generator:
    """Draws that depend on the seed and the topic alone, so that no topic's draws hang on the others."""
    digest = hashlib.sha256(f"{case.seed}\n{case.topic}".encode("utf-8", "surrogatepass")).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "big"))


def different(case: Case, *changed: Iterable[Day]) -> list[Timeline]:
    """Timelines of these days, under the name of the case's own; without those that change nothing."""
    timelines = [Timeline(list(days), case.timeline.name) for days in changed]
    return [timeline for timeline in timelines if timeline != case.timeline]


def rewritten(case: Case, rewrite: Callable[[Sentences], Sequence[str]]) -> list[Timeline]:
    """The same dates, each day's sentences written anew."""
    return different(case, [(when, rewrite(said)) for when, said in case.timeline.items()])


def whole(low: int, *, zero: bool = True) -> Callable[[str], int]:
    """Parser for a whole number of at least `low`, maybe other than 0."""
    wanted = f"a whole number of at least {low}" if zero else "a whole number other than 0"

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise UsageError(f"expected {wanted}, found {text!r}") from None
        if value < low or not (value or zero):
            raise UsageError(f"expected {wanted}, found {text}")
        return value

    return parse


def share(text: str) -> float:
    """Parser for a share: more than 0, at most 1."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1:
        raise UsageError(f"expected a share of more than 0 and at most 1, such as 0.5, found {text}")
    return value


def part(share: float, size: int) -> int:
    """A share of a number, rounded up; the last bits of a float (0.7 * 10) do not count."""
    return ceil(share * size - 1e-9)
