"""Results: every score, the means over topics, what is worth knowing about them, and the signature."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cliometer.errors import unknown
from cliometer.metrics.catalogue import parse
from cliometer.model.score import Score, Undefined, f_measure
from cliometer.model.signature import Signature
from cliometer.version import __version__

Numbers = Mapping[str, float | None]


@dataclass(frozen=True)
class Row:
    """One system on one topic by one metric."""

    system: str
    topic: str
    metric: str
    score: Score


@dataclass(frozen=True)
class Mean:
    """One system by one metric over all topics; topics whose score is undefined are left out and counted."""

    system: str
    metric: str
    topics: int
    undefined: int
    precision: float | None
    recall: float | None
    f_of_means: float | None
    mean_of_f: float | None


@dataclass(frozen=True, repr=False)
class Results:
    """What an evaluation found."""

    rows: Sequence[Row]
    signature: Signature
    undefined: Undefined
    notes: Sequence[str] = field(default=())

    @property
    def systems(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.system for row in self.rows))

    @property
    def topics(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.topic for row in self.rows))

    @property
    def metrics(self) -> list[str]:
        """In the order of the evaluation."""
        return list(dict.fromkeys(row.metric for row in self.rows))

    def numbers(self, row: Row) -> Numbers:
        """Precision, recall and F of a row under the preset's rule for undefined scores."""
        return row.score.numbers(self.undefined)

    def noted(self, notes: Sequence[str]) -> Results:
        """The same results with more notes before the others."""
        return replace(self, notes=(*notes, *self.notes))

    def without(self, topics: Collection[str]) -> Results:
        """The same results with some topics left out."""
        return replace(self, rows=[row for row in self.rows if row.topic not in topics])

    def means(self) -> list[Mean]:
        """Both averages of F: of the means (tilse, news-tls) and the mean of F."""
        groups: dict[tuple[str, str], list[Row]] = {}
        for row in self.rows:
            groups.setdefault((row.system, row.metric), []).append(row)
        return [self._mean(system, metric, rows) for (system, metric), rows in groups.items()]

    def _mean(self, system: str, metric: str, rows: Sequence[Row]) -> Mean:
        undefined = sum(row.score.undefined is not None for row in rows)
        counted = [self.numbers(row) for row in rows if self.undefined == "zero" or not row.score.undefined]
        p, r, f = (_average(numbers[key] for numbers in counted) for key in ("precision", "recall", "f"))
        of_means = None if p is None or r is None else f_measure(p, r, rows[0].score.beta)
        return Mean(system, metric, len(rows), undefined, p, r, of_means, f)

    def to_dict(self) -> dict[str, object]:
        """The document that `cliometer score --json` prints."""
        return {
            "cliometer": __version__,
            "signature": str(self.signature),
            "notes": list(self.notes),
            "scores": [self._row_dict(row) for row in self.rows],
            "means": [dict(vars(mean)) for mean in self.means()],
        }

    def __str__(self) -> str:
        """The scores of one topic, else the means over topics; `cliometer.report` has better tables."""
        if len(self.topics) == 1:
            lines = [(row.system, row.metric, *self.numbers(row).values()) for row in self.rows]
            return aligned(["system", "metric", "precision", "recall", "F"], lines)
        means = [(m.system, m.metric, m.precision, m.recall, m.f_of_means, m.mean_of_f) for m in self.means()]
        return aligned(["system", "metric", "precision", "recall", "F of means", "mean of F"], means)

    def __repr__(self) -> str:
        return f"Results({len(self.systems)} systems, {len(self.topics)} topics, {len(self.metrics)} metrics)"

    def _row_dict(self, row: Row) -> dict[str, object]:
        entry: dict[str, object] = {"system": row.system, "topic": row.topic, "metric": row.metric}
        entry |= self.numbers(row)
        if row.score.undefined:
            entry["undefined"] = row.score.undefined
        ranges = row.score.range()
        if row.score.ties and ranges:
            bounds = {key: list(value) for key, value in ranges.items()}
            entry["ties"] = {"dates": row.score.ties.dates, "range": bounds}
        return entry


@dataclass(frozen=True, repr=False)
class PairResult:
    """The scores of one system against the references of one topic."""

    results: Results

    @property
    def scores(self) -> dict[str, Score]:
        """By metric expression."""
        return {row.metric: row.score for row in self.results.rows}

    @property
    def notes(self) -> Sequence[str]:
        """What is worth knowing about the numbers."""
        return self.results.notes

    @property
    def signature(self) -> Signature:
        """Everything the numbers depend on."""
        return self.results.signature

    def to_dict(self) -> dict[str, dict[str, float | None]]:
        """`{"align+m1(rouge=1)": {"precision": p, "recall": r, "f": f}, ...}`."""
        return {row.metric: dict(self.results.numbers(row)) for row in self.results.rows}

    def __str__(self) -> str:
        lines = [(metric, *numbers.values()) for metric, numbers in self.to_dict().items()]
        return aligned(["metric", "precision", "recall", "F"], lines)

    def __repr__(self) -> str:
        return f"PairResult({len(self.results.metrics)} metrics)"

    def __getitem__(self, metric: str) -> Numbers:
        """Numbers by metric, however the expression is spelled: `align` is `align(rouge=1)`."""
        scores, asked = self.to_dict(), str(parse(metric))
        if asked not in scores:
            raise unknown("metric of this result", asked, scores)
        return scores[asked]


def aligned(heading: Sequence[str], lines: Iterable[Sequence[str | float | None]]) -> str:
    """A plain table for `print`: words to the left, numbers to the right."""
    cells = [heading, *([_shown(cell) for cell in line] for line in lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    words = heading.index("metric")  # what stands after it are numbers
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place <= words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in cells
    )


def _shown(cell: str | float | None) -> str:
    return cell if isinstance(cell, str) else "undefined" if cell is None else f"{cell:.3f}"


def _average(values: Iterable[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None  # sum() rounds differently from 3.12 on
