"""A share: its exact interval (Clopper & Pearson 1934), and the exact binomial test of one half."""

from __future__ import annotations

from dataclasses import dataclass

from cliometer.errors import InputError, UsageError, shown


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

    if not 0 < confidence < 1:
        raise UsageError(f"expected a confidence between 0 and 1 such as 0.95, found {shown(confidence)}")
    if whole < 1:
        raise InputError("there is nothing to take a share of")
    if not 0 <= part <= whole:
        raise UsageError(f"expected a part of 0 to {whole}, found {shown(part)}")
    tail = (1 - confidence) / 2
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
