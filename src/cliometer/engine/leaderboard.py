"""What comes of the submissions to a shared task: their faults, and a leaderboard of those that are valid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from cliometer.engine.compare.standings import Standings
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.io.frames import DocumentResult
from cliometer.model.records import member
from cliometer.model.score import Signature
from cliometer.spelling import many

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class SubmissionFault:
    """What is wrong with a submission: where, which rule it breaks, and what to do.

    A submission with an `error` is not scored; a `warning` is for its authors to look at, a `note` says what was
    let pass. `field` is that of a record in files that have such.
    """

    submission: str
    file: str
    line: int | None
    field: str | None
    rule: str
    severity: Severity
    problem: str
    remedy: str


@dataclass(frozen=True)
class SubmissionState:
    """Whether a submission can be scored, and the number of its faults."""

    submission: str
    valid: bool
    errors: int
    warnings: int


@dataclass(frozen=True, repr=False)
class SubmissionCheck(DocumentResult):
    """The submissions to a task by name, those that can be scored, and the faults of all."""

    kind: ClassVar[str] = "submission-check"
    tables: ClassVar[Mapping[str, str]] = {"faults": "faults", "submissions": "states"}
    track: str
    submissions: Sequence[str]
    valid: Sequence[str]
    faults: Sequence[SubmissionFault]
    notes: Sequence[str] = ()

    def passed(self) -> bool:
        """Return whether every submission is valid."""
        return len(self.valid) == len(self.submissions)

    @member
    def states(self) -> list[SubmissionState]:
        """Return the state of each submission."""
        counts = Counter((fault.submission, fault.severity) for fault in self.faults)
        return [
            SubmissionState(name, name in self.valid, counts[name, "error"], counts[name, "warning"])
            for name in self.submissions
        ]

    def __repr__(self) -> str:
        return f"SubmissionCheck({many(len(self.submissions), 'submission')}, {len(self.valid)} valid)"


@dataclass(frozen=True)
class LeaderboardRow:
    """A system by a metric: its place and group, its score, the distance to the best, and what it is beside writers."""

    place: int
    group: str | None
    system: str
    metric: str
    score: float
    low: float | None
    high: float | None
    behind: float | None
    p: float | None
    of_writers: float | None
    verdict: str | None


@dataclass(frozen=True, repr=False)
class Leaderboard(DocumentResult):
    """The valid submissions to a task by their scores, in groups, beside human writers and oracles; and the check."""

    kind: ClassVar[str] = "leaderboard"
    tables: ClassVar[Mapping[str, str]] = {
        "leaderboard": "rows",
        "topics": "comparison.comparisons[metric].systems[system].topics",
        "faults": "check.faults",
        "submissions": "check.states",
    }
    check: SubmissionCheck
    comparison: SystemComparison | None = None  # None where no submission is valid

    @property
    def notes(self) -> Sequence[str]:
        return (*self.check.notes, *(self.comparison.notes if self.comparison else ()))

    @property
    def signature(self) -> Signature | None:
        """Everything the numbers depend on."""
        return self.comparison.signature if self.comparison else None

    @member
    def rows(self) -> list[LeaderboardRow]:
        """Return a row for each system and metric."""
        standings = self.comparison.standings if self.comparison else ()
        return [row for each in standings for row in self._of(each)]

    def _of(self, standings: Standings) -> Iterator[LeaderboardRow]:
        levels = self.comparison.human_levels if self.comparison else ()
        human = {line.system: line for level in levels if level.metric == standings.metric for line in level.systems}
        beside = {pair.second: pair for pair in standings.differences}
        for place, row in enumerate(standings.systems, start=1):
            behind, writers = beside.get(row.system), human.get(row.system)
            yield LeaderboardRow(
                place=int(row.rank or place),
                group=row.letters,
                system=row.system,
                metric=standings.metric,
                score=row.score,
                low=row.low,
                high=row.high,
                behind=behind.difference if behind else None,
                p=behind.corrected_p if behind else None,
                of_writers=writers.quotient if writers else None,
                verdict=writers.verdict if writers else None,
            )

    def __repr__(self) -> str:
        return f"Leaderboard({many(len(self.check.valid), 'system')} of {self.check!r})"
