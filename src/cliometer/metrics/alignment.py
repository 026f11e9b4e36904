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

import importlib.util
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import PathFinder
from itertools import pairwise
from pathlib import Path
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from cliometer.text.word_rows import Ints

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

# scipy's assignment solver, without the half second that importing `scipy.optimize` takes.
# The solver is one compiled file that needs nothing but numpy. It is loaded by itself where that works and
# through the front door where it does not; either way it is scipy's code (a test compares the two).

Solver = Callable[..., tuple[Ints, Ints]]


def assign(costs: NDArray[np.float64]) -> tuple[Ints, Ints]:
    """Return the rows and columns of a cheapest one-to-one assignment; the shorter side is used up."""
    return solver()(costs)


@cache
def solver() -> Solver:
    """Return scipy's `linear_sum_assignment`."""
    scipy = importlib.util.find_spec("scipy")
    folder = [str(Path(scipy.origin).parent / "optimize")] if scipy and scipy.origin else []
    spec = PathFinder.find_spec("_lsap", folder) if folder else None
    with suppress(ImportError, AttributeError):  # some platforms need scipy's own start-up first
        if spec and spec.loader:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return cast("Solver", module.linear_sum_assignment)
    from scipy.optimize import linear_sum_assignment

    return cast("Solver", linear_sum_assignment)


# All optimal one-to-one assignments at once: is the optimum unique, and if not, what else is as good?
# Given one optimal assignment, let row i move to the column of row k at the price W[i, k]; a round of moves
# whose prices sum to 0 gives another optimum, and every other optimum is such a round (one node more stands
# for the columns left free). Shortest distances make all prices at least 0 without changing any round; then
# the moves of price 0 that lie on a circle are exactly those that some optimum uses.

# Costs are sums of some thousand rounded fractions: their noise stays below 1e-12. What differs by less than
# this counts as equal; between days that takes more than two centuries.
TOLERANCE = 1e-10
_FEW = 200  # nodes


@dataclass(frozen=True, eq=False)
class Optima:
    """The optimal assignments of a matrix, rows being the shorter side.

    An assignment is optimal exactly if it uses allowed pairs only and leaves no needed column free.
    """

    columns: Ints  # of one of them
    allowed: Mask  # rows x columns: pairs that some optimum uses
    needed: Mask  # columns that every optimum uses
    free: Ints  # rows whose partner is a choice

    def best(self, gains: Floats) -> Ints:
        """Return the columns of the optimal assignment with the highest total gain."""
        columns = self.columns.copy()
        if len(free := self.free):
            wanted = np.flatnonzero(self.allowed[free].any(axis=0))
            cells = np.ix_(free, wanted)
            bound = 1 + float(np.abs(gains[cells]).sum())  # than any choice of partners can gain
            costs = np.where(self.needed[wanted], -bound, 0) - gains[cells]
            forbidden = 2 * bound * (len(free) + 1)
            columns[free] = wanted[assign(np.where(self.allowed[cells], costs, forbidden))[1]]
        return columns

    def narrow(self, gains: Floats) -> Optima:
        """Return those of these optima that have the highest total gain."""
        return optima(np.where(self.allowed, -gains, np.inf), self.best(gains), self.needed)

    def earliest(self) -> Ints:
        """Return the columns of the optimum in which the rows, one after the other, take the earliest they can."""
        columns = self.columns.copy()
        settled = np.zeros(len(columns), bool)
        for row in self.free:
            _settle(int(row), columns, self, settled)
            settled[row] = True
        return columns


def _settle(row: int, columns: Ints, every: Optima, settled: Mask) -> None:
    """Move a row to its earliest column, and others along so that the assignment stays optimal.

    A move is possible where the owner of the column can reach the row by moves of unsettled rows; the last
    node stands for the columns left free.
    """
    size = len(columns)
    unused = np.ones(every.allowed.shape[1], bool)
    unused[columns] = False
    moves = np.zeros((size + 1, size + 1), bool)
    moves[:size, :size] = every.allowed[:, columns]
    moves[:size, size] = (every.allowed & unused).any(axis=1)
    moves[size, :size] = ~every.needed[columns]
    moves[:size][settled] = False
    onward = _ways_to(row, moves)
    owner = np.full(len(unused), size)
    owner[columns] = np.arange(size)
    reachable = every.allowed[row] & (onward[owner] >= 0)
    target = int(np.argmax(reachable))
    _shift(row, target, int(owner[target]), columns, onward, every.allowed & unused)


def _ways_to(goal: int, moves: Mask) -> Ints:
    """Return the next node on a shortest way to the goal from every node, -1 where there is no way."""
    onward = np.full(len(moves), -1)
    onward[goal] = goal
    frontier = np.array([goal])
    while len(frontier):
        arrows = moves[:, frontier] & (onward < 0)[:, None]
        reached = np.flatnonzero(arrows.any(axis=1))
        onward[reached] = frontier[arrows[reached].argmax(axis=1)]
        frontier = reached
    return onward


def _shift(row: int, target: int, owner: int, columns: Ints, onward: Ints, spare: Mask) -> None:
    """Give the row its column, that column's owner the next one's, and so on around."""
    before, free = columns.copy(), len(columns)
    columns[row] = target
    while owner != row:
        following = int(onward[owner])
        if owner != free:
            columns[owner] = np.argmax(spare[owner]) if following == free else before[following]
        owner = following


def optima(costs: Floats, columns: Ints, needed: Mask | None = None) -> Optima:
    """Return all optimal assignments, given the columns of one; at least as many columns as rows.

    `needed` columns may not be left free, whatever it would save.
    """
    needed = np.zeros(costs.shape[1], bool) if needed is None else needed
    rows = np.arange(len(columns))
    allowed = np.zeros(costs.shape, bool)
    allowed[rows, columns] = True
    assigned = costs[rows, columns]
    unused = np.ones(costs.shape[1], bool)
    unused[columns] = False
    size = len(columns)
    prices = np.full((size + 1, size + 1), np.inf)  # W, whose last node stands for the free columns
    np.subtract(costs[:, columns], assigned[:, None], out=prices[:size, :size])
    if unused.any():  # the cheapest free column is the price of going there; k's column becomes free at no cost
        prices[:size, size] = costs[:, unused].min(axis=1) - assigned
        prices[size, :size] = np.where(needed[columns], np.inf, 0)
    prices.flat[:: size + 2] = np.inf  # to stay is no move
    distances = _distances(prices)
    moves = _on_circles(prices <= distances - distances[:, None] + TOLERANCE)
    needed = ~unused
    if moves.any():
        movers, targets = np.nonzero(moves[:-1, :-1])
        allowed[movers, columns[targets]] = True
        slack = costs - assigned[:, None] + distances[:-1, None] - distances[-1]
        allowed |= (slack <= TOLERANCE) & unused & moves[:-1, -1:]
        needed[columns[moves[-1, :-1]]] = False
        return Optima(columns, allowed, needed, np.flatnonzero(allowed.sum(axis=1) > 1))
    return Optima(columns, allowed, needed, rows[:0])


def _distances(prices: Floats) -> Floats:
    """Return Bellman and Ford's shortest distances from a source that reaches every node at no cost."""
    distances = np.zeros(len(prices))
    changed = np.arange(len(prices))  # only these can shorten others in the next round
    for _ in range(len(prices)):
        through = prices[changed] + distances[changed, None]
        shorter = np.minimum(distances, through.min(axis=0))
        changed = np.flatnonzero(distances - shorter > TOLERANCE / 1000)
        distances = shorter
        if not len(changed):
            break
    return distances


def _on_circles(moves: Mask) -> Mask:
    """Return the moves that lie on a circle: those between nodes that reach each other."""
    arrows = moves.astype(np.float32)
    alive, number = np.ones(len(moves), np.float32), len(moves)
    while number:  # nodes without a way in or a way out lie on none
        alive = alive * (arrows @ alive > 0) * (alive @ arrows > 0)
        left = int(alive.sum())
        if left == number:
            break
        number = left
    mutual = np.zeros(moves.shape, bool)
    if number:
        nodes = np.flatnonzero(alive)
        cells = np.ix_(nodes, nodes)
        mutual[cells] = (_by_squaring if number <= _FEW else _by_components)(moves[cells])
    return moves & mutual


def _by_squaring(moves: Mask) -> Mask:
    """Return the pairs of nodes that reach each other, by paths of doubling length."""
    reach = (moves | np.eye(len(moves), dtype=bool)).astype(np.float32)
    for _ in range(len(moves).bit_length()):
        reach = np.minimum(reach @ reach, 1)
    return (reach > 0) & (reach.T > 0)


def _by_components(moves: Mask) -> Mask:
    """Return the same by scipy's graph routine, which takes a while to import and is faster for many nodes."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    labels = connected_components(csr_array(moves), directed=True, connection="strong")[1]
    return np.asarray(labels[:, None] == labels, bool)


TieRule = Literal["canonical", "solver"]
TIE_RULES: tuple[TieRule, ...] = ("canonical", "solver")
_NO_PAIRS: Ints = np.zeros((2, 0), np.int64)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Days of systems (rows) with the reference dates (columns) they are compared with."""

    rows: Ints
    columns: Ints


@dataclass(frozen=True, eq=False)
class AlignmentChoices:
    """For one system and direction: the alignments that are as good as the one taken.

    Each row takes any of its allowed columns, in one to one as `shared` permits; `turned`: rows are reference dates.
    """

    allowed: Mask
    turned: bool
    shared: Optima | None = None

    @property
    def dates(self) -> int:
        """The number of dates whose partner is a choice."""
        return int((self.allowed.sum(axis=1) > 1).sum())

    def range(self, gains: Floats) -> tuple[float, float]:
        """Return the lowest and the highest total gain; `gains` is for the system's days x the reference dates."""
        gains = gains.T if self.turned else gains
        if self.shared is None:
            low = np.where(self.allowed, gains, np.inf).min(axis=1)
            high = np.where(self.allowed, gains, -np.inf).max(axis=1)
        else:
            rows = np.arange(len(gains))
            low, high = gains[rows, self.shared.best(-gains)], gains[rows, self.shared.best(gains)]
        return float(low.sum()), float(high.sum())


@dataclass(frozen=True, eq=False)
class Alignment:
    """The pairs of all systems of a topic, and for each system with ties what the choice was."""

    precision: Pairs
    recall: Pairs
    precision_choices: Mapping[int, AlignmentChoices] = field(default_factory=dict)
    recall_choices: Mapping[int, AlignmentChoices] = field(default_factory=dict)


def one_to_one(costs: Floats, closeness: Floats, bounds: Ints, ties: TieRule) -> Alignment:
    """Return the injective alignment of least total cost (equation 8), system by system."""
    precision, recall = [_NO_PAIRS], [_NO_PAIRS]
    choices: dict[int, AlignmentChoices] = {}
    for system, (start, stop) in enumerate(pairwise(bounds.tolist())):
        if stop == start or not costs.shape[1]:
            continue
        block = costs[start:stop]
        forth = back = np.stack(assign(block))
        turned = len(block) > block.shape[1]
        every = optima(block.T, forth[0][np.argsort(forth[1])]) if turned else optima(block, forth[1])
        if len(every.free):
            choices[system] = AlignmentChoices(every.allowed, turned, every)
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
    forth, back = (np.concatenate(blocks, axis=1) for blocks in (precision, recall))
    return Alignment(Pairs(*forth), Pairs(*back), choices, choices)


def many_to_one(costs: Floats, closeness: Floats, bounds: Ints, ties: TieRule) -> Alignment:
    """Pair each date with the cheapest date of the other side, system by system and in both directions."""
    precision, recall = [_NO_PAIRS], [_NO_PAIRS]
    precision_choices: dict[int, AlignmentChoices] = {}
    recall_choices: dict[int, AlignmentChoices] = {}
    for system, (start, stop) in enumerate(pairwise(bounds.tolist())):
        if stop == start or not costs.shape[1]:
            continue
        cost, close = costs[start:stop], closeness[start:stop]
        columns, tied = _cheapest(cost, close, ties)
        precision.append(np.stack([np.arange(start, stop), columns]))
        if tied.sum() > len(tied):
            precision_choices[system] = AlignmentChoices(tied, turned=False)
        rows, tied = _cheapest(cost.T, close.T, ties)
        recall.append(np.stack([rows + start, np.arange(cost.shape[1])]))
        if tied.sum() > len(tied):
            recall_choices[system] = AlignmentChoices(tied, turned=True)
    forth, back = (np.concatenate(blocks, axis=1) for blocks in (precision, recall))
    return Alignment(Pairs(*forth), Pairs(*back), precision_choices, recall_choices)


def _cheapest(costs: Floats, closeness: Floats, ties: TieRule) -> tuple[Ints, Mask]:
    """Return the column of each row, and the columns that are as good."""
    tied = costs <= costs.min(axis=1, keepdims=True) + TOLERANCE
    if ties == "solver":
        return costs.argmin(axis=1), tied
    return np.where(tied, closeness, -1).argmax(axis=1), tied
