"""All systems of one topic beside its gold, and what metrics of one kind share about them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Pairing:
    """What a metric is given; `shared` makes a table the first time that a metric asks for it."""

    systems: Sequence[Any]
    gold: Any
    _tables: dict[Hashable, Any] = field(default_factory=dict)

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """The table of this key, made once."""
        if key not in self._tables:
            self._tables[key] = make()
        found: T = self._tables[key]
        return found
