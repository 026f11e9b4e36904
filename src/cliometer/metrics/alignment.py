"""Which dates are compared with which: same day, one to one, or many to one (Martschat & Markert 2017).

An alignment holds the pairs of all systems of a topic together: a row is a day of some system, a column a
date of the references. Precision and recall may use different pairs (two independently solved assignments in
`ties=solver`, two directions in many to one).

Where the optimum is not unique, `ties` decides. `solver` is what the published numbers rest on: scipy's
choice, and the earliest date in many to one. `canonical` depends on no library: of all optimal alignments
those whose dates are closest together, and of these the one in which the dates of the shorter timeline,
earliest first, take the earliest partner they can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, Protocol

import numpy as np

from cliometer.metrics.optima import TOLERANCE, Floats, Mask, Optima, assign, optima
from cliometer.text.word_rows import Ints

TieRule = Literal["canonical", "solver"]
TIE_RULES: tuple[TieRule, ...] = ("canonical", "solver")


@dataclass(frozen=True, eq=False)
class Pairs:
    """Days of systems (rows) with the reference dates (columns) they are compared with."""

    rows: Ints
    columns: Ints


class AlignmentChoices(Protocol):
    """For one system and direction: the alignments that are as good as the one taken."""

    @property
    def dates(self) -> int:
        """The number of dates whose partner is a choice."""
        ...

    def range(self, gains: Floats) -> tuple[float, float]:
        """Return the lowest and the highest total gain; `gains` is for the system's days x the reference dates."""
        ...


@dataclass(frozen=True, eq=False)
class FreeChoices:
    """Many to one: each row of the mask takes any of its allowed columns (`turned`: each column any row)."""

    allowed: Mask
    turned: bool

    @property
    def dates(self) -> int:
        """The number of rows with more than one allowed column."""
        return int((self.allowed.sum(axis=1) > 1).sum())

    def range(self, gains: Floats) -> tuple[float, float]:
        """Return the sums of the lowest and of the highest gain of each row."""
        gains = gains.T if self.turned else gains
        low = np.where(self.allowed, gains, np.inf).min(axis=1).sum()
        return float(low), float(np.where(self.allowed, gains, -np.inf).max(axis=1).sum())


@dataclass(frozen=True, eq=False)
class SharedChoices:
    """One to one: all optimal assignments together (`turned`: rows are reference dates)."""

    every: Optima
    turned: bool

    @property
    def dates(self) -> int:
        """The number of dates of the shorter timeline whose partner is a choice."""
        return len(self.every.free)

    def range(self, gains: Floats) -> tuple[float, float]:
        """Return the worst and the best of the optimal assignments."""
        gains = gains.T if self.turned else gains
        rows = np.arange(len(self.every.columns))
        low, high = self.every.best(-gains), self.every.best(gains)
        return float(gains[rows, low].sum()), float(gains[rows, high].sum())


@dataclass(frozen=True, eq=False)
class Alignment:
    """The pairs of all systems of a topic, and for each system with ties what the choice was."""

    precision: Pairs
    recall: Pairs
    precision_choices: Mapping[int, AlignmentChoices] = field(default_factory=dict)
    recall_choices: Mapping[int, AlignmentChoices] = field(default_factory=dict)


def one_to_one(costs: Floats, closeness: Floats, bounds: Ints, ties: TieRule) -> Alignment:
    """Return the injective alignment of least total cost (equation 8), system by system."""
    precision: list[Ints] = []
    recall: list[Ints] = []
    choices: dict[int, AlignmentChoices] = {}
    for system, (start, stop) in enumerate(pairwise(bounds.tolist())):
        if stop == start or not costs.shape[1]:
            continue
        block = costs[start:stop]
        forth = back = np.stack(assign(block))
        turned = len(block) > block.shape[1]
        every = optima(block.T, forth[0][np.argsort(forth[1])]) if turned else optima(block, forth[1])
        if len(every.free):
            choices[system] = SharedChoices(every, turned)
            if ties == "solver":
                back = np.stack(assign(block.T))[::-1]
            else:
                close = closeness[start:stop]
                columns = every.narrow(close.T if turned else close).earliest()
                order = np.argsort(columns) if turned else np.arange(len(columns))
                forth = back = np.stack([columns[order], order] if turned else [order, columns])
        offset = np.array([[start], [0]])
        precision.append(forth + offset)
        recall.append(back + offset)
    return Alignment(_pairs(precision), _pairs(recall), choices, choices)


def many_to_one(costs: Floats, closeness: Floats, bounds: Ints, ties: TieRule) -> Alignment:
    """Pair each date with the cheapest date of the other side, system by system and in both directions."""
    precision: list[Ints] = []
    recall: list[Ints] = []
    precision_choices: dict[int, AlignmentChoices] = {}
    recall_choices: dict[int, AlignmentChoices] = {}
    for system, (start, stop) in enumerate(pairwise(bounds.tolist())):
        if stop == start or not costs.shape[1]:
            continue
        cost, close = costs[start:stop], closeness[start:stop]
        columns, tied = _cheapest(cost, close, ties)
        precision.append(np.stack([np.arange(start, stop), columns]))
        if tied.sum() > len(tied):
            precision_choices[system] = FreeChoices(tied, turned=False)
        rows, tied = _cheapest(cost.T, close.T, ties)
        recall.append(np.stack([rows + start, np.arange(cost.shape[1])]))
        if tied.sum() > len(tied):
            recall_choices[system] = FreeChoices(tied, turned=True)
    return Alignment(_pairs(precision), _pairs(recall), precision_choices, recall_choices)


def _cheapest(costs: Floats, closeness: Floats, ties: TieRule) -> tuple[Ints, Mask]:
    """Return the column of each row, and the columns that are as good."""
    tied = costs <= costs.min(axis=1, keepdims=True) + TOLERANCE
    if ties == "solver":
        return costs.argmin(axis=1), tied
    return np.where(tied, closeness, -1).argmax(axis=1), tied


def _pairs(blocks: list[Ints]) -> Pairs:
    rows, columns = np.concatenate(blocks, axis=1) if blocks else np.zeros((2, 0), np.int64)
    return Pairs(rows, columns)
