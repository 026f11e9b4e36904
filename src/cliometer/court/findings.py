"""The findings of a court: its trials and ladders as rows, with a summary of each metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cliometer.court.verdicts import Kind, Means, Rises, Verdict
from cliometer.errors import unknown
from cliometer.io.frames import Records, TabularResult, columns_of
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import decode, head
from cliometer.model.score import Signature

LISTS: dict[Kind, str] = {
    "blind": "blind_to",
    "half blind": "half_blind_to",
    "gamed": "gamed_by",
    "punishes": "punishes",
    "wrong side": "moves_the_wrong_side_under",
    "rewards": "rewards",
    "not monotone": "not_monotone_under",
}


@dataclass(frozen=True)
class TrialRow:
    """One trial of one metric, over the timelines to which the perturbation applies."""

    trial: str
    metric: str
    deltas: Mapping[str, float | None]  # of precision, recall and f, or of f alone, which is then the value
    kept: float | None  # the share of F that is left
    verdict: Verdict
    tasks: int
    variants: int
    before: Means | None = None  # these two are not in documents
    after: Means | None = None

    @classmethod
    def of(
        cls,
        names: tuple[str, str],
        before: Means | None,
        after: Means | None,
        verdict: Verdict,
        counts: tuple[int, int],
    ) -> TrialRow:
        """Make a row of a trial and a metric from the means before and after the change."""
        deltas: dict[str, float | None] = {}
        for side in ("precision", "recall", "f"):
            old, new = (None if means is None else getattr(means, side) for means in (before, after))
            deltas[side] = None if old is None or new is None else float(new) - float(old)
        kept = None if before is None or after is None else before.kept(after)
        return cls(*names, deltas, kept, verdict, *counts, before, after)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object of the row."""
        deltas = {f"delta_{key}": self.deltas[key] for key in ("precision", "recall", "f")}
        counts = {"tasks": self.tasks, "variants": self.variants}
        names = {"trial": self.trial, "metric": self.metric}
        return {**names, **deltas, "kept": self.kept, "verdict": str(self.verdict), **counts}


@dataclass(frozen=True)
class LadderRow:
    """One ladder of one metric: its steps, weakest first, over the timelines to which all of them apply."""

    perturbation: str
    name: str
    metric: str
    steps: Sequence[TrialRow]
    rises: Rises
    verdict: Verdict
    grows: str = "strength"
    intensities: Sequence[float | str | None] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object of the row."""
        names = {"perturbation": self.perturbation, "ladder": self.name, "grows": self.grows}
        intensities = self.intensities or (None,) * len(self.steps)
        steps = [
            {"step": place, "intensity": intensity, "trial": step.trial}
            | {f"delta_{key}": step.deltas[key] for key in ("precision", "recall", "f")}
            for place, (step, intensity) in enumerate(zip(self.steps, intensities, strict=True), start=1)
        ]
        return {
            **names,
            "metric": self.metric,
            "steps": steps,
            "rises": {key: getattr(self.rises, key) for key in ("precision", "recall", "of")},
            "verdict": str(self.verdict),
        }


@dataclass(frozen=True)
class MetricSummary:
    """How many trials one metric passes, and which trials show a fault of each kind."""

    metric: str
    passes: int
    fails: int
    does_not_apply: int
    faults: dict[Kind, list[str]]

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> MetricSummary:
        """Read an object that `to_dict` wrote."""
        faults = {kind: document[key] for kind, key in LISTS.items() if document.get(key)}
        return decode(cls, {**document, "faults": faults})

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object of the summary."""
        lists = {key: self.faults.get(kind, []) for kind, key in LISTS.items()}
        counts = {key: getattr(self, key) for key in ("passes", "fails", "does_not_apply")}
        return {"metric": self.metric, **counts, **lists}


@dataclass(frozen=True)
class _TrialEntry:
    """A trial of a metric in JSON, or a step of a ladder, which has fewer members."""

    trial: str
    delta_precision: float | None
    delta_recall: float | None
    delta_f: float | None
    metric: str = ""
    kept: float | None = None
    verdict: str = ""
    tasks: int = 0
    variants: int = 0
    intensity: int | float | str | None = None

    def read(self) -> TrialRow:
        deltas = {"precision": self.delta_precision, "recall": self.delta_recall, "f": self.delta_f}
        verdict = Verdict.parse(self.verdict)
        return TrialRow(self.trial, self.metric, deltas, self.kept, verdict, self.tasks, self.variants)


@dataclass(frozen=True)
class _LadderEntry:
    """A ladder of a metric in JSON."""

    perturbation: str
    ladder: str
    grows: str
    metric: str
    steps: Sequence[_TrialEntry]
    rises: Rises
    verdict: str

    def read(self) -> LadderRow:
        steps = [step.read() for step in self.steps]
        about = (self.rises, Verdict.parse(self.verdict), self.grows)
        intensities = [step.intensity for step in self.steps]
        return LadderRow(self.perturbation, self.ladder, self.metric, steps, *about, intensities)


@dataclass(frozen=True)
class _FindingsDocument:
    """The members of the JSON document of a court."""

    signature: str
    seed: int
    tasks: int
    notes: Sequence[str]
    rows: Sequence[_TrialEntry]
    ladders: Sequence[_LadderEntry]
    metrics: Sequence[Mapping[str, object]]


# how messages call an answer to each kind of gold
ANSWERS = {"references": "timeline", "sources": "text", "units": "extract", "events": "extract", "nuggets": "run"}
_DELTAS = ("delta_precision", "delta_recall", "delta_f", "kept")
_COUNTS = {"tasks": int, "variants": int}


@dataclass(frozen=True, repr=False)
class Findings(TabularResult, NotebookDisplay):
    """The outcome of every trial and every ladder for every metric."""

    rows: Sequence[TrialRow]
    ladders: Sequence[LadderRow]
    tasks: int
    seed: int
    signature: Signature
    notes: Sequence[str] = field(default=())
    recorded_summaries: Sequence[MetricSummary] | None = None  # of findings that were read back

    def __repr__(self) -> str:
        return f"Findings({len(self.trials)} trials, {len(self.metrics)} metrics, {self.tasks} {self.answer}s)"

    @property
    def answer(self) -> str:
        """How a message calls one of the tasks, by the kind of gold that the signature names."""
        return ANSWERS[dict(self.signature.fields).get("gold", "references")]

    @property
    def metrics(self) -> list[str]:
        """The metrics, in the order in which they were tried."""
        return list(dict.fromkeys(row.metric for row in self.rows))

    def __getitem__(self, metric: str) -> list[TrialRow]:
        """Return the trials of one metric."""
        if metric not in self.metrics:
            raise unknown("metric of these trials", metric, self.metrics)
        return [row for row in self.rows if row.metric == metric]

    def keys(self) -> list[str]:
        """Return the metrics."""
        return self.metrics

    @property
    def trials(self) -> list[str]:
        """The trials, in the order in which they were held."""
        return list(dict.fromkeys(row.trial for row in self.rows))

    def summaries(self) -> list[MetricSummary]:
        """Return a summary of each metric."""
        if self.recorded_summaries is not None:
            return list(self.recorded_summaries)
        return [self._summary(metric) for metric in self.metrics]

    def _summary(self, metric: str) -> MetricSummary:
        rows = self[metric]
        verdicts = [row.verdict for row in rows]
        faults: dict[Kind, list[str]] = {}
        for row in rows:
            for fault in row.verdict.faults:
                faults.setdefault(fault.kind, []).append(row.trial)
        shaky = [
            row.perturbation
            for row in self.ladders
            if row.metric == metric and any(fault.kind == "not monotone" for fault in row.verdict.faults)
        ]
        if shaky:
            faults["not monotone"] = list(dict.fromkeys(shaky))
        passes, excused = sum(v.passes for v in verdicts), sum(not v.applies for v in verdicts)
        return MetricSummary(metric, passes, len(verdicts) - passes - excused, excused, faults)

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer court --json` prints."""
        return {
            **head("court"),
            "signature": str(self.signature),
            "seed": self.seed,
            "tasks": self.tasks,
            "notes": list(self.notes),
            "rows": [row.to_dict() for row in self.rows],
            "ladders": [row.to_dict() for row in self.ladders],
            "metrics": [summary.to_dict() for summary in self.summaries()],
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> Findings:
        """Read a document that `cliometer court --json` printed.

        Raises
        ------
        InputError
            If a member is absent or of another type.
        """
        read = decode(_FindingsDocument, document)
        rows, ladders = [row.read() for row in read.rows], [row.read() for row in read.ladders]
        summaries = list(map(MetricSummary.from_dict, read.metrics))
        return cls(rows, ladders, read.tasks, read.seed, Signature.parse(read.signature), read.notes, summaries)

    def frames(self) -> Mapping[str, Records]:
        """Return `trials`, a row for each trial and metric, and `metrics`: how many trials each passes."""
        columns = {"trial": str, "metric": str, **dict.fromkeys(_DELTAS, float), "verdict": str, **_COUNTS}
        return {
            "trials": Records(columns, [row.to_dict() for row in self.rows]),
            "metrics": Records(columns_of(MetricSummary), [vars(summary) for summary in self.summaries()]),
        }
