"""Values as JSON: what a sheet holds, and figures, as the API tells them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from numbers import Integral, Real
from typing import Any

from django.db.models import Model

from cliometer.io.units.sources import write_source
from cliometer.model.sources import Source
from cliometer.study.protocol.preferences.ballot import Ballot
from cliometer.study.protocol.work import Work


def shown_work(work: Work) -> dict[str, Any]:
    """What stands on a sheet, as its reader may know it."""
    if isinstance(work, Ballot):
        return _ballot(work)
    return {one.name: plain(getattr(work, one.name)) for one in fields(work)}


def _ballot(work: Ballot) -> dict[str, Any]:
    """No names of systems, and nothing that tells tests and repeats from votes."""
    return {
        "phase": work.phase,
        "choices": list(work.choices),
        "attempts_left": work.attempts_left,
        "questions": [plain(work.shown(item)) for item in work.ids],
        "answers": {item: plain(given) for item in work.ids if (given := work.answer_to(item))},
        "next": work.next,
    }


def plain(value: object) -> Any:
    """The value in the types of JSON; a number that JSON does not know is null."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Source):
        return write_source(value)
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value) if one.repr}
    return _collected(value)


def _collected(value: object) -> Any:
    if isinstance(value, Mapping):
        return {_name(key): plain(one) for key, one in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(one) for one in value), key=str)
    if isinstance(value, Model | Callable) or not isinstance(value, Iterable):
        return str(value)
    return [plain(one) for one in value]


def _name(key: object) -> str:
    return " ".join(str(part) for part in key) if isinstance(key, tuple) else str(key)
