"""What every request passes: the log, security headers, limits, error pages, administration."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.contrib.admin import AdminSite
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import (
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from cliometer.errors import CliometerError, Refused
from cliometer.version import __version__

_TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def wants_json(request: HttpRequest) -> bool:
    """Return whether a program asks."""
    return "application/json" in request.headers.get("Accept", "") or request.path.startswith("/api/")


def refusal(request: HttpRequest, message: str, status: int) -> HttpResponse:
    """Refuse a request in the form that the client reads; what no text can hold is spelled out."""
    said = message.encode("utf-8", "backslashreplace").decode()
    if wants_json(request):
        return JsonResponse({"error": said}, status=status)
    if request.headers.get("HX-Request"):
        return HttpResponse(said, status=status, content_type="text/plain; charset=utf-8")
    return render(request, "workbench/refused.html", {"message": said, "back": back(request)}, status=status)


def back(request: HttpRequest) -> str:
    """Return the page of ours that somebody came from, where the browser tells and it is another one."""
    came = request.headers.get("Referer", "")
    try:
        ours = url_has_allowed_host_and_scheme(came, {request.get_host()}, request.is_secure())
    except DisallowedHost:
        return ""
    place = urlsplit(came) if ours else None
    if place is None or place.path.startswith("//") or (request.method, place.path) == ("GET", request.path):
        return ""
    return urlunsplit(("", "", place.path, place.query, ""))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django could not read."""
    if isinstance(exception, _TOO_MUCH):
        return refusal(request, "that is too much at once: send less, or upload it as a file", 413)
    return _page(request, "400.html", "the request could not be read", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer that a page is somebody else's."""
    return _page(request, "403.html", str(exception) or "this is for somebody else", 403)


def no_csrf(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that did not come from our own page, or from one that is too old."""
    return _page(request, "403_csrf.html", "the CSRF token is missing or wrong: reload the page", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer that there is no such page; a page that somebody may not know of gets the same answer."""
    return _page(request, "404.html", "there is no such page", 404)


def _page(request: HttpRequest, template: str, message: str, status: int) -> HttpResponse:
    if wants_json(request) or request.headers.get("HX-Request"):
        return refusal(request, message, status)
    return render(request, template, {"back": back(request)}, status=status)


LOG = logging.getLogger("workbench")
Next = Callable[[HttpRequest], HttpResponseBase]
MOST_BYTES = 64 * 2**20  # uploads of 50 MB, and what carries them
MOST_OF_STRANGERS = 2**20
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Middleware:
    """What every part of the chain has: the next part, to which it passes requests on."""

    def __init__(self, get_response: Next) -> None:
        self.next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.next(request)


class RequestLog(Middleware):
    """One line a request; static files and health checks are left out."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Log the time and status of a request, without query strings or tokens."""
        began = time.monotonic()
        response = self.next(request)
        if not request.path.startswith(("/static/", "/health")):
            user = getattr(request, "user", None)
            told = {
                "method": request.method,
                "path": re.sub(r"^(/start/|/join/).*", r"\1...", request.path),  # such links are secrets
                "status": response.status_code,
                "ms": round(1000 * (time.monotonic() - began), 1),
                "user": user.pk if user is not None and user.is_authenticated else None,
            }
            LOG.info("request", extra=told)
        return response


class SecurityHeaders(Middleware):
    """No script but our own files, no framing, nothing from elsewhere; pages with data are not kept."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.next(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


class RequestLimits(Middleware):
    """What is too large is refused before any of it is read; strangers may send forms, not files."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Go by the length that the client announces; more than that is never read."""
        if "\0" in request.path:  # databases refuse it, so nothing is called that
            return not_found(request, Http404())
        return too_large(request) if size(request) > MOST_BYTES else self.next(request)

    def process_view(self, request: HttpRequest, *rest: object) -> HttpResponseBase | None:
        """Refuse before the check for CSRF reads the form."""
        known = request.user.is_authenticated or "Authorization" in request.headers
        return too_large(request) if size(request) > MOST_OF_STRANGERS and not known else None


def size(request: HttpRequest) -> int:
    """Return what the client says that it sends."""
    told = request.META.get("CONTENT_LENGTH") or "0"
    return int(told) if told.isdecimal() and len(told) < 20 else 0


def too_large(request: HttpRequest) -> HttpResponseBase:
    """Return the answer to what is too large."""
    return refusal(request, f"that is too large: at most {MOST_BYTES // 2**20} MB in all", 413)


class Refusals(Middleware):
    """What our own code refuses becomes an answer that says why: 409 for actions, 422 for bad input."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer our own errors in the form that the client reads, and leave others to Django."""
        if isinstance(error, CliometerError):
            return refusal(request, str(error), 409 if isinstance(error, Refused) else 422)
        return None


def template_context(request: HttpRequest) -> dict[str, Any]:
    """Return the version, for the foot of the page."""
    return {"cliometer_version": __version__}


class WorkbenchAdmin(AdminSite):
    """Its own login page would know no brake on guessing, so there is none."""

    site_header = site_title = "Cliometer workbench: administration"
    index_title = "Records"

    def has_permission(self, request: HttpRequest) -> bool:
        """Admit superusers; staff may only begin studies."""
        return bool(request.user.is_active and request.user.is_superuser)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:  # type: ignore[override]
        if self.has_permission(request):
            return redirect("admin:index")
        if isinstance(request.user, User):
            raise PermissionDenied("the administration is for whoever runs the workbench")
        return redirect_to_login(request.GET.get("next") or request.get_full_path())
