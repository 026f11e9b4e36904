"""scipy's assignment solver, without the half second that importing `scipy.optimize` takes.

The solver is one compiled file that needs nothing but numpy. It is loaded by itself where that works and
through the front door where it does not; either way it is scipy's code (a test compares the two).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from cliometer.text.rows import Ints

Solver = Callable[..., tuple[Ints, Ints]]


def assign(costs: NDArray[np.float64]) -> tuple[Ints, Ints]:
    """Rows and columns of a cheapest one-to-one assignment; the shorter side is used up."""
    return solver()(costs)


@cache
def solver() -> Solver:
    """`scipy.optimize.linear_sum_assignment`."""
    return _by_itself() or _front_door()


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


def _front_door() -> Solver:
    from scipy.optimize import linear_sum_assignment

    return cast("Solver", linear_sum_assignment)
