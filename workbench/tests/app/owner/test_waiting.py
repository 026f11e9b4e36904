"""Whoever has nothing to do is told why: what they are, whether it has begun, and whose turn it is."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from cliometer_workbench.access import Seat
from cliometer_workbench.models import Study
from cliometer_workbench.services.overview import standing
from cliometer_workbench.services.seats import study_people
from workbench.tests.app.owner.makings import finish, invitation, topic, upload
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.preferences import voters


def page(town: Town, name: str, where: str = "/studies/study/") -> str:
    return str(town.client(name).get(where).content.decode())


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [topic()], ann="judge", bo="judge", cy="verifier", ed="reader")


def waiting_to_start(town: Town) -> None:
    """A study with a topic and a judge, not started."""
    boss = town.client("owner")
    boss.post("/studies/new?kind=events", {"title": "Wall", "settings-length": 7, "files": [upload("berlin.txt")]})
    town.client("ann").post(invitation(town, "wall"))


def test_who_joins_before_the_start_is_told_so(town: Town) -> None:
    waiting_to_start(town)
    said = page(town, "ann", "/studies/wall/")
    assert "You are <strong>judge</strong> in this study" in said
    assert "The owner has not started the study yet." in said
    assert "not started yet" in page(town, "ann", "/")


def test_the_overview_before_the_start_has_one_next_step(town: Town) -> None:
    waiting_to_start(town)
    said = page(town, "owner", "/studies/wall/")
    assert said.count("not started") >= 5
    assert "Start the study" in said
    assert "open now" not in said and "nobody yet" not in said


def test_between_steps_one_learns_whom_one_waits_for(town: Town, study: Study) -> None:
    town.hand_in("owner", town.sheet(study, "split"))
    sheet = town.sheet(study, "list", "ann")
    town.act("ann", sheet, "add", text="One")
    town.hand_in("ann", sheet)
    said = page(town, "ann")
    assert "wall: “List the events” waits for bo. Your next step after it: “Merge the lists”" in said
    assert "“List the events” waits for bo. Your next step after it: “Verify the links”" in page(town, "cy")


def test_a_shared_step_names_those_who_may_hand_it_in(town: Town, study: Study) -> None:
    assert "is open to owner, ann and bo; one of them hands it in for all" in page(town, "cy")


def test_a_reader_is_told_what_there_is_to_see(town: Town, study: Study) -> None:
    said = page(town, "ed")
    assert "you can read every finished topic" in said
    assert "Finished work" not in said
    finish(town, study)
    link = f"/sheets/{town.sheet(study, 'verify').pk}/"
    assert link in page(town, "ed")
    assert town.client("ed").get(link).status_code == 200


def test_judges_of_preferences_are_counted_and_not_named(town: Town) -> None:
    study = voters.study_of(town, "ann", "bo", slug="study")
    voters.vote(town, study, "ann")
    (wait,) = standing(Seat(town.person("ann"), study, frozenset({"judge"}))).waits
    assert wait.endswith("waits for 1 judge")


def handed(town: Town, name: str, sheet: int) -> Answer:
    return town.client(name).post(f"/sheets/{sheet}/hand-in", follow=True)


def test_after_handing_in_one_is_told_what_is_next(town: Town, study: Study) -> None:
    split = town.sheet(study, "split")
    said = handed(town, "ann", split.pk).content.decode()
    assert "Handed in: “Review sentence boundaries” of wall, for all who share it." in said
    assert "Next: “List the events” of wall." in said
    mine = town.sheet(study, "list", "ann")
    assert "Hand in? " in page(town, "ann", f"/sheets/{mine.pk}/")
    town.act("ann", mine, "add", text="One")
    assert "Next: wall: “List the events” waits for bo" in handed(town, "ann", mine.pk).content.decode()


def test_the_owner_who_hands_in_the_last_sheet_comes_to_freeze(town: Town, study: Study) -> None:
    finish(town, study)
    wall = study.topics.get().pk
    town.client("owner").post("/studies/study/reopen", {"step": "verify", "topic": wall})
    answer = handed(town, "owner", town.sheet(study, "verify").pk)
    assert answer.redirect_chain[-1][0] == "/studies/study/releases"
    assert "freeze a release" in answer.content.decode()


def test_a_shared_sheet_counts_for_whoever_handed_it_in(town: Town, study: Study) -> None:
    town.hand_in("ann", town.sheet(study, "split"))
    assert "Handed in by you" in page(town, "ann") and "Handed in by you" not in page(town, "bo")
    counts = {person.user.username: person.handed_in for person in study_people(study)}
    assert (counts["ann"], counts["bo"]) == (1, 0)


def test_whoever_has_no_password_is_told_where_to_set_one(town: Town) -> None:
    user = town.person("owner")
    user.set_unusable_password()
    user.save()
    town.client("owner").force_login(user)
    assert "Set a password" in page(town, "owner", "/")
    User.objects.filter(pk=user.pk).update(password="x")
    assert "Set a password" not in page(town, "owner", "/")


def test_a_link_that_other_machines_cannot_open_says_so(town: Town, study: Study) -> None:
    asked = {"role": "judge", "uses": 1, "days": 3}
    said = town.client("owner").post("/studies/study/people/invite", asked).content.decode()
    assert "other machines cannot open" in said and "--host NAME" in said


@pytest.mark.parametrize(
    ("came", "link"),
    [
        ("http://localhost/studies/study/people", 'href="/studies/study/people">Back to the last'),
        ("http://elsewhere.example/studies/", ""),
        ("http://localhost//elsewhere.example/", ""),
        ("", ""),
    ],
)
def test_a_refusal_leads_back_to_where_one_came_from(came: str, link: str, town: Town, study: Study) -> None:
    answer = town.client("owner").post("/studies/study/reopen", {"step": ""}, headers={"Referer": came})
    said = answer.content.decode()
    assert answer.status_code == 409
    assert link in said if link else "Back to the last" not in said
