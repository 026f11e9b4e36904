"""Optimal one-to-one assignments: the solver, and whether the optimum is unique."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from cliometer.text.word_rows import Ints

# scipy's assignment solver, without the half second that importing `scipy.optimize` takes.
# The solver is one compiled file that needs nothing but numpy. It is loaded by itself where that works and
# through the front door where it does not; either way it is scipy's code (a test compares the two).

Solver = Callable[..., tuple[Ints, Ints]]


def assign(costs: NDArray[np.float64]) -> tuple[Ints, Ints]:
    """Return the rows and columns of a cheapest one-to-one assignment; the shorter side is used up."""
    return solver()(costs)


@cache
def solver() -> Solver:
    """Return `scipy.optimize.linear_sum_assignment`."""
    if (found := _by_itself()) is not None:
        return found
    from scipy.optimize import linear_sum_assignment

    return cast("Solver", linear_sum_assignment)


def _by_itself() -> Solver | None:
    scipy = importlib.util.find_spec("scipy")
    if scipy is None or scipy.origin is None:
        return None
    spec = PathFinder.find_spec("_lsap", [str(Path(scipy.origin).parent / "optimize")])
    if spec is None or spec.loader is None:
        return None
    try:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError:
        return None  # some platforms need scipy's own start-up first
    return cast("Solver | None", getattr(module, "linear_sum_assignment", None))


# All optimal one-to-one assignments at once: is the optimum unique, and if not, what else is as good?
# Given one optimal assignment, let row i move to the column of row k at the price W[i, k]; a round of moves
# whose prices sum to 0 gives another optimum, and every other optimum is such a round (one node more stands
# for the columns left free). Shortest distances make all prices at least 0 without changing any round; then
# the moves of price 0 that lie on a circle are exactly those that some optimum uses.

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

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
            more = 1 + float(np.abs(gains[cells]).sum())  # than any choice of partners can gain
            costs = np.where(self.needed[wanted], -more, 0) - gains[cells]
            forbidden = 2 * more * (len(free) + 1)
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
        found = np.flatnonzero(arrows.any(axis=1))
        onward[found] = frontier[arrows[found].argmax(axis=1)]
        frontier = found
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
    own = costs[rows, columns]
    unused = np.ones(costs.shape[1], bool)
    unused[columns] = False
    prices = _prices(costs, columns, own, unused, needed)
    distances = _distances(prices)
    moves = prices <= distances - distances[:, None] + TOLERANCE
    moves = _on_circles(moves)
    needed = ~unused
    if moves.any():
        movers, targets = np.nonzero(moves[:-1, :-1])
        allowed[movers, columns[targets]] = True
        slack = costs - own[:, None] + distances[:-1, None] - distances[-1]
        allowed |= (slack <= TOLERANCE) & unused & moves[:-1, -1:]
        needed[columns[moves[-1, :-1]]] = False
        return Optima(columns, allowed, needed, np.flatnonzero(allowed.sum(axis=1) > 1))
    return Optima(columns, allowed, needed, rows[:0])


def _prices(costs: Floats, columns: Ints, own: Floats, unused: Mask, needed: Mask) -> Floats:
    """Return the matrix W; its last node stands for the free columns, the cheapest of which is the cost of going there.

    From there to row k means that k's column becomes free: at no cost, unless the column is needed.
    """
    size = len(columns)
    prices = np.full((size + 1, size + 1), np.inf)
    np.subtract(costs[:, columns], own[:, None], out=prices[:size, :size])
    if unused.any():
        prices[:size, size] = costs[:, unused].min(axis=1) - own
        prices[size, :size] = np.where(needed[columns], np.inf, 0)
    prices.flat[:: size + 2] = np.inf  # to stay is no move
    return prices


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
