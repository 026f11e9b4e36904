"""Table 7 of Mackie et al. (2014): our p from the table's own n and rho gives the table's own stars."""

from __future__ import annotations

from itertools import combinations

import pytest

from cliometer.stats.correlation_tests import t_approximation
from tests.shared import needs, parity

pytestmark = needs("parity", "mackie_tables.json")
SOURCE_BASED = {"JSD", "FoTW"}  # on all four data sets; the others need a reference, which one of them has


@pytest.mark.parametrize(("i", "j"), list(combinations(range(5), 2)))
def test_a_star_is_a_p_of_at_most_a_twentieth(i: int, j: int) -> None:
    table = parity("mackie_tables.json")["table7_spearman"]
    both = {table["metrics"][i], table["metrics"][j]}
    n = table["n_JSD_FoTW"] if both <= SOURCE_BASED else table["n_ROUGE"]
    assert (t_approximation(table["rho"][i][j], n) <= 0.05) == table["significant"][i][j]


def test_the_p_values_are_those_that_were_worked_out_by_hand() -> None:
    assert t_approximation(-0.0508, 66) == pytest.approx(0.685, abs=5e-4)
    assert t_approximation(0.4354, 66) == pytest.approx(0.0003, abs=5e-5)
