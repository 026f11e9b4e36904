"""Names that are most likely one: they differ in upper and lower case only."""

from __future__ import annotations

from collections.abc import Iterable


def case_notes(kind: str, names: Iterable[str]) -> list[str]:
    """A note for each group of different names that only case tells apart."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(name.casefold(), []).append(name)
    return [
        f"the {kind} {' and '.join(alike)} differ only in upper and lower case; they count as different"
        for alike in groups.values()
        if len(alike) > 1
    ]
