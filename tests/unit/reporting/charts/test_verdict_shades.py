"""How much of F went, as a class."""

from __future__ import annotations

import pytest

from cliometer.reporting.charts.heat_maps import shade


@pytest.mark.parametrize(
    ("kept", "lost"), [(0.75, "25 to 50 %"), (0.5, "50 to 75 %"), (0.25, "75 % and more"), (1.0, "under 1 %")]
)
def test_a_loss_at_the_border_belongs_to_the_stronger_class(kept: float, lost: str) -> None:
    assert shade(kept)["lost"] == lost


def test_a_gain_is_no_loss() -> None:
    assert shade(1.5) == {"lost": "under 1 %", "strong": False}
