from __future__ import annotations

import math
from typing import Any

import pytest

from cliometer.errors import CliometerError
from cliometer.model.judgements import Vote
from cliometer.stats.preferences import Majority, Preferences, preferences_from_rankings, preferences_from_votes

VOTES = (Vote("a", "b", "a"), Vote("b", "a", "a"), Vote("a", "b", "b"), Vote("b", "c", None))


def test_votes_are_counted_whichever_side_the_winner_stood_on() -> None:
    assert preferences_from_votes(VOTES).wins == ((0, 2, 0), (1, 0, 0), (0, 0, 0))


def test_a_tie_is_counted_both_ways_and_voted_once() -> None:
    table = preferences_from_votes(VOTES)
    assert table.ties == ((0, 0, 0), (0, 0, 1), (0, 1, 0))
    assert table.votes == 4


def test_a_majority_has_its_votes_and_margin() -> None:
    (majority,) = preferences_from_votes(VOTES).majorities()
    assert majority == Majority("a", "b", 2, 1)
    assert majority.margin == 1


def test_pairs_without_a_majority_are_undecided() -> None:
    assert preferences_from_votes(VOTES).undecided() == (("a", "c"), ("b", "c"))


def test_majorities_without_a_circle_are_a_total_order() -> None:
    assert preferences_from_rankings({("b", "a", "c"): 2}).total_order() == ("b", "a", "c")


def test_a_circle_is_no_total_order() -> None:
    table = preferences_from_votes([Vote("a", "b", "a"), Vote("b", "c", "b"), Vote("c", "a", "c")])
    assert table.total_order() is None


@pytest.mark.parametrize(
    ("votes", "sentence"),
    [
        ([], "there are no votes"),
        ([Vote("a", "a", "a")], "compares 'a' with itself"),
        ([Vote("a", "b", "c")], "names 'c' as its winner"),
        ([Vote("a", math.nan, "a")], "expected the name of a candidate, found nan"),  # type: ignore[arg-type]
        ([Vote("a", "b", math.nan)], "names nan as its winner"),  # type: ignore[arg-type]
        ([Vote("a", " ", "a")], "expected the name of a candidate"),
    ],
)
def test_a_bad_vote_is_told_in_a_sentence(votes: list[Vote], sentence: str) -> None:
    with pytest.raises(CliometerError, match=sentence):
        preferences_from_votes(votes)


@pytest.mark.parametrize(
    ("names", "sentence"), [(["a", "b"], "unknown candidate 'c'"), (["a", "b", "a"], "'a' is listed twice")]
)
def test_a_list_without_a_candidate_or_with_one_twice_is_refused(names: list[str], sentence: str) -> None:
    with pytest.raises(CliometerError, match=sentence):
        preferences_from_votes(VOTES, names)


@pytest.mark.parametrize(
    ("rankings", "sentence"),
    [
        ({}, "there are no rankings"),
        ({("a", "b"): 0}, "there are no rankings"),
        ({("a",): 3}, "at least two candidates are needed, found 1"),
        ({("a", "b", "a"): 3}, "names 'a' twice"),
        ({("a", "b", "c"): 3, ("a", "b"): 1}, "leaves out 'c'"),
        ({("a", "b"): math.nan}, "expected a number of votes such as 0 or 12, found nan"),
        ({("a", "b"): -1}, "found -1"),
        ({("a", "b"): True}, "found True"),
        ({"ab": 1}, "expected a ranking as a tuple"),
        ({("a", math.nan): 1}, "expected the name of a candidate, found nan"),
    ],
)
def test_a_bad_ranking_is_told_in_a_sentence(rankings: Any, sentence: str) -> None:
    with pytest.raises(CliometerError, match=sentence):
        preferences_from_rankings(rankings)


@pytest.mark.parametrize(
    ("wins", "ties", "sentence"),
    [
        (((0, 0), (0, 0)), ((0, 0), (0, 0)), "there are no votes"),
        (((1, 0), (0, 0)), ((0, 0), (0, 0)), "cannot be compared with itself"),
        (((0, 1), (0, 0)), ((0, 1), (0, 0)), "the same both ways"),
        (((0, 1),), ((0, 0), (0, 0)), "a table of 2 rows"),
        (((0, math.nan), (0, 0)), ((0, 0), (0, 0)), "found nan"),
    ],
)
def test_a_bad_table_is_told_in_a_sentence(wins: Any, ties: Any, sentence: str) -> None:
    with pytest.raises(CliometerError, match=sentence):
        Preferences(("a", "b"), wins, ties)


def test_asking_for_someone_unknown_is_an_error() -> None:
    with pytest.raises(CliometerError, match="unknown candidate 'z'"):
        preferences_from_votes(VOTES).index("z")


def test_counts_may_be_numpy_integers() -> None:
    np = pytest.importorskip("numpy")
    wins = np.array([[0, 3], [1, 0]])
    table = Preferences(("a", "b"), wins, wins * 0)
    assert table == Preferences(("a", "b"), ((0, 3), (1, 0)), ((0, 0), (0, 0)))
    assert type(table.wins[0][1]) is int
    assert preferences_from_rankings({("a", "b"): np.int64(3)}).wins == ((0, 3), (0, 0))


def test_a_vote_may_stand_for_several() -> None:
    assert preferences_from_votes([Vote("a", "b", "a", count=3)]).wins == ((0, 3), (0, 0))


def test_a_ranking_may_hold_ties() -> None:
    table = preferences_from_rankings({(("a",), ("b", "c")): 2})
    assert table.wins == ((0, 2, 2), (0, 0, 0), (0, 0, 0))
    assert table.ties == ((0, 0, 0), (0, 0, 2), (0, 2, 0))
