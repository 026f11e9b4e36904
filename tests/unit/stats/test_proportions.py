from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.stats.position_bias import proportion


def test_all_of_ten_have_the_closed_form_of_the_interval() -> None:
    found = proportion(10, 10)
    assert (found.share, found.high) == (1, 1)
    assert found.low == pytest.approx(0.025 ** (1 / 10))
    assert found.p == pytest.approx(2 / 2**10)


def test_none_of_ten_mirror_all_of_ten() -> None:
    none, every = proportion(0, 10), proportion(10, 10)
    assert (none.low, none.p) == (0, every.p)
    assert none.high == pytest.approx(1 - every.low)


def test_one_half_is_no_evidence() -> None:
    assert proportion(5, 10).p == 1


def test_a_share_of_nothing_has_no_value() -> None:
    with pytest.raises(InputError, match="nothing to take a share of"):
        proportion(0, 0)


@pytest.mark.parametrize(("part", "whole", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0)])
def test_a_wrong_call_is_told_in_a_sentence(part: int, whole: int, confidence: float) -> None:
    with pytest.raises(UsageError, match="expected"):
        proportion(part, whole, confidence)
