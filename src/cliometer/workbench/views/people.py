"""People of a study: seats, invitations, and who works on what."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.study.steps import ROLES
from cliometer.workbench.access import Seat
from cliometer.workbench.config import LOCAL_HOSTS
from cliometer.workbench.models import Sheet, StudyTopic
from cliometer.workbench.services import seats, sheets
from cliometer.workbench.services.storage import is_started
from cliometer.workbench.views.forms import AssignForm, InvitationForm, NumberForm, SeatForm, form_values


def people(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Show the people of a study."""
    return render(request, "workbench/people.html", _context(seat))


def invite(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Make an invitation; the page that answers is the only one that ever shows its link."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return render(request, "workbench/people.html", _context(seat) | {"form": form}, status=422)
    asked = form.cleaned_data
    token = seats.invite(seat.study, asked["role"], seat.user, asked["uses"], asked["days"], asked["label"])
    link = request.build_absolute_uri(reverse("join", kwargs={"token": token}))
    name, _ = split_domain_port(request.get_host())
    reach = {"local": name in LOCAL_HOSTS, "host": request.get_host()}  # local: a link for this machine alone
    shown = _context(seat) | {"link": link, "invited": asked} | reach
    return render(request, "workbench/people.html", shown)


def revoke(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Make a link void."""
    number = form_values(NumberForm(request.POST))["number"]
    seats.revoke(get_object_or_404(seat.study.invitations, pk=number), seat.user)
    messages.success(request, "The invitation is void.")
    return redirect("people", study=seat.study.slug)


def change_seat(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Give somebody other roles, or none."""
    asked = form_values(SeatForm(request.POST))
    user = _person(seat, asked["person"])
    seats.change_roles(seat.study, user, asked["roles"], seat.user)
    if user == seat.user and "owner" not in asked["roles"]:
        return redirect("home")
    held = ", ".join(asked["roles"])
    now = f"is now {held}" if held else "has no seat any more; their work is kept"
    messages.success(request, f"{user.username} {now}.")
    return redirect("people", study=seat.study.slug)


def assign(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Give a judge a sheet, or take one back."""
    if "withdraw" in request.POST:
        number = form_values(NumberForm({"number": request.POST["withdraw"]}))["number"]
        rows = Sheet.objects.select_related("study", "topic", "judge")
        sheet = get_object_or_404(rows, pk=number, study=seat.study)
        sheets.withdraw(sheet, seat.user)
        messages.success(request, f"{sheet.judge_name} no longer works on {sheet.definition.title!r}.")
        return redirect("people", study=seat.study.slug)
    asked = form_values(AssignForm(request.POST))
    user, step = _person(seat, asked["judge"]), seat.study.protocol.step(asked["step"])
    places: list[StudyTopic | None] = [None] if step.spans else [*seat.study.topics.all()]
    if asked["topic"] and not step.spans:
        places = [topic for topic in places if topic and topic.pk == asked["topic"]]
    if not places:
        raise Refused("there is no such topic in this study")
    for topic in places:
        sheets.assign(seat.study, topic, step.name, user, seat.user)
    messages.success(request, f"{user.username} works on {step.title!r}.")
    return redirect("people", study=seat.study.slug)


def _person(seat: Seat, number: int) -> User:
    """Return somebody with a seat here; others are nobody's business."""
    return get_object_or_404(User.objects.filter(seats__study=seat.study).distinct(), pk=number)


def _context(seat: Seat) -> dict[str, Any]:
    study = seat.study
    everybody = seats.study_people(study)
    each = [step for step in study.protocol.steps if step.scope == "each"]
    fit = {role for step in each for role in step.roles}
    return {
        "study": study, "seat": seat, "tab": "people", "form": InvitationForm(), "roles": ROLES,
        "people": everybody, "now": timezone.now(), "steps": each, "topics": list(study.topics.all()),
        "invitations": seats.good_invitations(study),
        "judges": [person.user for person in everybody if fit & {*person.roles}],
        "assignments": seats.assignments(study), "spans": all(step.spans for step in each),
        "started": is_started(study),
    }  # fmt: skip
