"""The distinct reasons that people gave, each with how often."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cliometer.errors import InputError
from cliometer.model.judgements import Poll


@dataclass(frozen=True)
class Reason:
    """A reason as it was first written, and how many votes gave it."""

    text: str
    times: int

    @property
    def key(self) -> str:
        """What makes two reasons one."""
        return key_of(self.text)


def key_of(text: str) -> str:
    """A reason whatever its capitals and blanks.

    >>> key_of("Easier  to read ")
    'easier to read'
    """
    return " ".join(text.split()).casefold()


def reasons_of(polls: Iterable[Poll]) -> tuple[tuple[Reason, ...], int]:
    """The distinct reasons in the order in which they first stand, and how many votes gave none."""
    texts: dict[str, str] = {}
    times: dict[str, int] = {}
    silent = 0
    for poll in polls:
        for vote in poll.votes:
            key = key_of(vote.reason)
            if not key:
                silent += vote.count
                continue
            texts.setdefault(key, " ".join(vote.reason.split()))
            times[key] = times.get(key, 0) + vote.count
    if not texts:
        raise InputError("no vote has a reason; a column called reason (or --columns reason=...) holds them")
    return tuple(Reason(texts[key], times[key]) for key in texts), silent
