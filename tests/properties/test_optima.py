"""All optimal assignments: compared with every permutation."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.alignment import Floats, _by_components, _by_squaring, assign, optima


@st.composite
def cost_matrices(draw: st.DrawFn) -> Floats:
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(rows, 5))
    cells = draw(st.lists(st.integers(0, 3), min_size=rows * columns, max_size=rows * columns))
    return np.array(cells, float).reshape(rows, columns) / 3


def all_optimal(costs: Floats) -> list[tuple[int, ...]]:
    rows, columns = costs.shape
    totals = {p: sum(costs[i, j] for i, j in enumerate(p)) for p in permutations(range(columns), rows)}
    return [p for p, total in totals.items() if total <= min(totals.values()) + 1e-9]


@given(cost_matrices())
def test_a_pair_is_allowed_exactly_where_some_optimum_uses_it(costs: Floats) -> None:
    used = np.zeros(costs.shape, bool)
    for columns in all_optimal(costs):
        used[np.arange(len(columns)), columns] = True
    assert (optima(costs, assign(costs)[1]).allowed == used).all()


@given(cost_matrices())
def test_the_best_optimum_has_the_highest_gain_of_all(costs: Floats) -> None:
    gains = np.random.default_rng(int(costs.sum() * 3)).integers(0, 5, costs.shape).astype(float)
    columns = optima(costs, assign(costs)[1]).best(gains)
    highest = max(sum(gains[i, j] for i, j in enumerate(p)) for p in all_optimal(costs))
    assert tuple(columns) in all_optimal(costs)
    assert gains[np.arange(len(columns)), columns].sum() == highest


@given(cost_matrices())
def test_narrowing_keeps_only_optima_of_highest_gain(costs: Floats) -> None:
    gains = np.random.default_rng(int(costs.sum() * 7)).integers(0, 3, costs.shape).astype(float)
    totals = {p: sum(gains[i, j] for i, j in enumerate(p)) for p in all_optimal(costs)}
    used = np.zeros(costs.shape, bool)
    for p, total in totals.items():
        if total == max(totals.values()):
            used[np.arange(len(p)), p] = True
    assert (optima(costs, assign(costs)[1]).narrow(gains).allowed == used).all()


@given(st.integers(1, 9), st.integers(0, 10**6))
def test_both_ways_to_find_circles_agree(size: int, seed: int) -> None:
    moves = np.random.default_rng(seed).random((size, size)) < 0.25
    assert (_by_squaring(moves) == _by_components(moves)).all()


@given(cost_matrices())
def test_the_earliest_optimum_is_the_first_of_all_in_order(costs: Floats) -> None:
    assert tuple(optima(costs, assign(costs)[1]).earliest()) == min(all_optimal(costs))


def test_costs_that_differ_by_less_than_the_noise_are_equal_and_by_more_are_not() -> None:
    for difference, choices in ((1e-12, 2), (1e-8, 0)):
        costs = np.array([[0.5, 0.5], [0.5 + difference, 0.5]])
        assert len(optima(costs, assign(costs)[1]).free) == choices
