"""Reasons by category: what the codebook suggests, what coders say, and how far the coders agree.

Shares count votes, so that a reason given ten times weighs ten times as much. Agreement counts each distinct
reason once: a coder who sees the same words again does not decide again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from cliometer.errors import InputError
from cliometer.stats.agreement import Agreement, pairwise_agreement
from cliometer.stats.krippendorff import alpha_interval, coded
from cliometer.stats.percentile import PercentileInterval
from cliometer.study.reasons.codebook import Codebook, Suggestion
from cliometer.study.reasons.given import Reason
from cliometer.study.reasons.sheets import Coder

SUGGESTED = "suggested"


@dataclass(frozen=True)
class Column:
    """Who coded, and the votes whose reason is in each category; None counts those without one."""

    name: str
    counts: dict[str | None, int]

    @property
    def coded(self) -> int:
        """Votes whose reason has a category."""
        return sum(count for category, count in self.counts.items() if category is not None)

    def share(self, category: str) -> float | None:
        """Of the votes whose reason has a category."""
        return self.counts.get(category, 0) / self.coded if self.coded else None


@dataclass(frozen=True)
class Accord:
    """The agreement of coders; alpha has an interval, or a reason why it has no value."""

    reasons: int
    agreement: Agreement
    alpha: PercentileInterval | None
    undefined: str = ""


@dataclass(frozen=True)
class Survey:
    """Everything about the reasons of some votes."""

    codebook: Codebook
    reasons: tuple[Reason, ...]
    silent: int
    suggestions: tuple[Suggestion, ...]
    coders: tuple[Coder, ...]
    accord: Accord | None
    notes: tuple[str, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The suggestions, then each coder."""
        suggested = self._column(SUGGESTED, [found.category or None for found in self.suggestions])
        return (suggested, *(self._column(coder.name, coder.codes) for coder in self.coders))

    def weight(self, category: str) -> float | None:
        """The mean of the coders' shares; without coders, the share of the suggestions."""
        shares = [column.share(category) for column in self.columns[1:] or self.columns]
        known = [share for share in shares if share is not None]
        return sum(known) / len(known) if known else None

    def examples(self, category: str) -> list[Reason]:
        """The reasons of a category, most frequent first: those that all coders put there."""
        hints = tuple(found.category or None for found in self.suggestions)
        rows = [coder.codes for coder in self.coders] or [hints]
        own = [reason for i, reason in enumerate(self.reasons) if all(codes[i] == category for codes in rows)]
        return sorted(own, key=lambda reason: -reason.times)

    @property
    def disputed(self) -> list[tuple[Reason, tuple[str, ...]]]:
        """Reasons that two coders put into different categories, with what each said."""
        return [
            (reason, tuple(coder.codes[i] or "-" for coder in self.coders))
            for i, reason in enumerate(self.reasons)
            if len({coder.codes[i] for coder in self.coders} - {None}) > 1
        ]

    def _column(self, name: str, codes: Sequence[str | None]) -> Column:
        counts: dict[str | None, int] = {}
        for reason, code in zip(self.reasons, codes, strict=True):
            counts[code] = counts.get(code, 0) + reason.times
        return Column(name, counts)


def survey(
    reasons: tuple[Reason, ...],
    silent: int,
    codebook: Codebook,
    coders: Sequence[Coder] = (),
    *,
    seed: int = 0,
    resamples: int = 1000,
) -> Survey:
    """Put everything together."""
    for first, second in combinations([coder.name for coder in coders], 2):
        if first == second:
            raise InputError(f"two sheets are called {first}; rename one, for the name is the coder's")
    suggestions = tuple(codebook.suggest(reason.text) for reason in reasons)
    accord = _accord(coders, codebook, seed, resamples) if len(coders) > 1 else None
    notes = tuple(note for coder in coders for note in coder.notes)
    return Survey(codebook, reasons, silent, suggestions, tuple(coders), accord, notes)


def _accord(coders: Sequence[Coder], codebook: Codebook, seed: int, resamples: int) -> Accord:
    both = sum(
        sum(code is not None for code in codes) > 1 for codes in zip(*(c.codes for c in coders), strict=True)
    )
    if not both:
        raise InputError(
            "no reason was coded by two coders, so there is no agreement to measure; fill in the column "
            "category of the sheets, or give one sheet"
        )
    table = coded([coder.codes for coder in coders])
    share = pairwise_agreement(table, "uniform", len(codebook.categories))
    try:
        found = alpha_interval(table, "nominal", seed=seed, resamples=resamples)
    except InputError as error:
        return Accord(both, share, None, str(error))
    return Accord(both, share, found)
