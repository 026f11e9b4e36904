"""The findings of a court: its trials and ladders as rows, and the card of each metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cliometer.court.cards import CriterionRow, MetricCard, TopicEstimate
from cliometer.court.verdicts import Kind, Means, Rises, Verdict
from cliometer.errors import unknown
from cliometer.grouping import by_key
from cliometer.io.frames import DocumentResult
from cliometer.model.records import OMITTED, inline, member, renamed
from cliometer.model.score import Signature
from cliometer.spelling import many

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
    delta_precision: float | None
    delta_recall: float | None
    delta_f: float | None  # of a metric of one value, that of the value
    kept: float | None  # the share of F that is left
    verdict: Verdict = field(metadata=inline())
    tasks: int
    variants: int
    before: Means | None = field(default=None, metadata=OMITTED)
    after: Means | None = field(default=None, metadata=OMITTED)
    kind: str = ""
    aspect: str = ""
    accuracy: TopicEstimate | None = None  # how often the unchanged timeline scores above the changed
    kept_interval: TopicEstimate | None = None

    @property
    def deltas(self) -> dict[str, float | None]:
        """The changes by the name of the number."""
        return {"precision": self.delta_precision, "recall": self.delta_recall, "f": self.delta_f}

    @classmethod
    def of(cls, before: Means | None, after: Means | None, **about: Any) -> TrialRow:
        """Make a row from the means before and after the change, and its fields that do not follow from them."""
        deltas: dict[str, Any] = dict.fromkeys(("delta_precision", "delta_recall", "delta_f"))
        if before is not None and after is not None:
            sides = {side: (getattr(before, side), getattr(after, side)) for side in ("precision", "recall", "f")}
            deltas |= {f"delta_{side}": new - old for side, (old, new) in sides.items() if None not in (old, new)}
        kept = None if before is None or after is None else before.kept(after)
        return cls(before=before, after=after, kept=kept, **deltas, **about)


@dataclass(frozen=True)
class LadderRow:
    """One ladder of one metric: its steps, weakest first, over the timelines to which all of them apply."""

    perturbation: str
    name: str = field(metadata=renamed("ladder"))
    metric: str
    steps: Sequence[TrialRow]
    rises: Rises
    verdict: Verdict = field(metadata=inline())
    grows: str = "strength"
    intensities: Sequence[float | str | None] = ()


# how messages call an answer to each kind of gold
ANSWERS = {"references": "timeline", "sources": "text", "units": "extract", "events": "extract"}
ANSWERS |= {"nuggets": "run", "banks": "answer", "facts": "run"}


@dataclass(frozen=True, repr=False)
class Findings(DocumentResult):
    """The outcome of every trial and every ladder for every metric."""

    kind: ClassVar[str] = "court"
    tables: ClassVar[Mapping[str, str]] = {"trials": "rows", "metrics": "metrics[metric group].kinds"}
    rows: Sequence[TrialRow]
    ladders: Sequence[LadderRow]
    tasks: int
    seed: int
    signature: Signature
    notes: Sequence[str] = ()
    criteria: Sequence[CriterionRow] = ()
    cards: Sequence[MetricCard] = field(default=(), metadata=renamed("metrics"))
    topics: int = 0

    def __repr__(self) -> str:
        counts = many(len(self.trials), "trial"), many(len(self.metrics), "metric"), many(self.tasks, self.answer)
        return f"Findings({', '.join(counts)})"

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
        return self.metrics

    @property
    def trials(self) -> list[str]:
        """The trials, in the order in which they were held."""
        return list(dict.fromkeys(row.trial for row in self.rows))

    @property
    def groups(self) -> list[str]:
        """The groups of topics that have cards of their own; one without a name where all topics are one."""
        return list(dict.fromkeys(card.group for card in self.cards))

    def card(self, metric: str, group: str | None = None) -> MetricCard:
        """Return the card of a metric, for the first group where none is named."""
        if metric not in self.metrics:
            raise unknown("metric of these trials", metric, self.metrics)
        named = self.groups[0] if group is None else group
        if named not in self.groups:
            raise unknown("group of topics", named, self.groups)
        return next(card for card in self.cards if (card.metric, card.group) == (metric, named))

    def faults(self, metric: str) -> dict[Kind, list[str]]:
        """Return the trials that show each kind of fault of a metric, and perturbations where it is not monotone."""
        faults = by_key((fault.kind, row.trial) for row in self[metric] for fault in row.verdict.faults)
        shaky = [
            row.perturbation
            for row in self.ladders
            if row.metric == metric and any(fault.kind == "not monotone" for fault in row.verdict.faults)
        ]
        return faults | ({"not monotone": list(dict.fromkeys(shaky))} if shaky else {})

    @member
    def fault_lists(self) -> dict[str, dict[str, list[str]]]:
        """Return of each metric the trials that show each kind of fault."""
        faults = {metric: self.faults(metric) for metric in self.metrics}
        return {metric: {key: of.get(kind, []) for kind, key in LISTS.items()} for metric, of in faults.items()}
