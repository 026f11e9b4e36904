"""Date kernels: 1 for the same day, never rising."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.expressions import settings_of
from cliometer.metrics.similarity import Kernel, kernels

days = st.lists(st.integers(0, 10**9), min_size=1, max_size=20)


@st.composite
def any_kernel(draw: st.DrawFn) -> Kernel:
    cls = kernels[draw(st.sampled_from(kernels.names))]
    chosen = {field.name: draw(st.floats(1e-6, 1e9)) for field in settings_of(cls) if draw(st.booleans())}
    return cls(**chosen)


@given(any_kernel())
def test_the_same_day_is_worth_one(kernel: Kernel) -> None:
    assert kernel.closeness(np.zeros(1)).tolist() == [1.0]


@given(any_kernel(), days)
def test_worth_never_rises_with_distance_and_stays_between_zero_and_one(kernel: Kernel, gaps: list[int]) -> None:
    worth = kernel.closeness(np.array(sorted(gaps), float))
    assert (np.diff(worth) <= 0).all()
    assert (worth >= 0).all() and (worth <= 1).all()


@given(any_kernel())
def test_a_kernel_reads_back_from_its_expression(kernel: Kernel) -> None:
    assert kernels.parse(str(kernel)) == kernel


@pytest.mark.parametrize(
    ("expression", "gap", "worth"),
    [
        ("reciprocal", 2, 1 / 3),
        ("hyperbolic(tau=7)", 7, 0.5),
        ("hyperbolic(tau=1)", 2, 1 / 3),
        ("exponential(tau=7)", 7, np.exp(-1)),
        ("within(days=3)", 3, 1.0),
        ("within(days=3)", 4, 0.0),
        ("within", 1, 0.0),
    ],
)
def test_a_kernel_has_the_worth_its_formula_says(expression: str, gap: int, worth: float) -> None:
    assert kernels.parse(expression).closeness(np.array([float(gap)])).tolist() == pytest.approx([worth])
