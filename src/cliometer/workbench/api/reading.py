"""Bodies of requests: JSON that can be kept."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.parser import Parser

_DEEPEST = 50  # no topic or action is nested nearly as deeply


class StrictParser(Parser):
    """Refuses what no database or page can hold: NUL, half characters, NaN, nesting without end."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The body as a value."""
        if request.content_type != "application/json":
            raise HttpError(422, "expected a body of the type application/json")
        try:
            found = json.loads(request.body, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise HttpError(422, "the body is no JSON document") from None
        _refuse_unkeepable(found)
        return found


def _refuse_constant(name: str) -> None:
    raise HttpError(422, f"{name} is no number that JSON knows")


def _refuse_unkeepable(value: object, depth: int = 0) -> None:
    if depth > _DEEPEST:
        raise HttpError(422, f"the body is nested more than {_DEEPEST} deep")
    if isinstance(value, str):
        _refuse_letters(value)
    elif isinstance(value, dict):
        for key, one in value.items():
            _refuse_letters(key)
            _refuse_unkeepable(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            _refuse_unkeepable(one, depth + 1)


def _refuse_letters(text: str) -> None:
    if "\0" in text:
        raise HttpError(422, "the character U+0000 cannot be kept; leave it out")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise HttpError(422, "a text has half a character (a lone surrogate); leave it out") from None
