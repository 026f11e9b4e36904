"""Scores of several metrics, and of people, on the same systems and topics: complete, or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from cliometer.errors import CoverageError, InputError, UsageError, unknown
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
    systems = _union(column.table.systems([column.metric]) for column in columns)
    topics = _union(column.table.topics([column.metric]) for column in columns)
    gaps = [(c, s, t) for t in topics for s in systems for c in columns if c.score(s, t) is None]
    notes: list[str] = []
    if gaps and missing == "error":
        _refuse_strangers(columns)
        column, system, topic = gaps[0]
        rest = f" (and {len(gaps) - 1} more such gaps)" if len(gaps) > 1 else ""
        raise CoverageError("score-missing", why_missing=column.why_missing(system, topic), hint=rest)
    if gaps:
        systems, topics, notes = _without_gaps(columns, systems, topics)
    scores = {c.label: np.array([[c.score(s, t) for t in topics] for s in systems], float) for c in columns}
    notes += [*case_notes("systems", systems), *case_notes("topics", topics)]
    return ScoreGrid(systems, topics, scores, notes)


def without_gaps(grid: ScoreGrid, source: str, missing: MissingScores) -> ScoreGrid:
    """Return the scores without NaN: gaps are refused, or the systems and topics that have them are left out."""
    gaps = np.any([np.isnan(table) for table in grid.scores.values()], axis=0)
    if not gaps.any():
        return grid
    if missing == "error":
        system, topic = np.argwhere(gaps)[0].tolist()
        rest = f" (and {gaps.sum() - 1} more such gaps)" if gaps.sum() > 1 else ""
        raise CoverageError(
            "score-undefined", source=source, systems=grid.systems[system], topics=grid.topics[topic], hint=rest
        )
    systems = ~gaps.all(axis=1)
    topics = ~gaps[systems].any(axis=0)
    scores = {name: table[np.ix_(systems, topics)] for name, table in grid.scores.items()}
    names = (grid.systems, systems, "systems"), (grid.topics, topics, "topics")
    kept = [[name for name, keep in zip(every, flags, strict=True) if keep] for every, flags, _ in names]
    return ScoreGrid(
        kept[0], kept[1], scores, [*grid.notes, *_losses(*zip((n for n, _, _ in names), kept, strict=True))]
    )


def _refuse_strangers(columns: Sequence[ScoreColumn]) -> None:
    """Refuse a name that only a later table has, since it is most likely misspelt there."""
    first, *others = _tables(columns)
    for other, metrics in others:
        for kind in ("system", "topic"):
            known, names = (_names(table, kind, of) for table, of in (first, (other, metrics)))
            strange = [name for name in names if name not in known]
            if strange and len(strange) < len(names):
                raise stranger(kind, strange[0], other.source, known, first[0].source)


def stranger(kind: str, name: str, where: str, known: Sequence[str], source: str) -> CoverageError:
    """Return the error for a system or topic without scores, at the place where it is named."""
    hint = did_you_mean(name, known) or f"there are {listed(known, 5)};"
    return CoverageError("score-name-unknown", where=where, kind=kind, name=name, source=source, hint=hint)


def _tables(columns: Sequence[ScoreColumn]) -> list[tuple[ScoreTable, list[str]]]:
    """Return each table once, with those of its metrics that count."""
    tables: dict[int, tuple[ScoreTable, list[str]]] = {}
    for column in columns:
        tables.setdefault(id(column.table), (column.table, []))[1].append(column.metric)
    return list(tables.values())


def _names(table: ScoreTable, kind: str, metrics: Sequence[str]) -> list[str]:
    return table.systems(metrics) if kind == "system" else table.topics(metrics)


def _without_gaps(
    columns: Sequence[ScoreColumn], systems: list[str], topics: list[str]
) -> tuple[list[str], list[str], list[str]]:
    """Leave out systems that a column does not know at all, then topics on which another column has a gap."""
    known = [s for s in systems if all(any(c.score(s, t) is not None for t in topics) for c in columns)]
    kept = [t for t in topics if all(c.score(s, t) is not None for s in known for c in columns)]
    return known, kept, list(_losses((systems, known), (topics, kept)))


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


def _union(groups: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in group))


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
