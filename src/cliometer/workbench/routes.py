"""Routes that say who may use them; the table is what urls.py and the tests of access are made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.urls import URLPattern, path

from cliometer.errors import InputError
from cliometer.workbench.access import Access, owner_of, seat_at, seat_in
from cliometer.workbench.services.studies import refuse_strangers

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


def seats(user: User, access: Access, parts: dict[str, Any]) -> tuple[object, ...]:
    """Return the person's seat, if access needs one; its ids are taken out of the parts."""
    if access == "staff":
        refuse_strangers(user)
    if access in ("anyone", "person", "staff"):
        return ()
    if access in ("reading", "working"):
        return (seat_at(user, parts.pop("sheet"), writing=access == "working"),)
    return ((owner_of if access == "owner" else seat_in)(user, parts.pop("study")),)
