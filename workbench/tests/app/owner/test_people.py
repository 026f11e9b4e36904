"""Seats, invitations and assignments."""

from __future__ import annotations

import re

import pytest

from cliometer_workbench.models import Audit, Entry, Invitation, Member, Sheet, Study
from cliometer_workbench.services.worksheets import MEMORY, desk, load
from workbench.tests.app.owner.makings import finish, invitation, topic
from workbench.tests.app.people import Answer, Town


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [topic("wall"), topic("moon")], ann="judge", bo="judge", cy="verifier")


def post(town: Town, page: str, **given: object) -> Answer:
    return town.client("owner").post(f"/studies/study/people/{page}", given)


def roles(town: Town, name: str, *held: str) -> Answer:
    return post(town, "seat", person=town.person(name).pk, roles=list(held))


def test_an_invitation_is_shown_once_and_seats_whoever_follows_it(town: Town, study: Study) -> None:
    path = invitation(town, label="for Di", role="reader")
    assert path not in town.client("owner").get("/studies/study/people").content.decode()
    town.client("di").post(path)
    assert Member.objects.get(user__username="di").role == "reader"
    assert Invitation.objects.get().uses_left == 0


@pytest.mark.parametrize("given", [{"role": "king"}, {"uses": 0}, {"days": 400}, {"uses": ""}, {"label": "x" * 101}])
def test_an_impossible_invitation_is_refused(given: dict[str, object], town: Town, study: Study) -> None:
    answer = post(town, "invite", **({"role": "judge", "uses": 1, "days": 3} | given))
    assert (answer.status_code, Invitation.objects.count()) == (422, 0)


def test_a_page_that_is_sent_again_makes_no_second_invitation(town: Town, study: Study) -> None:
    page = town.client("owner").get("/studies/study/people").content.decode()
    once = re.search(r'name="once" value="([^"]+)"', page)
    assert once is not None
    given = {"role": "judge", "uses": 1, "days": 3, "once": once[1]}
    links = [
        re.search(r'value="(http[^"]+/join/[^"]+)"', post(town, "invite", **given).content.decode()) for _ in range(2)
    ]
    assert links[0] and links[1] and links[0][1] == links[1][1]
    assert Invitation.objects.count() == 1


def test_an_owner_with_one_judge_is_told_what_a_later_one_misses(town: Town) -> None:
    town.study("events", [topic("wall")], slug="alone", ann="judge", cy="verifier").sheets.all().delete()
    assert "misses the steps" in town.client("owner").get("/studies/alone/").content.decode()
    town.study("events", [topic("wall")], slug="two", ann="judge", bo="judge", cy="verifier").sheets.all().delete()
    assert "misses the steps" not in town.client("owner").get("/studies/two/").content.decode()


def test_a_revoked_invitation_lets_nobody_in(town: Town, study: Study) -> None:
    path = invitation(town)
    assert post(town, "revoke", number=Invitation.objects.get().pk).status_code == 302
    assert town.client("di").post(path).status_code == 409


def test_another_studys_invitation_is_not_ones_own_to_revoke(town: Town, study: Study) -> None:
    town.study("events", [], slug="other")
    invitation(town, "other")
    assert post(town, "revoke", number=Invitation.objects.get().pk).status_code == 404


def test_a_role_more_is_a_sheet_more_once_the_study_has_started(town: Town, study: Study) -> None:
    town.client("owner").post("/studies/study/start")
    roles(town, "cy", "judge", "verifier")
    assert study.sheets.filter(judge=town.person("cy"), step="list").count() == 2


def test_the_last_owner_stays(town: Town, study: Study) -> None:
    assert roles(town, "owner", "judge").status_code == 409
    assert roles(town, "owner").status_code == 409
    roles(town, "ann", "owner")
    assert roles(town, "owner").status_code == 302
    assert town.client("owner").get("/studies/study/people").status_code == 404


def test_who_has_no_seat_gets_none_by_number(town: Town, study: Study) -> None:
    assert roles(town, "zoe", "judge").status_code == 404


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


def test_what_was_laid_out_for_somebody_who_left_stays_the_same(town: Town, study: Study) -> None:
    finish(town, study, "wall")
    sheet = town.sheet(study, "link", "bo", "wall")
    before = desk(sheet).number
    roles(town, "bo")
    MEMORY.clear()
    left = Sheet.objects.get(pk=sheet.pk)
    assert (before, desk(left).number) == (2, 2)
    assert "seat number" not in desk(left).settings
    assert load(left).work.progress == (1, 1)
    town.client("di").post(invitation(town))
    assert Member.objects.get(user__username="di").number == 4


def test_a_seat_number_is_not_given_again(town: Town, study: Study) -> None:
    town.client("di").post(invitation(town))
    town.client("owner").post("/studies/study/start")
    roles(town, "di")
    town.client("ed").post(invitation(town))
    assert Member.objects.get(user__username="ed").number == 5


def test_judges_are_assigned_and_withdrawn(town: Town, study: Study) -> None:
    sheet = town.sheet(study, "list", "bo", "wall")
    assert post(town, "assign", withdraw=sheet.pk).status_code == 302
    assert town.client("bo").post(f"/sheets/{sheet.pk}/do").status_code == 403
    town.client("owner").post("/studies/study/start")
    assert not study.sheets.filter(topic__name="wall", step="list", judge=town.person("bo"), superseded=False)
    place = {"judge": town.person("bo").pk, "step": "list", "topic": study.topics.get(name="wall").pk}
    assert post(town, "assign", **place).status_code == 302
    assert town.sheet(study, "list", "bo", "wall").revision == 2


def test_what_was_withdrawn_comes_back_with_its_work(town: Town, study: Study) -> None:
    town.hand_in("owner", town.sheet(study, "split", topic="wall"))
    sheet = town.sheet(study, "list", "bo", "wall")
    town.act("bo", sheet, "add", text="Kept")
    post(town, "assign", withdraw=sheet.pk)
    post(town, "assign", judge=town.person("bo").pk, step="list", topic=sheet.topic_id)
    assert town.sheet(study, "list", "bo", "wall").entries.get().details == {"text": "Kept"}


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


def test_the_page_shows_everybody_and_their_work(town: Town, study: Study) -> None:
    page = town.client("owner").get("/studies/study/people").content.decode()
    assert all(name in page for name in ("ann", "bo", "cy", "Withdraw", "List the events", "moon"))
