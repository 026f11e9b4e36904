"""The routes of all pages, each with its access; the API and the administration have routes of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.urls import URLPattern, URLResolver, path

from cliometer.errors import InputError, Refused
from cliometer_workbench import api
from cliometer_workbench.access import Access, required_seats
from cliometer_workbench.services.crowd_links import show_wording, worker_of
from cliometer_workbench.views import (
    account_pages,
    crowd_pages,
    document_pages,
    result_pages,
    sheet_page,
    study_pages,
)

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Route:
    """A page: its pattern, its view, who may use it, by which methods, and whether crowd workers may."""

    pattern: str
    view: View
    name: str
    access: Access
    methods: tuple[str, ...] = ("GET",)
    workers: bool = False  # whether people who came by a crowd link may use it, too

    @property
    def url(self) -> URLPattern:
        return path(self.pattern, guard(self), name=self.name)


def guard(route: Route) -> View:
    """Return the view behind its access check, which calls it with the seat in place of the ids."""

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
            raise InputError("zero-character-kept")
        if not isinstance(request.user, User):
            return route.view(request, **parts)
        if (worker := worker_of(request.user)) is not None:
            if not route.workers:
                raise PermissionDenied(Refused("page-closed-to-workers"))
            show_wording(worker.study)
        return route.view(request, *required_seats(request.user, route.access, parts), **parts)

    return check


_POST, _BOTH = ("POST",), ("GET", "POST")
_STUDY = "studies/<slug:study>"

ROUTES: tuple[Route, ...] = (
    Route("", study_pages.home, "home", "person", workers=True),
    Route("health", account_pages.health, "health", "anyone", workers=True),
    Route("api/docs", api.docs, "api_docs", "anyone", workers=True),
    Route("api/openapi.json", api.openapi, "openapi", "anyone", workers=True),
    Route("login", account_pages.sign_in, "login", "anyone", _BOTH, workers=True),
    Route("logout", account_pages.sign_out, "logout", "person", _POST, workers=True),
    Route("start/<str:token>", account_pages.start, "start", "anyone"),
    Route("join/<str:token>", account_pages.join, "join", "anyone", _BOTH),
    Route("join/<str:token>/<str:name>", document_pages.join_picture, "join_picture", "anyone"),
    Route("display", account_pages.display, "display", "anyone", _POST, workers=True),
    Route("take-part/done", crowd_pages.end, "worker_end", "person", workers=True),
    Route("take-part/<str:token>", crowd_pages.arrive, "work", "anyone", _BOTH, workers=True),
    Route("account", account_pages.account, "account", "person", _BOTH),
    Route("studies/new", study_pages.new, "new_study", "staff", _BOTH),
    Route("studies/demo", study_pages.demo, "demo", "staff", _POST),
    Route(f"{_STUDY}/", study_pages.overview, "study", "member"),
    Route(f"{_STUDY}/settings", study_pages.settings, "settings", "owner", _BOTH),
    Route(f"{_STUDY}/topics", study_pages.topics, "topics", "owner", _BOTH),
    Route(f"{_STUDY}/start", study_pages.start, "start_study", "owner", _POST),
    Route(f"{_STUDY}/archive", study_pages.archive, "archive", "owner", _POST),
    Route(f"{_STUDY}/delete", study_pages.delete, "delete_study", "owner", _POST),
    Route("deletions/<str:digest>", study_pages.deletion, "deletion", "person"),
    Route(f"{_STUDY}/reopen", study_pages.reopen_step, "reopen", "owner", _POST),
    Route(f"{_STUDY}/people", account_pages.people, "people", "owner"),
    Route(f"{_STUDY}/people/invite", account_pages.invite, "invite", "owner", _POST),
    Route(f"{_STUDY}/people/revoke", account_pages.revoke, "revoke_invitation", "owner", _POST),
    Route(f"{_STUDY}/people/mail", account_pages.invite_by_mail, "invite_by_mail", "owner", _POST),
    Route(f"{_STUDY}/people/remind", account_pages.remind, "remind", "owner", _POST),
    Route(f"{_STUDY}/people/seat", account_pages.change_seat, "change_seat", "owner", _POST),
    Route(f"{_STUDY}/people/assign", account_pages.assign, "assign", "owner", _POST),
    Route(f"{_STUDY}/people/model", account_pages.change_machine, "change_machine", "owner", _POST),
    Route(f"{_STUDY}/people/key.csv", document_pages.judge_key, "judge_key", "owner"),
    Route(f"{_STUDY}/people/admit", document_pages.admit, "admit", "owner", _POST),
    Route(f"{_STUDY}/admission", document_pages.admission_settings, "admission_settings", "owner", _BOTH),
    Route(f"{_STUDY}/admission/<str:part>", document_pages.admission, "admission", "member", _BOTH, workers=True),
    Route(f"{_STUDY}/guidelines", document_pages.guidelines, "guidelines", "owner", _BOTH),
    Route(f"{_STUDY}/guidelines/preview", document_pages.preview, "guidelines_preview", "owner", _POST),
    Route(f"{_STUDY}/pictures", document_pages.pictures, "pictures", "owner", _POST),
    Route(f"{_STUDY}/pictures/<str:name>", document_pages.picture, "picture", "member", workers=True),
    Route(f"{_STUDY}/people/crowd", crowd_pages.make_link, "make_crowd_link", "owner", _POST),
    Route(f"{_STUDY}/people/crowd/wording", crowd_pages.wording, "wording", "owner", _BOTH),
    Route(f"{_STUDY}/people/crowd/close", crowd_pages.close_link, "close_crowd_link", "owner", _POST),
    Route(f"{_STUDY}/workers.csv", crowd_pages.payments, "payments", "owner"),
    Route(f"{_STUDY}/agreement", result_pages.agreement, "agreement", "owner"),
    Route(f"{_STUDY}/crowd.csv", result_pages.crowd_export, "crowd_export", "owner"),
    Route(f"{_STUDY}/crowd", result_pages.crowd_import, "crowd_import", "owner", _POST),
    Route(f"{_STUDY}/coding", result_pages.open_coding, "open_coding", "owner", _POST),
    Route(f"{_STUDY}/releases", result_pages.releases, "releases", "member"),
    Route(f"{_STUDY}/releases/freeze", result_pages.freeze, "freeze", "owner", _POST),
    Route(f"{_STUDY}/releases/<str:digest>.zip", result_pages.download, "download", "member"),
    Route(f"{_STUDY}/releases/<str:digest>/<str:format>.zip", result_pages.export_release, "export_release", "member"),
    Route(f"{_STUDY}/export/<str:format>.zip", result_pages.export, "export", "owner"),
    Route(f"{_STUDY}/audit", result_pages.audit, "audit", "owner"),
    Route(f"{_STUDY}/journal.jsonl", result_pages.journal, "journal", "owner"),
    Route("sheets/<int:sheet>/", sheet_page.show, "sheet", "reading", workers=True),
    Route("sheets/<int:sheet>/do", sheet_page.do, "do", "working", _POST, workers=True),
    Route("sheets/<int:sheet>/news", sheet_page.news, "news", "reading", workers=True),
    Route("sheets/<int:sheet>/sources", sheet_page.sources, "sources", "reading", workers=True),
    Route("sheets/<int:sheet>/hand-in", sheet_page.hand_in, "hand_in", "working", _POST, workers=True),
    Route("sheets/<int:sheet>/time", sheet_page.time, "time", "working", _POST, workers=True),
)

if settings.CONFIG.sign_in:  # allauth wants these names
    from cliometer_workbench.services import single_sign_on

    ROUTES += (
        Route("sign-in/<str:provider_id>", single_sign_on.leave, "openid_connect_login", "anyone"),
        Route("sign-in/<str:provider_id>/callback", single_sign_on.arrive, "openid_connect_callback", "anyone"),
    )

urlpatterns: list[URLPattern | URLResolver] = [
    *(route.url for route in ROUTES),
    path("api/", api.api.urls),
    path("admin/", admin.site.urls),
]

handler400 = "cliometer_workbench.middleware.bad_request"
handler403 = "cliometer_workbench.middleware.forbidden"
handler404 = "cliometer_workbench.middleware.not_found"
