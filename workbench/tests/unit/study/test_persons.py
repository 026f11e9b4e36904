"""Questions on people and workers of a crowd: what fits is kept in its type, and what ends a part is found."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer_workbench.study.crowd_services import SERVICES, check_parameters, check_return_address, read_worker_ids
from cliometer_workbench.study.persons import PersonQuestion, Questionnaire, new_codes

AGE = PersonQuestion("age", "How old are you?", "number", least=18, most=99)
TONGUE = PersonQuestion(
    "tongue", "Which is your first language?", "choice", ("English", "German", "other"), excluded=("other",)
)
PAPERS = PersonQuestion("papers", "Which do you read?", "choices", ("A", "B", "C"), required=False)
FREE = PersonQuestion("free", "Anything else?", required=False)
ASKED = Questionnaire((AGE, TONGUE, PAPERS, FREE))


def test_answers_have_the_types_of_their_questions() -> None:
    given = {"age": [" 41,5 "], "tongue": ["German"], "papers": ["C", "A"], "free": ["  "]}
    assert ASKED.read(given) == ({"age": 41.5, "tongue": "German", "papers": ["A", "C"]}, {})


@pytest.mark.parametrize(
    ("question", "given", "rule"),
    [
        (AGE, [], "answer-needed"),
        (AGE, ["old"], "answer-number"),
        (AGE, ["nan"], "answer-number"),
        (AGE, ["1", "2"], "answer-single"),
        (TONGUE, ["French"], "answer-no-option"),
        (TONGUE, ["English", "German"], "answer-single"),
        (FREE, ["x" * 2001], "answer-too-long"),
    ],
)
def test_what_does_not_fit_is_said_at_its_question(question: PersonQuestion, given: list[str], rule: str) -> None:
    answers, problems = Questionnaire((question,)).read({question.id: given})
    assert not answers
    assert problems[question.id].rule == rule


@pytest.mark.parametrize(
    ("answers", "by"),
    [
        ({"age": 18.0, "tongue": "German"}, ()),
        ({"age": 17.0, "tongue": "German"}, ("age",)),
        ({"age": 100.0, "tongue": "other"}, ("age", "tongue")),
        ({}, ()),
    ],
)
def test_some_answers_end_the_participation(answers: dict[str, Any], by: tuple[str, ...]) -> None:
    assert ASKED.excluded_by(answers) == by


def test_a_quiz_is_graded_and_case_and_blanks_of_texts_do_not_count() -> None:
    quiz = Questionnaire(
        (
            PersonQuestion("capital", "Capital?", right=("Berlin", "Bonn am Rhein")),
            PersonQuestion("year", "Year?", "number", right=("1989",)),
            PersonQuestion("both", "Which two?", "choices", ("a", "b", "c"), right=("a", "b")),
            PersonQuestion("one", "Which?", "choice", ("a", "b"), right=("b",)),
        ),
        needed=3,
    )
    grade = quiz.grade({"capital": "bonn  AM rhein", "year": 1989.0, "both": ["b", "a"], "one": "a"})
    assert (grade.right, grade.of, grade.passed) == (3, 4, True)
    assert not quiz.grade({"both": ["a"], "one": "b"}).passed


def test_names_of_questions_are_unique_and_a_mark_can_be_reached() -> None:
    with pytest.raises(InputError, match='two questions have the name "age"'):
        Questionnaire((AGE, AGE))
    with pytest.raises(InputError, match="2 right answers are needed, of 1 question"):
        Questionnaire((AGE,), needed=2)


def test_an_imported_name_stays_where_it_is_nobody_elses_code() -> None:
    assert new_codes(["ann", "J1", "J7", "bo"], {}, {"J1", "J7"}) == {"J1": "J1", "J7": "J7", "ann": "J2", "bo": "J3"}
    assert new_codes(["J1"], {"ann": "J1"}, {"J1"}) == {"ann": "J1", "J1": "J2"}


PROLIFIC, MTURK, CONNECT = (SERVICES[name] for name in ("prolific", "mturk", "cloudresearch"))


@pytest.mark.parametrize(
    "pid", ["", "  ", "{{%PROLIFIC_PID%}}", "a b", "a/b", "=cmd()", "+1", "-1", "@x", "x" * 256, "é", "a\nb", "<b>"]
)
def test_no_other_text_is_an_id(pid: str) -> None:
    with pytest.raises(InputError, match="PROLIFIC_PID"):
        read_worker_ids("prolific", PROLIFIC.parameters, {"PROLIFIC_PID": pid})


@pytest.mark.parametrize(
    "told",
    [
        "http://www.mturk.com", "https://evil.org", "https://www.mturk.com.evil.org", "https://www.mturk.com@evil.org",
        "//www.mturk.com", "javascript:alert(1)", "https://www.mturk.com:8443", "https://[", "https://evil.org#www.mturk.com",
    ],
)  # fmt: skip
def test_nothing_is_handed_in_elsewhere(told: str) -> None:
    query = {"workerId": "w", "assignmentId": "a", "turkSubmitTo": told}
    with pytest.raises(InputError, match="turkSubmitTo"):
        read_worker_ids("mturk", MTURK.parameters, query)


@pytest.mark.parametrize(
    "address",
    [
        "http://a.org", "//a.org", "a.org", "javascript:alert(1)", "https://", "https://u:p@a.org", "https://a.org/ b",
        "https://a.org\\@b.org", "https://{worker}.org", "https://a.org/{name}", "https://a.org/\n", "https://[a",
    ],
)  # fmt: skip
def test_an_owner_cannot_name_a_wrong_return_address(address: str) -> None:
    with pytest.raises(InputError, match="address"):
        check_return_address(address)


def test_return_addresses_of_a_service_stay_with_it() -> None:
    right = "https://connect.cloudresearch.com/participant/project/41B26CAA44/complete"
    assert check_return_address(right, CONNECT.host) == right
    with pytest.raises(InputError, match=r"connect\.cloudresearch\.com"):
        check_return_address("https://a.org/", CONNECT.host)


@pytest.mark.parametrize("names", [("", "b", "c"), ("a", "a", ""), ("a b", "", ""), ("x" * 65, "", "")])
def test_parameters_of_another_service_are_checked(names: tuple[str, str, str]) -> None:
    assert check_parameters(("pid", "", "")) == ("pid", "", "")
    with pytest.raises(InputError):
        check_parameters(names)
