"""What a judge names must be there; the complaint names the nearest that is."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import TypeVar

from cliometer.errors import InputError, Missing, Refused
from cliometer.model.when import When
from cliometer.study.protocol.units.years import with_era

T = TypeVar("T")
_LOOKED_THROUGH = 500


def found(kind: str, id: str, known: Mapping[str, T]) -> T:
    """The thing of that id."""
    if id in known:
        return known[id]
    near = difflib.get_close_matches(id, list(known)[:_LOOKED_THROUGH], n=1)
    hint = f"did you mean {near[0]}?" if near else "reload the page to see what there is"
    raise Missing(f"there is no {kind} {id!r}; {hint}")


def new_id(given: str, usual: str, taken: Mapping[str, object], kind: str) -> str:
    """An id of one's own that nothing else has, or the usual one."""
    if given in taken:
        raise Refused(f"there is a {kind} {given!r} already; give it another id, or none")
    id, number = given or usual, 2
    while id in taken:
        id, number = f"{usual}-{number}", number + 1
    return id


def one_line(text: str, what: str) -> str:
    """The text without line breaks; it must say something."""
    kept = " ".join(text.split())
    if not kept:
        raise Refused(f"{what} is empty; write a few words")
    return kept


def dated(text: str) -> When:
    """A date as judges write it: as files have it, or with BC and AD."""
    try:
        return with_era(text) or When.parse(text)
    except InputError as error:
        raise Refused(f"{error}; 44 BC will do as well") from None
