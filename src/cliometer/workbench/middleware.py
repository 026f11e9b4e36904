"""What every request passes: the log, the headers that keep a page safe, and refusals in plain words."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from cliometer.errors import CliometerError, Refused
from cliometer.workbench.failing import not_found, refusal

LOG = logging.getLogger("workbench")
Next = Callable[[HttpRequest], HttpResponseBase]
MOST_BYTES = 64 * 2**20  # uploads of 50 MB, and what carries them
MOST_OF_STRANGERS = 2**20
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


class RequestLog:
    """One line a request; static files and health checks are left out."""

    def __init__(self, get_response: Next) -> None:
        self.next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Time it and say how it went; no query strings or tokens."""
        began = time.monotonic()
        response = self.next(request)
        if not request.path.startswith(("/static/", "/health")):
            user = getattr(request, "user", None)
            LOG.info(
                "request",
                extra={
                    "method": request.method,
                    "path": _shown(request.path),
                    "status": response.status_code,
                    "ms": round(1000 * (time.monotonic() - began), 1),
                    "user": user.pk if user is not None and user.is_authenticated else None,
                },
            )
        return response


def _shown(path: str) -> str:
    """Links that let somebody in are secrets."""
    for secret in ("/start/", "/join/"):
        if path.startswith(secret):
            return secret + "..."
    return path


class SecurityHeaders:
    """No script but our own files, no framing, nothing from elsewhere; pages with data are not kept."""

    def __init__(self, get_response: Next) -> None:
        self.next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add the headers."""
        response = self.next(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


class Limits:
    """What is too large is refused before any of it is read; strangers may send forms, not files."""

    def __init__(self, get_response: Next) -> None:
        self.next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Go by what the client says that it sends; more than that is never read."""
        if "\0" in request.path:  # databases refuse it, so nothing is called that
            return not_found(request, Http404())
        return too_large(request) if size(request) > MOST_BYTES else self.next(request)

    def process_view(self, request: HttpRequest, *rest: object) -> HttpResponseBase | None:
        """Before the check for CSRF reads the form."""
        known = request.user.is_authenticated or "Authorization" in request.headers
        return too_large(request) if size(request) > MOST_OF_STRANGERS and not known else None


def size(request: HttpRequest) -> int:
    """What the client says that it sends."""
    told = request.META.get("CONTENT_LENGTH") or "0"
    return int(told) if told.isdecimal() and len(told) < 20 else 0


def too_large(request: HttpRequest) -> HttpResponseBase:
    """The answer to what is too large."""
    return refusal(request, f"that is too large: at most {MOST_BYTES // 2**20} MB in all", 413)


class Refusals:
    """What our own code refuses becomes an answer that says why: 409 for actions, 422 for bad input."""

    def __init__(self, get_response: Next) -> None:
        self.next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass on."""
        return self.next(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer in the form that the client reads; others' errors are not ours to explain."""
        if isinstance(error, CliometerError):
            return refusal(request, str(error), 409 if isinstance(error, Refused) else 422)
        return None
