"""A judge's sheet: the quiz, the answers, what she may see, and when she is set aside."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.journal import Action, verbs
from cliometer_workbench.study.persons import KnowledgeGrade
from cliometer_workbench.study.preferences.ballot import PREFERENCES, PreferenceBallot
from cliometer_workbench.study.steps import Desk, SheetState, may_read
from workbench.tests.unit.study.preferences.studies import (
    SYSTEMS,
    TOPICS,
    answer,
    answer_all,
    ballot,
    finished,
    grade,
    right,
    wrong,
)


def voting(**settings: Any) -> PreferenceBallot:
    return ballot(quiz=0, **settings)


def test_the_step_spans_all_topics_and_is_hidden_from_other_judges() -> None:
    step = PREFERENCES.step("vote")
    assert (step.name, step.scope, step.spans, step.blind, step.roles) == ("vote", "each", True, True, ("judge",))
    assert isinstance(step.start(Desk(TOPICS, "ann")), PreferenceBallot)
    sheets = [SheetState("vote", "ann"), SheetState("vote", "bo")]
    assert not may_read(PREFERENCES, sheets[0], sheets, "bo", ["judge"])
    assert list(verbs(PreferenceBallot)) == ["answer", "grade"]


def test_the_quiz_comes_first() -> None:
    work = ballot()
    assert (work.phase, work.attempts_left, work.progress) == ("quiz", 2, (0, 4))
    assert work.unsettled == ("the quiz comes first: answer its questions and hand it in",)
    with pytest.raises(Refused, match="first comes the quiz"):
        answer(work, work.plan.items[0].id, "left")
    with pytest.raises(Refused, match="the quiz has 4 questions left"):
        grade(work)


def test_a_quiz_passed_opens_the_pairs() -> None:
    work = grade(answer_all(ballot()))
    assert (work.phase, work.grades, work.attempts_left) == ("vote", (KnowledgeGrade(4, 4),), 0)
    with pytest.raises(Refused, match="the quiz, which is over"):
        answer(work, work.plan.quiz[0][0].id, "left")
    with pytest.raises(Refused, match="no quiz to hand in"):
        grade(work)


def test_a_judge_beyond_the_last_hand_has_nothing_to_do() -> None:
    work = ballot(100)
    assert (work.phase, work.unsettled, work.progress, work.answers) == ("nothing", (), (0, 0), ())
    assert work.remarks == ("every pair has its votes, or somebody who is at it: there is nothing to vote on",)


def test_what_is_shown_names_no_system_and_tells_no_kind() -> None:
    work = voting(cap=50, tests=0.5, repeats=0.5)
    shown = [work.shown(id) for id in work.ids]
    assert {(len(asdict(one)), one.models) for one in shown} == {(8, ())}
    assert not any(
        name in str(value)
        for one in shown
        for key, value in asdict(one).items()
        if key not in ("texts", "criteria", "models")
        for name in (*SYSTEMS, "(", "test", "repeat")
    )
    assert {len(one.item) for one in shown} == {12}
    assert [one.place for one in shown] == list(range(1, len(shown) + 1))
    first = work.plan.items[0]
    assert (shown[0].texts, shown[0].title) == (first.texts, first.title)


def test_a_quiz_that_was_handed_in_stays_so() -> None:
    assert PreferenceBallot.final == {"grade"}


@pytest.mark.parametrize(
    ("details", "complaint"),
    [
        ({"choice": "both"}, "unknown choice 'both'; known: left, right"),
        ({"choice": "lefft"}, "did you mean left"),
        ({"choice": "tie"}, "answer left or right"),
        ({"choice": "left", "seconds": -1}, "0 to 86400, found -1"),
        ({"choice": "left", "item": "x"}, "no question 'x' on this sheet; load the page again"),
    ],
)
def test_what_cannot_be_answered_is_refused(details: dict[str, str], complaint: str) -> None:
    work = voting()
    with pytest.raises(Refused) as caught:
        work.do(Action(1, "a", "answer", {"item": work.next, **details}))
    assert complaint in str(caught.value)


def test_a_judge_who_fails_hidden_tests_is_set_aside_and_every_vote_is_kept() -> None:
    work = finished(ballot(), lambda item: wrong(item) if item.kind == "test" else right(item))
    assert work.aside == "0 of 2 hidden tests were answered right; 70 % are needed"
    assert finished(ballot()).aside == ""
    votes = [one for one in work.answers if one.kind == "vote"]
    assert len(votes) == len(work.plan.slots) and all(one.aside for one in votes)
    assert (work.promised, work.cast) == ((), ())
