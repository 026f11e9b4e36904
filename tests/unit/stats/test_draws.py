"""How often to draw, and from which seed."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import UsageError
from cliometer.stats.samples import checked_resamples, checked_seed


@pytest.mark.parametrize("count", [2, 100, 10_000_000])
def test_resamples_that_make_sense_pass(count: int) -> None:
    assert checked_resamples(count) == count


@pytest.mark.parametrize("count", [1, 0, -5, 10_000_001, 2.0, True, None, "100"])
def test_resamples_that_make_none_are_refused(count: Any) -> None:
    with pytest.raises(UsageError, match="the number of resamples as a whole number from 2 to 10,000,000"):
        checked_resamples(count)


@pytest.mark.parametrize("seed", [-1, 0.5, None, True])
def test_a_seed_is_a_whole_number_of_at_least_zero(seed: Any) -> None:
    with pytest.raises(UsageError, match="expected a seed as a whole number of at least 0"):
        checked_seed(seed)
