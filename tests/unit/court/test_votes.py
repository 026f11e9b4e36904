"""What a tally says of votes, and what it does not."""

from __future__ import annotations

import pytest

from cliometer.court.votes.tally import Tally, tally
from cliometer.court.votes.voting_rules import RULES, coin_flip_cycles
from cliometer.errors import UsageError
from cliometer.model.judgements import Ballot, Order, Poll, Vote
from cliometer.stats.position_bias import proportion

A_B_C: Order = (("a",), ("b",), ("c",))


def cast(*rows: str) -> Poll:
    """Votes such as `t j a b a`: topic, judge, first, second and winner, `-` for a tie."""
    words = [row.split() for row in rows]
    return Poll("p", tuple(Vote(x, y, None if w == "-" else w, t, j) for t, j, x, y, w in words))


def orders(*rows: tuple[str, int]) -> Poll:
    return Poll("p", ballots=tuple(Ballot(tuple((name,) for name in row), count) for row, count in rows))


LINE = ("u j a b a", "u j b c b", "u j c a a")


def order(found: Tally, rule: str) -> Order | None:
    return found.rankings[rule].order


def test_all_rules_follow_a_clear_order() -> None:
    found = tally(orders(("abc", 5), ("bac", 2), ("acb", 2), ("cba", 1)))
    assert {order(found, rule) for rule in RULES} == {A_B_C}


def test_all_ties_are_legal_and_tie_everything() -> None:
    found = tally(cast("t j a b -", "t k b a -"))
    assert order(found, "ranked-pairs") == order(found, "copeland") == (("a", "b"),)
    assert "everything is tied" in found.rankings["ranked-pairs"].remark
    assert order(found, "bradley-terry") is None
    assert "every vote is a tie" in found.rankings["bradley-terry"].remark
    assert found.pairs[0].share is None


def test_a_topic_without_votes_on_some_pair_is_undecided() -> None:
    assert tally(cast(*LINE, "t j a b a")).topics[0].outcome == "undecided"


def test_two_modes_are_no_order() -> None:
    found = tally(orders(("ab", 2), ("ba", 2))).rankings["modal"]
    assert found.order is None
    assert "a > b, b > a" in found.remark


def test_alpha_of_two_systems_is_that_of_their_names() -> None:
    from cliometer.stats.agreement import alpha

    found = tally(cast("t j a b a", "t k a b a", "u j a b b", "u k a b b", "v j b a a", "v k b a b"))
    assert found.agreement.alpha == pytest.approx(alpha([[0, 1, 0], [0, 1, 1]], "nominal"))


def test_a_judge_of_two_minds_is_left_out_of_the_agreement() -> None:
    found = tally(cast("t j a b a", "t j b a b", "t k a b a"))
    assert (found.agreement.units, found.agreement.contradicted) == (0, 1)
    assert found.votes == 3


def test_a_judge_is_compared_with_the_majority_of_the_others() -> None:
    found = tally(cast("t j a b a", "t k a b a", "t l a b b", "u j a b -"))
    assert [(judge.name, judge.votes, judge.ties, judge.compared, judge.agreed) for judge in found.judges] == [
        ("j", 2, 1, 0, 0),  # the others are split
        ("k", 1, 0, 0, 0),
        ("l", 1, 0, 1, 0),
    ]
    assert (found.judges[0].share, found.judges[2].share) == (None, 0)


def test_reasons_are_counted_whatever_their_case() -> None:
    poll = Poll("p", tuple(Vote("a", "b", "a", reason=reason) for reason in ("Shorter", "shorter", "", "dates")))
    assert tally(poll).reasons == {"shorter": 2, "dates": 1}


def test_a_pair_shown_one_way_only_has_no_test_of_position() -> None:
    found = tally(cast("t j a b a", "u j a b a")).to_dict()["position"]
    assert (found["first"]["part"], found["first"]["whole"], found["p"]) == (2, 2, None)


def test_orderings_have_no_position() -> None:
    assert tally(orders(("ab", 1))).to_dict()["position"] is None


def test_few_judges_speak_for_themselves_and_that_is_said() -> None:
    (note,) = tally(cast(*[f"{t} {j} a b a" for t in "tu" for j in "vwxy"])).notes
    assert note.startswith("tests and intervals hold for these 4 judges on other topics; at least 5 are needed")


def test_votes_that_name_neither_topics_nor_judges_are_taken_for_independent() -> None:
    found = tally(Poll("p", tuple(Vote("a", "b", winner) for winner in "aaaaaab")))
    assert found.over == "7 votes" and found.pairs[0].p == proportion(6, 7).p
    assert found.notes == ("tests and intervals take votes for independent, since they name neither topics nor judges",)


def test_one_vote_on_each_topic_has_the_exact_test() -> None:
    found = tally(cast(*[f"t{n} j a b {winner}" for n, winner in enumerate("aaaaaaab")]))
    exact = proportion(7, 8)
    assert (found.pairs[0].low, found.pairs[0].high, found.pairs[0].p) == (exact.low, exact.high, exact.p)


@pytest.mark.parametrize(
    "wrong", [{"rules": ["bord"]}, {"strength": "x"}, {"seed": -1}, {"resamples": 1}, {"resamples": 2.5}]
)
def test_a_wrong_setting_is_an_error(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"unknown|expected"):
        tally(orders(("ab", 1)), **wrong)  # type: ignore[arg-type]


def test_a_majority_that_a_cycle_overrules_is_named() -> None:
    votes = tuple(Vote(x, y, x, count=n) for x, y, n in (("a", "b", 3), ("b", "c", 2), ("c", "a", 1)))
    found = tally(Poll("p", votes)).rankings["ranked-pairs"]
    assert found.order == A_B_C
    assert found.remark.endswith("weaker than others in their cycle: c > a")


def test_one_shared_pair_is_too_little_for_alpha() -> None:
    found = tally(cast("t j a b a", "t k a b b")).agreement
    assert found.alpha is None
    assert "alpha needs two pairs or more" in found.remark


def test_pairs_stand_by_their_share() -> None:
    found = tally(orders(("abc", 3), ("bac", 2)))
    assert [(pair.system, pair.other) for pair in found.pairs] == [("a", "c"), ("b", "c"), ("a", "b")]


def test_a_judge_has_a_share_with_its_exact_interval_or_none() -> None:
    found = tally(cast("t i a b a", "t j a b a", "u k a b b", "v i a b a", "v j a b b")).to_dict()["judges"]
    shares = {judge["judge"]: judge["proportion"] for judge in found}
    assert shares["i"] == vars(proportion(1, 2))
    assert shares["k"] is None


def test_coins_give_a_cycle_on_a_quarter_of_topics_with_three_systems() -> None:
    assert coin_flip_cycles(2) == 0
    assert coin_flip_cycles(3) == 0.25
    assert coin_flip_cycles(4) == 1 - 24 / 64
