"""Work that is carried into a reopened study: what still fits stands, what does not is left out and named."""

from __future__ import annotations

import pytest

from cliometer.errors import Refused
from cliometer_workbench.models import Audit, Entry, Sheet, Study
from cliometer_workbench.services.seats import change_roles, seat
from cliometer_workbench.services.sheet_lifecycle import assign, reopen, withdraw
from cliometer_workbench.services.worksheets import MEMORY, load
from cliometer_workbench.study.events.event_links import VerificationSheet
from cliometer_workbench.study.events.event_listing import EventBoard
from workbench.tests.app.events.stages import linking, listing, merging, through, verifying
from workbench.tests.app.people import Town


def shorter(town: Town) -> Study:
    """A study that was through; its lists were opened again, and ann has struck `A concert at the gate`."""
    study = through(town)
    reopen(study, study.topics.get(), "list", town.person("owner"))
    sheet = town.sheet(study, "list", "ann")
    assert town.act("ann", sheet, "remove", event="c2").status_code == 200
    assert town.hand_in("ann", sheet).status_code == 302
    return study


def reopened(town: Town) -> Study:
    """As `shorter`, and bo has handed in again what he had."""
    study = shorter(town)
    assert town.hand_in("bo", town.sheet(study, "list", "bo")).status_code == 302
    return study


def board_of(town: Town, study: Study) -> EventBoard:
    work = load(town.sheet(study, "merge")).work
    assert isinstance(work, EventBoard)
    return work


def listers(town: Town, study: Study) -> set[str]:
    """Those whose candidates lie on the board."""
    return set(board_of(town, study).judges)


def left_out() -> list[tuple[str, str]]:
    """Step and action of the lines of the audit, oldest first."""
    lines = Audit.objects.filter(what="left out").order_by("pk")
    return [(line.details["step"], line.details["action"]) for line in lines]


def test_what_still_fits_is_carried(town: Town) -> None:
    assert [event.id for event in board_of(town, reopened(town)).events] == ["e1"]


def test_what_no_longer_fits_is_named_in_the_audit_once(town: Town) -> None:
    board = town.sheet(reopened(town), "merge")
    for _ in range(2):
        assert town.client("ann").get(f"/sheets/{board.pk}/").status_code == 200
        MEMORY.clear()
    steps = [step for step, _ in left_out()]
    assert (steps, "make" in left_out()[0][1], "ann/c2" in left_out()[0][1]) == (["merge"], True, True)
    assert Audit.objects.get(what="left out").details["why"]


def test_the_originals_stay(town: Town) -> None:
    study = reopened(town)
    board_of(town, study)
    old = Sheet.objects.get(study=study, step="merge", revision=1)
    new = town.sheet(study, "merge")
    assert [entry.verb for entry in old.entries.all()] == ["make", "make", "omit"]
    assert [(entry.verb, entry.carried) for entry in new.entries.all()] == [("make", True), ("omit", True)]


def test_links_to_an_event_that_is_gone_go_with_it(town: Town) -> None:
    study = reopened(town)
    board = town.sheet(study, "merge")
    assert town.act("bo", board, "omit", candidate="bo/c2", why="too small").status_code == 200
    assert town.hand_in("bo", board).status_code == 302
    for judge in ("ann", "bo"):
        sheet = town.sheet(study, "link", judge)
        assert town.client(judge).get(f"/sheets/{sheet.pk}/").status_code == 200
        assert town.hand_in(judge, sheet).status_code == 302
    work = load(town.sheet(study, "verify")).work
    assert isinstance(work, VerificationSheet)
    assert {case.event for case in work.cases} == {"e1"}
    assert [step for step, _ in left_out()] == ["merge", "link", "link", "verify"]
    assert all("'e2'" in action for _, action in left_out()[1:])


def test_the_first_action_on_a_carried_sheet_may_come_before_anybody_looked(town: Town) -> None:
    study = reopened(town)
    board = town.sheet(study, "merge")
    assert town.act("ann", board, "make", candidates=["ann/c9"], id="x").status_code == 409
    assert town.act("bo", board, "omit", candidate="bo/c2", why="too small").status_code == 200
    MEMORY.clear()
    assert [event.id for event in board_of(town, study).events] == ["e1"]


def test_work_that_nothing_was_carried_into_is_never_dropped(town: Town) -> None:
    study = linking(town)
    board = Sheet.objects.select_related("study", "topic").get(pk=town.sheet(study, "merge").pk)
    Sheet.objects.filter(pk=board.pk).update(submitted=None)
    Entry.objects.filter(sheet=board, verb="omit").update(details={"candidate": "ann/c9", "why": "broken"})
    board.submitted = None
    MEMORY.clear()
    with pytest.raises(Refused, match="c9"):
        load(board)
    assert (board.entries.count(), left_out()) == (3, [])


def test_a_step_that_is_through_because_a_sheet_was_withdrawn_opens_the_next(town: Town) -> None:
    study = shorter(town)
    withdraw(town.sheet(study, "list", "bo"), town.person("owner"))
    board = town.sheet(study, "merge")
    assert town.client("ann").get(f"/sheets/{board.pk}/").status_code == 200
    assert len(left_out()) == 2  # both events had something of bo


def test_so_does_one_whose_judge_has_left(town: Town) -> None:
    study = shorter(town)
    change_roles(study, town.person("bo"), (), town.person("owner"))
    board = town.sheet(study, "merge")
    assert town.client("ann").get(f"/sheets/{board.pk}/").status_code == 200
    assert town.client("owner").get("/studies/study/").status_code == 200


def test_what_was_handed_in_meanwhile_cannot_be_withdrawn(town: Town) -> None:
    study = listing(town)
    seen = town.sheet(study, "list", "ann")  # as the owner's page had it
    town.act("ann", seen, "add", text="The wall falls")
    town.hand_in("ann", seen)
    with pytest.raises(Refused, match="not handed in can be withdrawn"):
        withdraw(seen, town.person("owner"))
    assert not Sheet.objects.get(pk=seen.pk).superseded
    assert not Audit.objects.filter(what="withdrawn").exists()


def test_a_judge_can_be_added_to_a_reopened_step_in_spite_of_carried_work(town: Town) -> None:
    study = through(town)
    reopen(study, study.topics.get(), "list", town.person("owner"))
    seat(study, town.person("dee"), "judge")
    assert assign(study, study.topics.get(), "list", town.person("dee"), town.person("owner")).revision == 1


def test_nobody_is_added_below_work_that_was_done(town: Town) -> None:
    study = linking(town)
    seat(study, town.person("dee"), "judge")
    with pytest.raises(Refused, match="later steps rest on"):
        assign(study, study.topics.get(), "list", town.person("dee"), town.person("owner"))


def test_whoever_is_added_late_counts_in_a_step_that_was_looked_at_before(town: Town) -> None:
    study = merging(town)
    assert listers(town, study) == {"ann", "bo"}
    seat(study, town.person("dee"), "judge")
    sheet = assign(study, study.topics.get(), "list", town.person("dee"), town.person("owner"))
    town.act("dee", sheet, "add", text="Rain")
    assert town.hand_in("dee", sheet).status_code == 302
    assert listers(town, study) == {"ann", "bo", "dee"}


def test_an_owner_at_blind_work_is_not_told_what_others_did(town: Town) -> None:
    study = verifying(town)
    seat(study, town.person("ann"), "owner")
    reopen(study, study.topics.get(), "merge", town.person("owner"))
    board = town.sheet(study, "merge")
    assert town.act("bo", board, "drop", event="e2").status_code == 200
    for candidate in ("ann/c2", "bo/c2"):
        town.act("bo", board, "omit", candidate=candidate, why="too small")
    assert town.hand_in("bo", board).status_code == 302
    town.client("bo").get(f"/sheets/{town.sheet(study, 'link', 'bo').pk}/")
    said = {name: town.client(name).get("/studies/study/audit").content.decode() for name in ("owner", "ann")}
    assert {name: "wall/2/s2" in page for name, page in said.items()} == {"owner": True, "ann": False}
    assert "shown once your own work is handed in" in said["ann"]
