"""Bodies of requests: JSON that can be kept."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.parser import Parser

from cliometer.errors import InputError
from cliometer.workbench.services.keeping import refuse_unkeepable


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
        try:
            refuse_unkeepable(found)
        except InputError as error:
            raise HttpError(422, str(error)) from None
        return found


def _refuse_constant(name: str) -> None:
    raise HttpError(422, f"{name} is no number that JSON knows")
