"""Event groups: the test vectors, and what they refuse."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.units import MOST_NESTED, EventGroup, GroupMember
from tests.units import group


@pytest.mark.parametrize(
    ("chosen", "credit"), [({"a/e1"}, 1.0), ({"a/e2"}, 0.5), ({"a/e1", "a/e2"}, 1.0), (set(), 0.0)]
)
def test_began_counts_whole_and_recording_half_and_both_no_more_than_one(chosen: set[str], credit: float) -> None:
    assert group(e1=1, e2=0.5).credit(chosen) == credit


def test_two_of_three_thirds_are_two_thirds() -> None:
    assert group(e1=1 / 3, e2=1 / 3, e3=1 / 3).credit({"a/e1", "a/e2"}) == 2 / 3


@pytest.mark.parametrize(
    ("chosen", "credit"), [({"a/e1"}, 0.5), ({"a/e1", "a/e2"}, 0.5), ({"a/e1", "a/e3"}, 1.0), ({"a/e3"}, 0.5)]
)
def test_start_or_war_and_end(chosen: set[str], credit: float) -> None:
    either = group(e1=1, e2=1)
    assert EventGroup((GroupMember(either, 0.5), GroupMember("a/e3", 0.5))).credit(chosen) == credit


def test_ten_tenths_are_one() -> None:
    tenths = group(**{f"e{n}": 0.1 for n in range(10)})
    assert tenths.attainable == 1.0


def test_a_contribution_of_nothing_is_legal_and_earns_nothing() -> None:
    assert group(e1=0).credit({"a/e1"}) == 0.0
    assert group(e1=0).leaves == ("a/e1",)


@pytest.mark.parametrize("v", [-0.01, 1.01, float("nan"), True, "1"])
def test_a_contribution_outside_of_0_to_1_is_refused_by_name(v: float) -> None:
    with pytest.raises(InputError, match=r"a/e1: the contribution v must be from 0 to 1"):
        GroupMember("a/e1", v)


def test_a_group_is_a_set() -> None:
    with pytest.raises(InputError, match=r"a/e1 appears twice in the group g"):
        EventGroup((GroupMember("a/e1"), GroupMember("a/e1", 0.5)), "g")
    with pytest.raises(InputError, match=r"the group h appears twice in the group without id"):
        EventGroup(
            (
                GroupMember(EventGroup((GroupMember("a/e1"),), "h")),
                GroupMember(EventGroup((GroupMember("a/e1"),), "h")),
            )
        )


def test_an_empty_group_is_refused() -> None:
    with pytest.raises(InputError, match="the group g is empty"):
        EventGroup((), "g")


def test_a_member_is_an_id_or_a_group() -> None:
    with pytest.raises(UsageError, match="expected the id of a mention"):
        GroupMember(7)  # type: ignore[arg-type]


def test_groups_that_double_at_every_level_are_refused_before_they_are_walked() -> None:
    pair: list[str | EventGroup] = ["a/e1", "a/e2"]
    with pytest.raises(InputError, match="larger than can be meant"):
        for level in range(40):
            pair = [EventGroup(tuple(map(GroupMember, pair)), f"{level}{side}") for side in "lr"]


def test_groups_are_nested_to_a_depth_and_no_deeper() -> None:
    inner = group(e1=1)
    for _ in range(MOST_NESTED - 1):
        inner = EventGroup((GroupMember(inner),))
    assert inner.credit({"a/e1"}) == 1.0
    with pytest.raises(InputError, match="groups deep"):
        EventGroup((GroupMember(inner),))
