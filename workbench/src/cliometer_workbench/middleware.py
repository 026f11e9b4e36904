"""Middleware and error pages: the log, security headers, limits, refusals, and the administration site."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
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
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cliometer.errors import CliometerError, Refused
from cliometer.version import __version__
from cliometer_workbench.languages import script_messages, translated
from cliometer_workbench.services.admission import GateClosed

_TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def wants_json(request: HttpRequest) -> bool:
    """Return whether the client is a program that expects JSON."""
    return "application/json" in request.headers.get("Accept", "") or request.path.startswith("/api/")


def refusal(
    request: HttpRequest, message: CliometerError, status: int, title: str = "", text: str = ""
) -> HttpResponse:
    """Refuse a request in the form that the client reads; characters that UTF-8 cannot encode are escaped.

    Programs and scripts get the message; people get a page with the title and the text, or else the message.
    """
    message_text = translated(message).encode("utf-8", "backslashreplace").decode()
    if wants_json(request):
        answer: HttpResponse = JsonResponse({"error": message_text}, status=status)
    elif request.headers.get("HX-Request"):
        answer = HttpResponse(message_text, status=status, content_type="text/plain; charset=utf-8")
    else:
        context = {"title": title, "message": text or message_text, "back": back(request)}
        answer = render(request, "workbench/refused.html", context, status=status)
    answer["X-Rule"] = message.rule  # what programs look at
    return answer


def back(request: HttpRequest) -> str:
    """Return the workbench page that the request came from; empty where it is unknown or the same page."""
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
    """Answer a request that Django could not read or that is too large."""
    if isinstance(exception, _TOO_MUCH):
        return refusal(request, Refused("request-too-much"), 413)
    title = gettext("The request could not be read")
    return refusal(
        request, Refused("request-unreadable"), 400, title, gettext("Go back, reload the page and try again.")
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer that the person may not use a page."""
    plain = not (wants_json(request) or request.headers.get("HX-Request"))
    if isinstance(exception, GateClosed) and request.method == "GET" and plain:
        return redirect(exception.address)
    text = gettext("You are signed in, but this page is for somebody else: another judge, or the owner of the study.")
    reasons = [reason for reason in exception.args if isinstance(reason, CliometerError)] or [Refused("page-of-others")]
    return refusal(request, reasons[0], 403, gettext("This page is not for you"), text)


def no_csrf(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that did not come from a page of the workbench, or came from one that is too old."""
    text = gettext(
        "It was loaded before you last signed in, or your browser sends no cookies. Nothing was done. "
        "Reload the page and try again."
    )
    return refusal(request, Refused("csrf-token-wrong"), 403, gettext("The page is too old"), text)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer that there is no such page; pages that the person may not know of get the same answer."""
    text = gettext("Check the address. You also see this page for a study in which you have no seat.")
    return refusal(request, Refused("page-missing"), 404, gettext("There is no such page"), text)


LOG = logging.getLogger("workbench")
Next = Callable[[HttpRequest], HttpResponseBase]
MOST_BYTES = 64 * 2**20  # uploads of 50 MB and the form around them
MOST_OF_STRANGERS = 2**20
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Middleware:
    """The base of the middleware classes, which passes requests on to the next part of the chain."""

    def __init__(self, get_response: Next) -> None:
        self.next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.next(request)


class RequestLog(Middleware):
    """Middleware that logs one line for each request, except static files and health checks."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Log the duration and status of a request, without query strings or tokens."""
        began = time.monotonic()
        response = self.next(request)
        if not request.path.startswith(("/static/", "/health")):
            user = getattr(request, "user", None)
            fields = {
                "method": request.method,
                "path": re.sub(r"^(/start/|/join/|/take-part/).*", r"\1...", request.path),  # such links are secrets
                "status": response.status_code,
                "ms": round(1000 * (time.monotonic() - began), 1),
                "user": user.pk if user is not None and user.is_authenticated else None,
            }
            LOG.info("request", extra=fields)
        return response


class SecurityHeaders(Middleware):
    """Middleware that forbids foreign scripts, framing and resources, and the caching of pages."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.next(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


class RequestLimits(Middleware):
    """Middleware that refuses large requests before they are read; people not signed in may send forms, not files."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Check the length that the client announces; Django never reads more than that."""
        if "\0" in request.path:  # databases refuse it, so no page has such an address
            return not_found(request, Http404())
        return too_large(request) if size(request) > MOST_BYTES else self.next(request)

    def process_view(self, request: HttpRequest, *rest: object) -> HttpResponseBase | None:
        """Refuse a large form before the CSRF check reads it."""
        known = request.user.is_authenticated or "Authorization" in request.headers
        return too_large(request) if size(request) > MOST_OF_STRANGERS and not known else None


def size(request: HttpRequest) -> int:
    """Return the content length that the client announces."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def too_large(request: HttpRequest) -> HttpResponseBase:
    """Return the refusal of a request that is too large."""
    return refusal(request, Refused("request-too-large", most=MOST_BYTES // 2**20), 413)


class Refusals(Middleware):
    """Middleware that answers the workbench's own errors with their reason: 409 for actions, 422 for bad input."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer errors of Cliometer in the form that the client reads, and leave others to Django."""
        if isinstance(error, CliometerError):
            return refusal(request, error, 409 if isinstance(error, Refused) else 422)
        return None


THEME_COOKIE = "cliometer-theme"
THEMES = {"auto": _("As the system"), "light": _("Light"), "dark": _("Dark")}


def template_context(request: HttpRequest) -> dict[str, Any]:
    """Return what every page shows: the version, and the choices of language and theme."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "cliometer_version": __version__,
        "languages": settings.LANGUAGES,
        "themes": THEMES.items(),
        "theme": theme if theme in THEMES else "auto",
        "sign_in_name": settings.CONFIG.sign_in.name if settings.CONFIG.sign_in else "",
        "here": request.get_full_path() if request.method == "GET" else "/",
        "messages_of_scripts": script_messages(),
    }


class WorkbenchAdmin(AdminSite):
    """The administration without a login page of its own, which would not limit guesses at passwords."""

    site_header = site_title = "Cliometer workbench: administration"
    index_title = "Records"

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the person is a superuser; staff may only begin studies."""
        return bool(request.user.is_active and request.user.is_superuser)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:  # type: ignore[override]
        if self.has_permission(request):
            return redirect("admin:index")
        if isinstance(request.user, User):
            raise PermissionDenied(Refused("administration-closed"))
        return redirect_to_login(request.GET.get("next") or request.get_full_path())
