"""The door of the API: who asks, by key or by session, and whether the operation is theirs.

An operation declares its access in the words of the pages, and the same code enforces both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

from django.contrib.auth.models import User
from django.http import HttpRequest
from ninja import Router
from ninja.errors import AuthenticationError, AuthorizationError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from cliometer.workbench.access import Access, Seat, SheetSeat
from cliometer.workbench.api.failures import Failure
from cliometer.workbench.routes import seats
from cliometer.workbench.services.entrance import user_of_token

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


class Asked(HttpRequest):
    """A request of somebody who is known."""

    user: User


class InStudy(Asked):
    """... and has a seat in the study that it names."""

    seat: Seat


class AtSheet(Asked):
    """... or before the sheet that it names."""

    seat: SheetSeat


class Key(HttpBearer):
    """A key that its owner made on the account page: `Authorization: Bearer KEY`."""

    def __init__(self, access: Access) -> None:
        super().__init__()
        self.access = access

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """A wrong key is refused, whatever cookies come with it."""
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
        """Nobody is told of CSRF tokens who is not signed in."""
        return self.authenticate(request, None) if isinstance(request.user, User) else None

    def authenticate(self, request: HttpRequest, key: str | None) -> User:
        """The one who is signed in."""
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


def operation(
    method: Method, path: str, access: Access, answer: Any, status: int = 200
) -> Callable[[View], View]:
    """Declare an operation; its docstring and shapes become its description."""

    def register(view: View) -> View:
        name = view.__name__
        OPERATIONS.append(Operation(method, path, access, name))
        router.add_api_operation(
            path,
            [method],
            view,
            auth=[Key(access), Session(access)],
            response={status: answer} | dict.fromkeys(_failures(method, path, access), Failure),
            operation_id=name,
            summary=(view.__doc__ or name).partition("\n")[0].rstrip("."),
            url_name=name,
        )
        return view

    return register


def _failures(method: Method, path: str, access: Access) -> list[int]:
    """The refusals that an operation may answer with."""
    refused = [401, 403, 409, 422] if method == "POST" or access != "person" else [401]
    hidden = [404] if "{" in path else []
    return sorted([*refused, *hidden, *([413] if method == "POST" else [])])
