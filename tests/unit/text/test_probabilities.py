"""Probabilities as tables show them."""

from __future__ import annotations

import pytest

from cliometer.text.tables import shown_p


@pytest.mark.parametrize(
    ("value", "draws", "shown"),
    [
        (None, 1000, "undefined"),
        (0.0, None, "<0.001"),
        (0.00049, None, "<0.001"),
        (0.0123, 1000, "0.012"),
        (1 / 1001, None, "0.001"),
        (1 / 1001, 1000, "<=0.001"),
        (2 / 1001, 1000, "0.002"),
        (1 / 100001, 100000, "<=1e-05"),
    ],
)
def test_p_is_never_shown_as_zero(value: float | None, draws: int | None, shown: str) -> None:
    assert shown_p(value, draws) == shown
