"""Laws of the voting rules, and their slow twins."""

from __future__ import annotations

import math
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from cliometer.errors import InputError
from cliometer.model.judgements import Vote
from cliometer.stats.bradley_terry import Strengths, _counts, _fit, _has_maximum, _shares, bradley_terry
from cliometer.stats.preferences import Preferences, cycles, preferences_from_rankings, preferences_from_votes
from cliometer.stats.voting_rules import Pair, _lock, borda, closure, copeland, modal_orderings, plurality, ranked_pairs
from tests.oracles import voting
from tests.strategies import examples

NAMES = ("a", "b", "c", "d")


@st.composite
def tables(draw: st.DrawFn, most: int = 4, top: int = 3, ties: int = 2) -> Preferences:
    n = draw(st.integers(2, most))
    wins = [[draw(st.integers(0, top)) if a != b else 0 for b in range(n)] for a in range(n)]
    tied = [[0] * n for _ in range(n)]
    for a in range(n):
        for b in range(a):
            tied[a][b] = tied[b][a] = draw(st.integers(0, ties))
    assume(any(map(any, wins)) or any(map(any, tied)))
    return Preferences(NAMES[:n], tuple(map(tuple, wins)), tuple(map(tuple, tied)))


@st.composite
def rankings(draw: st.DrawFn) -> dict[tuple[str, ...], int]:
    names = NAMES[: draw(st.integers(2, 4))]
    orders = draw(st.lists(st.permutations(names).map(tuple), min_size=1, max_size=5, unique=True))
    return {order: draw(st.integers(1, 4)) for order in orders}


def single_votes(size: int) -> st.SearchStrategy[frozenset[Pair]]:
    """One vote on each pair, either way, or none."""
    pairs = list(combinations(range(size), 2))
    sides = st.lists(st.sampled_from([1, -1, 1, -1, 0]), min_size=len(pairs), max_size=len(pairs))
    return sides.map(
        lambda side: frozenset((a, b) if s > 0 else (b, a) for (a, b), s in zip(pairs, side, strict=True) if s)
    )


def work(table: Preferences) -> int:
    """How many orders the slow twin would try."""
    margins = [abs(table.wins[a][b] - table.wins[b][a]) for a in range(len(table.candidates)) for b in range(a)]
    sizes = [margins.count(m) * (1 if m else 2) for m in set(margins)]
    return int(np.prod([float(np.prod(range(1, size + 1))) for size in sizes]))


def renamed(table: Preferences, name: dict[str, str], order: list[int]) -> Preferences:
    return Preferences(
        tuple(name[table.candidates[a]] for a in order),
        tuple(tuple(table.wins[a][b] for b in order) for a in order),
        tuple(tuple(table.ties[a][b] for b in order) for a in order),
    )


@settings(deadline=None)
@given(tables(ties=0))
def test_ranked_pairs_says_what_every_way_of_breaking_ties_says(table: Preferences) -> None:
    assume(work(table) <= 800)
    orders = voting.ranked_pairs_orders(table)
    result = ranked_pairs(table)
    agreed = {
        (a, b)
        for a in table.candidates
        for b in table.candidates
        if a != b and all(order.index(a) < order.index(b) for order in orders)
    }
    assert result.before == agreed
    assert set(result.winners) == {order[0] for order in orders}
    assert (result.order is None) == (len(orders) > 1)


@examples(60)
@given(st.integers(3, 6).flatmap(single_votes))
def test_equals_are_locked_in_by_every_largest_set_without_a_circle(equals: frozenset[Pair]) -> None:
    expected = [closure(one) for one in voting.largest_without_a_circle(equals)]
    found = list(_lock(frozenset(), equals, iter(range(10_000))))
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


@pytest.mark.parametrize("towards", [*product([True, False], repeat=6)])
def test_four_candidates_with_one_vote_a_pair_are_ranked_as_every_way_says(towards: tuple[bool, ...]) -> None:
    pairs = [pair if way else pair[::-1] for pair, way in zip(combinations(NAMES, 2), towards, strict=True)]
    table = preferences_from_votes([Vote(a, b, a) for a, b in pairs])
    orders = voting.ranked_pairs_orders(table)
    result = ranked_pairs(table)
    assert set(result.winners) == {order[0] for order in orders}
    assert result.before == {(a, b) for a, b in permutations(NAMES, 2) if all(o.index(a) < o.index(b) for o in orders)}


@given(tables(most=3, ties=0))
def test_winning_votes_say_what_every_way_of_breaking_ties_says(table: Preferences) -> None:
    orders = voting.ranked_pairs_orders(table, voting.by_winning_votes)
    result = ranked_pairs(table, strength="winning-votes")
    assert set(result.winners) == {order[0] for order in orders}
    assert result.order == (orders.pop() if len(orders) == 1 else None)


@given(tables(most=3, top=1, ties=0))
def test_ranked_pairs_of_few_votes_says_what_every_way_says(table: Preferences) -> None:
    orders = voting.ranked_pairs_orders(table)
    assert set(ranked_pairs(table).winners) == {order[0] for order in orders}
    assert ranked_pairs(table).order == (orders.pop() if len(orders) == 1 else None)


@given(tables())
def test_groups_stand_in_order_as_wholes(table: Preferences) -> None:
    result = ranked_pairs(table)
    assert sorted(name for group in result.groups for name in group) == list(table.candidates)
    for place, group in enumerate(result.groups):
        for later in result.groups[place + 1 :]:
            assert all((a, b) in result.before for a in group for b in later)


@given(tables())
def test_a_majority_is_locked_dropped_or_contested(table: Preferences) -> None:
    result = ranked_pairs(table)
    parts = (*result.locked, *result.dropped, *result.contested)
    assert sorted(parts, key=str) == sorted(table.majorities(), key=str)


@given(tables())
def test_without_a_circle_every_majority_is_locked(table: Preferences) -> None:
    result = ranked_pairs(table)
    assert bool(cycles(table)) == bool(result.dropped or result.contested)
    assert result.cycles == cycles(table)


@given(tables(most=4))
def test_who_beats_everyone_wins(table: Preferences) -> None:
    victories = [majority.winner for majority in table.majorities()]
    winner = next((name for name in table.candidates if victories.count(name) == len(table.candidates) - 1), None)
    assume(winner is not None)
    assert ranked_pairs(table).winners == (winner,)
    assert ranked_pairs(table, strength="winning-votes").groups[0] == (winner,)
    n = range(len(table.candidates))
    assume(all(table.compared(a, b) for a in n for b in n if a != b))
    assert copeland(table).winners == (winner,)


@given(tables())
def test_an_order_that_all_majorities_follow_is_the_result(table: Preferences) -> None:
    order = table.total_order()
    assume(order is not None)
    assert ranked_pairs(table).order == order


@given(tables(), st.data())
def test_new_names_only_rename_the_result(table: Preferences, data: st.DataObject) -> None:
    n = len(table.candidates)
    name = dict(zip(table.candidates, data.draw(st.permutations(["w", "x", "y", "z"])), strict=False))
    other = ranked_pairs(renamed(table, name, data.draw(st.permutations(range(n)))))
    result = ranked_pairs(table)
    assert [set(group) for group in other.groups] == [{name[a] for a in group} for group in result.groups]
    assert other.before == {(name[a], name[b]) for a, b in result.before}
    assert set(other.winners) == {name[a] for a in result.winners}


@given(rankings(), st.integers(2, 5))
def test_every_voter_voting_again_changes_no_order(votes: dict[tuple[str, ...], int], times: int) -> None:
    more = {order: count * times for order, count in votes.items()}
    once, again = preferences_from_rankings(votes), preferences_from_rankings(more)
    assert ranked_pairs(once).groups == ranked_pairs(again).groups
    assert borda(once).groups == borda(again).groups
    assert copeland(once).points == copeland(again).points
    assert plurality(votes).groups == plurality(more).groups
    assert modal_orderings(votes)[0] == modal_orderings(more)[0]


@given(rankings())
def test_a_clone_ranked_right_behind_does_not_change_who_wins(votes: dict[tuple[str, ...], int]) -> None:
    cloned = {
        tuple(name for each in order for name in ((each, "clone") if each == "a" else (each,))): count
        for order, count in votes.items()
    }
    alone, beside = (ranked_pairs(preferences_from_rankings(each)) for each in (votes, cloned))
    assume(alone.order is not None)
    assert ("a" in alone.winners) == ("a" in beside.winners)


@given(rankings())
def test_points_are_what_the_voters_give(votes: dict[tuple[str, ...], int]) -> None:
    table = preferences_from_rankings(votes)
    for name in table.candidates:
        assert borda(table).points[name] == voting.borda_points(votes, name)
        assert copeland(table).points[name] == voting.copeland_points(votes, name)
        assert plurality(votes).points[name] == sum(o[0] == name for o in voting.voters(votes))


@given(rankings())
def test_the_modal_ordering_is_given_most_often(votes: dict[tuple[str, ...], int]) -> None:
    orders, most = modal_orderings(votes)
    everyone = list(voting.voters(votes))
    assert all(everyone.count(order) == most for order in orders)
    assert all((everyone.count(order) < most) == (order not in orders) for order in votes)


def maximum_exists(table: Preferences) -> bool:
    """By linear programming: along no direction can the likelihood of every vote stay or rise."""
    n = len(table.candidates)
    if not any(map(any, table.ties)):
        rows = [
            [float(k == b) - float(k == a) for k in range(n)] for a in range(n) for b in range(n) if table.wins[a][b]
        ]
        return not flat_direction(rows, [*range(n)])
    rows = []
    for a in range(n):
        for b in range(n):
            apart = [float(k == b) - float(k == a) for k in range(n)]
            if table.wins[a][b]:
                rows += [[*apart, 0.0], [*apart, 2.0]]
            if table.ties[a][b]:
                rows.append([*apart, -2.0])
    return not flat_direction(rows, [*range(n + 1)])


def flat_direction(rows: list[list[float]], places: list[int]) -> bool:
    fixed = [[1.0, *[0.0] * (len(places) - 1)]]
    for place in places[1:]:
        for sign in (1.0, -1.0):
            goal = [sign * float(place == k) for k in places]
            found = linprog(goal, A_ub=rows, b_ub=[0.0] * len(rows), A_eq=fixed, b_eq=[0.0], bounds=(-1, 1))
            if found.fun < -1e-9:
                return True
    return False


@settings(deadline=None)
@given(tables(most=4, top=2, ties=1))
def test_strengths_exist_exactly_where_the_likelihood_has_a_maximum(table: Preferences) -> None:
    if maximum_exists(table):
        assert sum(bradley_terry(table).strength.values()) == pytest.approx(1)
    else:
        with pytest.raises(InputError):
            bradley_terry(table)


def _win(fit: Strengths, first: str, second: str) -> float:
    """Return Davidson's probability that the first is preferred to the second."""
    p, q = fit.strength[first], fit.strength[second]
    return p / (p + q + fit.tie * math.sqrt(p * q))


@examples(40)
@given(tables(most=4, top=6, ties=3))
def test_strengths_are_where_a_general_optimiser_finds_them(table: Preferences) -> None:
    try:
        fit = bradley_terry(table)
    except InputError:
        assume(False)
    n, ties = len(table.candidates), any(map(any, table.ties))

    def loss(x: list[float]) -> float:
        return -voting.davidson_log_likelihood(table, [0.0, *x[: n - 1]], x[n - 1] if ties else -700.0)

    found = minimize(loss, np.zeros(n if ties else n - 1), method="BFGS", options={"gtol": 1e-7})
    logs = [float(np.log(fit.strength[name] / fit.strength["a"])) for name in table.candidates]
    ours = [*logs[1:], *([float(np.log(fit.tie))] if ties else [])]
    assert ours == pytest.approx(list(found.x), abs=1e-3)
    assert loss(ours) <= found.fun + 1e-9


@given(tables(most=4, top=6, ties=3))
def test_expected_wins_and_ties_are_the_counted_ones(table: Preferences) -> None:
    try:
        fit = bradley_terry(table)
    except InputError:
        assume(False)
    n = range(len(table.candidates))
    for a, name in enumerate(table.candidates):
        mine = sum(table.wins[a]) + sum(table.ties[a]) / 2
        win = [_win(fit, name, other) if other != name else 0.0 for other in table.candidates]
        lose = [_win(fit, other, name) if other != name else 0.0 for other in table.candidates]
        due = sum(table.compared(a, b) * (win[b] + (1 - win[b] - lose[b]) / 2) for b in n if b != a)
        assert due == pytest.approx(mine, abs=1e-8)
    ties = sum(map(sum, table.ties)) / 2
    pairs = [(a, b) for a in n for b in range(a)]
    due = sum(
        table.compared(a, b) * (1 - _win(fit, NAMES[a], NAMES[b]) - _win(fit, NAMES[b], NAMES[a])) for a, b in pairs
    )
    assert due == pytest.approx(ties, abs=1e-8)


@examples(20)
@given(tables(most=4, top=6, ties=2))
def test_many_tables_are_fitted_as_each_is_alone(table: Preferences) -> None:
    W, T = _counts(table)
    several = W + np.arange(5)[:, None, None] * (W > 0)
    fits = _has_maximum(several, np.repeat(T[None], 5, axis=0))
    assume(fits.any())
    together = _shares(_fit(several[fits], np.repeat(T[None], 5, axis=0)[fits])[0])
    for wins, shares in zip(several[fits], together, strict=True):
        alone = Preferences(table.candidates, tuple(tuple(map(int, row)) for row in wins), table.ties)
        assert list(bradley_terry(alone).strength.values()) == pytest.approx(list(shares), abs=1e-9)
