"""The sections of votes and of their reasons: tables, sentences and figures."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from cliometer.court.votes.tally import PollTallies, Tally, tally
from cliometer.model.judgements import Ballot, Order, Poll, Vote
from cliometer.reporting.chapters import kind_of, result_section
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.votes import pair_table, polls, rank_table, rule_table, topic_table
from cliometer.reporting.document import Section
from cliometer.reporting.render.terminal import terminal
from cliometer.study.reason_coding import (
    Category,
    Codebook,
    Coder,
    CoderAgreement,
    Reason,
    ReasonSurvey,
    survey_reasons,
)
from tests.pictured import HOSTILE, figures, listings, records, words

TIED: Order = (("a",), ("b", "c"))
ORDERINGS = Poll(
    "one", ballots=(Ballot(TIED, 3), Ballot((("b",), ("c",), ("a",)), 1), Ballot((("c",), ("b",), ("a",))))
)
RING = tuple(Vote(x, y, x, "t", "j") for x, y in ("ab", "bc", "ca"))


def tally_text(tallies: list[Tally], by_topic: bool = False) -> str:
    """As a terminal shows it, without line breaks in sentences."""
    return terminal(polls(PollTallies(tuple(tallies)), FigureNames(), by_topic))


def test_ties_share_their_ranks() -> None:
    table = rank_table([tally(ORDERINGS, ["ranked-pairs"])])
    assert [list(row) for row in table.rows] == [["a", "1"], ["b", "2/3"], ["c", "2/3"]]


def test_several_polls_are_told_apart_by_name() -> None:
    two = [tally(ORDERINGS), tally(Poll("two", RING))]
    assert rank_table(two).heading[0] == topic_table(two).heading[0] == "dataset"
    assert "\n\none\n\n" in tally_text(two) and "\n\ntwo\n\n" in tally_text(two)


def test_a_rule_without_an_answer_has_an_empty_rank_and_a_reason() -> None:
    row = next(row for row in rule_table([tally(Poll("two", RING))]).rows if row[1] == "modal")
    assert row[3] is None
    assert row[-1] == "no topic has a total order"


def test_a_tiny_p_is_not_printed_as_zero() -> None:
    text = pair_table(tally(Poll("p", (Vote("a", "b", "a", count=40),)))).text()
    assert "<0.001" in text


def test_a_cycle_is_told_until_it_closes() -> None:
    text = tally_text([tally(Poll("two", RING))], by_topic=True)
    assert "Cycles of majorities: a > b > c > a." in text
    assert "0 of 1 topic give a total order, 1 a cycle. Random votes" in text


@pytest.mark.parametrize(
    ("votes", "sentence"),
    [
        ([Vote("a", "b", None, "t", "j")], "Every vote is a tie"),
        ([Vote("a", "b", "a", shown=False)], "Which of the two was shown first is not known."),
        ([Vote("a", "b", "a")], "no pair was shown both ways round"),
        ([Vote("a", "b", "a"), Vote("b", "a", "b")], "shown first won 2 of 2 decided votes, 100.0 %"),
        ([Vote("a", "b", "a")], "No judge saw a pair both ways round."),
        (
            [Vote("a", "b", "a", "t", "j"), Vote("b", "a", "b", "t", "j")],
            "Of 1 pair that a judge saw both ways round, 1 got two answers: 1 twice the first shown",
        ),
        ([Vote("a", "b", "a", reason="shorter")], "Reasons, given in 1 of 1 vote: shorter (1)."),
    ],
)
def test_findings_are_sentences(votes: list[Vote], sentence: str) -> None:
    assert sentence in " ".join(tally_text([tally(Poll("p", tuple(votes)))]).split())


def test_many_reasons_are_cut_and_counted() -> None:
    votes = tuple(Vote("a", "b", "a", reason=f"reason {number:02}") for number in range(13))
    assert tally_text([tally(Poll("p", votes))]).endswith("reason 09 (1) and 3 more.\n")


def test_two_systems_are_not_asked_for_cycles() -> None:
    assert "ycle" not in tally_text([tally(Poll("p", (Vote("a", "b", "a"),)))])


def test_who_follows_a_tie_ranks_below_all_of_it() -> None:
    table = rank_table([tally(Poll("p", ballots=(Ballot((("a", "b"), ("c",))),)), ["ranked-pairs"])])
    assert [row[1] for row in table.rows] == ["1/2", "1/2", "3"]


def counted(*given: Poll) -> Any:
    return json.loads(json.dumps(PollTallies(tuple(tally(poll, resamples=100) for poll in given)).to_dict()))


def cast(*rows: str, name: str = "p") -> Poll:
    """Votes such as `t j a b a`: topic, judge, first, second and winner, `-` for a tie."""
    split = [row.split() for row in rows]
    return Poll(name, tuple(Vote(x, y, None if w == "-" else w, t, j) for t, j, x, y, w in split))


CIRCLE = [f"{t} {j} {pair}" for t in "tuv" for j in "ij" for pair in ("a b a", "b c b", "c a c")]
LINE = [f"{t} {j} {pair}" for t in "tuv" for j in "ij" for pair in ("a b a", "b c b", "a c a", "b a a")]


def shown(document: Any) -> Section:
    """The section of a JSON document, read back into its result."""
    kind = kind_of(document)
    assert kind is not None
    return kind.chapter(document, FigureNames())


def chapter(*rows: str) -> Section:
    return shown(counted(cast(*rows)))


def test_the_matrix_tells_each_pair_both_ways() -> None:
    rows = ["t j a b a", "u j a b a", "v j a b b", "w j a b -"]
    cells = {(c["row"], c["column"]): c for c in records(figures(chapter(*rows))["pairs-p"].spec, "shade")}
    assert cells["a", "b"]["shade"] == pytest.approx(2 / 3) and cells["b", "a"]["shade"] == pytest.approx(1 / 3)
    assert (cells["a", "b"]["text"], cells["b", "a"]["text"]) == ("67 % (2:1)", "33 % (1:2)")
    assert cells["b", "a"]["tip"].startswith("1 won, 2 lost, 1 ties; 33.3 %, 95 % interval 0.8 % to 90.6 %")
    assert set(cells) == {("a", "b"), ("b", "a")}


def test_a_star_marks_what_is_decided_beyond_chance() -> None:
    section = chapter(*[f"t{n} j a b a" for n in range(9)])
    (cell, *_) = records(figures(section)["pairs-p"].spec, "shade")
    assert cell["text"] == "100 %* (9:0)"
    assert "1 of 1 pair of systems is decided beyond chance" in words(section)
    assert "a over b (p = 0.004)" in words(section)


def test_a_pair_without_a_decided_vote_is_named() -> None:
    section = chapter("t j a b a", "t j b c -", "t j a c a")
    cells = {(c["row"], c["column"]): c for c in records(figures(section)["pairs-p"].spec, "shade")}
    assert (cells["b", "c"]["shade"], cells["b", "c"]["text"]) == (None, "none")
    assert "No decided vote on b and c." in words(section)


def test_strengths_have_the_points_and_intervals_of_the_document() -> None:
    found = counted(cast(*CIRCLE, *LINE))
    ranking = found["rankings"]["bradley-terry"]
    rows = records(figures(shown(found))["strengths-p"].spec, "value")
    assert {row["name"]: row["value"] for row in rows} == ranking["points"]
    assert {row["name"]: [row["low"], row["high"]] for row in rows} == ranking["intervals"]


def test_systems_that_tie_share_the_mean_of_their_places() -> None:
    found = counted(Poll("p", ballots=(Ballot((("a",), ("b", "c")), 3),)))
    places = [one for one in records(figures(shown(found))["places-p"].spec, "shown") if one["rule"] == "borda"]
    assert [(one["system"], one["place"], one["shown"]) for one in places] == [
        ("a", 1, "1"),
        ("b", 2.5, "2/3"),
        ("c", 2.5, "2/3"),
    ]


def test_a_rule_without_an_order_says_why() -> None:
    assert "plurality gives no order: no topic has a total order" in words(chapter(*CIRCLE))


def test_a_cycle_is_drawn_with_the_votes_of_its_majorities() -> None:
    figure = figures(chapter(*CIRCLE))["cycles-p"]
    arrows = {(a["winner"], a["loser"]): a for a in records(figure.spec, "winner")}
    assert {pair: arrow["votes"] for pair, arrow in arrows.items()} == dict.fromkeys(
        [("a", "b"), ("b", "c"), ("c", "a")], "6 : 0"
    )
    assert all(arrow["on_cycle"] for arrow in arrows.values())
    assert figure.table.rows == [["a > b > c > a", 3]]


def test_a_pair_without_a_majority_has_no_arrow() -> None:
    ring = ["t j a b a", "t j b c b", "t j c d c", "t j d a d"]
    even = ["t j a c a", "t k a c c", "t j b d b", "t k b d d"]
    arrows = {(a["winner"], a["loser"]) for a in records(figures(chapter(*ring, *even))["cycles-p"].spec, "winner")}
    assert arrows == {("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")}


def test_without_a_cycle_a_sentence_says_so() -> None:
    section = chapter(*LINE)
    assert "cycles-p" not in figures(section) and "There is no cycle over all topics together" in words(section)


def test_topics_with_a_cycle_of_their_own_are_named_where_all_together_have_none() -> None:
    section = chapter(*LINE, *(f"w i {pair}" for pair in ("a b a", "b c b", "c a c")))
    assert "but c to a. 1 topic has one on its own: w." in words(section)
    assert "on its own" not in words(chapter(*LINE))


def test_answers_that_changed_with_the_order_are_all_accounted_for() -> None:
    first, second, tied = ("t i a b a", "t i b a b"), ("t j a b b", "t j b a a"), ("t k a b a", "t k b a -")
    said = words(chapter(*first, *second, *tied))
    assert "3 got two answers: 1 twice the first shown, 1 twice the second, 1 a tie once or more." in said


def test_two_systems_cannot_have_a_cycle() -> None:
    section = chapter("t j a b a", "u j a b a")
    assert "cycle of majorities" not in words(section)
    assert "Coins" not in figures(section)["topics-p"].caption


def test_topics_are_counted_and_their_cycles_listed() -> None:
    section = chapter(*CIRCLE, *[row.replace("t ", "w ") for row in LINE if row.startswith("t ")])
    assert list(figures(section)["topics-p"].table.rows) == [["total order", 1], ["cycle", 3], ["undecided", 0]]
    topics = next(one.table.rows for one in listings(section) if one.caption == "Every topic")
    assert topics[0][2:] == ["cycle", "a = b = c", "a > b > c > a"]


def test_every_judge_has_a_share_with_its_interval_and_chance_a_line() -> None:
    rows = ["t i a b a", "t j a b a", "t k a b b", "u i a b a", "u j a b b", "u k a b a"]
    found = counted(cast(*rows))
    spec = figures(shown(found))["judges-p"].spec
    drawn = {row["name"]: (row["value"], row["low"], row["high"]) for row in records(spec, "value")}
    assert drawn == {
        judge["judge"]: tuple((judge["proportion"] or {}).get(key) for key in ("share", "low", "high"))
        for judge in found["judges"]
    }
    assert records(spec, "at") == [{"at": 0.5, "meaning": "chance"}] * 2


def test_agreement_stands_beside_what_chance_would_reach() -> None:
    found = counted(cast(*LINE))
    rows = figures(shown(found))["agreement-p"].table.rows
    assert rows[0][:2] == ["pairs of judges that agree", found["agreement"]["pairwise"]["share"]]
    assert rows[0][-1] == found["agreement"]["pairwise"]["chance"]


def test_of_two_hundred_judges_forty_are_drawn_and_all_listed() -> None:
    rows = [f"t j{n} a b {'a' if n % 3 else 'b'}" for n in range(200)]
    section = chapter(*rows)
    figure = figures(section)["judges-p"]
    assert len(records(figure.spec, "value")) == 40 and len(figure.table.rows) == 200
    assert "the 40 of 200 judges with most votes" in words(section)


def test_forty_systems_are_still_a_readable_matrix() -> None:
    names = [f"s{n:02}" for n in range(40)]
    found = counted(Poll("p", ballots=(Ballot(tuple((name,) for name in names), 3),)))
    section = shown(found)
    assert len(records(figures(section)["pairs-p"].spec, "shade")) == 30 * 29
    assert "the first 30 of 40 systems" in words(section)
    assert len(figures(section)["pairs-p"].table.rows) == len(list(combinations(names, 2)))


def test_position_is_told_with_its_share_and_the_line_of_no_bias() -> None:
    section = chapter("t i a b a", "t i b a b", "u i a b a", "v i b a a")
    (first, *_) = records(figures(section)["position-p"].spec, "value")
    assert (first["value"], first["beside"]) == (0.75, "3 of 4")
    assert "won 3 of 4 decided votes, 75.0 % (95 % interval 19.4 % to 99.4 %, p = 0.625)" in words(section)
    assert "1 got two answers: 1 twice the first shown" in words(section)


def test_place_and_merit_that_cannot_be_told_apart_are_not_tested() -> None:
    assert "position and quality are confounded" in words(chapter("t i a b a", "u i a b a"))


def test_reasons_are_bars_with_their_counts() -> None:
    given = tuple(Vote("a", "b", "a", f"t{n}", "j", reason="short" if n else "long") for n in range(3))
    rows = records(figures(shown(counted(Poll("p", given))))["reasons-p"].spec, "value")
    assert [(row["name"], row["value"]) for row in rows] == [("short", 2), ("long", 1)]


def test_several_polls_have_a_section_each_and_figures_of_their_own() -> None:
    section = shown(counted(cast(*LINE), cast(*CIRCLE, name="q")))
    assert [part.title for part in section.sections] == ["p", "q"]
    assert {"pairs-p", "pairs-q", "cycles-q"} <= figures(section).keys()


def test_orderings_need_neither_judges_nor_positions() -> None:
    section = shown(counted(Poll("p", ballots=(Ballot((("a",), ("b",)), 3),))))
    assert [part.title for part in section.sections] == ["Rankings", "Pairs"]
    assert words(section).startswith("3 orderings of 2 systems (a, b).")


def test_hostile_names_stay_values() -> None:
    names = HOSTILE[:4]
    given = tuple(Vote(a, b, a, "t", HOSTILE[0]) for a, b in combinations(names, 2))
    found = figures(shown(counted(Poll(HOSTILE[0], given))))
    matrix = found["pairs-script-script-alert-1-script"]
    assert {cell["row"] for cell in records(matrix.spec, "shade")} == set(names)


def test_a_star_is_given_by_p_after_holm_alone() -> None:
    found = counted(cast(*LINE))
    for pair in found["pairs"]:
        pair.update(p=0.01, p_holm=0.2)
    texts = [cell["text"] for cell in records(figures(shown(found))["pairs-p"].spec, "shade")]
    assert len(texts) == 6 and not any("*" in text for text in texts)


def test_coins_have_their_tick_at_so_many_topics() -> None:
    found = counted(cast(*CIRCLE))
    assert found["coin_flip_cycles"] == 0.25
    spec = figures(shown(found))["topics-p"].spec
    assert {(one["name"], one["value"]) for one in records(spec, "meaning")} == {("cycle", 0.75)}


@pytest.mark.parametrize(
    "given",
    [
        cast(*CIRCLE, *LINE),
        cast("t j a b a", "t j b c -", "t j a c a"),
        cast("t j a b -"),
        Poll("p", ballots=(Ballot((("a",), ("b", "c")), 3),)),
        Poll("p", (Vote("a", "b", "a", shown=False, reason="short"),)),
    ],
)
def test_a_document_is_read_back_into_the_same_tally(given: Poll) -> None:
    one = tally(given, resamples=100)
    assert Tally.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    both = PollTallies((one, tally(cast(*LINE, name="q"), resamples=100)))
    assert PollTallies.from_dict(json.loads(json.dumps(both.to_dict()))) == both


BOOK = Codebook((Category("length", "how long", ("short",)), Category("dates", "right days", ("date",))))
REASONS = (Reason("short", 1), Reason("the date", 3), Reason("hm", 1))
ANN = Coder("ann", ("length", "dates", None))
ACCORD = CoderAgreement(2, 0.5, 0.25, "", 0.2, (-0.1, 0.6))


def surveyed(*coders: Coder, accord: CoderAgreement | None = None) -> ReasonSurvey:
    return replace(survey_reasons(REASONS, 4, BOOK, coders), accord=accord)


def reasons_shown(found: ReasonSurvey) -> Section:
    """The section of a survey that went through JSON."""
    document: Any = json.loads(json.dumps(found.to_dict()))
    kind = kind_of(document)
    assert kind is not None and kind.name == "reasons"
    return kind.chapter(document, FigureNames())


def test_categories_are_bars_by_weight() -> None:
    rows = records(figures(reasons_shown(surveyed(ANN)))["reason-categories"].spec, "value")
    assert [(row["name"], row["value"], row["text"]) for row in rows] == [
        ("dates", 0.75, "75.0 %"),
        ("length", 0.25, "25.0 %"),
    ]


def test_coders_stand_beside_the_suggestions() -> None:
    ben = Coder("ben", ("dates", "dates", "dates"))
    rows = records(figures(reasons_shown(surveyed(ben)))["reason-coders"].spec, "by")
    assert [(row["name"], row["by"], row["value"]) for row in rows][:2] == [
        ("length", "suggested", 1),
        ("length", "ben", 0),
    ]


def test_reasons_without_a_phrase_are_named() -> None:
    assert "no phrase of the codebook is in 1 reason: hm (1)" in words(reasons_shown(surveyed(ANN)))


def test_the_agreement_of_coders_is_told() -> None:
    said = words(reasons_shown(surveyed(ANN, accord=ACCORD)))
    assert "Agreement on 2 distinct reasons: 50.0 % (chance: 25.0 %" in said
    assert "alpha (nominal) 0.200, 95 % interval -0.100 to 0.600" in said


def test_alpha_without_a_value_has_its_reason() -> None:
    none = replace(ACCORD, alpha=None, interval=None, undefined="one label")
    assert "alpha (nominal) is undefined: one label" in words(reasons_shown(surveyed(ANN, accord=none)))


def test_a_category_without_a_weight_is_undefined() -> None:
    rows = records(figures(reasons_shown(surveyed(Coder("ann", (None,) * 3))))["reason-categories"].spec, "value")
    assert (rows[-1]["value"], rows[-1]["text"]) == (None, "undefined")


def test_a_document_is_read_back_into_the_same_numbers() -> None:
    found = surveyed(ANN, accord=ACCORD)
    document = json.loads(json.dumps(found.to_dict()))
    again = ReasonSurvey.from_dict(document)
    assert json.loads(json.dumps(again.to_dict())) == document
    assert result_section(again).blocks == result_section(found).blocks
