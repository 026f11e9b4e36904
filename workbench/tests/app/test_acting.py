"""One action is one row: done once, refused with a reason, and never on somebody else's sheet."""

from __future__ import annotations

import pytest

from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.models import Entry, Study
from cliometer_workbench.services.sheet_lifecycle import reopen
from cliometer_workbench.services.worksheets import MEMORY, load
from workbench.tests.app.people import Town

TEXT = "The wall fell. People danced."
STORY = Source("a", Annotation(TEXT, (Sentence("s1", 0, 14, TEXT[:14]), Sentence("s2", 15, 29, TEXT[15:]))))
TOPIC = Topic("wall", sources=(STORY,))


@pytest.fixture
def study(town: Town) -> Study:
    found = town.study("events", [TOPIC], ann="judge", bo="judge", cy="verifier", ed="reader")
    town.hand_in("owner", town.sheet(found, "split"))
    return found


def test_an_action_is_one_row_and_its_outcome_stands(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    answer = town.act("ann", sheet, "add", text="The wall falls")
    assert (answer.status_code, Entry.objects.filter(sheet=sheet).count()) == (200, 1)


def test_the_same_op_is_done_once(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    first = town.act("ann", sheet, "add", op="same-op-1", text="The wall falls")
    again = town.act("ann", sheet, "add", op="same-op-1", text="The wall falls")
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert Entry.objects.filter(sheet=sheet).count() == 1


def test_the_same_op_of_another_judge_is_another_action(town: Town, study: Study) -> None:
    for name in ("ann", "bo"):
        sheet = town.sheet(study, "list", name)
        town.act(name, sheet, "add", text=f"The wall falls before {name}")
        town.hand_in(name, sheet)
    board = town.sheet(study, "merge")
    done = [town.act(name, board, "make", op="same-op-1", candidates=[f"{name}/c1"]) for name in ("ann", "bo")]
    assert [answer.json()["repeated"] for answer in done] == [False, False]
    assert [entry.name for entry in board.entries.all()] == ["ann", "bo"]


def test_what_is_refused_leaves_no_row_and_says_why(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    answer = town.act("ann", sheet, "ad", text="The wall falls")
    assert (answer.status_code, Entry.objects.count()) == (409, 0)
    assert "did you mean add" in answer.content.decode()


def test_undo_outlives_a_restart(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    town.act("ann", sheet, "add", text="One")
    town.act("ann", sheet, "add", text="Two")
    town.act("ann", sheet, "undo")
    before = load(sheet).work
    MEMORY.clear()
    assert load(sheet).work == before
    assert before.progress == (1, 0)  # of nobody knows how many
    answer = town.act("ann", sheet, "redo")
    assert (answer.status_code, answer.json()["seq"]) == (200, 4)


@pytest.mark.parametrize("name", ["bo", "cy", "ed", "owner"])
def test_nobody_else_writes_on_anns_sheet(name: str, town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    assert town.act(name, sheet, "add", text="Mine").status_code == 403


def test_a_stranger_learns_nothing(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    assert town.act("zoe", sheet, "add", text="Mine").status_code == 404
    assert town.act("", sheet, "add", text="Mine").status_code == 401


def test_a_step_opens_when_all_have_handed_in(town: Town, study: Study) -> None:
    board = town.sheet(study, "merge")
    assert town.act("ann", board, "undo").status_code == 409
    for name in ("ann", "bo"):
        sheet = town.sheet(study, "list", name)
        town.act(name, sheet, "add", text="The wall falls")
        assert town.hand_in(name, sheet).status_code == 302
    assert load(board).work.step == "merge"


def test_what_was_handed_in_cannot_be_changed(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    town.act("ann", sheet, "add", text="The wall falls")
    town.hand_in("ann", sheet)
    answer = town.act("ann", sheet, "add", text="More")
    assert (answer.status_code, "handed in" in answer.content.decode()) == (409, True)


def test_reopening_makes_a_new_revision_that_goes_on_from_the_old(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    town.act("ann", sheet, "add", text="One")
    town.act("ann", sheet, "add", text="Two")
    town.act("ann", sheet, "undo")
    town.hand_in("ann", sheet)
    reopen(study, sheet.topic, "list", town.person("owner"))
    new = town.sheet(study, "list", "ann")
    assert (new.revision, new.submitted) == (2, None)
    assert [entry.details["text"] for entry in new.entries.all()] == ["One"]
    assert [entry.verb for entry in sheet.entries.all()] == ["add", "add", "undo"]
    assert town.act("ann", sheet, "add", text="Three").status_code == 403
    assert town.act("ann", new, "add", text="Three").status_code == 200


@pytest.mark.parametrize("op", ["", "short", "x" * 65, "semi;colon", "späße-op-1"])
def test_an_op_must_be_plain(op: str, town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    body = {"verb": "add", "details": {"text": "x"}, "op": op}
    answer = town.client("ann").post(f"/sheets/{sheet.pk}/do", body, content_type="application/json")
    assert answer.status_code == 409


@pytest.mark.parametrize("body", ["", "[1]", '{"verb": 3}', '{"verb": "add", "details": []}', "{" * 100_000])
def test_a_body_that_is_no_action_is_refused(body: str, town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "ann")
    answer = town.client("ann").post(f"/sheets/{sheet.pk}/do", body, content_type="application/json")
    assert answer.status_code == 409
