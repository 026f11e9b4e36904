"""Signatures: everything a number depends on, in one line to paste into a paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signature:
    """Key and value pairs in a fixed order; derived from settings, never typed by hand."""

    fields: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, fields: Iterable[tuple[str, object]]) -> Signature:
        """Spell every value."""
        return cls(tuple((key, str(value)) for key, value in fields))

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.fields)
