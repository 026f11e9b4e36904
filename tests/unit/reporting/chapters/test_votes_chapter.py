"""The sections of votes and of their reasons: tables, sentences and figures."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from typing import Any

from cliometer.court.votes.tally import PollTallies, Tally, tally
from cliometer.model.judgements import Ballot, Poll, Vote
from cliometer.reporting.chapters import kind_of
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.votes import polls
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
from tests.pictured import figures, listings, records, shown, words

RING = tuple(Vote(x, y, x, "t", "j") for x, y in ("ab", "bc", "ca"))


def tally_text(tallies: list[Tally], by_topic: bool = False) -> str:
    """As a terminal shows it, without line breaks in sentences."""
    return terminal(polls(PollTallies(tuple(tallies)), FigureNames(), by_topic))


def test_a_cycle_is_told_until_it_closes() -> None:
    text = tally_text([tally(Poll("two", RING))], by_topic=True)
    assert "Cycles of majorities: a > b > c > a." in text
    assert "0 of 1 topic give a total order, 1 a cycle. Random votes" in text


def test_many_reasons_are_cut_and_counted() -> None:
    votes = tuple(Vote("a", "b", "a", reason=f"reason {number:02}") for number in range(13))
    assert tally_text([tally(Poll("p", votes))]).endswith("reason 09 (1) and 3 more.\n")


def counted(*given: Poll) -> Any:
    return json.loads(json.dumps(PollTallies(tuple(tally(poll, resamples=100) for poll in given)).to_dict()))


def cast(*rows: str, name: str = "p") -> Poll:
    """Votes such as `t j a b a`: topic, judge, first, second and winner, `-` for a tie."""
    split = [row.split() for row in rows]
    return Poll(name, tuple(Vote(x, y, None if w == "-" else w, t, j) for t, j, x, y, w in split))


CIRCLE = [f"{t} {j} {pair}" for t in "tuv" for j in "ij" for pair in ("a b a", "b c b", "c a c")]
LINE = [f"{t} {j} {pair}" for t in "tuv" for j in "ij" for pair in ("a b a", "b c b", "a c a", "b a a")]


def chapter(*rows: str) -> Section:
    return shown(counted(cast(*rows)))


def test_a_rule_without_an_order_says_why() -> None:
    assert "plurality gives no order: no topic has a total order" in words(chapter(*CIRCLE))


def test_a_pair_without_a_majority_has_no_arrow() -> None:
    ring = ["t j a b a", "t j b c b", "t j c d c", "t j d a d"]
    even = ["t j a c a", "t k a c c", "t j b d b", "t k b d d"]
    arrows = {(a["winner"], a["loser"]) for a in records(figures(chapter(*ring, *even))["cycles-p"].spec, "winner")}
    assert arrows == {("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")}


def test_topics_are_counted_and_their_cycles_listed() -> None:
    section = chapter(*CIRCLE, *[row.replace("t ", "w ") for row in LINE if row.startswith("t ")])
    assert list(figures(section)["topics-p"].table.rows) == [["total order", 1], ["cycle", 3], ["undecided", 0]]
    topics = next(one.table.rows for one in listings(section) if one.caption == "Every topic")
    assert topics[0][2:] == ["cycle", "a = b = c", "a > b > c > a"]


def test_every_judge_has_a_share_with_its_interval_and_chance_a_line() -> None:
    found = counted(cast(*["t i a b a", "t j a b a", "t k a b b", "u i a b a", "u j a b b", "u k a b a"]))
    spec = figures(shown(found))["judges-p"].spec
    drawn = {row["name"]: (row["value"], row["low"], row["high"]) for row in records(spec, "value")}
    assert drawn == {
        judge["judge"]: tuple((judge["proportion"] or {}).get(key) for key in ("share", "low", "high"))
        for judge in found["judges"]
    }
    assert records(spec, "at") == [{"at": 0.5, "meaning": "chance"}] * 2


def test_of_two_hundred_judges_forty_are_drawn_and_all_listed() -> None:
    rows = [f"t j{n} a b {'a' if n % 3 else 'b'}" for n in range(200)]
    section = chapter(*rows)
    figure = figures(section)["judges-p"]
    assert len(records(figure.spec, "value")) == 40 and len(figure.table.rows) == 200
    assert "The figure shows 40 of 200 judges; its table has all." in words(section)


def test_forty_systems_are_still_a_readable_matrix() -> None:
    names = [f"s{n:02}" for n in range(40)]
    section = shown(counted(Poll("p", ballots=(Ballot(tuple((name,) for name in names), 3),))))
    assert len(records(figures(section)["pairs-p"].spec, "shade")) == 30 * 29
    assert "the first 30 of 40 systems" in words(section)
    assert len(figures(section)["pairs-p"].table.rows) == len(list(combinations(names, 2)))


def test_place_and_merit_that_cannot_be_told_apart_are_not_tested() -> None:
    assert "position and quality are confounded" in words(chapter("t i a b a", "u i a b a"))


def test_several_polls_have_a_section_each_and_figures_of_their_own() -> None:
    section = shown(counted(cast(*LINE), cast(*CIRCLE, name="q")))
    assert [part.title for part in section.sections] == ["p", "q"]
    assert {"pairs-p", "pairs-q", "cycles-q"} <= figures(section).keys()


def test_coins_have_their_tick_at_so_many_topics() -> None:
    found = counted(cast(*CIRCLE))
    assert found["coin_flip_cycles"] == 0.25
    spec = figures(shown(found))["topics-p"].spec
    assert {(one["name"], one["value"]) for one in records(spec, "meaning")} == {("cycle", 0.75)}


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


def test_reasons_without_a_phrase_are_named() -> None:
    assert "no phrase of the codebook is in 1 reason: hm (1)" in words(reasons_shown(surveyed(ANN)))


def test_alpha_without_a_value_has_its_reason() -> None:
    none = replace(ACCORD, alpha=None, interval=None, undefined="one label")
    assert "alpha (nominal) is undefined: one label" in words(reasons_shown(surveyed(ANN, accord=none)))


def test_a_category_without_a_weight_is_undefined() -> None:
    rows = records(figures(reasons_shown(surveyed(Coder("ann", (None,) * 3))))["reason-categories"].spec, "value")
    assert (rows[-1]["value"], rows[-1]["text"]) == (None, "undefined")
