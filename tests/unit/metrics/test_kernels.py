"""Date kernels: 1 for the same day, never rising."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.expressions import settings_of
from cliometer.metrics.similarity import Exponential, Floats, Kernel, date_closeness, kernels
from cliometer.model.when import When

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


def worth_of(kernel: Kernel, own: list[When], other: list[When]) -> Floats:
    rows, columns = (np.array([(date.first, date.last) for date in dates]).T for dates in (own, other))
    return date_closeness(kernel, rows, columns)


def slow_worth(kernel: Kernel, own: When, other: When) -> float:
    """S(I, J) / sqrt(S(I, I) S(J, J)), day by day."""

    def total(left: When, right: When) -> float:
        days = [[abs(x - y) for y in range(right.first, right.last + 1)] for x in range(left.first, left.last + 1)]
        return float(kernel.closeness(np.array(days, float)).sum())

    return total(own, other) / float(np.sqrt(total(own, own) * total(other, other)))


dates = st.tuples(st.integers(730_000, 730_060), st.integers(0, 40)).map(lambda day: When(day[0], day[0] + day[1]))


@given(any_kernel(), st.lists(dates, min_size=1, max_size=4), st.lists(dates, min_size=1, max_size=4))
def test_long_dates_are_worth_what_their_days_are(kernel: Kernel, own: list[When], other: list[When]) -> None:
    twin = [[slow_worth(kernel, mine, yours) for yours in other] for mine in own]
    assert worth_of(kernel, own, other) == pytest.approx(np.array(twin), abs=1e-10)


@pytest.mark.parametrize(
    ("own", "other", "worth"),
    [
        ("2011-06-15", "2011-06", 0.27),
        ("2011-06-01", "2011-06", 0.20),
        ("2011-06-15", "2011", 0.08),
        ("2011", "2011", 1.0),
        ("2011-06-15", "2011-06-16", 0.37),
        ("Y-1000000", "2011", 0.0),
    ],
)
def test_a_day_is_worth_little_to_its_month_and_less_to_its_year(own: str, other: str, worth: float) -> None:
    found = worth_of(Exponential(tau=1.0), [When.parse(own)], [When.parse(other)])
    assert found.tolist() == [[pytest.approx(worth, abs=0.005)]]
