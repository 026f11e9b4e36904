"""What can be kept: no database or page holds NUL or half a character, and nothing is nested without end."""

from __future__ import annotations

from collections.abc import Mapping

from cliometer.errors import InputError

_DEEPEST = 50  # no topic or action is nested nearly as deeply


def refuse_unkeepable(value: object, depth: int = 0) -> None:
    """Refuse a value of JSON that some database would not take."""
    if depth > _DEEPEST:
        raise InputError(f"this is nested more than {_DEEPEST} deep")
    if isinstance(value, str):
        _refuse_letters(value)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            _refuse_letters(str(key))
            refuse_unkeepable(one, depth + 1)
    elif isinstance(value, list | tuple):
        for one in value:
            refuse_unkeepable(one, depth + 1)


def _refuse_letters(text: str) -> None:
    if "\0" in text:
        raise InputError("the character U+0000 cannot be kept; leave it out")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("a text has half a character (a lone surrogate); leave it out") from None
