"""Settings: the fields of a frozen dataclass, each with its parser and its meaning."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, cast

from cliometer.errors import UsageError
from cliometer.spelling import whole_number


def setting(default: Any, *, parse: Callable[[str], Any], doc: str, always: bool = False) -> Any:
    """A field of a registered dataclass: how to read it, what it means, whether it is always spelled out."""
    metadata = {"parse": parse, "doc": doc, "always": always}
    return dataclasses.field(default=default, metadata=metadata)


def whole(low: int, *, zero: bool = True) -> Callable[[str], int]:
    """Parser for a setting that is a whole number of at least `low`, maybe other than 0."""
    wanted = f"a whole number of at least {low}" if zero else "a whole number other than 0"

    def parse(text: str) -> int:
        value = whole_number(text)
        if value is None or value < low or not (value or zero):
            raise UsageError(f"expected {wanted}, found {repr(text) if value is None else text}")
        return value

    return parse


def choices_of(field: dataclasses.Field[Any]) -> list[str]:
    """The words that a setting may take, as its parser or the registry behind its parser knows them."""
    parse = field.metadata["parse"]
    return list(getattr(parse, "words", ()) or getattr(getattr(parse, "__self__", None), "names", ()))


def settings_of(thing: object) -> list[dataclasses.Field[Any]]:
    """The settings of a registered class or of one of its values; a field that is fixed is none."""
    return [field for field in dataclasses.fields(cast("Any", thing)) if field.init]
