"""Pages of crowd links: where workers of a service arrive and leave, and where the owner makes links and pays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext as gettext_plain
from django.utils.translation import override

from cliometer.errors import CliometerError, InputError, Refused
from cliometer.io.csv_tables import header, table_rows, widest_delimiter
from cliometer.io.sheets import csv_text
from cliometer_workbench.access import Seat, refuse_while_blind
from cliometer_workbench.kinds.preferences.vote_collection import worker_task
from cliometer_workbench.languages import translated, worker_texts
from cliometer_workbench.middleware import POLICY
from cliometer_workbench.models import CrowdLink
from cliometer_workbench.services import crowd_links
from cliometer_workbench.services.imports import uploaded_text
from cliometer_workbench.services.seats import request_address
from cliometer_workbench.services.study_documents import current_document, keep_document
from cliometer_workbench.study.crowd_services import FRAMING_HOSTS, SERVICES, WorkerIds, read_worker_ids
from cliometer_workbench.views import go_to
from cliometer_workbench.views.account_pages import link_reach, people
from cliometer_workbench.views.forms import CrowdLinkForm, NumberForm, WordingForm, form_values
from cliometer_workbench.views.result_pages import saved_file


def arrive(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show what a worker who follows a link finds; the button gives a seat, so that looking takes none."""
    link = crowd_links.find_link(token)
    if link is None:
        return _turn_away(request, Refused("crowd-link-invalid"), 410)
    crowd_links.show_wording(link.study)
    try:
        ids = read_worker_ids(link.service, tuple(link.parameters), request.GET.dict())
    except CliometerError as error:
        return _turn_away(request, error, 422, link)
    user = request.user if isinstance(request.user, User) else None
    worker = crowd_links.worker_of(user) if user else None
    if user and worker is None:
        return _turn_away(request, Refused("crowd-link-of-owner"), 409, link)
    same = worker is not None and (worker.study, worker.worker) == (link.study, ids.worker)
    if request.method == "POST" and not ids.preview:
        try:
            worker = crowd_links.begin(link, ids, request_address(request), user if same else None)
        except Refused as refusal:
            return _turn_away(request, refusal, 409, link)
        if not same:
            login(request, worker.user, backend="django.contrib.auth.backends.ModelBackend")
        return redirect(crowd_links.next_place(worker))
    if worker is not None and same and worker.submission == ids.submission and crowd_links.can_go_on(worker):
        return redirect(crowd_links.next_place(worker))
    there = link.study.workers.filter(worker=ids.worker).exists()  # those may go on after the link is closed
    reason = None if there or ids.preview else crowd_links.closed_reason(link)
    if not (there or ids.preview or reason) and crowd_links.is_full(link):
        crowd_links.release_idle(link.study)  # whose places are free again
        reason = Refused("places-taken") if crowd_links.is_full(link) else None
    return _turn_away(request, reason, 410, link) if reason else _landing(request, link, ids)


def _landing(request: HttpRequest, link: CrowdLink, ids: WorkerIds) -> HttpResponseBase:
    framed = request.headers.get("Sec-Fetch-Dest") in ("iframe", "frame")  # MTurk frames it, without our cookies
    shown = {"link": link, "study": link.study, "ids": ids, "framed": framed, "here": request.get_full_path()}
    shown |= {"task": worker_task(link.study, link.pairs)}
    answer = render(request, "workbench/work/arrive.html", shown)
    if link.service == "mturk":
        answer.xframe_options_exempt = True
        framing = POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(FRAMING_HOSTS)}")
        answer.headers["Content-Security-Policy"] = _form_policy(framing, ids.submit_to)
    return answer


def _form_policy(policy: str, address: str) -> str:
    """Return a policy that lets a form be sent to the address of MTurk as well."""
    return policy.replace("form-action 'self'", f"form-action 'self' {address}") if address else policy


def _turn_away(
    request: HttpRequest, reason: CliometerError, status: int, link: CrowdLink | None = None
) -> HttpResponseBase:
    shown = {"link": link, "study": link.study if link else None, "reason": translated(reason)}
    return render(request, "workbench/work/turned_away.html", shown, status=status)


def end(request: HttpRequest) -> HttpResponseBase:
    """Show a worker the code and the way back to the service, or the open sheet; others get to their studies."""
    assert isinstance(request.user, User)
    worker = crowd_links.worker_of(request.user)
    if worker is None:
        return redirect("home")
    place = crowd_links.next_place(worker)
    if place != request.path:
        return redirect(place)
    shown = {"worker": worker, "study": worker.study, "service": SERVICES[worker.link.service]}
    answer = render(request, "workbench/work/end.html", shown | {"address": crowd_links.return_address(worker)})
    answer.headers["Content-Security-Policy"] = _form_policy(POLICY, worker.submit_to)
    return answer


def make_link(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Make a link and show its address, which is not shown again."""
    form = CrowdLinkForm(request.POST)
    if not form.is_valid():
        return people(request, seat, 422, link_form=form)
    token, service = crowd_links.make_link(seat.study, seat.user, **form.cleaned_data), form.cleaned_data["service"]
    shown: dict[str, Any] = {"crowd_address": link_address(request, token, service), "crowd_service": SERVICES[service]}
    return people(request, seat, **shown, **link_reach(request))


def link_address(request: HttpRequest, token: str, service: str) -> str:
    """Return the address to paste into the page of a service, with its placeholders."""
    address = request.build_absolute_uri(reverse("work", kwargs={"token": token}))
    return f"{address}?{SERVICES[service].query}" if SERVICES[service].query else address


def wording(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Keep the language and the texts that workers see, or send the table of these texts."""
    document = current_document(seat.study, "wording")
    language, texts = document.get("language", ""), document.get("texts", {})
    if request.method == "GET":
        with override(language or settings.LANGUAGE_CODE):
            rows = [(text, gettext_plain(text), texts.get(text, "")) for text in worker_texts()]
        return saved_file(f"{seat.study.slug}-texts.csv", csv_text(("text", "shown", "translation"), rows))
    given = form_values(WordingForm(request.POST, request.FILES))
    if given["file"]:
        path, table = Path(given["file"].name), uploaded_text(given["file"])
        if not {"text", "translation"} <= {*header(table)}:
            raise InputError("wording-columns-missing", path)
        lines = table_rows(table, path, widest_delimiter(table))
        texts = {row.filled("text"): row.text("translation") for row in lines}
    keep_document(seat.study, "wording", {"language": given["language"], "texts": texts}, seat.user)
    return go_to(request, seat, "people", _("The pages for workers show your texts now."))


def close_link(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Close a link, so that nobody else begins."""
    number = form_values(NumberForm(request.POST))["number"]
    crowd_links.close_link(get_object_or_404(seat.study.crowd_links, pk=number), seat.user)
    return go_to(request, seat, "people", _("The link is closed. Those who have begun can finish."))


def payments(request: HttpRequest, seat: Seat) -> HttpResponseBase:
    """Send the payment list; an owner who judges gets it after handing in, since it says whose work is set aside."""
    refuse_while_blind(seat)
    return saved_file(f"{seat.study.slug}-workers.csv", crowd_links.payment_csv(seat.study))
