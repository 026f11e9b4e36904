"""How long an answer took: what the page measured, cut to what the clock of the journal allows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

SHORTEST = 0.001  # seconds; 0 would say that nothing was measured
LONGEST = 86_400.0


@dataclass(frozen=True)
class Clock:
    """When a sheet was begun, when its judge last did something, and how much time her answers have used.

    Answers that were given without a connection arrive at once, each with its own time: so it is their sum
    that cannot exceed the time since the first action. An answer that brings no time took the time since the
    action before it. Before the first action there is no telling; nor where actions have no moment, or all
    the same one, as those of a study that was opened from files.
    """

    began: str = ""
    latest: str = ""
    used: float = 0.0

    def seconds(self, told: float, before: float, at: str) -> float:
        """Of an answer that replaces one of `before` seconds."""
        if not at or self.latest in ("", at):
            return told
        free = before + _between(self.began, at) - self.used
        return max(SHORTEST, min(told or before + _between(self.latest, at), free, LONGEST))

    def after(self, at: str, more: float = 0.0) -> Clock:
        """With an action at that moment, and the seconds that an answer added."""
        if not at or at == self.latest:
            return self
        return Clock(self.began or at, at, self.used + max(0.0, more) if self.began else 0.0)


def _between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
