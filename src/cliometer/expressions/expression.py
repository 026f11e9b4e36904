"""Expressions: `align+m1(rouge=2, kernel=exponential(tau=7))`, parsed and printed.

Law: `parse(str(m)) == m` for everything registered, with every setting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cliometer.errors import UsageError, unknown
from cliometer.expressions.settings import settings_of

_SHAPE = re.compile(r"\s*([A-Za-z][\w.+*-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def split(text: str, kind: str) -> tuple[str, dict[str, str]]:
    """The name and the spelled settings of an expression."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is not a {kind}; write name or name(setting=value, ...)")
    arguments: dict[str, str] = {}
    for part in _arguments(match[2] or "", text):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise UsageError(f"expected setting=value in {text!r}, found {part.strip()!r}")
        if key in arguments:
            raise UsageError(f"the setting {key!r} stands twice in {text!r}")
        arguments[key] = value
    return match[1], arguments


def _arguments(inside: str, whole: str) -> list[str]:
    """Cut at the commas that stand in no inner parentheses."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(inside):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts.append(inside[start:index])
            start = index + 1
    if depth != 0:
        raise UsageError(f"unbalanced parentheses in {whole!r}")
    return [*parts, inside[start:]] if inside.strip() else []


def spell(thing: Any) -> str:
    """The expression of a registered value: its name and the settings that are not the default."""
    shown = [
        f"{field.name}={spell_value(getattr(thing, field.name))}"
        for field in settings_of(thing)
        if field.metadata["always"] or getattr(thing, field.name) != field.default
    ]
    return f"{thing.name}({', '.join(shown)})" if shown else str(thing.name)


def spell_value(value: object) -> str:
    """A setting's value as it is typed: true, 7, 0.5, whitespace, exponential(tau=7)."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return str(value)


class TruthParser:
    """Parser for true and false."""

    words = ("true", "false")

    def __call__(self, text: str) -> bool:
        if text.lower() not in self.words:
            raise UsageError(f"expected {' or '.join(self.words)}, found {text!r}")
        return text.lower() == "true"


truth = TruthParser()


def number(low: float, high: float = float("inf")) -> Callable[[str], float]:
    """Parser for a finite number from `low` to `high`."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise UsageError(f"expected a number, found {text!r}") from None
        if not low <= value <= high or value == float("inf"):
            bound = f"at least {low:g}" if high == float("inf") else f"from {low:g} to {high:g}"
            raise UsageError(f"expected a finite number {bound}, found {text}")
        return value

    return parse


@dataclass(frozen=True)
class WordParser:
    """Parser for one word of a list, which help can show."""

    kind: str
    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.words:
            raise unknown(self.kind, text, self.words)
        return text


def word(kind: str, allowed: Iterable[str]) -> WordParser:
    """Parser for one word of a list."""
    return WordParser(kind, tuple(allowed))
