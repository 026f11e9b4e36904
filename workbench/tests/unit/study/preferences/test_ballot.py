"""A judge's sheet: the quiz, the answers, what she may see, and when she is set aside."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.journal import Action, replay, verbs
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
    topics,
    wrong,
)


def voting(**settings: Any) -> PreferenceBallot:
    return ballot(quiz=0, **settings)


def test_the_step_spans_all_topics_and_is_hidden_from_other_judges() -> None:
    step = PREFERENCES.step("vote")
    assert (step.name, step.scope, step.spans, step.blind, step.roles) == (
        "vote",
        "each",
        True,
        True,
        ("judge",),
    )
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


def test_a_quiz_failed_is_followed_by_another_with_other_questions() -> None:
    work = grade(answer_all(ballot(), wrong))
    assert (work.phase, work.attempts_left) == ("quiz", 1)
    assert not set(work.ids) & {item.id for item in work.plan.quiz[0]}
    assert grade(answer_all(work)).phase == "vote"


def test_a_mark_met_exactly_passes() -> None:
    work = answer_all(ballot())
    item = work.questions[0]
    assert grade(answer(work, item.id, wrong(item))).phase == "vote"


def test_marks_are_met_to_the_digit() -> None:
    work = answer_all(ballot(quiz=20, quiz_mark=0.55))
    for item in work.questions[:9]:
        work = answer(work, item.id, wrong(item))
    assert grade(work).phase == "vote"  # 0.55 * 20 is more than 11 in floating point


def test_a_quiz_failed_twice_ends_the_sheet_and_keeps_the_answers() -> None:
    work = grade(answer_all(grade(answer_all(ballot(), wrong)), wrong))
    assert (work.phase, work.next, work.unsettled, work.progress) == ("failed", "", (), (0, 0))
    assert (work.phase, work.aside) == ("failed", "failed the quiz (0 of 4, 0 of 4)")
    assert [one.aside for one in work.answers] == [work.aside] * 8
    assert (work.promised, work.cast) == ((), ())
    with pytest.raises(Refused, match="the quiz was not passed"):
        answer(work, work.plan.items[0].id, "left")


def test_without_a_quiz_the_pairs_come_at_once() -> None:
    assert voting().phase == "vote"


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


def test_another_answer_replaces_the_first_and_the_same_changes_nothing() -> None:
    work = voting()
    once = answer(work, work.next, "left", reason="shorter", seconds=9)
    assert answer(once, work.next, "left", reason="shorter", seconds=9) == once
    changed = answer(once, work.next, "right")
    found = changed.given.get(work.next)
    assert found is not None and (found.choice, found.reason, changed.progress) == (
        "right",
        "",
        (1, len(work.ids)),
    )


def test_undo_takes_an_answer_back() -> None:
    work = voting()
    rows = [Action(1, "a", "answer", {"item": work.next, "choice": "left"}), Action(2, "a", "undo")]
    assert replay(work, rows) == work


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


def test_a_tie_counts_where_the_study_allows_it() -> None:
    work = voting(ties=True)
    item = next(item for item in work.plan.items if item.kind == "vote")
    (record,) = answer(work, item.id, "tie").answers
    assert (record.preferred, record.vote.winner) == ("", None)


def test_pairs_and_required_reasons_must_be_there_before_it_is_handed_in() -> None:
    work = voting(cap=2, tests=0, repeats=0, reasons="required")
    assert work.unsettled == ("2 pairs without an answer",)
    work = answer(work, work.next, "left", reason="shorter")
    work = answer(work, work.next, "left")
    assert work.unsettled == ("1 answer without a reason",)
    assert answer(work, work.ids[1], "left", reason="clear").unsettled == ()


def test_where_no_reason_is_asked_none_is_kept() -> None:
    work = voting(reasons="none")
    (record,) = answer(work, work.next, "left", reason="Ann Smith says hello").answers
    assert record.reason == ""


def test_a_judge_who_fails_hidden_tests_is_set_aside_and_every_vote_is_kept() -> None:
    work = finished(ballot(), lambda item: wrong(item) if item.kind == "test" else right(item))
    assert work.aside == "0 of 2 hidden tests were answered right; 70 % are needed"
    assert finished(ballot()).aside == ""
    votes = [one for one in work.answers if one.kind == "vote"]
    assert len(votes) == len(work.plan.slots) and all(one.aside for one in votes)
    assert (work.promised, work.cast) == ((), ())


def test_a_test_answered_right_after_all_restores_the_standing() -> None:
    work = voting()
    tests = [item for item in work.plan.items if item.kind == "test"]
    failed = answer(work, tests[0].id, wrong(tests[0]))
    assert failed.aside == "0 of 1 hidden tests were answered right; 70 % are needed"
    assert answer(failed, tests[0].id, right(tests[0])).aside == ""


def test_a_judge_in_a_hurry_is_set_aside() -> None:
    work = voting()
    assert finished(work, seconds=1).aside == f"{len(work.ids)} of {len(work.ids)} answers took less than 3 seconds"
    assert finished(work, seconds=3).aside == ""
    assert finished(work).aside == ""  # not measured
    assert answer(work, work.next, right(work.questions[0]), seconds=1).aside == ""  # too few to tell


def test_marks_that_are_just_met_keep_the_standing() -> None:
    work = voting(test_mark=0.5)
    tests = [item for item in work.plan.items if item.kind == "test"]
    assert answer(answer(work, tests[0].id, wrong(tests[0])), tests[1].id, right(tests[1])).aside == ""
    for place, item in enumerate(work.questions[:4]):
        work = answer(work, item.id, right(item), seconds=1 + 5 * (place % 2))
    assert work.aside == ""  # two of four are too fast, and hurry is one half


def test_haste_in_the_quiz_does_not_count() -> None:
    work = grade(answer_all(ballot(), seconds=1))
    assert work.aside == ""


def test_votes_are_promised_until_they_are_cast() -> None:
    work = voting()
    one = answer(work, next(item.id for item in work.plan.items if item.slot), "left")
    assert len(one.promised) == len(work.plan.slots) and len(one.cast) == 1
    assert set(finished(work).cast) == set(work.promised)


def test_a_long_sheet_is_quick() -> None:
    work = ballot(quiz=0, subjects=topics(100), cap=1000, tests=0)
    assert len(finished(work).cast) == 300
