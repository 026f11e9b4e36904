"""The details of an action: JSON values, checked before any verb sees them."""

from __future__ import annotations

import math
import unicodedata
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from cliometer.errors import Refused, shown

Kind = Literal["text", "texts", "whole", "number", "yes"]
MOST_LETTERS = 10_000
MOST_ITEMS = 1_000
_KINDS: dict[Any, Kind] = {str: "text", int: "whole", float: "number", bool: "yes", tuple: "texts"}
_EXPECTED = {
    "text": "a text",
    "texts": "a list of texts",
    "whole": "a whole number",
    "number": "a number",
    "yes": "true or false",
}


def kind_of(hint: Any) -> Kind:
    """The kind of JSON value behind an annotation: `str`, `int`, `float`, `bool`, `tuple[str, ...]`."""
    if get_origin(hint) in (Union, UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    return _KINDS[get_origin(hint) or hint]


def read(value: object, kind: Kind, where: str) -> object:
    """The value as the verb takes it."""
    if kind == "text" and isinstance(value, str):
        return clean(value, where)
    if kind == "texts" and isinstance(value, list | tuple):
        return _texts(value, where)
    if kind == "yes" and isinstance(value, bool):
        return value
    if kind == "whole" and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53:
        return value
    if kind == "number" and isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value, where)
    raise Refused(f"{where}: expected {_EXPECTED[kind]}, found {shown(value)}")


def clean(text: str, where: str) -> str:
    """Without blanks around it, composed (NFC), and without letters that no page can show."""
    found = unicodedata.normalize("NFC", text).strip()
    if len(found) > MOST_LETTERS:
        raise Refused(f"{where}: {len(found):,} characters are too many; at most {MOST_LETTERS:,}")
    for letter in found:
        if unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t":
            raise Refused(f"{where}: the character U+{ord(letter):04X} cannot be kept; leave it out")
    return found


def _texts(values: list[object] | tuple[object, ...], where: str) -> tuple[str, ...]:
    if len(values) > MOST_ITEMS:
        raise Refused(f"{where}: {len(values):,} items are too many; at most {MOST_ITEMS:,}")
    if not all(isinstance(value, str) for value in values):
        raise Refused(f"{where}: expected a list of texts, found {shown(values)}")
    return tuple(clean(str(value), where) for value in values)


def _number(value: int | float, where: str) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise Refused(f"{where}: expected a finite number, found {shown(value)}")
    return number
