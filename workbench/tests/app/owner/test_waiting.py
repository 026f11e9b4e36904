"""Whoever has nothing to do is told why: what they are, whether it has begun, and whose turn it is."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from cliometer_workbench.access import Seat
from cliometer_workbench.models import Study
from cliometer_workbench.services.overview import standing
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


def test_judges_of_preferences_are_counted_and_not_named(town: Town) -> None:
    study = voters.study_of(town, "ann", "bo", slug="study")
    voters.vote(town, study, "ann")
    (wait,) = standing(Seat(town.person("ann"), study, frozenset({"judge"}))).waits
    assert wait.endswith("waits for 1 judge")


def handed(town: Town, name: str, sheet: int) -> Answer:
    return town.client(name).post(f"/sheets/{sheet}/hand-in", follow=True)


def test_the_owner_who_hands_in_the_last_sheet_comes_to_freeze(town: Town, study: Study) -> None:
    finish(town, study)
    wall = study.topics.get().pk
    town.client("owner").post("/studies/study/reopen", {"step": "verify", "topic": wall})
    answer = handed(town, "owner", town.sheet(study, "verify").pk)
    assert answer.redirect_chain[-1][0] == "/studies/study/releases"
    assert "freeze a release" in answer.content.decode()


def test_whoever_has_no_password_is_told_where_to_set_one(town: Town) -> None:
    user = town.person("owner")
    user.set_unusable_password()
    user.save()
    town.client("owner").force_login(user)
    assert "Set a password" in page(town, "owner", "/")
    User.objects.filter(pk=user.pk).update(password="x")
    assert "Set a password" not in page(town, "owner", "/")
