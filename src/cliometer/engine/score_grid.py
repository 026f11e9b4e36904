"""Scores of several metrics, and of people, on the same systems and topics: complete, or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cliometer.errors import CoverageError, InputError, UsageError, unknown
from cliometer.grouping import by_key
from cliometer.metrics.catalogue import parse
from cliometer.model.judgements import ScoreTable, case_notes
from cliometer.model.notes import Note
from cliometer.spelling import did_you_mean, listed
from cliometer.stats.samples import Floats

MissingScores = Literal["error", "skip"]


@dataclass(frozen=True)
class ScoreColumn:
    """One metric, or one judge, of a table; `label` is what the report calls it."""

    label: str
    table: ScoreTable
    metric: str

    def score(self, system: str, topic: str) -> float | None:
        """Return the score of a system on a topic; None where the table has none."""
        return self.table.scores.get((self.metric, system, topic))

    def names(self, kind: str, metrics: Sequence[str] = ()) -> list[str]:
        """Return the systems, or the topics, that have a score of the metric, or of some metrics of the table."""
        return (self.table.systems if kind == "system" else self.table.topics)(metrics or [self.metric])

    def why_missing(self, system: str, topic: str) -> str:
        """Return where the gap is, for an error."""
        place = self.table.gaps.get((self.metric, system, topic), self.table.source)
        return f"{place}: no score of {self.label} for {system} on {topic}"


@dataclass(frozen=True, eq=False)
class ScoreGrid:
    """For each column a table of systems x topics without gaps."""

    systems: Sequence[str]
    topics: Sequence[str]
    scores: Mapping[str, Floats]
    notes: Sequence[str] = ()

    def flipped(self, names: Iterable[str]) -> ScoreGrid:
        """Return the scores, with the sign turned in columns for which lower is better."""
        scores, notes = dict(self.scores), list(self.notes)
        for name in names:
            scores[name] = 0.0 - scores[name]  # not -x, whose zeros would be -0.0
            notes.append(Note.of("sign-changed", name=name))
        return replace(self, scores=scores, notes=notes)


def score_columns(table: ScoreTable, asked: Sequence[str] | None = None) -> list[ScoreColumn]:
    """Return the columns that were asked for; else all of them, but of precision, recall and F only F."""
    return [ScoreColumn(name, table, name) for name in chosen_columns(table.metrics, asked)]


def chosen_columns(names: Sequence[str], asked: Sequence[str] | None = None) -> list[str]:
    """Return the names of the columns that were asked for; else all, but of precision, recall and F only F."""
    if asked:
        return list(dict.fromkeys(column_name(name, names) for name in asked))
    return [name for name in names if not _is_part(name, names)]


def column_name(asked: str, names: Sequence[str]) -> str:
    """Return the column of a name: as it was typed, its F, or the column of its expression in full spelling."""
    for spelled in (asked, f"{asked}.f", *_full_spellings(asked)):
        if spelled in names:
            return spelled
    raise unknown("column of these scores", asked, names)


def complete(columns: Sequence[ScoreColumn], missing: MissingScores = "error") -> ScoreGrid:
    """Return all columns on the systems and topics that one of them knows; gaps are refused, or left out."""
    systems, topics = (
        list(dict.fromkeys(name for column in columns for name in column.names(kind))) for kind in ("system", "topic")
    )
    gaps = [(c, s, t) for t in topics for s in systems for c in columns if c.score(s, t) is None]
    if gaps and missing == "error":
        _refuse_strangers(columns)
        column, system, topic = gaps[0]
        rest = f" (and {len(gaps) - 1} more such gaps)" if len(gaps) > 1 else ""
        raise CoverageError("score-missing", why_missing=column.why_missing(system, topic), hint=rest)
    scores = {c.label: np.array([[c.score(s, t) for t in topics] for s in systems], float) for c in columns}
    grid = without_gaps(ScoreGrid(systems, topics, scores), missing)
    return replace(grid, notes=[*grid.notes, *case_notes("systems", grid.systems), *case_notes("topics", grid.topics)])


def without_gaps(grid: ScoreGrid, missing: MissingScores, source: Path | None = None) -> ScoreGrid:
    """Return the scores without NaN: gaps are refused, or systems and topics left out.

    First go the systems that a column does not know at all, then the topics on which another column has a gap.
    """
    gaps_of = np.array([np.isnan(table) for table in grid.scores.values()])
    gaps: NDArray[np.bool_] = np.any(gaps_of, axis=0)
    if not gaps.any():
        return grid
    if missing == "error":
        system, topic = np.argwhere(gaps)[0].tolist()
        rest = f" (and {gaps.sum() - 1} more such gaps)" if gaps.sum() > 1 else ""
        names = {"systems": grid.systems[system], "topics": grid.topics[topic]}
        raise CoverageError("score-undefined", **names, hint=rest).at(source)
    systems: NDArray[np.bool_] = np.all(~np.all(gaps_of, axis=2), axis=0)
    topics: NDArray[np.bool_] = ~np.any(gaps[systems], axis=0)
    scores = {name: table[np.ix_(systems, topics)] for name, table in grid.scores.items()}
    kept_systems, kept_topics = (
        [name for name, keep in zip(names, flags, strict=True) if keep]
        for names, flags in ((grid.systems, systems), (grid.topics, topics))
    )
    losses = _losses((grid.systems, kept_systems), (grid.topics, kept_topics))
    return ScoreGrid(kept_systems, kept_topics, scores, [*grid.notes, *losses])


def _refuse_strangers(columns: Sequence[ScoreColumn]) -> None:
    """Refuse a name that only a later table has, since it is most likely misspelt there."""
    first, *others = by_key((id(column.table), column) for column in columns).values()
    for other in others:
        for kind in ("system", "topic"):
            known, names = (several[0].names(kind, [each.metric for each in several]) for several in (first, other))
            strange = [name for name in names if name not in known]
            if strange and len(strange) < len(names):
                raise stranger(kind, strange[0], other[0].table.source, known, first[0].table.source)


def stranger(kind: str, name: str, where: str, known: Sequence[str], source: str) -> CoverageError:
    """Return the error for a system or topic without scores, at the place where it is named."""
    hint = did_you_mean(name, known) or f"there are {listed(known, 5)};"
    return CoverageError("score-name-unknown", where=where, kind=kind, name=name, source=source, hint=hint)


def _losses(*names: tuple[Sequence[str], Sequence[str]]) -> Iterator[str]:
    """Yield notes on the systems and topics that were left out; fail where nothing is left."""
    for what, (before, after) in zip(("systems", "topics"), names, strict=True):
        kept = set(after)
        lost = [name for name in before if name not in kept]
        if not after:
            raise InputError("scores-share-nothing", what=what[:-1])
        if lost:
            why = "that have no score at all by one side" if what == "systems" else "with gaps"
            yield f"{len(lost)} of {len(before)} {what} {why} left out: {listed(lost, 5)}"


def _is_part(name: str, names: Sequence[str]) -> bool:
    stem, _, part = name.rpartition(".")
    return part in ("precision", "recall") and f"{stem}.f" in names


def _full_spellings(asked: str) -> list[str]:
    """Return the full spelling of each column, such as `align+m1(rouge=1).recall`; columns of others have none."""
    expression, part = split_part(asked)
    try:
        full = str(parse(expression))
    except UsageError:
        return []
    return [f"{full}.{part}", *([full] if expression == asked else [])]


def split_part(asked: str) -> tuple[str, str]:
    """Return the metric of a name, and which of its three numbers is meant: F unless the name says otherwise."""
    stem, _, part = asked.rpartition(".")
    return (stem, part) if stem and part in ("precision", "recall", "f") else (asked, "f")
