"""People of a study: seats, invitations, and who works on what."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.study.steps import ROLES
from cliometer.workbench.access import Seat
from cliometer.workbench.config import LOCAL_HOSTS
from cliometer.workbench.models import Sheet, StudyTopic
from cliometer.workbench.services import seats, sheets
from cliometer.workbench.services.storage import record
from cliometer.workbench.views.forms import AssignForm, InvitationForm, NumberForm, SeatForm, checked


def people(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """The page."""
    return render(request, "workbench/people.html", _context(seat))


def invite(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """A new link; the page that answers is the only one that ever shows it."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return render(request, "workbench/people.html", _context(seat) | {"form": form}, status=422)
    asked = form.cleaned_data
    token = seats.invite(seat.study, asked["role"], seat.user, asked["uses"], asked["days"], asked["label"])
    link = request.build_absolute_uri(reverse("join", kwargs={"token": token}))
    shown = _context(seat) | {"link": link, "invited": asked} | _reach(request)
    return render(request, "workbench/people.html", shown)


def _reach(request: HttpRequest) -> dict[str, Any]:
    """Whether the address of the link leads here from this machine alone."""
    name, _ = split_domain_port(request.get_host())
    return {"local": name in LOCAL_HOSTS, "host": request.get_host()}


def revoke(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Make a link void."""
    number = checked(NumberForm(request.POST))["number"]
    found = seat.study.invitations.filter(pk=number).first()
    if found is None:
        raise Http404
    record(seat.study, seat.user, "invitation revoked", role=found.role, label=found.label)
    found.delete()
    messages.success(request, "The invitation is void.")
    return redirect("people", study=seat.study.slug)


def change_seat(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Other roles, or none."""
    asked = checked(SeatForm(request.POST))
    user = _person(seat, asked["person"])
    seats.change_roles(seat.study, user, asked["roles"], seat.user)
    if user == seat.user and "owner" not in asked["roles"]:
        return redirect("home")
    now = (
        f"is now {', '.join(asked['roles'])}"
        if asked["roles"]
        else "has no seat any more; their work is kept"
    )
    messages.success(request, f"{user.username} {now}.")
    return redirect("people", study=seat.study.slug)


def assign(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Give a judge a sheet, or take one back."""
    if "withdraw" in request.POST:
        return _withdraw(request, seat)
    asked = checked(AssignForm(request.POST))
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


def _withdraw(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    number = checked(NumberForm({"number": request.POST["withdraw"]}))["number"]
    sheet = (
        Sheet.objects.select_related("study", "topic", "judge").filter(pk=number, study=seat.study).first()
    )
    if sheet is None:
        raise Http404
    sheets.withdraw(sheet, seat.user)
    messages.success(request, f"{sheet.judge_name} no longer works on {sheet.definition.title!r}.")
    return redirect("people", study=seat.study.slug)


def _person(seat: Seat, number: int) -> User:
    """Somebody with a seat here; others are nobody's business."""
    found = User.objects.filter(pk=number, seats__study=seat.study).first()
    if found is None:
        raise Http404
    return found


def _context(seat: Seat) -> dict[str, Any]:
    study = seat.study
    everybody = seats.seated(study)
    each = [step for step in study.protocol.steps if step.scope == "each"]
    fit = {role for step in each for role in step.roles}
    return {
        "study": study, "seat": seat, "tab": "people", "form": InvitationForm(), "roles": ROLES,
        "people": everybody, "now": timezone.now(), "steps": each, "topics": list(study.topics.all()),
        "invitations": study.invitations.filter(expires__gt=timezone.now(), uses_left__gte=1),
        "judges": [person.user for person in everybody if fit & {*person.roles}],
        "assignments": seats.assignments(study), "spans": all(step.spans for step in each),
        "started": study.audit.filter(what="started").exists(),
    }  # fmt: skip
