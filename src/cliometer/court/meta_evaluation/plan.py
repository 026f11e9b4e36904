"""Settings and input of an agreement with people, and what its design cannot show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, Literal, TypeVar, get_args

import numpy as np

from cliometer.engine.results import BESIDE, Results
from cliometer.engine.score_grid import ScoreColumn, ScoreGrid, column_name, score_columns
from cliometer.errors import UsageError, unknown
from cliometer.grouping import by_key
from cliometer.io.frames import DocumentResult
from cliometer.io.scores import read_scores
from cliometer.model.judgements import ScoreKey, ScoreTable
from cliometer.model.notes import Note
from cliometer.spelling import listed
from cliometer.stats.correlation import LEVELS, OVERLAP, Coefficient, Level
from cliometer.stats.correlation_tests import Over, smallest_p
from cliometer.stats.samples import SIGNIFICANT, Floats, checked_resamples, checked_seed

Row = TypeVar("Row")
Test = Literal["williams", "perm-both", "perm-sys"]
USUAL: tuple[Coefficient, ...] = ("pearson", "kendall-b")
_RESAMPLES = (200, 1000)  # least and most
_ROUND = 100  # numbers of draws that people can remember
_BUDGET = 500_000  # cells drawn for an interval; realsumm's 25 x 100 then take seconds, not minutes


@dataclass(frozen=True)
class MetaEvaluationPlan:
    """Coefficients, levels, and how intervals and p-values are drawn.

    With `top` each coefficient is also that of the systems that people rank highest, and their overlap is one.
    """

    coefficients: Sequence[Coefficient] = USUAL
    levels: Sequence[Level] = LEVELS
    tests: Sequence[Test] = ()
    over: Over = "both"
    confidence: float = 0.95
    resamples: int | None = None
    seed: int = 0
    top: int | None = None

    def __post_init__(self) -> None:
        for kind, names, known in (
            ("coefficient", self.coefficients, get_args(Coefficient)),
            ("test of metrics", self.tests, get_args(Test)),
        ):
            for name in names:
                if name not in known:
                    raise unknown(kind, name, known)
        if not 0 < self.confidence < 1:
            raise UsageError("level-out-of-range", confidence=self.confidence)
        if self.resamples is not None:
            checked_resamples(self.resamples)
        checked_seed(self.seed)

    @property
    def measures(self) -> list[str]:
        """The coefficients, then those at the top and the overlap there."""
        names = (*self.coefficients, OVERLAP) if self.top is not None else ()
        return [*self.coefficients, *(f"{name}@{self.top}" for name in names)]

    def draws(self, cells: int) -> int:
        """Return the number of resamples for a table of so many cells."""
        least, most = _RESAMPLES
        return self.resamples or max(least, min(most, _BUDGET // cells // _ROUND * _ROUND))

    def note(self, cells: int) -> list[str]:
        """Return a note where the table's size, not the user, set the number."""
        draws = self.draws(cells)
        if self.resamples or draws == _RESAMPLES[1]:
            return []
        return [Note.of("resamples-few", draws=draws, resamples=_RESAMPLES[1])]


class MetaEvaluation(DocumentResult, Generic[Row]):
    """A result of `cliometer agree`: `warnings` tell what the design cannot show, `notes` what was done on the way.

    It has rows by metric, or by judge: `keyed` names the field of the rows, and what a row is about.
    """

    keyed: ClassVar[tuple[str, str]]
    warnings: Sequence[str]
    notes: Sequence[str]

    def keys(self) -> list[str]:
        """Return the metrics, or the judges."""
        rows, about = self.keyed
        return list(dict.fromkeys(getattr(row, about) for row in getattr(self, rows)))

    def __getitem__(self, name: str) -> list[Row]:
        """Return the rows of one metric, or of one judge."""
        rows, about = self.keyed
        if name not in self.keys():
            raise unknown(f"{about} of this result", name, self.keys())
        return [row for row in getattr(self, rows) if getattr(row, about) == name]


def human_columns(file: str, system_columns: bool = False) -> list[ScoreColumn]:
    """Read human scores from `FILE` or `FILE:COLUMN,COLUMN`."""
    path, column = _split(file)
    table = read_scores([path], system_columns)
    if not column or column in table.metrics:
        return score_columns(table, [column] if column else None)
    return score_columns(table, [name.strip() for name in column.split(",") if name.strip()])


def metric_columns(human: Sequence[ScoreColumn], scores: ScoreTable, asked: Sequence[str] | None) -> list[ScoreColumn]:
    """Return the metrics that stand against people: those asked for, else all but the human column itself."""
    people = {column.metric for column in human if column.table is scores}
    if asked:
        for name in asked:
            if column_name(name, scores.metrics) in people:
                raise UsageError("human-score-as-metric", name=name)
    chosen = [column for column in score_columns(scores, asked) if column.metric not in people]
    if not chosen:
        raise UsageError("metrics-beside-human-missing")
    return chosen


def _split(given: str) -> tuple[Path, str]:
    """Split off the column after the last colon, unless the whole is a file."""
    stem, colon, column = given.rpartition(":")
    if not colon or not stem or Path(given).exists():
        return Path(given), ""
    if not column:
        raise UsageError("human-column-missing", given=given)
    return Path(stem), column


def score_table_of(results: Results) -> ScoreTable:
    """Return precision, recall and F of each metric as columns, or its one value under its own name.

    What is undefined is a gap with its reason.
    """
    scores: dict[ScoreKey, float] = {}
    gaps: dict[ScoreKey, str] = {}
    for row in results.rows:
        for part, value in row.score.numbers(results.undefined).items():
            if part in BESIDE:
                continue
            name = row.metric if part == "value" else f"{row.metric}.{part}"
            key = name, row.system, row.topic
            if value is None:
                gaps[key] = f"{row.system} on {row.topic} ({row.score.undefined})"
            else:
                scores[key] = value
    return ScoreTable(scores, gaps, "the runs", results.notes)


_FEW = 5  # systems; fewer drawn with replacement are often one and the same


def design_warnings(grid: ScoreGrid, human: Floats, plan: MetaEvaluationPlan) -> list[str]:
    """Return all warnings that apply."""
    is_few = len(human) < _FEW and plan.over != "texts"
    few = [Note.of("agreement-systems-few", systems=len(human))] if is_few else []
    constant = _constant_topics(grid, human) if "text" in plan.levels else ()
    return [*_too_few_systems(human, plan), *_tests(human, plan), *few, *_twins(grid, human), *constant]


def _tests(human: Floats, plan: MetaEvaluationPlan) -> Iterable[str]:
    """Yield what the tests of two metrics suppose, or cannot show."""
    if "perm-both" in plan.tests:
        yield Note.of("agreement-perm-both")
    if "perm-sys" in plan.tests and (least := 2 / 2 ** len(human)) > SIGNIFICANT:
        yield Note.of("agreement-perm-sys", systems=len(human), least=f"{least:.3f}")


def _too_few_systems(human: Floats, plan: MetaEvaluationPlan) -> Iterable[str]:
    """Yield a warning where k systems, which have k! orders, are too few for a significant correlation."""
    systems, topics = human.shape
    least, on_texts = smallest_p(systems), smallest_p(systems, topics)
    if "system" in plan.levels and least > SIGNIFICANT:
        advice = "look at the text level" if on_texts <= SIGNIFICANT else "more systems are needed"
        yield Note.of("agreement-level-systems", systems=systems, least=f"{least:.3f}", advice=advice)
    if "text" in plan.levels and on_texts > SIGNIFICANT:
        yield Note.of("agreement-level-texts", systems=systems, topics=topics, least=f"{on_texts:.3f}")


def _twins(grid: ScoreGrid, human: Floats) -> Iterable[str]:
    """Yield a warning of systems with the same scores everywhere: most likely one system under two names."""
    rows = np.concatenate([human, *grid.scores.values()], axis=1)
    groups = by_key(((row + 0.0).tobytes(), system) for system, row in zip(grid.systems, rows, strict=True))
    for twins in groups.values():
        if len(twins) > 1:
            yield Note.of("agreement-twins", twins=listed(twins), systems=len(rows), distinct=len(groups))


def _constant_topics(grid: ScoreGrid, human: Floats) -> Iterable[str]:
    known = np.zeros(len(grid.topics), dtype=np.bool_)
    scores = {"human scores": human, **{f"scores of {name}": table for name, table in grid.scores.items()}}
    for whose, table in scores.items():
        constant = np.all(table == table[:1], axis=0) & ~known
        if whose == "human scores":
            known = constant
        if constant.any():
            names = [topic for topic, same in zip(grid.topics, constant, strict=True) if same]
            count, topics, listing = len(names), len(grid.topics), listed(names, 5)
            yield Note.of("agreement-topics-equal", whose=whose, count=count, topics=topics, names=listing)
