"""Consent, questions and the quiz: nobody works who has not passed them, and what was answered is kept."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cliometer_workbench.models import Admission, Study
from cliometer_workbench.services.admission import next_gate
from cliometer_workbench.services.study_documents import keep_document
from workbench.tests.app.people import Town
from workbench.tests.app.stories import TOPIC

PLACE = "/studies/study/admission"
AGE = {"id": "age", "text": "Age?", "kind": "number", "least": 18}
QUIZ = {"questions": [{"id": "wall", "text": "Which city?", "right": ["Berlin"]}], "needed": 1}


@pytest.fixture
def study(town: Town) -> Study:
    """A study of ann and bo, whose boundaries are reviewed, so that each has a list to write."""
    made = town.study("events", [TOPIC], ann="judge", bo="judge", ed="reader")
    town.hand_in("owner", town.sheet(made, "split"))
    return made


def ask(study: Study, **documents: Any) -> None:
    boss = study.created_by
    for part, document in documents.items():
        keep_document(study, part, document, boss)


def test_a_quiz_without_a_mark_only_records(town: Town, study: Study) -> None:
    ask(study, knowledge=QUIZ | {"needed": 0})
    town.client("ann").post(f"{PLACE}/knowledge", {"answer-wall": "Bonn"})
    assert next_gate(study, town.person("ann")) is None
    assert Admission.objects.get().details["right"] == 0


def test_the_owner_admits_who_failed_the_quiz(town: Town, study: Study) -> None:
    ask(study, knowledge=QUIZ)
    town.client("ann").post(f"{PLACE}/knowledge", {"answer-wall": "Bonn"})
    ann, page = town.person("ann"), town.client("owner").get(PLACE).content.decode()
    assert ("0 of 1" in page, "Admit" in page) == (True, True)
    given = {"person": ann.pk, "part": "knowledge"}
    assert town.client("owner").post("/studies/study/people/admit", given).status_code == 302
    assert next_gate(study, ann) is None
    assert Admission.objects.filter(user=ann).count() == 2  # the failure stays
    assert town.client("owner").post("/studies/study/people/admit", given).status_code == 409


def test_right_answers_and_bounds_are_not_on_the_page_of_the_judge(town: Town, study: Study) -> None:
    ask(study, questions={"questions": [AGE]}, knowledge=QUIZ)
    for part in ("questions", "knowledge"):
        page = town.client("ann").get(f"{PLACE}/{part}").content.decode()
        assert "Berlin" not in page
        assert "18" not in re.sub(r"\w{64}", "", page)  # tokens against forgery


def test_the_owner_writes_consent_questions_and_quiz(town: Town, study: Study) -> None:
    rows = {"TOTAL_FORMS": 2, "INITIAL_FORMS": 0}
    given: dict[str, Any] = {
        f"{part}-{name}": value for part in ("questions", "knowledge") for name, value in rows.items()
    }
    given |= {
        "consent": "We ask you.", "needed": 1,
        "questions-0-text": "How old are you?", "questions-0-kind": "number", "questions-0-least": "18",
        "questions-1-text": "", "questions-1-kind": "text",
        "knowledge-0-text": "Which city?", "knowledge-0-kind": "choice", "knowledge-0-id": "city",
        "knowledge-0-options": "Bonn\r\nBerlin", "knowledge-0-right": "Berlin",
        "knowledge-1-text": "", "knowledge-1-kind": "text",
    }  # fmt: skip
    boss = town.client("owner")
    for wrong in ("Rome", ""):
        assert boss.post(PLACE, given | {"knowledge-0-right": wrong}).status_code == 422
        assert not study.documents.exists()
    assert boss.post(PLACE, given).status_code == 302
    assert boss.post(PLACE, given).status_code == 302  # changes nothing, so no new versions
    study.refresh_from_db()
    assert study.versions == {"consent": 1, "questions": 1, "knowledge": 1}
    asked, quiz = (study.documents.get(part=part).document["questions"][0] for part in ("questions", "knowledge"))
    assert (asked["id"], str(asked["least"]), asked["required"]) == ("how_old_are_you", "18", False)
    assert (quiz["id"], quiz["options"], quiz["right"]) == ("city", ["Bonn", "Berlin"], ["Berlin"])


def test_the_page_offers_the_questions_of_the_paper(town: Town, study: Study) -> None:
    typed = {
        "add": "leaders", "consent": "We ask\r\nyou.", "needed": "2",
        "questions-TOTAL_FORMS": "1", "questions-INITIAL_FORMS": "0", "questions-0-text": "How old?",
        "questions-0-kind": "number", "questions-0-least": "18", "knowledge-TOTAL_FORMS": "0",
        "knowledge-INITIAL_FORMS": "0",
    }  # fmt: skip
    page = town.client("owner").post(PLACE, typed).content.decode()
    assert page.count("Who is the") >= 3
    kept = ("We ask\r\nyou.", 'value="How old?"', 'value="18"', 'name="needed" value="2"', 'data-unsaved="yes"')
    assert [text for text in kept if text not in page] == []
    assert not study.documents.filter(part="knowledge").exists()


def test_a_program_passes_the_gates_too(town: Town, study: Study) -> None:
    place, kind = "/api/studies/study", "application/json"
    boss, ann = town.client("owner"), town.client("ann")
    asked = {"consent": "We ask you.", "questions": {"questions": [AGE]}, "knowledge": QUIZ}
    assert boss.post(f"{place}/admission", asked, content_type=kind).json()["versions"] == {
        "consent": 1, "questions": 1, "knowledge": 1,
    }  # fmt: skip
    assert boss.post(f"{place}/admission", {"knowledge": {"questions": [AGE]}}, content_type=kind).status_code == 422
    assert ann.get(f"{place}/admission/next").json()["text"] == "We ask you."
    answers = (
        {"part": "consent", "agreed": True, "version": 1},
        {"part": "questions", "answers": {"age": "30"}},
        {"part": "knowledge", "answers": {"wall": ["berlin"]}},
    )
    found = [ann.post(f"{place}/admission/answers", one, content_type=kind).json() for one in answers]
    assert [one["part"] for one in found] == ["questions", "knowledge", ""]
    assert found[0]["questions"] == [{"id": "age", "text": "Age?", "kind": "number", "options": [], "required": True}]
    person = boss.get(f"{place}/persons").json()[0]
    assert (person["name"], person["code"], person["answers"]["knowledge"]["details"]["right"]) == ("ann", "J1", 1)
