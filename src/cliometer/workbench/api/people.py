"""People of a study: who sits in it, and invitations."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from ninja import Status

from cliometer.workbench.api.door import InStudy, operation
from cliometer.workbench.api.shapes import Invited, NewInvitation, PersonShape
from cliometer.workbench.services.entrance import invite


@operation("GET", "/studies/{slug:study}/people", "owner", list[PersonShape])
def list_people(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List who has a seat in a study."""
    found: dict[str, dict[str, Any]] = {}
    for seat in request.seat.study.members.select_related("user"):
        person = found.setdefault(
            seat.user.username, {"name": seat.user.username, "roles": [], "joined": seat.joined}
        )
        person["roles"].append(seat.role)
    return list(found.values())


@operation("POST", "/studies/{slug:study}/invitations", "owner", Invited, status=201)
def invite_people(request: InStudy, study: str, invitation: NewInvitation) -> Status[dict[str, str]]:
    """Make a link that seats whoever follows it."""
    asked = invitation
    token = invite(request.seat.study, asked.role, request.user, asked.uses, asked.days, asked.label)
    return Status(201, {"link": request.build_absolute_uri(reverse("join", kwargs={"token": token}))})
