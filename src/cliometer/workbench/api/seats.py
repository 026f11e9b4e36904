"""Seats and sheets of a study's people: roles, invitations that wait, who works on what."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404
from django.utils import timezone
from ninja import Status

from cliometer.errors import Refused, unknown
from cliometer.workbench.access import Seat
from cliometer.workbench.api.door import InStudy, operation
from cliometer.workbench.api.shapes import (
    InvitationShape,
    NewAssignment,
    NewRoles,
    RolesShape,
    SheetShape,
    WhichInvitation,
    WhichSheet,
)
from cliometer.workbench.api.sheets import sheet_shape
from cliometer.workbench.models import Invitation, Sheet, StudyTopic
from cliometer.workbench.services import seats, sheets
from cliometer.workbench.services.audit import record


@operation("POST", "/studies/{slug:study}/roles", "owner", RolesShape)
def change_roles(request: InStudy, study: str, asked: NewRoles) -> dict[str, Any]:
    """Give somebody exactly these roles; without any, the seat is gone, and their work is kept."""
    person = _person(request.seat, asked.name)
    seats.change_roles(request.seat.study, person, asked.roles, request.user)
    return {"name": person.username, "roles": sorted(set(asked.roles))}


@operation("GET", "/studies/{slug:study}/invitations", "owner", list[InvitationShape])
def list_invitations(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the invitations that are still good, without their links."""
    return [_invitation(one) for one in _good(request.seat)]


@operation("POST", "/studies/{slug:study}/invitations/revoke", "owner", InvitationShape)
def revoke_invitation(request: InStudy, study: str, which: WhichInvitation) -> dict[str, Any]:
    """Make an invitation void."""
    found = request.seat.study.invitations.filter(pk=which.invitation).first()
    if found is None:
        raise Http404
    shown = _invitation(found)
    record(request.seat.study, request.user, "invitation revoked", role=found.role, label=found.label)
    found.delete()
    return shown


@operation("POST", "/studies/{slug:study}/assignments", "owner", list[SheetShape], status=201)
def assign_sheets(request: InStudy, study: str, asked: NewAssignment) -> Status[list[dict[str, Any]]]:
    """Give a judge a step of a topic; of all topics where none is named."""
    found, judge = request.seat.study, _person(request.seat, asked.judge)
    step = found.protocol.step(asked.step)
    places: list[StudyTopic | None] = [None] if step.spans else [*_topics(request.seat, asked.topic)]
    made = [sheets.assign(found, topic, step.name, judge, request.user) for topic in places]
    return Status(201, [sheet_shape(sheet) for sheet in made])


@operation("POST", "/studies/{slug:study}/assignments/withdraw", "owner", SheetShape)
def withdraw_sheet(request: InStudy, study: str, which: WhichSheet) -> dict[str, Any]:
    """Take a sheet back that is not handed in; what stands on it is kept."""
    rows = Sheet.objects.select_related("study", "topic", "judge")
    found = rows.filter(pk=which.sheet, study=request.seat.study).first()
    if found is None:
        raise Http404
    sheets.withdraw(found, request.user)
    return sheet_shape(found) | {"open": False}


def _person(seat: Seat, name: str) -> User:
    """Somebody with a seat here; others are nobody's business."""
    found = User.objects.filter(username=name, seats__study=seat.study).first()
    if found is None:
        raise unknown("person of this study", name, [one.user.username for one in seats.seated(seat.study)])
    return found


def _topics(seat: Seat, name: str) -> list[StudyTopic]:
    topics = list(seat.study.topics.all())
    found = [topic for topic in topics if name in ("", topic.name)]
    if name and not found:
        raise unknown("topic", name, [topic.name for topic in topics])
    if not found:
        raise Refused("the study has no topics yet; add some first")
    return found


def _good(seat: Seat) -> list[Invitation]:
    now = timezone.now()
    return list(seat.study.invitations.filter(expires__gt=now, uses_left__gte=1))


def _invitation(one: Invitation) -> dict[str, Any]:
    return {
        "invitation": one.pk, "role": one.role, "label": one.label, "uses": one.uses_left,
        "expires": one.expires,
    }  # fmt: skip
