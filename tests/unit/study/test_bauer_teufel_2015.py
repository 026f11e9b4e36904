"""The split analysis of Bauer & Teufel (2015, section 5), from its tables 1 and 2."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from cliometer.study.split_analysis import SplitTable, analyse_splits, grey_chance, mean_grey, mean_table, table_alpha
from cliometer.study.unit_agreement import PyramidShape

TABLE_1 = SplitTable(((87, 19, 2, 1), (18, 15, 10, 1), (6, 8, 9, 4), (1, 0, 3, 3)))
TABLE_2 = SplitTable(((87, 17, 6, 0), (20, 9, 6, 3), (8, 14, 5, 1), (0, 2, 6, 3)))
FREQUENCIES = (87, 37, 23, 20, 10, 7, 3)


def levels(table: SplitTable) -> tuple[int, ...]:
    """Units by the number of writers of both teams."""
    turned = np.fliplr(table.array)
    return tuple(int(np.trace(turned, offset=3 - m)) for m in range(7))


def test_bauer_teufel_2015_table_1_best_split_grey_area() -> None:
    assert (TABLE_1.grey.part, TABLE_1.grey.whole) == (176, 187)
    assert f"{TABLE_1.grey.value:.1%}" == "94.1%"


def test_bauer_teufel_2015_table_2_worst_split_grey_area() -> None:
    assert (TABLE_2.grey.part, TABLE_2.grey.whole) == (168, 187)
    assert f"{TABLE_2.grey.value:.1%}" == "89.8%"


def test_bauer_teufel_2015_both_tables_come_from_the_same_six_writers() -> None:
    assert levels(TABLE_1) == levels(TABLE_2) == FREQUENCIES


def test_bauer_teufel_2015_mean_grey_area_over_ten_splits() -> None:
    assert mean_grey(FREQUENCIES) == Fraction(1718, 1870)
    assert f"{float(mean_grey(FREQUENCIES)):.1%}" == "91.9%"


def test_bauer_teufel_2015_chances_of_the_grey_area_by_number_of_writers() -> None:
    assert [float(grey_chance(6, m)) for m in range(7)] == [1, 1, 0.6, 0.9, 0.6, 1, 1]


def test_bauer_teufel_2015_alpha_is_that_of_the_worst_split() -> None:
    assert TABLE_2.alpha() == pytest.approx(0.53001, abs=5e-6)
    assert f"{TABLE_2.alpha():.3f}" == "0.530"


def test_bauer_teufel_2015_alpha_of_the_best_split() -> None:
    assert TABLE_1.alpha() == pytest.approx(0.59418, abs=5e-6)


def test_bauer_teufel_2015_alpha_hangs_on_the_units_nobody_wrote_down() -> None:
    assert TABLE_1.alpha(unseen=0) == pytest.approx(0.2578, abs=5e-5)
    assert TABLE_2.alpha(unseen=0) == pytest.approx(0.1685, abs=5e-5)
    assert TABLE_2.alpha(unseen=86) == pytest.approx(0.5287, abs=5e-5)
    assert TABLE_2.alpha(unseen=88) == pytest.approx(0.5312, abs=5e-5)


def test_bauer_teufel_2015_alpha_pooled_over_ten_splits() -> None:
    pooled = np.array([[int(cell * 10) for cell in row] for row in mean_table(FREQUENCIES)])
    assert math.isclose(pooled.sum(), 1870)
    assert table_alpha(pooled) == pytest.approx(0.5476, abs=5e-5)


def test_bauer_teufel_2015_section_5_from_units_with_as_many_writers_as_in_the_paper() -> None:
    units = ["abcdef"[:m] for m, count in enumerate(FREQUENCIES) if m for _ in range(count)]
    found = analyse_splits(units, "abcdef", unseen=87)
    assert (len(found.tables), found.frequencies) == (10, FREQUENCIES)
    assert found.mean_grey == found.expected_grey == pytest.approx(171.8 / 187)
    assert found.pooled_alpha() == pytest.approx(0.5476, abs=5e-5)
    assert ("z", 87, found.pooled_alpha()) in found.sensitivity


def test_bauer_teufel_2015_both_teams_of_table_1_make_pyramids() -> None:
    rows, columns = TABLE_1.array.sum(axis=1), TABLE_1.array.sum(axis=0)
    assert [tuple(side[1:].tolist()) for side in (rows, columns)] == [(44, 27, 7), (42, 24, 9)]
    assert all(PyramidShape(tuple(side[1:].tolist())).strict for side in (rows, columns))
