from __future__ import annotations

import pytest

from cliometer.errors import UsageError
from cliometer.stats.preferences import Preferences, Rankings, cycles, preferences_from_rankings
from cliometer.stats.voting_rules import ranked_pairs

CIRCLE: Rankings = {("a", "b", "c"): 1, ("b", "c", "a"): 1, ("c", "a", "b"): 1}


def table(size: int, **wins: int) -> Preferences:
    names = "abcdefghijklmnop"[:size]
    zeros = ((0,) * size,) * size
    return Preferences(tuple(names), tuple(tuple(wins.get(a + b, 0) for b in names) for a in names), zeros)


def test_the_weakest_majority_of_a_circle_is_dropped() -> None:
    result = ranked_pairs(table(3, ab=5, bc=4, ca=3))
    assert result.order == ("a", "b", "c")
    assert [(majority.winner, majority.loser) for majority in result.dropped] == [("c", "a")]
    assert result.cycles == (("a", "b", "c"),)


def test_a_circle_of_equals_is_tied() -> None:
    result = ranked_pairs(preferences_from_rankings(CIRCLE))
    assert result.order is None
    assert result.groups == (("a", "b", "c"),)
    assert result.winners == ("a", "b", "c")
    assert (result.ways, len(result.contested)) == (3, 3)
    assert str(result) == "a = b = c"


def test_equals_that_close_no_circle_need_no_tie_breaking() -> None:
    result = ranked_pairs(table(3, ab=2, bc=2, ac=2))
    assert (result.order, result.ways) == (("a", "b", "c"), 1)


def test_a_pair_without_a_majority_is_tied() -> None:
    result = ranked_pairs(table(3, ab=2, ac=2, bc=1, cb=1))
    assert result.groups == (("a",), ("b", "c"))
    assert result.tied == (("b", "c"),)


def test_a_pair_without_a_majority_is_ordered_by_what_is_locked() -> None:
    assert ranked_pairs(table(3, ab=2, bc=1)).order == ("a", "b", "c")


def test_a_tied_group_can_have_an_order_within() -> None:
    result = ranked_pairs(table(3, ac=1))
    assert result.groups == (("a", "b", "c"),)
    assert result.before == {("a", "c")}
    assert result.winners == ("a", "b")


def test_strength_by_winning_votes_can_differ_from_margins() -> None:
    votes = table(3, ab=6, ba=5, bc=4, cb=1, ca=3, ac=1)
    assert ranked_pairs(votes).order == ("b", "c", "a")
    assert ranked_pairs(votes, strength="winning-votes").order == ("a", "b", "c")


def test_five_equals_in_a_circle_are_answered_at_once() -> None:
    assert ranked_pairs(table(5, ab=1, bc=1, cd=1, de=1, ea=1)).ways == 5


def test_an_unknown_strength_is_an_error() -> None:
    with pytest.raises(UsageError, match="unknown strength of a majority 'margins'; did you mean margin"):
        ranked_pairs(table(2, ab=1), strength="margins")


def test_too_many_ways_are_an_error_and_no_guess() -> None:
    with pytest.raises(UsageError, match="too many ways to break their ties"):
        ranked_pairs(preferences_from_rankings(CIRCLE), patience=2)


def test_each_circle_is_listed_once_and_short_ones_first() -> None:
    votes = table(4, ab=1, bc=1, cd=1, da=1, ca=1)
    assert cycles(votes) == (("a", "b", "c"), ("a", "b", "c", "d"))
    assert cycles(votes, longest=3) == (("a", "b", "c"),)


def test_majorities_in_order_have_no_circle() -> None:
    assert cycles(table(3, ab=1, bc=1, ac=1)) == ()


def test_more_circles_than_asked_for_are_an_error() -> None:
    with pytest.raises(UsageError, match="more than 1 circles of majorities; ask for longest=3"):
        cycles(table(4, ab=1, bc=1, cd=1, da=1, ca=1), at_most=1)


def test_a_circle_of_two_is_an_error() -> None:
    with pytest.raises(UsageError, match="at least three candidates, found longest=2"):
        cycles(table(2, ab=1), longest=2)
