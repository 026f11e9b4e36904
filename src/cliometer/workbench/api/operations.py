"""How the API declares operations: who asks, how bodies are read, and how refusals are answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Router, Schema
from ninja.errors import AuthenticationError, AuthorizationError, HttpError, ValidationError
from ninja.parser import Parser
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from cliometer.errors import CliometerError, InputError, Refused
from cliometer.spelling import abridged
from cliometer.workbench.access import Access, Seat, SheetSeat, seats
from cliometer.workbench.services.seats import user_of_token
from cliometer.workbench.services.storage import refuse_unkeepable


class StrictParser(Parser):
    """Refuses what no database or page can hold: NUL, half characters, NaN, nesting without end."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type != "application/json":
            raise HttpError(422, "expected a body of the type application/json")
        try:
            found = json.loads(request.body, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise HttpError(422, "the body is no JSON document") from None
        try:
            refuse_unkeepable(found)
        except InputError as error:
            raise HttpError(422, str(error)) from None
        return found


def _refuse_constant(name: str) -> None:
    raise HttpError(422, f"{name} is no number that JSON knows")


# Refusals are always `{"error": ...}`, with a status: 401 sign in; 403 not yours; 404 no such thing (or none
# that you may know of); 409 the work so far does not allow it; 413 too large; 422 the request is wrong.

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
        """Answer 422 where Ninja answers 400: a body that is no JSON is a request that is wrong."""
        said = {401: "sign in, or send a key: Authorization: Bearer KEY"}.get(error.status_code, str(error))
        status = 422 if error.status_code == 400 else error.status_code
        return api.create_response(request, {"error": said}, status=status)

    @api.exception_handler(ValidationError)
    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return api.create_response(request, {"error": _said(error.errors)}, status=422)


def _said(errors: list[dict[str, Any]]) -> str:
    """Return what is wrong, and where; what was sent is not repeated."""
    parts = [f"{'.'.join(map(str, one['loc'][1:])) or 'the request'}: {one['msg']}" for one in errors]
    return abridged(parts, _MOST_SHOWN).encode("utf-8", "backslashreplace").decode()


Method = Literal["GET", "POST"]
View = TypeVar("View", bound=Callable[..., Any])
OPERATIONS: list[Operation] = []
router = Router()


@dataclass(frozen=True)
class Operation:
    """One thing that the API does: where, how, and for whom."""

    method: Method
    path: str
    access: Access
    name: str


class UserRequest(HttpRequest):
    """A request of somebody who is known."""

    user: User


class InStudy(UserRequest):
    """A request of somebody who has a seat in the study that it names."""

    seat: Seat


class AtSheet(UserRequest):
    """A request of somebody who has a seat before the sheet that it names."""

    seat: SheetSeat


class Key(HttpBearer):
    """A key that its owner made on the account page: `Authorization: Bearer KEY`."""

    def __init__(self, access: Access) -> None:
        super().__init__()
        self.access = access

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the owner of a key; a wrong key is refused, whatever cookies come with it."""
        user = user_of_token(token)
        if user is None:
            raise AuthenticationError
        return enter(request, user, self.access)


class Session(APIKeyCookie):
    """The cookie of a browser that is signed in; what changes something needs the CSRF token, too."""

    def __init__(self, access: Access) -> None:
        self.param_name = "sessionid"
        super().__init__()
        self.access = access

    def __call__(self, request: HttpRequest) -> User | None:
        """Authenticate those who are signed in; others are not told of CSRF tokens."""
        return self.authenticate(request, None) if isinstance(request.user, User) else None

    def authenticate(self, request: HttpRequest, key: str | None) -> User:
        """Return the one who is signed in."""
        if check_csrf(request) is not None:
            raise AuthorizationError(message="the CSRF token is missing or wrong: send it as X-CSRFToken")
        return enter(request, cast(User, request.user), self.access)


def enter(request: HttpRequest, user: User, access: Access) -> User:
    """Seat the person, or raise what the pages raise."""
    request.user = user
    match = request.resolver_match
    found = seats(user, access, dict(match.kwargs) if match else {})
    if found:
        cast(InStudy, request).seat = cast(Seat, found[0])
    return user


def operation(method: Method, path: str, access: Access, answer: Any, status: int = 200) -> Callable[[View], View]:
    """Declare an operation; its docstring and shapes become its description."""

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
            response={status: answer} | dict.fromkeys(sorted(refusals), Failure),
            operation_id=name,
            summary=(view.__doc__ or name).partition("\n")[0].rstrip("."),
            url_name=name,
        )
        return view

    return register
