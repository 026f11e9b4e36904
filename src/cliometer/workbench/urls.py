"""Every page with its access; the API and the administration have routes of their own."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, path

from cliometer.workbench.api import api, description
from cliometer.workbench.routes import Route
from cliometer.workbench.views import accounts, people, results, sheets, studies

_POST, _BOTH = ("POST",), ("GET", "POST")

ROUTES = (
    Route("", studies.home, "home", "person"),
    Route("health", accounts.health, "health", "anyone"),
    Route("api/docs", description.docs, "api_docs", "anyone"),
    Route("api/openapi.json", description.openapi, "openapi", "anyone"),
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
    Route("studies/<slug:study>/people", people.people, "people", "owner"),
    Route("studies/<slug:study>/people/invite", people.invite, "invite", "owner", _POST),
    Route("studies/<slug:study>/people/revoke", people.revoke, "revoke_invitation", "owner", _POST),
    Route("studies/<slug:study>/people/seat", people.change_seat, "change_seat", "owner", _POST),
    Route("studies/<slug:study>/people/assign", people.assign, "assign", "owner", _POST),
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
    path("api/", api.urls),
    path("admin/", admin.site.urls),
]

handler400 = "cliometer.workbench.middleware.bad_request"
handler403 = "cliometer.workbench.middleware.forbidden"
handler404 = "cliometer.workbench.middleware.not_found"
