"""What people and programs are told when there is no page, or not for them, or the request is broken."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

_TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks."""
    return "application/json" in request.headers.get("Accept", "") or request.path.startswith("/api/")


def refusal(request: HttpRequest, message: str, status: int) -> HttpResponse:
    """Why not, in the form that the client reads; what no text can hold is spelled out."""
    said = message.encode("utf-8", "backslashreplace").decode()
    if wants_json(request):
        return JsonResponse({"error": said}, status=status)
    if request.headers.get("HX-Request"):
        return HttpResponse(said, status=status, content_type="text/plain; charset=utf-8")
    return render(request, "workbench/refused.html", {"message": said, "back": back(request)}, status=status)


def back(request: HttpRequest) -> str:
    """The page of ours that somebody came from, where the browser tells and it is another one."""
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
    """A request that Django could not read."""
    if isinstance(exception, _TOO_MUCH):
        return refusal(request, "that is too much at once: send less, or upload it as a file", 413)
    return _page(request, "400.html", "the request could not be read", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Somebody else's page."""
    return _page(request, "403.html", str(exception) or "this is for somebody else", 403)


def no_csrf(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from our own page, or from one that is too old."""
    return _page(request, "403_csrf.html", "the CSRF token is missing or wrong: reload the page", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page; one that may not be known of looks the same."""
    return _page(request, "404.html", "there is no such page", 404)


def _page(request: HttpRequest, template: str, message: str, status: int) -> HttpResponse:
    if wants_json(request) or request.headers.get("HX-Request"):
        return refusal(request, message, status)
    return render(request, template, {"back": back(request)}, status=status)
