"""A judge at work: the seat, the sheet as it stands, and how it is shown.

Each step has a Screen: a template for the whole page, what the template is told, and, where a page is large,
the pieces that one action changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cliometer.study.protocol.journal import can_redo, can_undo
from cliometer.study.protocol.work import Action, Work
from cliometer.workbench.access import SheetSeat
from cliometer.workbench.services.works import Loaded


@dataclass(frozen=True)
class Bench:
    """What a screen is made from."""

    seat: SheetSeat
    loaded: Loaded
    asked: Mapping[str, str] = field(default_factory=dict)  # after the ? of the address

    @property
    def work(self) -> Work:
        """What stands on the sheet."""
        return self.loaded.work

    @cached_property
    def writable(self) -> bool:
        """Whether this person can act here now."""
        return self.seat.may_write and self.seat.sheet.submitted is None

    @cached_property
    def undo(self) -> Action | None:
        """What undo would take back."""
        found = can_undo(self.loaded.journal, self.seat.user.username) if self.writable else None
        return None if found is None or found.verb in self.work.final else found

    @cached_property
    def redo(self) -> Action | None:
        """What redo would bring back."""
        return can_redo(self.loaded.journal, self.seat.user.username) if self.writable else None


Context = Callable[[Bench], dict[str, Any]]
Pieces = Callable[[Bench, str, Mapping[str, object]], tuple[str, dict[str, Any]] | None]
"""After a verb with details: a template of the changed pieces with its context, or None for the whole."""


@dataclass(frozen=True)
class Screen:
    """How a step is shown: `template` is what stands inside #work; `keys` are its shortcuts, for the help."""

    template: str
    context: Context = lambda bench: {}
    pieces: Pieces = lambda bench, verb, details: None
    keys: tuple[tuple[str, str], ...] = ()
    script: str = ""  # files of static/, in order, where the step has keys of its own
    last_word: bool = False  # whether the sheet is shown once more when it is handed in
    looking: tuple[str, ...] | None = None  # keys that change nothing, of which alone a reader is told

    def keys_for(self, writable: bool) -> tuple[tuple[str, str], ...]:
        """The keys that somebody can use here."""
        if writable or self.looking is None:
            return self.keys
        return tuple((key, does) for key, does in self.keys if key in self.looking)
