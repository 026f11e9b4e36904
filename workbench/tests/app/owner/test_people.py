"""Seats, invitations, assignments and mail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client, override_settings
from django.utils import timezone

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


@pytest.fixture
def mailed_study(town: Town) -> Iterator[Study]:
    """A study, and an outbox in place of a mail server."""
    mail.outbox = []
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        yield town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")


def send(town: Town, addresses: str, **more: Any) -> Any:
    body = {"addresses": addresses, "role": "judge", "days": 7} | more
    return town.client("owner").post("/studies/study/people/mail", body, follow=True)


def test_each_address_gets_a_link_of_its_own_that_gives_a_seat_and_the_address(town: Town, mailed_study: Study) -> None:
    page = send(town, "di@example.org\n\ned@example.org\ndi@example.org\n").content.decode()
    assert "2 messages were written to the log" in page
    assert [message.to for message in mail.outbox] == [["di@example.org"], ["ed@example.org"]]
    links = [re.search(r"http://localhost(/join/\S+)", str(message.body)) for message in mail.outbox]
    assert links[0] and links[1] and links[0][1] != links[1][1]
    name, password = "di", "a long password"
    stranger = Client(HTTP_HOST="localhost")
    assert (
        stranger.post(links[0][1], {"username": name, "password1": password, "password2": password}).status_code == 302
    )
    assert town.person("di").email == "di@example.org"
    assert stranger.get(links[0][1]).status_code == 409


def test_an_invitation_that_was_not_sent_is_void_and_named(
    town: Town, mailed_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(message: EmailMessage, **more: Any) -> int:
        if message.to == ["ed@example.org"]:
            raise SMTPRecipientsRefused({})
        return 1

    monkeypatch.setattr(EmailMessage, "send", refuse)
    page = send(town, "di@example.org\ned@example.org").content.decode()
    assert "1 message was written to the log" in page and "ed@example.org was refused by the mail server" in page
    assert [one.email for one in Invitation.objects.all()] == ["di@example.org"]


def remind(town: Town) -> str:
    return str(town.client("owner").post("/studies/study/people/remind", follow=True).content.decode())


def test_whoever_has_an_open_sheet_is_reminded_once_a_day(town: Town, mailed_study: Study) -> None:
    town.hand_in("owner", town.sheet(mailed_study, "split"))
    town.client("ann").post("/account", {"what": "email", "email": "ann@example.org"})
    town.client("cy").post("/account", {"what": "email", "email": "cy@example.org"})
    page = remind(town)
    assert "1 message was written to the log" in page and "bo has no e-mail address" in page
    (message,) = mail.outbox  # cy's step is not open yet
    sheet = town.sheet(mailed_study, "list", "ann")
    assert message.to == ["ann@example.org"] and f"http://localhost/sheets/{sheet.pk}/" in str(message.body)
    assert "ann was reminded within the last day" in remind(town)
    Member.objects.update(reminded=timezone.now() - timedelta(hours=21))
    remind(town)
    assert len(mail.outbox) == 2
