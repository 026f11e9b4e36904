"""Refusals of the API: always `{"error": ...}`, with a status that says whose turn it is.

401 sign in; 403 not yours; 404 no such thing (or none that you may know of); 409 not now: the work so far
does not allow it; 413 too large; 422 the request itself is wrong.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, ValidationError

from cliometer.errors import CliometerError, Refused

_MOST_SHOWN = 3


class Failure(Schema):
    """Why nothing was done."""

    error: str


def answer_failures(api: NinjaAPI) -> None:
    """Give every refusal the same shape."""

    def answering(status: int, said: str = "") -> Any:
        def answer(request: HttpRequest, error: Exception) -> HttpResponse:
            return api.create_response(request, {"error": said or str(error)}, status=status)

        return answer

    api.add_exception_handler(CliometerError, answering(422))
    api.add_exception_handler(Refused, answering(409))
    api.add_exception_handler(Http404, answering(404, "there is no such thing, or none that you may see"))
    api.add_exception_handler(PermissionDenied, answering(403))
    api.add_exception_handler(RequestDataTooBig, answering(413, "the request is too large"))
    api.add_exception_handler(TooManyFilesSent, answering(413, "the request has too many files"))
    api.add_exception_handler(SuspiciousOperation, answering(422, "the request could not be read"))

    @api.exception_handler(HttpError)
    def plain(request: HttpRequest, error: HttpError) -> HttpResponse:
        """Ninja answers 400 to what is no JSON; to us that is one more request that is wrong."""
        said = {401: "sign in, or send a key: Authorization: Bearer KEY"}.get(error.status_code, str(error))
        status = 422 if error.status_code == 400 else error.status_code
        return api.create_response(request, {"error": said}, status=status)

    @api.exception_handler(ValidationError)
    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return api.create_response(request, {"error": _said(error.errors)}, status=422)


def _said(errors: list[dict[str, Any]]) -> str:
    """What is wrong, and where; what was sent is not repeated."""
    parts = [f"{'.'.join(map(str, one['loc'][1:])) or 'the request'}: {one['msg']}" for one in errors]
    more = f" (and {len(parts) - _MOST_SHOWN} more)" if len(parts) > _MOST_SHOWN else ""
    return "; ".join(parts[:_MOST_SHOWN]).encode("utf-8", "backslashreplace").decode() + more
