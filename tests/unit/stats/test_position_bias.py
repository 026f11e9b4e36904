"""Whether judges prefer what they see first, and shares with exact intervals."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.judgements import Vote
from cliometer.stats.position_bias import position_bias, proportion, swaps

AB, BA = ("a", "b"), ("b", "a")


def vote(pair: tuple[str, str], winner: str | None, judge: str = "j", **others: object) -> Vote:
    return Vote(*pair, winner, topic="t", judge=judge, **others)  # type: ignore[arg-type]


def test_the_first_shown_is_counted_wherever_a_system_stood() -> None:
    found = position_bias([vote(AB, "a"), vote(BA, "b"), vote(AB, "b"), vote(AB, None)])
    assert found.first is not None
    assert (found.first.part, found.first.whole, found.ties) == (2, 3, 1)


def test_votes_whose_order_means_nothing_are_left_out() -> None:
    found = position_bias([vote(AB, "a"), vote(AB, "b", shown=False)])
    assert found.first is not None and found.first.whole == 1


def test_a_better_system_shown_first_more_often_is_no_bias_once_balanced() -> None:
    found = position_bias([vote(AB, "a", count=9), vote(BA, "a", count=1)])
    assert found.first is not None and found.first.share == pytest.approx(0.9)
    assert found.balanced == pytest.approx(0.5)


def test_a_pair_never_shown_the_other_way_round_tells_nothing() -> None:
    found = position_bias([vote(AB, "a"), vote(AB, "a")])
    assert found.confounded
    assert (found.balanced, found.both_ways, found.pairs) == (None, 0, 1)


def test_all_ties_have_no_first() -> None:
    assert position_bias([vote(AB, None)]).first is None


def test_swapped_pairs_are_sorted_by_what_the_judge_stuck_to() -> None:
    found = swaps(
        [
            *(vote(AB, "a", "steady"), vote(BA, "a", "steady")),
            *(vote(AB, "a", "first"), vote(BA, "b", "first")),
            *(vote(AB, "b", "second"), vote(BA, "a", "second")),
            *(vote(AB, "a", "torn"), vote(BA, None, "torn")),
            *(vote(AB, "a", "again"), vote(AB, "b", "again")),
        ]
    )
    assert (found.seen, found.inconsistent, found.first, found.second) == (4, 3, 1, 1)


def test_an_order_that_means_nothing_is_no_swap() -> None:
    assert swaps([vote(AB, "a", shown=False), vote(BA, "b", shown=False)]).seen == 0


def test_a_pair_weighs_by_the_votes_in_its_rarer_order() -> None:
    biased = [vote(AB, "a", count=3), vote(BA, "b", count=3)]
    fair = [vote(("c", "d"), "c", count=9), vote(("d", "c"), "c")]
    assert position_bias([*biased, *fair]).balanced == pytest.approx((3 * 1 + 1 * 0.5) / 4)


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
