"""Longest common subsequences against the table written out, and ROUGE's clipping."""

from collections.abc import Sequence
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from cliometer.metrics.rouge.lcs import Sides, positions, union_lcs, union_wlcs, weighted_positions

WORDS = st.lists(st.sampled_from("abcd"), max_size=10)
TEXTS = st.lists(WORDS, max_size=4)


def table(model: Sequence[str], peer: Sequence[str]) -> list[list[int]]:
    """Lengths of the longest common subsequences of all prefixes, as in any textbook."""
    c = [[0] * (len(peer) + 1) for _ in range(len(model) + 1)]
    for i, word in enumerate(model, 1):
        for j, other in enumerate(peer, 1):
            c[i][j] = c[i - 1][j - 1] + 1 if word == other else max(c[i - 1][j], c[i][j - 1])
    return c


def walk(model: Sequence[str], peer: Sequence[str]) -> list[int]:
    """From the end: along matches, else up if it is not worse, else left."""
    c, i, j, found = table(model, peer), len(model), len(peer), []
    while i and j:
        if model[i - 1] == peer[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif c[i - 1][j] >= c[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found


def sides(peer: list[list[str]], model: list[list[str]]) -> Sides:
    return Sides(peer, [*chain(*peer)], model, [*chain(*model)])


@given(WORDS, WORDS)
def test_the_bit_rows_walk_the_same_way_as_the_table(model: list[str], peer: list[str]) -> None:
    assert positions(model, peer) == walk(model, peer)


@given(WORDS, WORDS)
def test_with_weight_one_the_weighted_walk_is_the_plain_one(model: list[str], peer: list[str]) -> None:
    assert weighted_positions(model, peer, [float(k) for k in range(12)]) == walk(model, peer)


def test_consecutive_matches_win_under_a_weight() -> None:
    squares = [float(k * k) for k in range(6)]
    assert positions("aaab", "aaba") == [2, 1, 0]
    assert weighted_positions("aaab", "aaba", squares) == [3, 2, 1]


def test_hits_of_several_peer_sentences_unite() -> None:
    found = union_lcs(sides([["w1", "w2", "w6"], ["w1", "w3", "w5"]], [["w1", "w2", "w3", "w4", "w5"]]))
    assert found == (4, 5)  # the example of Lin 2004, section 3.2


def test_a_word_is_hit_no_more_often_than_the_peer_has_it() -> None:
    assert union_lcs(sides([["a"]], [["a"], ["a"]]))[0] == 1


@given(TEXTS, TEXTS)
def test_with_weight_one_every_run_that_closes_counts_its_words(peer: list[list[str]], model: list[list[str]]) -> None:
    plain, weighted = union_lcs(sides(peer, model)), union_wlcs(sides(peer, model), 1.0)
    assert weighted[1] == plain[1]
    assert weighted[0] <= plain[0]


def test_a_run_that_ends_in_a_used_up_word_is_lost() -> None:
    # "b" is used up by the first two sentences, so the run "a b" of the third never closes.
    assert union_wlcs(sides([["b"], ["a", "b"]], [["b"], ["b"], ["a", "b"]]), 2.0)[0] == 2.0


def test_a_run_that_ends_in_a_used_up_word_joins_the_next_run() -> None:
    found = union_wlcs(sides([["b", "a", "b", "c"]], [["b", "b"], ["a", "b", "x", "c"]]), 2.0)
    assert found[0] == 2.0**2 + 2.0**2
