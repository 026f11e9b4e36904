"""The first page: what waits for this person, and their studies."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from cliometer.workbench.access import Seat, roles_in
from cliometer.workbench.kinds import KINDS
from cliometer.workbench.models import Study
from cliometer.workbench.services.desks import waiting
from cliometer.workbench.services.waiting import standing


def home(request: HttpRequest) -> HttpResponseBase:
    """Work first, then studies; whoever runs the workbench may begin one."""
    assert isinstance(request.user, User)
    mine = Study.objects.filter(members__user=request.user).distinct()
    tasks = waiting(request.user)
    busy = {task.sheet.study_id for task in tasks}
    shown = {
        "tasks": tasks,
        "busy": busy,
        "studies": [_card(request.user, study) for study in mine.filter(archived=False)],
        "archived": mine.filter(archived=True),
        "may_create": request.user.is_staff,
        "kinds": KINDS,
    }
    return render(request, "workbench/home.html", shown)


def _card(user: User, study: Study) -> dict[str, Any]:
    """A study, what one is in it, and where it stands."""
    return {"study": study, "standing": standing(Seat(user, study, roles_in(user, study)))}
