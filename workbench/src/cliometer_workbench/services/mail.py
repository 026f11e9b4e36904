"""E-mail: invitations to addresses, and reminders of open sheets.

Without `--mail` the messages are written to the log, so that a workbench on one machine needs no mail server.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone

from cliometer.errors import Refused
from cliometer_workbench.models import Invitation, Study
from cliometer_workbench.services.overview import open_tasks
from cliometer_workbench.services.seats import invitation, invite
from cliometer_workbench.services.storage import record
from cliometer_workbench.study.steps import Role

MOST_ADDRESSES = 200  # in one go
REMINDED = "reminded"
_PAUSE = timedelta(hours=20)  # between two reminders to one person: a daily command reminds once a day


@dataclass(frozen=True)
class MailOutcome:
    """To whom messages went, and to whom they did not, each with the reason."""

    sent: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()


def invite_by_mail(
    study: Study, role: Role, addresses: Sequence[str], by: User, link: Callable[[str], str], days: int = 14
) -> MailOutcome:
    """Send each address an invitation for one person; `link` gives the URL of an invitation's token.

    An invitation that cannot be sent is void, and its address is named.
    """
    wanted = list(dict.fromkeys(addresses))
    if not 1 <= len(wanted) <= MOST_ADDRESSES:
        raise Refused("addresses-out-of-range", most=MOST_ADDRESSES, count=len(wanted))
    sent, failed = [], []
    for address in wanted:
        token = invite(study, role, by, days=days, label=address)
        made = invitation(token)
        Invitation.objects.filter(pk=made.pk).update(email=address)
        words = {"study": study, "role": role, "by": by, "link": link(token), "expires": made.expires}
        fault = _send("invitation", address, words)
        if fault:
            made.delete()
            failed.append((address, fault))
        else:
            sent.append(address)
    record(study, by, "invited by e-mail", role=role, sent=len(sent), failed=len(failed))
    return MailOutcome(tuple(sent), tuple(failed))


def remind(study: Study, by: User | None, link: Callable[[int], str], idle_days: int = 0) -> MailOutcome:
    """Send a message to everybody who has an open sheet in the study and did nothing there for `idle_days`.

    Nobody is reminded twice within a day. `link` gives the URL of a sheet.
    """
    now, sent, failed = timezone.now(), [], []
    recent = set(study.members.filter(reminded__gt=now - _PAUSE).values_list("user", flat=True))
    idle = now - timedelta(days=idle_days)
    for person in User.objects.filter(seats__study=study, crowd_worker__isnull=True).distinct().order_by("pk"):
        tasks = [task for task in open_tasks(person) if task.sheet.study_id == study.pk]
        busy = idle_days and study.sheets.filter(entries__by=person, entries__at__gt=idle).exists()
        if not tasks or busy:
            continue
        if person.pk in recent:
            fault = "was reminded within the last day"
        elif not person.email:
            fault = "has no e-mail address"
        else:
            lines = [(task.sheet, link(task.sheet.pk)) for task in tasks]
            fault = _send("reminder", person.email, {"study": study, "person": person, "tasks": lines})
        if fault:
            failed.append((person.username, fault))
        else:
            sent.append(person.username)
            study.members.filter(user=person).update(reminded=now)
    if sent:
        record(study, by, REMINDED, people=sent)
    return MailOutcome(tuple(sent), tuple(failed))


def _send(kind: str, address: str, words: dict[str, Any]) -> str:
    """Send the message of a template, whose first line is the subject; return why it could not be sent, or nothing."""
    subject, _, body = render_to_string(f"workbench/mail/{kind}.txt", words).strip().partition("\n")
    try:
        EmailMessage(" ".join(subject.split()), body.strip() + "\n", to=[address]).send()
    except SMTPException as error:
        return f"was refused by the mail server ({type(error).__name__})"
    except OSError as error:
        return f"was not sent: the mail server cannot be reached ({error.strerror or error})"
    return ""
