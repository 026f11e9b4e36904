"""Browsers that somebody signed in from before, and where a request comes from."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

COOKIE = "cliometer-known"
_DAYS = 180


def address(request: HttpRequest) -> str:
    """Where a request comes from; behind our own proxy, what that proxy wrote last."""
    if settings.CONFIG.secure:
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return told or str(request.META.get("REMOTE_ADDR"))
    return str(request.META.get("REMOTE_ADDR"))


def acquainted(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Remember in the browser that this person signed in there."""
    assert isinstance(request.user, User)
    value = signing.dumps(request.user.get_username(), salt=COOKIE)
    response.set_cookie(
        COOKIE, value, max_age=_DAYS * 86_400, httponly=True, samesite="Lax", secure=settings.CONFIG.secure,
        path="/login",
    )  # fmt: skip
    return response


def acquaintance(request: HttpRequest, name: str) -> str:
    """The cookie, if it is of that name; empty otherwise."""
    value = request.COOKIES.get(COOKIE, "")
    try:
        known = signing.loads(value, salt=COOKIE, max_age=_DAYS * 86_400)
    except signing.BadSignature:
        return ""
    return value if isinstance(known, str) and known == User.normalize_username(name) else ""
