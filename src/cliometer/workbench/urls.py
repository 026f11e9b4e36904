"""Every page with who may use it; the API and the administration have routes of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.urls import URLPattern, URLResolver, path

from cliometer.errors import InputError
from cliometer.workbench import api
from cliometer.workbench.access import Access, seats
from cliometer.workbench.views import accounts, results, sheets, studies

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Route:
    """A page: where it is, what shows it, who may use it, and how."""

    pattern: str
    view: View
    name: str
    access: Access
    methods: tuple[str, ...] = ("GET",)

    @property
    def url(self) -> URLPattern:
        return path(self.pattern, guarded(self), name=self.name)


def guarded(route: Route) -> View:
    """Return the view behind its check; it is called with the seat in place of the ids."""

    @wraps(route.view)
    def check(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        if request.method not in route.methods and not (request.method == "HEAD" and "GET" in route.methods):
            return HttpResponseNotAllowed(route.methods)
        if route.access != "anyone" and not isinstance(request.user, User):
            if request.headers.get("HX-Request") or "application/json" in request.headers.get("Accept", ""):
                return HttpResponse("sign in first", status=401, content_type="text/plain; charset=utf-8")
            return redirect_to_login(request.get_full_path())
        sent = (*request.GET.lists(), *request.POST.lists())
        if any("\0" in text for _, texts in sent for text in texts):  # databases refuse it
            raise InputError("the character U+0000 cannot be kept; leave it out")
        if not isinstance(request.user, User):
            return route.view(request, **parts)
        return route.view(request, *seats(request.user, route.access, parts), **parts)

    return check


_POST, _BOTH = ("POST",), ("GET", "POST")

ROUTES = (
    Route("", studies.home, "home", "person"),
    Route("health", accounts.health, "health", "anyone"),
    Route("api/docs", api.docs, "api_docs", "anyone"),
    Route("api/openapi.json", api.openapi, "openapi", "anyone"),
    Route("login", accounts.sign_in, "login", "anyone", _BOTH),
    Route("logout", accounts.sign_out, "logout", "person", _POST),
    Route("start/<str:token>", accounts.start, "start", "anyone"),
    Route("join/<str:token>", accounts.join, "join", "anyone", _BOTH),
    Route("account", accounts.account, "account", "person", _BOTH),
    Route("studies/new", studies.new, "new_study", "staff", _BOTH),
    Route("studies/demo", studies.demo, "demo", "staff", _POST),
    Route("studies/<slug:study>/", studies.overview, "study", "member"),
    Route("studies/<slug:study>/settings", studies.settings, "settings", "owner", _BOTH),
    Route("studies/<slug:study>/topics", studies.topics, "topics", "owner", _BOTH),
    Route("studies/<slug:study>/start", studies.start, "start_study", "owner", _POST),
    Route("studies/<slug:study>/archive", studies.archive, "archive", "owner", _POST),
    Route("studies/<slug:study>/delete", studies.delete, "delete_study", "owner", _POST),
    Route("studies/<slug:study>/reopen", studies.reopen_step, "reopen", "owner", _POST),
    Route("studies/<slug:study>/people", accounts.people, "people", "owner"),
    Route("studies/<slug:study>/people/invite", accounts.invite, "invite", "owner", _POST),
    Route("studies/<slug:study>/people/revoke", accounts.revoke, "revoke_invitation", "owner", _POST),
    Route("studies/<slug:study>/people/seat", accounts.change_seat, "change_seat", "owner", _POST),
    Route("studies/<slug:study>/people/assign", accounts.assign, "assign", "owner", _POST),
    Route("studies/<slug:study>/agreement", results.agreement, "agreement", "owner"),
    Route("studies/<slug:study>/crowd.csv", results.crowd_export, "crowd_export", "owner"),
    Route("studies/<slug:study>/crowd", results.crowd_import, "crowd_import", "owner", _POST),
    Route("studies/<slug:study>/releases", results.releases, "releases", "member"),
    Route("studies/<slug:study>/releases/freeze", results.freeze, "freeze", "owner", _POST),
    Route("studies/<slug:study>/releases/<str:digest>.zip", results.download, "download", "member"),
    Route("studies/<slug:study>/audit", results.audit, "audit", "owner"),
    Route("studies/<slug:study>/journal.jsonl", results.journal, "journal", "owner"),
    Route("sheets/<int:sheet>/", sheets.show, "sheet", "reading"),
    Route("sheets/<int:sheet>/do", sheets.do, "do", "working", _POST),
    Route("sheets/<int:sheet>/hand-in", sheets.hand_in, "hand_in", "working", _POST),
    Route("sheets/<int:sheet>/time", sheets.time, "time", "working", _POST),
)

urlpatterns: list[URLPattern | URLResolver] = [
    *(route.url for route in ROUTES),
    path("api/", api.api.urls),
    path("admin/", admin.site.urls),
]

handler400 = "cliometer.workbench.middleware.bad_request"
handler403 = "cliometer.workbench.middleware.forbidden"
handler404 = "cliometer.workbench.middleware.not_found"
