"""Specifications that vl-convert can draw: some signs end its process, long texts take it seconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cliometer.text.printable import printable

_LONGEST = 160  # letters of a text; labels are cut much earlier, by their width


def drawable(spec: Any) -> Any:
    """The same specification with printable, short texts; different texts stay different."""
    return _Shortening().of(spec)


@dataclass
class _Shortening:
    """What each long text became."""

    _short: dict[str, str] = field(default_factory=dict)

    def of(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self.of(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.of(inner) for inner in value]
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        if len(text) <= _LONGEST:
            return printable(text)
        number = len(self._short) + 1
        return self._short.setdefault(text, f"{printable(text[:_LONGEST])}… ({number})")
