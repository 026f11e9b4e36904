"""Groups by their leaders, for more systems than letters can tell apart."""

from __future__ import annotations

import numpy as np

from cliometer.stats.multiple_comparisons import leader_groups


def test_the_best_system_without_a_group_leads_the_next_one() -> None:
    differs = np.zeros((4, 4), dtype=bool)
    for first, second in ((1, 3), (1, 0), (3, 2)):  # b leads; c is like it, a and d are not
        differs[first, second] = differs[second, first] = True
    assert leader_groups([0.2, 0.9, 0.5, 0.3], differs) == (1, 0, 0, 1)
    assert leader_groups([0.9, 0.2, 0.5, 0.7], differs, higher_is_better=False) == (1, 0, 0, 1)
