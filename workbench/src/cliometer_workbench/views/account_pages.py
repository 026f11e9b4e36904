"""Pages of accounts (signing in, joining a study, password and keys, health) and of the people of a study."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from cliometer.errors import Refused, unknown
from cliometer.version import __version__
from cliometer_workbench.access import Seat
from cliometer_workbench.config import LOCAL_HOSTS
from cliometer_workbench.middleware import THEME_COOKIE, THEMES
from cliometer_workbench.models import Study, Token, whole_sheets
from cliometer_workbench.services import crowd_links, machine_seats, mail, seats, sheet_lifecycle
from cliometer_workbench.services.admission import WORKING, next_gate
from cliometer_workbench.services.markdown import render as markdown
from cliometer_workbench.services.persons import answer_consent
from cliometer_workbench.services.seats import known_browser, remember_browser, request_address
from cliometer_workbench.services.study_documents import WHOLE, current, current_document
from cliometer_workbench.study.steps import ROLES
from cliometer_workbench.views import forms, go_to, study_page


def sign_in(request: HttpRequest) -> HttpResponseBase:
    """Show the page for signing in; after several failures the person must wait before the next attempt."""
    form = forms.SignInForm(request.POST if request.method == "POST" else None)
    user = _authenticate(request, form) if request.method == "POST" and form.is_valid() else None
    if user is not None:
        login(request, user)
        return remember_browser(request, redirect(_next(request)))
    status = 400 if request.method == "POST" else 200
    return render(request, "workbench/login.html", {"form": form, "next": _next(request)}, status=status)


def _authenticate(request: HttpRequest, form: forms.SignInForm) -> User | None:
    """Return the person with this name and password, or None after adding the reason to the form."""
    name = form.cleaned_data["username"]
    counts = seats.failure_counts(name, request_address(request), known_browser(request, name))
    wait = seats.seconds_to_wait(counts)
    if wait:
        message = ngettext(
            "There were too many attempts. Wait %(count)s second, then try again.",
            "There were too many attempts. Wait %(count)s seconds, then try again.",
            wait,
        )
        form.add_error(None, message % {"count": wait})
        return None
    user = authenticate(request, **form.cleaned_data)
    if isinstance(user, User):
        seats.forget_failures(counts)
        return user
    seats.count_failure(counts)
    form.add_error(None, gettext("Name and password do not match."))
    return None


def sign_out(request: HttpRequest) -> HttpResponseBase:
    """Sign the person out."""
    logout(request)
    return redirect("login")


def start(request: HttpRequest, token: str) -> HttpResponseBase:
    """Sign the owner in by a one-time link."""
    login(request, seats.follow_start_link(token), backend="django.contrib.auth.backends.ModelBackend")
    return redirect("home")


def join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Accept an invitation with the account that is signed in, or with a new one."""
    invited = seats.invitation(token)
    signed_in = isinstance(request.user, User)
    form = forms.JoinForm(request.POST if request.method == "POST" and not signed_in else None)
    asked = current(invited.study, "consent") if invited.role in WORKING else None
    agreed = asked is None or request.POST.get("agreed") == "yes"
    if request.method == "POST" and agreed and (signed_in or form.is_valid()):
        with transaction.atomic():  # no account without the seat
            person = request.user if isinstance(request.user, User) else form.save()
            study = seats.accept(token, person)
            if asked is not None:
                answer_consent(
                    study, person, True, asked.number if request.POST.get("version") == str(asked.number) else 0
                )
        if not signed_in:
            login(request, person, backend="django.contrib.auth.backends.ModelBackend")
        return remember_browser(request, redirect(next_gate(study, person) or reverse("study", args=[study.slug])))
    refused = request.method == "POST" and not agreed
    shown = {"invitation": invited, "form": form, "token": token, "consent": asked, "refused": refused}
    if asked is not None:
        shown["text"] = markdown(asked.document[WHOLE], reverse("join_picture", args=[token, "-"])[:-1])
    return render(request, "workbench/join.html", shown, status=400 if form.errors or refused else 200)


def account(request: HttpRequest) -> HttpResponseBase:
    """Show the person's account, with the forms for the password and the keys of the API."""
    user = request.user
    assert isinstance(user, User)
    kind = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = kind(user, request.POST if request.POST.get("what") == "password" else None)
    if form.is_bound and form.is_valid():
        form.save()
        update_session_auth_hash(request, user)
        messages.success(request, gettext("The password was changed."))
        return redirect("account")
    address = forms.EmailForm(
        request.POST if request.POST.get("what") == "email" else None, initial={"email": user.email}
    )
    if address.is_bound and address.is_valid():
        user.email = address.cleaned_data["email"]
        user.save(update_fields=["email"])
        messages.success(request, _("The e-mail address was changed."))
        return redirect("account")
    secret = ""
    if request.POST.get("what") == "token":
        secret = seats.new_api_token(user, request.POST.get("name", ""))
    elif request.POST.get("what") == "revoke" and request.POST.get("token", "").isdecimal():
        Token.objects.filter(user=user, pk=int(request.POST["token"][:15])).delete()
    shown = {"form": form, "address": address, "tokens": user.tokens.all(), "secret": secret}
    return render(request, "workbench/account.html", shown)


def display(request: HttpRequest) -> HttpResponseBase:
    """Keep the language or the theme that somebody chose in a cookie of the browser, and go back to the page."""
    response = redirect(_next(request))
    for name, values in ((settings.LANGUAGE_COOKIE_NAME, [*dict(settings.LANGUAGES)]), (THEME_COOKIE, [*THEMES])):
        if (chosen := request.POST.get(name, "")) in values:
            response.set_cookie(
                name, chosen, max_age=365 * 86_400, samesite="Lax", httponly=True, secure=settings.CONFIG.secure
            )
    return response


def _next(request: HttpRequest) -> str:
    """Return the page to go to after signing in, which is never on another site."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if safe and wanted.startswith("/") else "/"


def health(request: HttpRequest) -> HttpResponseBase:
    """Answer 200 if the database can be reached and is migrated, and 503 otherwise."""
    try:
        executor = MigrationExecutor(connection)
        behind = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        database = "behind: run cliometer workbench migrate" if behind else "ok"
    except DatabaseError:
        database, behind = "unreachable", True
    reached = {"https": request.is_secure(), "forwarded": "X-Forwarded-For" in request.headers}  # for `check`
    answer = {"cliometer": __version__, "database": database, **reached}
    return JsonResponse(answer, status=503 if behind else 200)


def people(request: HttpRequest, seat: Seat, status: int = 200, **shown: Any) -> HttpResponseBase:
    """Show the people of a study, and what a form of the page led to."""
    return study_page(request, seat, "people", people_context(seat) | shown, status)


def invite(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Make an invitation and show its link, which is not shown again."""
    form = forms.InvitationForm(request.POST)
    if not form.is_valid():
        return people(request, seat, 422, form=form)
    asked = form.cleaned_data
    token = seats.invite(
        seat.study, asked["role"], seat.user, asked["uses"], asked["days"], asked["label"], asked["once"]
    )
    link = request.build_absolute_uri(reverse("join", kwargs={"token": token}))
    return people(request, seat, link=link, invited=asked, **link_reach(request))


def link_reach(request: HttpRequest) -> dict[str, Any]:
    """Return the host of the links that a page shows, and whether they work on this machine alone."""
    name, _ = split_domain_port(request.get_host())
    return {"local": name in LOCAL_HOSTS, "host": request.get_host()}


def invite_by_mail(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Send invitations to e-mail addresses."""
    form = forms.MailForm(request.POST)
    if not form.is_valid():
        return people(request, seat, 422, mail_form=form)
    asked = form.cleaned_data

    def link(token: str) -> str:
        return request.build_absolute_uri(reverse("join", kwargs={"token": token}))

    outcome = mail.invite_by_mail(seat.study, asked["role"], asked["addresses"], seat.user, link, asked["days"])
    return _show_outcome(request, seat, outcome)


def remind(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Send a reminder to everybody with an open sheet."""

    def link(sheet: int) -> str:
        return request.build_absolute_uri(reverse("sheet", kwargs={"sheet": sheet}))

    return _show_outcome(request, seat, mail.remind(seat.study, seat.user, link))


def _show_outcome(request: HttpRequest, seat: Seat, outcome: mail.MailOutcome) -> HttpResponseBase:
    count = len(outcome.sent)
    if settings.CONFIG.mail:
        message = ngettext("%(count)d message was sent.", "%(count)d messages were sent.", count)
    else:
        message = ngettext(
            "%(count)d message was written to the log of the workbench, since there is no mail server.",
            "%(count)d messages were written to the log of the workbench, since there is no mail server.",
            count,
        )
    answer = go_to(request, seat, "people", message % {"count": count})
    for who, why in outcome.failed:
        messages.warning(request, f"{who} {why}.")
    return answer


def revoke(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Make an invitation void."""
    number = forms.form_values(forms.NumberForm(request.POST))["number"]
    seats.revoke(get_object_or_404(seat.study.invitations, pk=number), seat.user)
    return go_to(request, seat, "people", gettext("The invitation is void."))


def change_seat(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Change the roles of a person, or remove the seat."""
    asked = forms.form_values(forms.SeatForm(request.POST))
    user = member(seat.study, asked["person"])
    seats.change_roles(seat.study, user, asked["roles"], seat.user)
    if user == seat.user and "owner" not in asked["roles"]:
        return redirect("home")
    held = ", ".join(gettext(role) for role in asked["roles"])
    now = (
        gettext("%(name)s is now %(roles)s.")
        if held
        else gettext("%(name)s has no seat any more, but their work is kept.")
    )
    return go_to(request, seat, "people", now % {"name": user.username, "roles": held})


def assign(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Assign a step to a judge, or withdraw a sheet."""
    if "withdraw" in request.POST:
        number = forms.form_values(forms.NumberForm({"number": request.POST["withdraw"]}))["number"]
        sheet = get_object_or_404(whole_sheets(seat.study.sheets), pk=number)
        sheet_lifecycle.withdraw(sheet, seat.user)
        message = gettext("%(name)s no longer works on '%(step)s'.")
        about = {"name": sheet.judge_name, "step": gettext(sheet.definition.title)}
        return go_to(request, seat, "people", message % about)
    asked = forms.form_values(forms.AssignForm(request.POST))
    user, step = member(seat.study, asked["judge"]), seat.study.protocol.step(asked["step"])
    topics = seat.study.topics.filter(pk=asked["topic"]) if asked["topic"] else seat.study.topics.all()
    given = sheet_lifecycle.assign_topics(seat.study, topics, step, user, seat.user)
    if "open" in request.POST and user == seat.user:
        return redirect("sheet", sheet=given[0].pk)
    message = gettext("%(name)s works on '%(step)s'.")
    return go_to(request, seat, "people", message % {"name": user.username, "step": gettext(step.title)})


def change_machine(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Give a model a seat, ask it, stop it, or remove it; it works in the background."""
    what, offered = request.POST.get("what", ""), machine_seats.offered_judges()
    if what == "seat":
        form = forms.MachineForm([judge.label for judge in offered], request.POST)
        if not form.is_valid():
            return people(request, seat, 422, machine_form=form)
        asked = form.cleaned_data
        judge = offered[asked["judge"]]
        machine_seat = machine_seats.give_seat(seat.study, judge, seat.user, asked["calls"], asked["tokens"])
        return go_to(request, seat, "people", gettext("The model %(name)s has a seat.") % {"name": machine_seat.name})
    number = forms.form_values(forms.NumberForm(request.POST))["number"]
    machine = get_object_or_404(seat.study.machines.select_related("study"), pk=number)
    messages_by_action = {
        "run": gettext("The model %(name)s is asked now, in the background."),
        "stop": gettext("The model %(name)s makes no further call."),
        "remove": gettext("The model %(name)s has no seat any more."),
    }
    if what not in messages_by_action:
        raise Refused.like(unknown("action", what[:40], ("seat", *messages_by_action)))
    machine_seats.SEAT_ACTIONS[what](machine, seat.user)
    return go_to(request, seat, "people", messages_by_action[what] % {"name": machine.name})


def member(study: Study, number: int) -> User:
    """Return the person with this number who has a seat in the study, or answer that there is none."""
    return get_object_or_404(User.objects.filter(seats__study=study).distinct(), pk=number)


def people_context(seat: Seat) -> dict[str, Any]:
    """Return the context of the page of people; crowd workers are counted with their links, not listed."""
    study = seat.study
    workers = set(study.workers.values_list("user_id", flat=True))
    everybody = [person for person in seats.study_people(study) if person.user.pk not in workers]
    each = [step for step in study.protocol.steps if step.scope == "each"]
    fit = {role for step in each for role in step.roles}
    return {
        "form": forms.InvitationForm(), "roles": ROLES, "mail_form": forms.MailForm(),
        "mail_to_log": not settings.CONFIG.mail,
        "people": everybody, "now": timezone.now(), "steps": each, "topics": list(study.topics.all()),
        "invitations": seats.good_invitations(study),
        "judges": [person.user for person in everybody if fit & {*person.roles}],
        "assignments": seats.assignments(study), "spans": all(step.spans for step in each),
        "started": study.started is not None, "workers": len(workers),
        "takes_workers": crowd_links.takes_workers(study), "link_form": forms.CrowdLinkForm(),
        "wording_form": forms.WordingForm(initial=current_document(study, "wording")),
        "crowd_links": crowd_links.link_counts(study),
        "machine_form": forms.MachineForm([judge.label for judge in machine_seats.offered_judges()]),
        "machines": [(seat, machine_seats.is_at_work(seat)) for seat in study.machines.all()],
    }  # fmt: skip
