"""The assignment solver is scipy's, however it was loaded."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from cliometer.metrics import alignment
from cliometer.metrics.similarity import Floats


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    alignment.solver.cache_clear()
    yield
    alignment.solver.cache_clear()


@st.composite
def matrices(draw: st.DrawFn) -> Floats:
    shape = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    levels = draw(st.sampled_from([2, 3, 1000]))  # few levels: many ties
    seed = draw(st.integers(0, 2**32 - 1))
    return np.random.default_rng(seed).integers(0, levels, shape) / levels


def test_the_solver_loads_by_itself_on_this_machine() -> None:
    assert alignment.solver() is not linear_sum_assignment


@given(matrices())
def test_loaded_by_itself_it_makes_scipys_choice_ties_included(costs: Floats) -> None:
    rows, columns = alignment.assign(costs)
    expected = linear_sum_assignment(costs)
    assert (rows == expected[0]).all() and (columns == expected[1]).all()


def broken(*_: object) -> None:
    raise ImportError("no")


@pytest.mark.parametrize(
    "breakage",
    [
        (importlib.util, "find_spec", lambda name: None),
        (PathFinder, "find_spec", lambda *_: None),
        (importlib.util, "module_from_spec", broken),
        (importlib.util, "module_from_spec", lambda spec: sys),
    ],
    ids=["scipy is not found", "the file is not found", "it does not load", "it has no solver"],
)
def test_where_it_does_not_load_the_front_door_is_taken(breakage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if breakage[1] == "module_from_spec" and breakage[2] is not broken:
        monkeypatch.setattr(importlib.machinery.ExtensionFileLoader, "exec_module", lambda *_: None)
    monkeypatch.setattr(*breakage)
    assert alignment.solver() is linear_sum_assignment
    assert [side.tolist() for side in alignment.assign(np.array([[1.0, 0.0], [0.0, 1.0]]))] == [[0, 1], [1, 0]]


def test_the_shorter_side_is_used_up() -> None:
    rows, columns = alignment.assign(np.array([[3.0], [1.0], [2.0]]))
    assert (rows.tolist(), columns.tolist()) == ([1], [0])
