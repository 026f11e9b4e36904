"""What people said: which of two is better, or how they order several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

Order: TypeAlias = tuple[tuple[str, ...], ...]
"""Groups of systems, best first; those in one group are tied."""


@dataclass(frozen=True)
class Vote:
    """One answer to "which of these two is better?"; no winner is a tie.

    `left` was shown first, unless `shown` says that the order of the two means nothing. A vote may stand for
    `count` equal ones. An empty topic, judge or reason was not given.
    """

    left: str
    right: str
    winner: str | None
    topic: str = ""
    judge: str = ""
    reason: str = ""
    count: int = 1
    shown: bool = True
    place: str = field(default="", compare=False, repr=False)  # file and line, for messages

    @property
    def pair(self) -> tuple[str, str]:
        """The two in alphabetical order, whichever was shown first."""
        return (self.left, self.right) if self.left < self.right else (self.right, self.left)


@dataclass(frozen=True)
class Ballot:
    """An ordering, given `count` times."""

    order: Order
    count: int = 1
    topic: str = ""
    judge: str = ""
    place: str = field(default="", compare=False, repr=False)  # file and line, for messages

    def __str__(self) -> str:
        return spelled(self.order)


@dataclass(frozen=True)
class Poll:
    """The votes or the ballots of one study, with what the reader forgave."""

    name: str
    votes: tuple[Vote, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = field(default="", compare=False, repr=False)  # the file, for messages


def spelled(order: Order) -> str:
    """`c > h = sb`: best first, ties joined."""
    return " > ".join(" = ".join(group) for group in order)


def pooled(polls: Iterable[Poll]) -> Poll:
    """Several polls as one; the notes of all are kept."""
    given = tuple(polls)
    return replace(
        given[0],
        name=" + ".join(poll.name for poll in given),
        votes=tuple(vote for poll in given for vote in poll.votes),
        ballots=tuple(ballot for poll in given for ballot in poll.ballots),
        notes=tuple(note for poll in given for note in poll.notes),
    )
