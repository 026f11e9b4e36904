from __future__ import annotations

from fractions import Fraction

import pytest

from cliometer.errors import InputError
from cliometer.model.judgements import Vote
from cliometer.stats.preferences import Preferences, Rankings, preferences_from_rankings, preferences_from_votes
from cliometer.stats.voting_rules import borda, borda_shares, copeland, modal_orderings, plurality

RANKINGS: Rankings = {("a", "b", "c"): 3, ("b", "c", "a"): 2}


def test_first_places_are_counted() -> None:
    assert plurality(RANKINGS).points == {"a": 3, "b": 2, "c": 0}


def test_borda_counts_whom_each_voter_puts_lower() -> None:
    assert borda(preferences_from_rankings(RANKINGS)).points == {"a": 6, "b": 7, "c": 2}


def test_copeland_counts_who_is_beaten() -> None:
    assert copeland(preferences_from_rankings(RANKINGS)).points == {"a": 2, "b": 1, "c": 0}


def test_a_tie_is_half_a_point() -> None:
    table = preferences_from_votes([Vote("a", "b", None)])
    assert copeland(table).points == borda(table).points == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def test_equal_points_are_one_group() -> None:
    assert plurality({("a", "b", "c"): 1, ("b", "a", "c"): 1}).groups == (("a", "b"), ("c",))


def test_orderings_given_equally_often_are_all_modal() -> None:
    votes: Rankings = {("b", "a"): 2, ("a", "b"): 2}
    assert modal_orderings(votes) == ((("a", "b"), ("b", "a")), 2)


def test_borda_refuses_pairs_voted_on_unequally() -> None:
    with pytest.raises(InputError, match="as many votes on one pair of candidates as on any other"):
        borda(preferences_from_votes([Vote("a", "b", "a"), Vote("b", "c", "b"), Vote("b", "c", "b")]))


def test_copeland_refuses_a_pair_without_votes() -> None:
    with pytest.raises(InputError, match="'a' and 'c' have none"):
        copeland(Preferences(("a", "b", "c"), ((0, 1, 0), (0, 0, 1), (0, 0, 0)), ((0, 0, 0),) * 3))


def test_no_rankings_have_no_first_places() -> None:
    with pytest.raises(InputError, match="there are no rankings"):
        plurality({})
    with pytest.raises(InputError, match="there are no rankings"):
        modal_orderings({})


def test_those_tied_for_the_first_place_share_it() -> None:
    assert plurality({(("a", "b"), ("c",)): 1, (("a",), ("b",), ("c",)): 1}).points == {
        "a": Fraction(3, 2),
        "b": Fraction(1, 2),
        "c": 0,
    }


def test_shares_weigh_every_pair_the_same_however_many_votes_it_has() -> None:
    table = preferences_from_votes([Vote("a", "b", "a", count=9), Vote("a", "c", "c"), Vote("b", "c", None)])
    assert borda_shares(table).points == {"a": 1, "b": Fraction(1, 2), "c": Fraction(3, 2)}


def test_shares_refuse_a_pair_without_votes() -> None:
    with pytest.raises(InputError, match="Borda's rule needs votes on every pair; 'a' and 'c' have none"):
        borda_shares(preferences_from_votes([Vote("a", "b", "a"), Vote("b", "c", "b")]))
