"""The pages of pages.txt, each behind its access check; the API and the administration have routes of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.urls import URLPattern, URLResolver, path
from django.utils.module_loading import import_string

from cliometer.errors import InputError, Refused
from cliometer_workbench import api
from cliometer_workbench.access import Access, required_seats
from cliometer_workbench.middleware import refusal
from cliometer_workbench.services.crowd_links import show_wording, worker_of

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Route:
    """A page: its pattern, its view, who may use it, by which methods, and whether crowd workers may."""

    pattern: str
    view: View
    name: str
    access: Access
    methods: tuple[str, ...]
    workers: bool  # whether people who came by a crowd link may use it, too

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
                return refusal(request, Refused("sign-in-first"), 401)
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


def _read_route(line: str) -> Route:
    pattern, view, name, access, methods, *workers = line.split()
    page = import_string(f"cliometer_workbench.{view}")
    return Route(pattern[1:], page, name, cast(Access, access), tuple(methods.split(",")), bool(workers))


_LINES = Path(__file__).with_name("pages.txt").read_text("utf-8").splitlines()[1:]
ROUTES = tuple(
    _read_route(line)
    for line in _LINES
    if settings.CONFIG.sign_in or "single_sign_on" not in line  # allauth, which wants these names
)

urlpatterns: list[URLPattern | URLResolver] = [
    *(route.url for route in ROUTES),
    path("api/", api.api.urls),
    path("admin/", admin.site.urls),
]

handler400 = "cliometer_workbench.middleware.bad_request"
handler403 = "cliometer_workbench.middleware.forbidden"
handler404 = "cliometer_workbench.middleware.not_found"
