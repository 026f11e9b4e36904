"""How long an answer took, as far as the moments of the actions on a sheet allow."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

SHORTEST_ANSWER = 0.001  # seconds; 0 would say that nothing was measured
LONGEST_ANSWER = 86_400.0


@dataclass(frozen=True)
class AnswerClock:
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
        """Return the seconds of an answer that replaces one of `before` seconds."""
        if not at or self.latest in ("", at):
            return told
        free = before + _seconds_between(self.began, at) - self.used
        taken = told or before + _seconds_between(self.latest, at)
        return max(SHORTEST_ANSWER, min(taken, free, LONGEST_ANSWER))

    def after(self, at: str, more: float = 0.0) -> AnswerClock:
        """Return the clock after an action at that moment, with the seconds that an answer added."""
        if not at or at == self.latest:
            return self
        return AnswerClock(self.began or at, at, self.used + max(0.0, more) if self.began else 0.0)


def _seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
