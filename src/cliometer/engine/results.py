"""Results: every score, the means over topics, what is worth knowing about them, and the signature."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cliometer.engine.means import Group, Mean, Numbers, mean_of
from cliometer.engine.plain_table import aligned
from cliometer.errors import unknown
from cliometer.io.frames import Framed, Records, columns_of
from cliometer.metrics.catalogue import parse
from cliometer.model.display import Displayed
from cliometer.model.score import Measured, Score, Undefined
from cliometer.model.signature import Signature
from cliometer.version import __version__


@dataclass(frozen=True)
class Row:
    """One system on one topic by one metric."""

    system: str
    topic: str
    metric: str
    score: Measured


_NUMBERS = ("precision", "recall", "f", "value")


@dataclass(frozen=True, repr=False)
class Results(Framed, Displayed):
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
        kept = [row for row in rows if self.undefined == "zero" or not row.score.undefined]
        single, beta = "value" in self.numbers(rows[0]), getattr(rows[0].score, "beta", 1.0)
        return mean_of(
            Group(system, metric, len(rows), undefined), [self.numbers(row) for row in kept], single, beta
        )

    def to_dict(self) -> dict[str, object]:
        """The document that `cliometer score --json` prints."""
        return {
            "cliometer": __version__,
            "signature": str(self.signature),
            "notes": list(self.notes),
            "scores": [self._row_dict(row) for row in self.rows],
            "means": [mean.to_dict() for mean in self.means()],
        }

    def frames(self) -> Mapping[str, Records]:
        """`scores`, a row each, with the reason where one is undefined; `means` over topics."""
        columns = {"system": str, "topic": str, "metric": str, **dict.fromkeys(_NUMBERS, float)}
        return {
            "scores": Records({**columns, "undefined": str}, [self._row_dict(row) for row in self.rows]),
            "means": Records(columns_of(Mean, "single"), [vars(mean) for mean in self.means()]),
        }

    def __str__(self) -> str:
        """The scores of one topic, else the means over topics; `cliometer.report` has better tables."""
        if len(self.topics) == 1:
            lines = [((row.system, row.metric), self.numbers(row)) for row in self.rows]
        else:
            lines = [((mean.system, mean.metric), mean.numbers()) for mean in self.means()]
        return aligned(["system", "metric"], lines)

    def __repr__(self) -> str:
        return f"Results({len(self.systems)} systems, {len(self.topics)} topics, {len(self.metrics)} metrics)"

    def _row_dict(self, row: Row) -> dict[str, object]:
        entry: dict[str, object] = {"system": row.system, "topic": row.topic, "metric": row.metric}
        entry |= self.numbers(row)
        if row.score.undefined:
            entry["undefined"] = row.score.undefined
        if isinstance(row.score, Score) and row.score.ties:
            bounds = {key: list(value) for key, value in (row.score.range() or {}).items()}
            entry["ties"] = {"dates": row.score.ties.dates, "range": bounds}
        return entry


@dataclass(frozen=True, repr=False)
class PairResult(Displayed):
    """The scores of one system against the references of one topic."""

    results: Results

    @property
    def scores(self) -> dict[str, Score]:
        """By metric expression."""
        return {row.metric: row.score for row in self.results.rows if isinstance(row.score, Score)}

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
        return aligned(["metric"], [((metric,), numbers) for metric, numbers in self.to_dict().items()])

    def __repr__(self) -> str:
        return f"PairResult({len(self.results.metrics)} metrics)"

    def __getitem__(self, metric: str) -> Numbers:
        """Numbers by metric, however the expression is spelled: `align` is `align(rouge=1)`."""
        scores, asked = self.to_dict(), str(parse(metric))
        if asked not in scores:
            raise unknown("metric of this result", asked, scores)
        return scores[asked]
