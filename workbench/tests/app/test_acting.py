"""One action is one row: done once, refused with a reason, and never on somebody else's sheet."""

from __future__ import annotations

import pytest

from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.models import Entry, Study
from workbench.tests.app.people import Town

TEXT = "The wall fell. People danced."
STORY = Source("a", Annotation(TEXT, (Sentence("s1", 0, 14, TEXT[:14]), Sentence("s2", 15, 29, TEXT[15:]))))
TOPIC = Topic("wall", sources=(STORY,))


@pytest.fixture
def study(town: Town) -> Study:
    found = town.study("events", [TOPIC], ann="judge", bo="judge", cy="verifier", ed="reader")
    town.hand_in("owner", town.sheet(found, "split"))
    return found


def test_the_same_op_is_done_once(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    first = town.act("ann", sheet, "add", op="same-op-1", text="The wall falls")
    again = town.act("ann", sheet, "add", op="same-op-1", text="The wall falls")
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert Entry.objects.filter(sheet=sheet).count() == 1


def test_what_is_refused_leaves_no_row_and_says_why(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    answer = town.act("ann", sheet, "ad", text="The wall falls")
    assert (answer.status_code, Entry.objects.count()) == (409, 0)
    assert "did you mean add" in answer.content.decode()


@pytest.mark.parametrize("name", ["bo", "cy", "ed", "owner"])
def test_nobody_else_writes_on_anns_sheet(name: str, town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    assert town.act(name, sheet, "add", text="Mine").status_code == 403


def test_a_stranger_learns_nothing(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    assert town.act("zoe", sheet, "add", text="Mine").status_code == 404
    assert town.act("", sheet, "add", text="Mine").status_code == 401


def test_what_was_handed_in_cannot_be_changed(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    town.act("ann", sheet, "add", text="The wall falls")
    town.hand_in("ann", sheet)
    answer = town.act("ann", sheet, "add", text="More")
    assert (answer.status_code, "handed in" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize("body", ["", "[1]", '{"verb": 3}', '{"verb": "add", "details": []}', "{" * 100_000])
def test_a_body_that_is_no_action_is_refused(body: str, town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    answer = town.client("ann").post(f"/sheets/{sheet.pk}/do", body, content_type="application/json")
    assert answer.status_code == 409
