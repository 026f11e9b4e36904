"""Many tests at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cliometer.errors import CliometerError
from cliometer.stats.multiple_comparisons import benjamini_hochberg, holm
from cliometer.stats.samples import Floats


def test_holm_multiplies_the_smallest_by_all_and_the_largest_by_one() -> None:
    assert holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])


def test_benjamini_hochberg_divides_by_the_rank() -> None:
    assert benjamini_hochberg([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.04, 0.04])


def test_no_adjusted_p_exceeds_one() -> None:
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("correct", [holm, benjamini_hochberg])
def test_a_single_test_needs_no_correction(correct: Callable[[list[float]], Floats]) -> None:
    assert correct([0.04]).tolist() == [0.04]


@pytest.mark.parametrize("correct", [holm, benjamini_hochberg])
@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([], "there are no p-values"),
        ([0.1, float("nan")], "finite number"),
        ([0.1, 1.2], "outside 0 to 1"),
        ([-0.1], "outside 0 to 1"),
        ([[0.1]], "dimension"),
    ],
)
def test_bad_p_values_are_told_in_a_sentence(correct: Callable[..., Floats], p: object, message: str) -> None:
    with pytest.raises(CliometerError, match=message):
        correct(p)
