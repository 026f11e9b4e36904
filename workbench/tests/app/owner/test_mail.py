"""Invitations and reminders by e-mail: everybody is written to, or named with the reason."""

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

from cliometer_workbench.models import Invitation, Member, Study
from workbench.tests.app.owner.makings import topic
from workbench.tests.app.people import Town


@pytest.fixture
def study(town: Town) -> Iterator[Study]:
    """A study, and an outbox in place of a mail server."""
    mail.outbox = []
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        yield town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")


def send(town: Town, addresses: str, **more: Any) -> Any:
    body = {"addresses": addresses, "role": "judge", "days": 7} | more
    return town.client("owner").post("/studies/study/people/mail", body, follow=True)


def test_each_address_gets_a_link_of_its_own_that_gives_a_seat_and_the_address(town: Town, study: Study) -> None:
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
    town: Town, study: Study, monkeypatch: pytest.MonkeyPatch
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
    answer = town.client("owner").post("/studies/study/people/remind", follow=True)
    return str(answer.content.decode())


def test_whoever_has_an_open_sheet_is_reminded_once_a_day(town: Town, study: Study) -> None:
    town.hand_in("owner", town.sheet(study, "split"))
    town.client("ann").post("/account", {"what": "email", "email": "ann@example.org"})
    town.client("cy").post("/account", {"what": "email", "email": "cy@example.org"})
    page = remind(town)
    assert "1 message was written to the log" in page and "bo has no e-mail address" in page
    (message,) = mail.outbox  # cy's step is not open yet
    sheet = town.sheet(study, "list", "ann")
    assert message.to == ["ann@example.org"] and f"http://localhost/sheets/{sheet.pk}/" in str(message.body)
    assert "ann was reminded within the last day" in remind(town)
    Member.objects.update(reminded=timezone.now() - timedelta(hours=21))
    remind(town)
    assert len(mail.outbox) == 2
