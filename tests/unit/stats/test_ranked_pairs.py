"""Ranked pairs, and rules that score: cases worked by hand, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.judgements import Vote
from cliometer.stats.preferences import Preferences, Rankings, cycles, preferences_from_rankings, preferences_from_votes
from cliometer.stats.voting_rules import borda, borda_shares, copeland, modal_orderings, plurality, ranked_pairs

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


LOOPS = table(4, ab=1, bc=1, cd=1, da=1, ca=1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: ranked_pairs(LOOPS, strength="margins"),
            "unknown strength of a majority 'margins'; did you mean margin",
        ),
        (lambda: ranked_pairs(preferences_from_rankings(CIRCLE), patience=2), "too many ways to break their ties"),
        (lambda: cycles(LOOPS, at_most=1), "more than 1 circles of majorities; ask for longest=3"),
        (lambda: cycles(table(2, ab=1), longest=2), "at least three candidates, found longest=2"),
    ],
)
def test_what_cannot_be_ranked_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()


def test_each_circle_is_listed_once_and_short_ones_first() -> None:
    assert cycles(LOOPS) == (("a", "b", "c"), ("a", "b", "c", "d"))
    assert cycles(LOOPS, longest=3) == (("a", "b", "c"),)


RANKINGS: Rankings = {("a", "b", "c"): 3, ("b", "c", "a"): 2}


def test_borda_counts_whom_each_voter_puts_lower() -> None:
    assert borda(preferences_from_rankings(RANKINGS)).points == {"a": 6, "b": 7, "c": 2}


def test_copeland_counts_who_is_beaten() -> None:
    assert copeland(preferences_from_rankings(RANKINGS)).points == {"a": 2, "b": 1, "c": 0}


def test_a_tie_is_half_a_point() -> None:
    table = preferences_from_votes([Vote("a", "b", None)])
    assert copeland(table).points == borda(table).points == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def test_orderings_given_equally_often_are_all_modal() -> None:
    votes: Rankings = {("b", "a"): 2, ("a", "b"): 2}
    assert modal_orderings(votes) == ((("a", "b"), ("b", "a")), 2)


UNEQUAL = preferences_from_votes([Vote("a", "b", "a"), Vote("b", "c", "b"), Vote("b", "c", "b")])
CHAIN = Preferences(("a", "b", "c"), ((0, 1, 0), (0, 0, 1), (0, 0, 0)), ((0, 0, 0),) * 3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: borda(UNEQUAL), "as many votes on one pair of candidates as on any other"),
        (lambda: copeland(CHAIN), "'a' and 'c' have none"),
        (lambda: borda_shares(CHAIN), "Borda's rule needs votes on every pair; 'a' and 'c' have none"),
        (lambda: plurality({}), "there are no rankings"),
        (lambda: modal_orderings({}), "there are no rankings"),
    ],
)
def test_votes_that_a_rule_cannot_count_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()


def test_those_tied_for_the_first_place_share_it() -> None:
    assert plurality({(("a", "b"), ("c",)): 1, (("a",), ("b",), ("c",)): 1}).points == {
        "a": Fraction(3, 2),
        "b": Fraction(1, 2),
        "c": 0,
    }


def test_shares_weigh_every_pair_the_same_however_many_votes_it_has() -> None:
    table = preferences_from_votes([Vote("a", "b", "a", count=9), Vote("a", "c", "c"), Vote("b", "c", None)])
    assert borda_shares(table).points == {"a": 1, "b": Fraction(1, 2), "c": Fraction(3, 2)}
