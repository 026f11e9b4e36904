"""What a protocol of evaluation made of systems: tasks, lost entries, and what was asked against what came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["dropped", "zero", "refused"]


@dataclass(frozen=True)
class TaskOutcome:
    """A task that was not scored as usual, and why; a refusal ends the run of the system."""

    system: str
    task: str
    outcome: Outcome
    rule: str
    reason: str


@dataclass(frozen=True)
class TaskLimits:
    """The length and the span that a protocol gives a system for a task; None where it gives none."""

    task: str
    dates: int
    sentences: int | None = None
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True)
class ProtocolAccount:
    """What became of the answers of a system; of dates, all tasks are counted.

    `refused` is the rule by which the run ended. `entries_overwritten` gave way to another entry of their date, and
    `entries_appended` joined it; `sentences_cut` were cut at a colon, and `uncountable` tasks have a text without a
    countable word. The sentences are means over dates.
    """

    system: str
    asked: int
    scored: int
    dropped: int
    zero: int
    refused: str
    entries: int
    entries_dropped: int
    entries_overwritten: int
    entries_appended: int
    months_as_days: int
    sentences_cut: int
    uncountable: int
    dates_given: int
    dates_found: int
    sentences_given: float | None
    sentences_found: float | None
    dates_outside: int


@dataclass(frozen=True)
class ProtocolRecord:
    """The protocol of a result, and what it made of each system.

    `topics_skipped` are those that the protocol leaves out; of references, `months_as_days` and `entries_overwritten`.
    """

    protocol: str
    source: str
    topics_skipped: int
    references_skipped: int
    months_as_days: int
    entries_overwritten: int
    accounts: Sequence[ProtocolAccount]
    outcomes: Sequence[TaskOutcome]
    tasks: Sequence[TaskLimits]
