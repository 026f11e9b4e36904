"""The first page: what waits for this person, and their studies."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from cliometer.workbench.kinds import KINDS
from cliometer.workbench.models import Study
from cliometer.workbench.services.desks import waiting


def home(request: HttpRequest) -> HttpResponseBase:
    """Work first, then studies; whoever runs the workbench may begin one."""
    assert isinstance(request.user, User)
    studies = Study.objects.filter(members__user=request.user).distinct()
    shown = {
        "tasks": waiting(request.user),
        "studies": studies,
        "may_create": request.user.is_staff,
        "kinds": KINDS,
    }
    return render(request, "workbench/home.html", shown)
