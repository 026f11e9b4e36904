"""A share: its exact interval (Clopper & Pearson 1934), and the exact binomial test of one half."""

from __future__ import annotations

from dataclasses import dataclass

from cliometer.errors import InputError, expected
from cliometer.stats.samples import between


@dataclass(frozen=True)
class Proportion:
    """`part` of `whole`; `p` is the two-sided exact binomial test that the true share is one half."""

    part: int
    whole: int
    share: float
    low: float
    high: float
    confidence: float
    p: float


def proportion(part: int, whole: int, confidence: float = 0.95) -> Proportion:
    """A share with its interval and test, for answers that do not depend on each other."""
    from scipy.special import betainc, betaincinv  # takes as long to load as all of numpy

    if whole < 1:
        raise InputError("there is nothing to take a share of")
    if not 0 <= part <= whole:
        raise expected(f"a part of 0 to {whole}", part)
    tail = (1 - between(confidence, "a confidence")) / 2
    more = max(part, whole - part)
    return Proportion(
        part,
        whole,
        part / whole,
        float(betaincinv(part, whole - part + 1, tail)) if part else 0.0,
        float(betaincinv(part + 1, whole - part, 1 - tail)) if part < whole else 1.0,
        confidence,
        min(1.0, 2 * float(betainc(more, whole - more + 1, 0.5))),
    )
