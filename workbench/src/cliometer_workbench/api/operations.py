"""How operations of the API are declared, how requests are authenticated and read, and how they are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Router, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.parser import Parser
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from cliometer.errors import CliometerError, InputError, Refused
from cliometer.model.notes import joined
from cliometer_workbench.access import Access, Seat, SheetSeat, is_worker, required_seats
from cliometer_workbench.api.shapes import answer_type
from cliometer_workbench.services.seats import user_of_token
from cliometer_workbench.services.storage import refuse_unstorable


class StrictParser(Parser):
    """A parser that refuses values which cannot be stored: U+0000, lone surrogates, NaN, and deep nesting."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type != "application/json":
            raise InputError("body-not-json-type")
        try:
            body = json.loads(request.body, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise InputError("body-not-json") from None
        refuse_unstorable(body)
        return body


def _refuse_constant(name: str) -> None:
    raise InputError("constant-not-json", name=name)


# Refusals are always `{"error": ...}` with a status: 401 not signed in; 403 not permitted; 404 not found, or not
# for this person to know of; 409 not possible in the present state; 413 too large; 422 a wrong request.

_MOST_SHOWN = 3


class Failure(Schema):
    """The reason why nothing was done."""

    error: str


def answer_failures(api: NinjaAPI) -> None:
    """Answer every refusal with the shape of `Failure`."""

    def answering(status: int, rule: str = "") -> Any:
        def answer(request: HttpRequest, error: Exception) -> HttpResponse:
            reasons = [reason for reason in (*error.args, error) if isinstance(reason, CliometerError)]
            reason = InputError(rule) if rule else reasons[0] if reasons else Refused("page-of-others")
            response = api.create_response(request, {"error": str(reason)}, status=status)
            response["X-Rule"] = reason.rule
            return response

        return answer

    api.add_exception_handler(CliometerError, answering(422))
    api.add_exception_handler(Refused, answering(409))
    api.add_exception_handler(Http404, answering(404, "api-not-found"))
    api.add_exception_handler(PermissionDenied, answering(403))
    api.add_exception_handler(RequestDataTooBig, answering(413, "api-too-large"))
    api.add_exception_handler(TooManyFilesSent, answering(413, "api-files-too-many"))
    api.add_exception_handler(SuspiciousOperation, answering(422, "request-unreadable"))

    @api.exception_handler(HttpError)
    def plain(request: HttpRequest, error: HttpError) -> HttpResponse:
        """Answer 422 where Ninja answers 400, as for a body that is not JSON; the cause is what the parser raised."""
        reason = error.__cause__ if isinstance(error.__cause__, CliometerError) else error
        rule = {400: "request-unreadable", 401: "api-key-missing"}.get(error.status_code, "") if reason is error else ""
        answer: HttpResponse = answering(422 if error.status_code == 400 else error.status_code, rule)(request, reason)
        return answer

    @api.exception_handler(ValidationError)
    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        """Name the fields that are wrong and why, without repeating their values."""
        parts = [f"{'.'.join(map(str, fault['loc'][1:])) or 'the request'}: {fault['msg']}" for fault in error.errors]
        text = joined(parts, _MOST_SHOWN).encode("utf-8", "backslashreplace").decode()
        answer: HttpResponse = answering(422)(request, InputError("form-invalid", problems=text))
        return answer


Method = Literal["GET", "POST"]
View = TypeVar("View", bound=Callable[..., Any])
OPERATIONS: list[Operation] = []
router = Router()


@dataclass(frozen=True)
class Operation:
    """An operation of the API: its method, path, access and name."""

    method: Method
    path: str
    access: Access
    name: str


class UserRequest(HttpRequest):
    """A request by a person who is signed in or sent a key."""

    user: User


class InStudy(UserRequest):
    """A request by a person with a seat in the study of the path."""

    seat: Seat


class AtSheet(UserRequest):
    """A request by a person with a seat at the sheet of the path."""

    seat: SheetSeat


class Key(HttpBearer):
    """Authentication by a key from the account page: `Authorization: Bearer KEY`."""

    def __init__(self, access: Access) -> None:
        super().__init__()
        self.access = access

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the owner of a key; a wrong key is refused even with a valid session."""
        user = user_of_token(token)
        if user is None:
            raise AuthenticationError
        return enter(request, user, self.access)


class Session(APIKeyCookie):
    """Authentication by the session of a browser; requests that change something also need the CSRF token."""

    def __init__(self, access: Access) -> None:
        self.param_name = "sessionid"
        super().__init__()
        self.access = access

    def __call__(self, request: HttpRequest) -> User | None:
        """Authenticate people who are signed in, and only check their CSRF tokens."""
        return self.authenticate(request, None) if isinstance(request.user, User) else None

    def authenticate(self, request: HttpRequest, key: str | None) -> User:
        """Return the person who is signed in."""
        if check_csrf(request) is not None:
            raise PermissionDenied(Refused("csrf-header-wrong"))
        return enter(request, cast(User, request.user), self.access)


def enter(request: HttpRequest, user: User, access: Access) -> User:
    """Attach the person and the seat to the request, or raise the same errors as the pages."""
    if is_worker(user):
        raise PermissionDenied(Refused("api-closed-to-workers"))
    request.user = user
    match = request.resolver_match
    seats = required_seats(user, access, dict(match.kwargs) if match else {})
    if seats:
        cast(InStudy, request).seat = cast(Seat, seats[0])
    return user


def operation(method: Method, path: str, access: Access, answer: Any, status: int = 200) -> Callable[[View], View]:
    """Declare an operation of the API, which is described by its docstring and shapes.

    `answer` is a type, or the name of a shape of answers.toml: `SheetShape`, or `[SheetShape]` for a list of it.
    """

    shape = answer_type(answer) if isinstance(answer, str) else answer
    refusals = [401, 403, 409, 422] if method == "POST" or access != "person" else [401]
    refusals += ([404] if "{" in path else []) + ([413] if method == "POST" else [])

    def register(view: View) -> View:
        name = view.__name__
        OPERATIONS.append(Operation(method, path, access, name))
        router.add_api_operation(
            path,
            [method],
            view,
            auth=[Key(access), Session(access)],
            response={status: shape} | dict.fromkeys(sorted(refusals), Failure),
            operation_id=name,
            summary=(view.__doc__ or name).partition("\n")[0].rstrip("."),
            url_name=name,
        )
        return view

    return register
