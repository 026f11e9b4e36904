"""What a court found: a row for each trial and metric, ladders, and what each metric is good for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cliometer.court.verdicts import Kind, Means, Rises, Verdict
from cliometer.io.frames import Framed, Records, columns_of
from cliometer.model.display import Displayed
from cliometer.model.signature import Signature
from cliometer.version import __version__

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
class Row:
    """One trial of one metric, over the timelines that it applies to."""

    trial: str
    metric: str
    before: Means | None
    after: Means | None
    verdict: Verdict
    tasks: int
    variants: int

    def delta(self, key: str) -> float | None:
        """By how much precision, recall or f changes."""
        if self.before is None or self.after is None:
            return None
        return float(getattr(self.after, key)) - float(getattr(self.before, key))

    @property
    def kept(self) -> float | None:
        """The share of F that is left."""
        if self.before is None or self.after is None or not self.before.f:
            return None
        return self.after.f / self.before.f

    def to_dict(self) -> dict[str, object]:
        """As JSON has it."""
        deltas = {f"delta_{key}": self.delta(key) for key in ("precision", "recall", "f")}
        counts = {"tasks": self.tasks, "variants": self.variants}
        names = {"trial": self.trial, "metric": self.metric}
        return {**names, **deltas, "kept": self.kept, "verdict": str(self.verdict), **counts}


@dataclass(frozen=True)
class LadderRow:
    """One ladder of one metric: its steps, weakest first, over the timelines that all of them apply to."""

    perturbation: str
    name: str
    metric: str
    steps: Sequence[Row]
    rises: Rises
    verdict: Verdict
    grows: str = "strength"
    intensities: Sequence[float | str | None] = ()

    def to_dict(self) -> dict[str, object]:
        """As JSON has it."""
        names = {"perturbation": self.perturbation, "ladder": self.name, "grows": self.grows}
        steps = [self._step(place, step) for place, step in enumerate(self.steps)]
        return {
            **names,
            "metric": self.metric,
            "steps": steps,
            "rises": dict(vars(self.rises)),
            "verdict": str(self.verdict),
        }

    def _step(self, place: int, step: Row) -> dict[str, object]:
        intensity = self.intensities[place] if self.intensities else None
        changes = {key: step.to_dict()[key] for key in ("delta_precision", "delta_recall", "delta_f")}
        return {"step": place + 1, "intensity": intensity, "trial": step.trial, **changes}


@dataclass(frozen=True)
class Summary:
    """What one metric does well, and what it is blind to."""

    metric: str
    passes: int
    fails: int
    does_not_apply: int
    faults: dict[Kind, list[str]]

    def to_dict(self) -> dict[str, object]:
        """As JSON has it."""
        lists = {key: self.faults.get(kind, []) for kind, key in LISTS.items()}
        counts = {key: getattr(self, key) for key in ("passes", "fails", "does_not_apply")}
        return {"metric": self.metric, **counts, **lists}


_DELTAS = ("delta_precision", "delta_recall", "delta_f", "kept")
_COUNTS = {"tasks": int, "variants": int}


@dataclass(frozen=True, repr=False)
class Findings(Framed, Displayed):
    """Everything that was tried."""

    rows: Sequence[Row]
    ladders: Sequence[LadderRow]
    tasks: int
    seed: int
    signature: Signature
    notes: Sequence[str] = field(default=())

    def __repr__(self) -> str:
        trials = len(dict.fromkeys(row.trial for row in self.rows))
        return f"Findings({trials} trials, {len(self.metrics)} metrics, {self.tasks} timelines)"

    @property
    def metrics(self) -> list[str]:
        """In the order of the trial."""
        return list(dict.fromkeys(row.metric for row in self.rows))

    @property
    def trials(self) -> list[str]:
        """In the order they were held."""
        return list(dict.fromkeys(row.trial for row in self.rows))

    def summaries(self) -> list[Summary]:
        """One for each metric."""
        return [self._summary(metric) for metric in self.metrics]

    def _summary(self, metric: str) -> Summary:
        rows = [row for row in self.rows if row.metric == metric]
        verdicts = [row.verdict for row in rows]
        faults: dict[Kind, list[str]] = {}
        for row in rows:
            for fault in row.verdict.faults:
                faults.setdefault(fault.kind, []).append(row.trial)
        shaky = [row.perturbation for row in self.ladders if row.metric == metric and _is_shaky(row.verdict)]
        if shaky:
            faults["not monotone"] = list(dict.fromkeys(shaky))
        passes, excused = sum(v.passes for v in verdicts), sum(not v.applies for v in verdicts)
        return Summary(metric, passes, len(verdicts) - passes - excused, excused, faults)

    def to_dict(self) -> dict[str, object]:
        """The document that `cliometer court --json` prints."""
        return {
            "cliometer": __version__,
            "signature": str(self.signature),
            "seed": self.seed,
            "tasks": self.tasks,
            "notes": list(self.notes),
            "rows": [row.to_dict() for row in self.rows],
            "ladders": [row.to_dict() for row in self.ladders],
            "metrics": [summary.to_dict() for summary in self.summaries()],
        }

    def frames(self) -> Mapping[str, Records]:
        """`trials`, a row for each trial and metric, and `metrics`: how many each passes."""
        columns = {"trial": str, "metric": str, **dict.fromkeys(_DELTAS, float), "verdict": str, **_COUNTS}
        return {
            "trials": Records(columns, [row.to_dict() for row in self.rows]),
            "metrics": Records(columns_of(Summary), [vars(summary) for summary in self.summaries()]),
        }


def _is_shaky(verdict: Verdict) -> bool:
    return any(fault.kind == "not monotone" for fault in verdict.faults)
