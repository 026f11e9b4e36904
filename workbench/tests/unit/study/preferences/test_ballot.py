"""A judge's sheet: the quiz, the answers and their times, what she may see, and when she is set aside."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.journal import Action, verbs
from cliometer_workbench.study.persons import KnowledgeGrade
from cliometer_workbench.study.preferences.answer_records import LONGEST_ANSWER, SHORTEST_ANSWER
from cliometer_workbench.study.preferences.ballot import PREFERENCES, PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings
from cliometer_workbench.study.steps import Desk, SheetState, may_read
from workbench.tests.unit.study.preferences import studies


def voting(**settings: Any) -> PreferenceBallot:
    return studies.ballot(quiz=0, **settings)


def test_the_step_spans_all_topics_and_is_hidden_from_other_judges() -> None:
    step = PREFERENCES.step("vote")
    assert (step.name, step.scope, step.spans, step.blind, step.roles) == ("vote", "each", True, True, ("judge",))
    assert isinstance(step.start(Desk(studies.TOPICS, "ann")), PreferenceBallot)
    sheets = [SheetState("vote", "ann"), SheetState("vote", "bo")]
    assert not may_read(PREFERENCES, sheets[0], sheets, "bo", ["judge"])
    assert list(verbs(PreferenceBallot)) == ["answer", "grade"]


def test_the_quiz_comes_first() -> None:
    work = studies.ballot()
    assert (work.phase, work.attempts_left, work.progress) == ("quiz", 2, (0, 4))
    assert work.unsettled == ("the quiz comes first: answer its questions and hand it in",)
    with pytest.raises(Refused, match="first comes the quiz"):
        studies.answer(work, work.plan.items[0].id, "left")
    with pytest.raises(Refused, match="the quiz has 4 questions left"):
        studies.grade(work)


def test_a_quiz_passed_opens_the_pairs() -> None:
    work = studies.grade(studies.answer_all(studies.ballot()))
    assert (work.phase, work.grades, work.attempts_left) == ("vote", (KnowledgeGrade(4, 4),), 0)
    with pytest.raises(Refused, match="the quiz, which is over"):
        studies.answer(work, work.plan.quiz[0][0].id, "left")
    with pytest.raises(Refused, match="no quiz to hand in"):
        studies.grade(work)


def test_a_judge_beyond_the_last_hand_has_nothing_to_do() -> None:
    work = studies.ballot(100)
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
        for name in (*studies.SYSTEMS, "(", "test", "repeat")
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
    work = studies.finished(
        studies.ballot(), lambda item: studies.wrong(item) if item.kind == "test" else studies.right(item)
    )
    assert work.aside == "0 of 2 hidden tests were answered right; 70 % are needed"
    assert studies.finished(studies.ballot()).aside == ""
    votes = [one for one in work.answers if one.kind == "vote"]
    assert len(votes) == len(work.plan.slots) and all(one.aside for one in votes)
    assert (work.promised, work.cast) == ((), ())


def at(second: float) -> str:
    return f"2026-01-01T00:{int(second) // 60:02}:{second % 60:09.6f}+00:00"


def answers(*given: tuple[int, float, str], work: PreferenceBallot | None = None) -> PreferenceBallot:
    """Item by its place, seconds told, and the moment."""
    work = work or studies.ballot(quiz=0)
    for place, told, moment in given:
        details = {"item": work.ids[place], "choice": "left", "seconds": told}
        work = work.do(Action(1, work.judge, "answer", details, "", moment))
    return work


def took(work: PreferenceBallot, place: int) -> float:
    found = work.given.get(work.ids[place])
    assert found is not None
    return found.seconds


@pytest.mark.parametrize(("told", "counted"), [(4, 4), (60, 5), (0, 5)])
def test_an_answer_takes_no_longer_than_since_the_one_before(told: float, counted: float) -> None:
    assert took(answers((0, 9, at(10)), (1, told, at(15))), 1) == counted


def test_the_first_answer_is_as_it_was_told() -> None:
    assert [took(answers((0, told, at(10))), 0) for told in (9, 0)] == [9, 0]


def test_answers_that_waited_for_a_connection_keep_their_time() -> None:
    work = answers((0, 9, at(0)), (1, 8, at(20)), (2, 7, at(20.5)), (3, 7, at(21)))
    assert [took(work, place) for place in range(4)] == [9, 8, 7, 6]


def test_time_is_never_nothing_once_there_is_a_clock() -> None:
    assert took(answers((0, 9, at(10)), (1, 9, at(9))), 1) == SHORTEST_ANSWER
    assert took(answers((0, 9, at(0)), (1, 0, "2026-02-01T00:00:00+00:00")), 1) == LONGEST_ANSWER


def test_the_probability_to_pass_is_that_of_all_answers_written_out() -> None:
    settings = PreferenceStudySettings(quiz=3, quiz_mark=0.6, attempts=2, cap=10, tests=0.2, test_mark=0.5)
    quiz = sum(0.8 ** sum(said) * 0.2 ** (3 - sum(said)) for said in product((0, 1), repeat=3) if sum(said) >= 2)
    tests = 1 - 0.2**2
    assert settings.pass_probability(0.8) == pytest.approx((1 - (1 - quiz) ** 2) * tests)
    assert PreferenceStudySettings(quiz=0, tests=0.0).pass_probability(0.5) == 1.0
