"""Seats, invitations and assignments."""

from __future__ import annotations

import pytest

from cliometer_workbench.models import Audit, Entry, Invitation, Member, Study
from workbench.tests.app.owner.makings import finish, invitation, topic
from workbench.tests.app.people import Answer, Town


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [topic("wall"), topic("moon")], ann="judge", bo="judge", cy="verifier")


def post(town: Town, page: str, **given: object) -> Answer:
    return town.client("owner").post(f"/studies/study/people/{page}", given)


def roles(town: Town, name: str, *held: str) -> Answer:
    return post(town, "seat", person=town.person(name).pk, roles=list(held))


def test_a_revoked_invitation_lets_nobody_in(town: Town, study: Study) -> None:
    path = invitation(town)
    assert post(town, "revoke", number=Invitation.objects.get().pk).status_code == 302
    assert town.client("di").post(path).status_code == 409


def test_the_last_owner_stays(town: Town, study: Study) -> None:
    assert roles(town, "owner", "judge").status_code == 409
    assert roles(town, "owner").status_code == 409
    roles(town, "ann", "owner")
    assert roles(town, "owner").status_code == 302
    assert town.client("owner").get("/studies/study/people").status_code == 404


def test_the_work_of_somebody_who_leaves_is_kept(town: Town, study: Study) -> None:
    finish(town, study, "wall")
    town.hand_in("owner", town.sheet(study, "split", topic="moon"))
    town.act("bo", town.sheet(study, "list", "bo", "moon"), "add", text="Half done")
    before = Entry.objects.count()
    assert roles(town, "bo").status_code == 302
    assert town.client("bo").get("/studies/study/").status_code == 404
    assert Entry.objects.count() == before
    assert town.sheet(study, "link", "bo", "wall").submitted
    assert set(study.sheets.filter(judge=town.person("bo"), submitted=None).values_list("superseded")) == {(True,)}
    assert Audit.objects.get(what="seat removed").details["person"] == "bo"


def test_a_seat_number_is_not_given_again(town: Town, study: Study) -> None:
    town.client("di").post(invitation(town))
    town.client("owner").post("/studies/study/start")
    roles(town, "di")
    town.client("ed").post(invitation(town))
    assert Member.objects.get(user__username="ed").number == 5


def test_all_topics_are_assigned_at_once(town: Town, study: Study) -> None:
    town.client("di").post(invitation(town))
    post(town, "assign", judge=town.person("di").pk, step="link")
    assert study.sheets.filter(judge=town.person("di"), step="link").count() == 2


def test_nobody_is_put_below_work_that_rests_on_a_step(town: Town, study: Study) -> None:
    finish(town, study, "wall")
    town.client("di").post(invitation(town))
    answer = post(town, "assign", judge=town.person("di").pk, step="list", topic=study.topics.get(name="wall").pk)
    assert (answer.status_code, "reopen it first" in answer.content.decode()) == (409, True)
    answer = post(town, "assign", withdraw=town.sheet(study, "list", "ann", "wall").pk)
    assert (answer.status_code, "reopen the step first" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize(
    ("given", "status"),
    [({"step": "merge"}, 409), ({"step": "list", "who": "cy"}, 409), ({"step": "x"}, 422),
     ({"step": "list", "topic": 2**40}, 409), ({"step": "list", "who": "zoe"}, 404), ({"withdraw": "x"}, 409),
     ({"withdraw": 2**40}, 404)],
)  # fmt: skip
def test_what_cannot_be_assigned_is_refused(given: dict[str, object], status: int, town: Town, study: Study) -> None:
    who = town.person(str(given.pop("who", "ann"))).pk
    assert post(town, "assign", judge=who, **given).status_code == status
