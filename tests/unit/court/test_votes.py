"""What a tally says of votes, and what it does not."""

from __future__ import annotations

import pytest

from cliometer.court.votes.tally import PollTallies, Tally, tally
from cliometer.court.votes.voting_rules import RULES, coin_flip_cycles
from cliometer.errors import InputError, UsageError
from cliometer.model.judgements import Ballot, Order, Poll, Vote
from cliometer.stats.position_bias import proportion

A_B_C: Order = (("a",), ("b",), ("c",))


def cast(*rows: str) -> Poll:
    """Votes such as `t j a b a`: topic, judge, first, second and winner, `-` for a tie."""
    words = [row.split() for row in rows]
    return Poll("p", tuple(Vote(x, y, None if w == "-" else w, t, j) for t, j, x, y, w in words))


def orders(*rows: tuple[str, int]) -> Poll:
    return Poll("p", ballots=tuple(Ballot(tuple((name,) for name in row), count) for row, count in rows))


CIRCLE = ("t j a b a", "t j b c b", "t j c a c")
LINE = ("u j a b a", "u j b c b", "u j c a a")


def order(found: Tally, rule: str) -> Order | None:
    return found.rankings[rule].order


def test_all_rules_follow_a_clear_order() -> None:
    found = tally(orders(("abc", 5), ("bac", 2), ("acb", 2), ("cba", 1)))
    assert {order(found, rule) for rule in RULES} == {A_B_C}


def test_a_tie_is_an_answer_not_a_pick() -> None:
    found = tally(orders(("abc", 1), ("acb", 1)), ["ranked-pairs"])
    assert order(found, "ranked-pairs") == (("a",), ("b", "c"))
    assert found.rankings["ranked-pairs"].tied == (("b", "c"),)


def test_all_ties_are_legal_and_tie_everything() -> None:
    found = tally(cast("t j a b -", "t k b a -"))
    assert order(found, "ranked-pairs") == order(found, "copeland") == (("a", "b"),)
    assert "everything is tied" in found.rankings["ranked-pairs"].remark
    assert order(found, "bradley-terry") is None
    assert "every vote is a tie" in found.rankings["bradley-terry"].remark
    assert found.pairs[0].share is None


def test_a_cycle_is_shown_and_counted_by_topic() -> None:
    found = tally(cast(*CIRCLE, *LINE))
    assert [(topic.topic, topic.outcome) for topic in found.topics] == [("t", "cycle"), ("u", "total order")]
    assert found.topics[0].cycles == (("a", "b", "c"),)
    assert (found.count("cycle"), found.count("total order"), found.count("undecided")) == (1, 1, 0)


def test_a_topic_without_votes_on_some_pair_is_undecided() -> None:
    found = tally(cast(*LINE, "t j a b a"))
    assert found.topics[0].outcome == "undecided"


def test_coins_give_a_cycle_on_a_quarter_of_topics_with_three_systems() -> None:
    assert coin_flip_cycles(2) == 0
    assert coin_flip_cycles(3) == 0.25
    assert coin_flip_cycles(4) == 1 - 24 / 64


def test_first_places_of_votes_are_those_of_topics_with_a_total_order() -> None:
    found = tally(cast(*CIRCLE, *LINE)).rankings["plurality"]
    assert found.points == {"a": 1, "b": 0, "c": 0}
    assert found.remark == "first places in 1 topic with a total order, of 2 topics"


def test_votes_without_topics_have_no_first_places() -> None:
    found = tally(Poll("p", (Vote("a", "b", "a"),))).rankings
    assert found["plurality"].order is found["modal"].order is None
    assert "needs orderings" in found["modal"].remark


def test_two_modes_are_no_order() -> None:
    found = tally(orders(("ab", 2), ("ba", 2))).rankings["modal"]
    assert found.order is None
    assert "a > b, b > a" in found.remark


def test_borda_falls_back_on_shares_and_says_so() -> None:
    found = tally(cast(*LINE, "u k a b b")).rankings["borda"]
    assert found.points == {"a": 1.5, "b": 1.5, "c": 0}
    assert "unequal numbers of votes" in found.remark


def test_pairs_name_the_winner_first_and_are_corrected_for_their_number() -> None:
    found = tally(
        orders(
            ("abc", 6),
        )
    )
    assert [(pair.system, pair.other, pair.wins, pair.losses) for pair in found.pairs] == [
        ("a", "b", 6, 0),
        ("a", "c", 6, 0),
        ("b", "c", 6, 0),
    ]
    assert found.over == "6 orderings"
    assert found.pairs[0].p == pytest.approx(2 / 64)
    assert found.pairs[0].p_holm == pytest.approx(3 * 2 / 64)


def test_agreement_counts_pairs_of_judges_on_a_pair_and_topic() -> None:
    rows = ("t j a b a", "t k b a a", "t l a b b", "u j a b a", "u k a b a", "v j a b a")
    found = tally(cast(*rows)).agreement
    assert found.pairwise is not None and found.majority is not None
    assert (found.units, found.single) == (2, 1)
    assert found.pairwise.share == pytest.approx((1 / 3 + 1) / 2)
    assert found.pairwise.chance == 0.5
    assert found.majority.share == pytest.approx((2 / 3 + 1) / 2)
    assert found.alpha is not None


def test_alpha_of_two_systems_is_that_of_their_names() -> None:
    from cliometer.stats.agreement import alpha

    found = tally(cast("t j a b a", "t k a b a", "u j a b b", "u k a b b", "v j b a a", "v k b a b"))
    assert found.agreement.alpha == pytest.approx(alpha([[0, 1, 0], [0, 1, 1]], "nominal"))


def test_a_judge_of_two_minds_is_left_out_of_the_agreement() -> None:
    found = tally(cast("t j a b a", "t j b a b", "t k a b a"))
    assert (found.agreement.units, found.agreement.contradicted) == (0, 1)
    assert found.votes == 3


def test_votes_without_judges_have_no_agreement() -> None:
    assert "no vote names both" in tally(Poll("p", (Vote("a", "b", "a", "t"),))).agreement.remark


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


def test_repeated_votes_are_counted_and_told() -> None:
    found = tally(cast("t j a b a", "t j a b a"))
    assert found.votes == 2
    assert found.notes[1:] == ("1 votes repeat a judge, topic and order of the pair; all were counted",)


def test_a_pair_shown_one_way_only_has_no_test_of_position() -> None:
    found = tally(cast("t j a b a", "u j a b a")).to_dict()["position"]
    assert (found["first"]["part"], found["first"]["whole"], found["p"]) == (2, 2, None)


def test_orderings_have_no_position() -> None:
    assert tally(orders(("ab", 1))).to_dict()["position"] is None


def test_votes_of_one_topic_by_one_judge_have_a_share_but_no_test() -> None:
    found = tally(cast("t j a b a", "t j b a b", "t j a b a"))
    (pair,) = found.pairs
    assert pair.share == pytest.approx(2 / 3) and pair.p is pair.low is pair.p_holm is None
    assert found.notes[0] == "all votes are of one topic, t; a test or an interval needs two topics or judges"
    assert found.rankings["bradley-terry"].remark.startswith("no intervals: all votes are of one topic, t;")


@pytest.mark.parametrize(
    ("rows", "over"),
    [
        ([f"{t} {t}{j} a b a" for t in "tu" for j in "xyz"], "2 topics"),  # each judge on one topic
        ([f"{t} {t} a b a" for t in "tu"], "2 topics"),
        ([f"{j}{t} {j} a b a" for t in "tu" for j in "xyz"], "3 judges"),  # each topic has one judge
        ([f"t {j} a b a" for j in "xyz"], "3 judges"),
        ([f"{t} {j} a b a" for t in "tu" for j in "vwxyz"], "2 topics and 5 judges"),
        ([f"{t} {j} a b a" for t in "tu" for j in "vwxy"], "2 topics"),
    ],
)
def test_tests_are_over_topics_and_over_judges_where_they_are_crossed(rows: list[str], over: str) -> None:
    assert tally(cast(*rows)).over == over


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


def test_the_strength_of_majorities_can_decide() -> None:
    # a > b 5:2 with 2 ties, b > c 6:4, c > a 7:5
    poll = Poll(
        "p",
        tuple(
            Vote(x, y, w, count=n)
            for x, y, w, n in (
                ("a", "b", "a", 5), ("a", "b", "b", 2), ("b", "c", "b", 6), ("b", "c", "c", 5),
                ("c", "a", "c", 7), ("c", "a", "a", 5),
            )
        ),
    )  # fmt: skip
    assert order(tally(poll), "ranked-pairs") == (("c",), ("a",), ("b",))
    assert order(tally(poll, strength="winning"), "ranked-pairs") == (("b",), ("c",), ("a",))


@pytest.mark.parametrize(
    "wrong", [{"rules": ["bord"]}, {"strength": "x"}, {"seed": -1}, {"resamples": 1}, {"resamples": 2.5}]
)
def test_a_wrong_setting_is_an_error(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"unknown|expected"):
        tally(orders(("ab", 1)), **wrong)  # type: ignore[arg-type]


def test_votes_and_orderings_do_not_mix() -> None:
    with pytest.raises(InputError, match="cannot be counted together"):
        tally(Poll("p", (Vote("a", "b", "a"),), (Ballot((("a",), ("b",))),)))


def test_a_poll_without_votes_is_an_error() -> None:
    with pytest.raises(InputError, match="there are no votes"):
        tally(Poll("p"))


def test_the_document_holds_what_the_tally_holds() -> None:
    found = tally(cast(*CIRCLE, *LINE), seed=3).to_dict()
    ranking = found["rankings"]["ranked-pairs"]
    assert (ranking["order"], ranking["tied"]) == ([["a"], ["b"], ["c"]], [])
    assert (found["votes"], found["systems"], found["seed"]) == (6, ["a", "b", "c"], 3)
    assert found["outcomes"]["cycle"] == 1
    assert found["coin_flip_cycles"] == 0.25


def test_several_polls_stand_in_a_list() -> None:
    found = PollTallies((tally(orders(("ab", 1))), tally(orders(("ba", 1))))).to_dict()
    assert [one["rankings"]["borda"]["order"][0] for one in found["datasets"]] == [["a"], ["b"]]


def test_a_majority_that_a_cycle_overrules_is_named() -> None:
    votes = tuple(Vote(x, y, x, count=n) for x, y, n in (("a", "b", 3), ("b", "c", 2), ("c", "a", 1)))
    found = tally(Poll("p", votes)).rankings["ranked-pairs"]
    assert found.order == A_B_C
    assert found.remark.endswith("weaker than others in their cycle: c > a")


def test_one_shared_pair_is_too_little_for_alpha() -> None:
    found = tally(cast("t j a b a", "t k a b b")).agreement
    assert found.alpha is None
    assert "alpha needs two pairs or more" in found.remark


UNEVEN = (
    *("t j a b a", "t k a b a", "t l a b a", "u j a b a", "u k a b b", "v j b c c", "v k b c c"),
    *("w j b c c", "w k b c b", "t j c a c", "t k c a c", "u j c a c", "u k c a -"),
)


def test_the_order_of_rows_does_not_move_the_interval_of_alpha() -> None:
    assert tally(cast(*UNEVEN)).agreement == tally(cast(*UNEVEN[::-1])).agreement


def test_the_names_of_systems_do_not_move_alpha() -> None:
    renamed = [row.translate(str.maketrans("abc", "bca")) for row in UNEVEN]
    assert tally(cast(*renamed)).agreement.alpha == pytest.approx(tally(cast(*UNEVEN)).agreement.alpha)


def test_a_tie_is_the_same_whichever_is_named_first() -> None:
    ballots = (Ballot((("a", "b"), ("c",))), Ballot((("b", "a"), ("c",))), Ballot((("c",), ("a",), ("b",))))
    assert order(tally(Poll("p", ballots=ballots)), "modal") == (("a", "b"), ("c",))


def test_pairs_stand_by_their_share() -> None:
    found = tally(orders(("abc", 3), ("bac", 2)))
    assert [(pair.system, pair.other) for pair in found.pairs] == [("a", "c"), ("b", "c"), ("a", "b")]


def test_a_topic_with_too_many_ways_to_break_its_ties_has_no_order() -> None:
    names = "abcdefghijk"
    votes = tuple(
        Vote(x, y, x if (j - i) % 11 <= 5 else y, "t", "j")
        for i, x in enumerate(names)
        for j, y in enumerate(names)
        if i < j
    )
    (topic,) = tally(Poll("p", votes), ["copeland"]).topics
    assert (topic.outcome, topic.order) == ("cycle", None)


def test_a_judge_has_a_share_with_its_exact_interval_or_none() -> None:
    found = tally(cast("t i a b a", "t j a b a", "u k a b b", "v i a b a", "v j a b b")).to_dict()["judges"]
    shares = {judge["judge"]: judge["proportion"] for judge in found}
    assert shares["i"] == vars(proportion(1, 2))
    assert shares["k"] is None
