"""What comes of the submissions to a shared task: their faults, and a leaderboard of those that are valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.io.frames import Records, TabularResult, columns_of
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import decode, head
from cliometer.model.score import Signature
from cliometer.spelling import many

if TYPE_CHECKING:
    pass

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


@dataclass(frozen=True, repr=False)
class SubmissionCheck(TabularResult, NotebookDisplay):
    """The submissions to a task by name, those that can be scored, and the faults of all."""

    track: str
    submissions: Sequence[str]
    valid: Sequence[str]
    faults: Sequence[SubmissionFault]
    notes: Sequence[str] = ()

    def passed(self) -> bool:
        """Return whether every submission is valid."""
        return len(self.valid) == len(self.submissions)

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer submissions check --json` prints."""
        return {**head("submission-check"), **asdict(self)}

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> SubmissionCheck:
        """Read a document that `cliometer submissions check --json` printed."""
        return decode(cls, document)

    def frames(self) -> Mapping[str, Records]:
        """Return `faults`, a row each, and `submissions` with the number of their faults."""
        counts = {name: {"error": 0, "warning": 0, "note": 0} for name in self.submissions}
        for fault in self.faults:
            counts[fault.submission][fault.severity] += 1
        valid = set(self.valid)
        rows = [
            {"submission": name, "valid": name in valid, "errors": own["error"], "warnings": own["warning"]}
            for name, own in counts.items()
        ]
        columns = {"submission": str, "valid": bool, "errors": int, "warnings": int}
        faults = Records(columns_of(SubmissionFault), [asdict(fault) for fault in self.faults])
        return {"faults": faults, "submissions": Records(columns, rows)}

    def __repr__(self) -> str:
        return f"SubmissionCheck({many(len(self.submissions), 'submission')}, {len(self.valid)} valid)"


@dataclass(frozen=True)
class _LeaderboardDocument:
    """The members of the JSON document of a leaderboard."""

    check: SubmissionCheck
    comparison: Mapping[str, object] | None


@dataclass(frozen=True, repr=False)
class Leaderboard(TabularResult, NotebookDisplay):
    """The valid submissions to a task by their scores, in groups, beside human writers and oracles; and the check."""

    check: SubmissionCheck
    comparison: SystemComparison | None  # None where no submission is valid
    cache_note: str = ""  # how much a cache held, which is no part of the document

    @property
    def notes(self) -> Sequence[str]:
        """What is worth knowing about the numbers."""
        return (*self.check.notes, *(self.comparison.notes if self.comparison else ()))

    @property
    def signature(self) -> Signature | None:
        """Everything the numbers depend on."""
        return self.comparison.signature if self.comparison else None

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer submissions --json` prints."""
        comparison = self.comparison.to_dict() if self.comparison else None
        return {**head("leaderboard"), "check": self.check.to_dict(), "comparison": comparison}

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> Leaderboard:
        """Read a document that `cliometer submissions --json` printed."""
        read = decode(_LeaderboardDocument, document)
        compared = None if read.comparison is None else SystemComparison.from_dict(read.comparison)
        return cls(read.check, compared)

    def frames(self) -> Mapping[str, Records]:
        """Return `leaderboard`, a row for each system and metric; `topics`; and `faults` and `submissions`."""
        names = {"place": int, "group": str, "system": str, "metric": str, "score": float, "low": float, "high": float}
        columns = {**names, "behind": float, "p": float, "of_writers": float, "verdict": str}
        if self.comparison is None:
            return {"leaderboard": Records(columns, []), **self.check.frames()}
        levels = {level.metric: {one.system: one for one in level.systems} for level in self.comparison.human_levels}
        rows = []
        for standings in self.comparison.standings:
            beside = {one.second: one for one in standings.differences}
            for place, one in enumerate(standings.systems, start=1):
                human, behind = levels.get(standings.metric, {}).get(one.system), beside.get(one.system)
                rows.append(
                    {
                        **{key: getattr(one, key) for key in ("system", "score", "low", "high")},
                        "metric": standings.metric,
                        "place": int(one.rank or place),
                        "group": one.letters,
                        "behind": behind and behind.difference,
                        "p": behind and behind.corrected_p,
                        "of_writers": human and human.quotient,
                        "verdict": human and human.verdict,
                    }
                )
        topics = self.comparison.frames()["topics"]
        return {"leaderboard": Records(columns, rows), "topics": topics, **self.check.frames()}

    def __repr__(self) -> str:
        return f"Leaderboard({many(len(self.check.valid), 'system')} of {self.check!r})"
