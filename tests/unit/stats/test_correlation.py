"""Correlations at three levels: small cases by hand, and what has no value."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from numpy.typing import ArrayLike

from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.stats.correlation import (
    LEVELS,
    ROWS,
    Coefficient,
    Correlation,
    Level,
    correlate,
    correlate_tables,
    rows_of,
)
from tests.oracles import correlations as oracle

pearson = partial(correlate, coefficient="pearson")
spearman = partial(correlate, coefficient="spearman")
COEFFICIENTS: tuple[Coefficient, ...] = ("pearson", "spearman", "kendall-b", "kendall-c", "tauap-b")


def test_every_coefficient_is_tested() -> None:
    assert set(COEFFICIENTS) == set(ROWS)


@pytest.mark.parametrize("shift", [0.0, 1e6, -1e300])
def test_a_straight_line_is_perfect_wherever_it_starts(shift: float) -> None:
    scale = max(1.0, abs(shift))
    assert pearson([shift, shift + scale, shift + 2 * scale], [3, 2, 1]).value == pytest.approx(-1)


def test_numbers_that_are_nearly_equal_are_told_apart() -> None:
    assert pearson([1.0, np.nextafter(1.0, 2.0)], [5, 6]).value == pytest.approx(1)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_a_constant_side_has_a_reason_instead_of_a_number(coefficient: Coefficient) -> None:
    reason = "all scores of the second side are equal"
    assert correlate([1, 2, 3], [0.1, 0.1, 0.1], coefficient) == Correlation(None, reason, 0, 1)


def test_a_text_on_which_all_systems_tie_is_left_out_and_counted() -> None:
    result = correlate_tables([[1, 5], [2, 5], [3, 5]], [[1, 1], [2, 2], [3, 3]], "pearson", "text")
    assert (result.counted, result.left_out) == (1, 1)
    assert result.value == pytest.approx(1)


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        ("system", "all system means of the first side are equal"),
        ("text", "on every text one side gives all systems the same score"),
        ("global", "all scores of the first side are equal"),
    ],
)
def test_a_constant_table_has_a_reason_at_every_level(level: Level, reason: str) -> None:
    result = correlate_tables([[1, 1], [1, 1]], [[1, 2], [3, 4]], "kendall-b", level)
    assert (result.value, result.undefined) == (None, reason)


def test_systems_with_the_same_scores_on_other_texts_tie() -> None:
    result = correlate_tables([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]], [[1, 1, 1], [2, 2, 2]], "spearman", "system")
    assert result.undefined == "all system means of the first side are equal"


def test_means_that_differ_by_rounding_alone_tie() -> None:
    result = correlate_tables([[0.1, 0.2], [0.15, 0.15]], [[1, 1], [2, 2]], "kendall-b", "system")
    assert result.undefined == "all system means of the first side are equal"


def test_levels_differ() -> None:
    x, y = [[1, 9], [2, 8], [3, 4]], [[1, 7], [3, 9], [2, 8]]
    values = {level: correlate_tables(x, y, "pearson", level).value for level in LEVELS}
    assert values["system"] == pytest.approx(np.corrcoef([5, 5, 3.5], [4, 6, 5])[0, 1])
    assert len(set(values.values())) == 3


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([1], [2], "at least two items, found 1"),
        ([], [], "there are no scores"),
        ([1, 2], [1, 2, 3], "equal shape, found 2 and 3"),
        ([[1, 2]], [[1, 2]], r"in 1 dimension\(s\), found 2"),
        (["x", "y"], [1, 2], "scores as numbers"),
    ],
)
def test_a_wrong_call_is_told_what_is_wrong(first: ArrayLike, second: ArrayLike, message: str) -> None:
    with pytest.raises(CliometerError, match=message):
        pearson(first, second)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_finite_number_is_refused_with_its_place(value: float) -> None:
    with pytest.raises(InputError, match=r"place \(1, 2\), counted from 1"):
        correlate_tables([[1.0, value], [3.0, 4.0]], [[1, 2], [3, 4]], "pearson", "text")


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([[1, 2]], [[1, 2]], "at least two systems, found 1"),
        ([[], []], [[], []], "there are no scores"),
        ([[1, 2], [3, 4]], [[1], [3]], "equal shape, found 2 x 2 and 2 x 1"),
        ([[1, 2], [3]], [[1, 2], [3, 4]], "every row as long as the others"),
    ],
)
def test_a_wrong_table_is_told_what_is_wrong(first: ArrayLike, second: ArrayLike, message: str) -> None:
    with pytest.raises(InputError, match=message):
        correlate_tables(first, second, "pearson", "system")


def test_unknown_names_are_told_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unknown coefficient 'kendall'; did you mean"):
        correlate([1, 2], [1, 2], "kendall")
    with pytest.raises(UsageError, match="unknown level 'topic'"):
        correlate_tables([[1], [2]], [[1], [2]], "pearson", "topic")  # type: ignore[arg-type]


ITEMS = range(1, 11)


@pytest.mark.parametrize(
    ("other", "tau"),  # numbers of pyircore's tau_AP,b, as the tests of TREC AutoJudge have them
    [
        ([*range(1, 9), 10, 9], 0.7777777777),
        ([2, 1, *range(3, 11)], 0.9753086),
        ([*ITEMS], 1.0),
        ([-item for item in ITEMS], -1.0),
    ],
)
def test_tau_ap_costs_more_for_a_swap_at_the_top(other: list[float], tau: float) -> None:
    assert correlate(list(ITEMS), other, "tauap-b").value == pytest.approx(tau, abs=1e-7)
    assert correlate(other, list(ITEMS), "tauap-b").value == pytest.approx(tau, abs=1e-7)


DRAWN = np.random.default_rng(5).integers(0, 6, (40, 2, 9)).astype(float)  # with many ties


def test_tau_ap_of_many_rows_equals_that_of_each_item_by_item(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cliometer.stats.correlation.BLOCK", 300)  # three rows at a time
    found = rows_of("tauap-b")(DRAWN[:, 0], DRAWN[:, 1])
    assert found == pytest.approx([oracle.tauap_b(x, y) for x, y in DRAWN.tolist()])


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_the_coefficient_at_the_top_is_that_of_the_best_items_of_the_second_side(coefficient: Coefficient) -> None:
    found = rows_of(f"{coefficient}@4")(DRAWN[:, 0], DRAWN[:, 1])
    for value, (x, y) in zip(found, DRAWN.tolist(), strict=True):
        places = oracle.best(y, 4)
        alone = correlate([x[p] for p in places], [y[p] for p in places], coefficient).value
        assert np.isnan(value) if alone is None else value == pytest.approx(alone)


def test_the_overlap_is_the_share_of_best_items_in_common() -> None:
    found = rows_of("overlap@3")(DRAWN[:, 0], DRAWN[:, 1])
    for value, (x, y) in zip(found, DRAWN.tolist(), strict=True):
        best = set(oracle.best(x, 3)), set(oracle.best(y, 3))
        assert value == pytest.approx(len(best[0] & best[1]) / max(map(len, best)))
