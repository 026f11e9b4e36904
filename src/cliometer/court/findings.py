"""The findings of a court: its trials and ladders as rows, and the card of each metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from cliometer.court.cards import CriterionRow, MetricCard, TopicEstimate
from cliometer.court.perturbation import TRIAL_KINDS
from cliometer.court.verdicts import Kind, Means, Rises, Verdict
from cliometer.errors import unknown
from cliometer.io.frames import Records, TabularResult
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
    kind: str = ""
    aspect: str = ""
    accuracy: TopicEstimate | None = None  # how often the unchanged timeline scores above the changed
    kept_interval: TopicEstimate | None = None

    @classmethod
    def of(
        cls,
        names: tuple[str, str],
        before: Means | None,
        after: Means | None,
        verdict: Verdict,
        counts: tuple[int, int],
        kind: str = "",
        aspect: str = "",
    ) -> TrialRow:
        """Make a row of a trial and a metric from the means before and after the change."""
        deltas: dict[str, float | None] = {}
        for side in ("precision", "recall", "f"):
            old, new = (None if means is None else getattr(means, side) for means in (before, after))
            deltas[side] = None if old is None or new is None else float(new) - float(old)
        kept = None if before is None or after is None else before.kept(after)
        return cls(*names, deltas, kept, verdict, *counts, before, after, kind, aspect)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object of the row."""
        deltas = {f"delta_{key}": self.deltas[key] for key in ("precision", "recall", "f")}
        counts = {"tasks": self.tasks, "variants": self.variants}
        names = {"trial": self.trial, "metric": self.metric, "kind": self.kind, "aspect": self.aspect}
        ends = {key: value for key, value in _ends("kept", self.kept_interval).items() if key != "kept"}
        shares = {"kept": self.kept, **ends, **_ends("accuracy", self.accuracy)}
        return {**names, **deltas, **shares, "verdict": str(self.verdict), **counts}


def _ends(name: str, estimate: TopicEstimate | None) -> dict[str, float | None]:
    """Return an estimate and its interval as members of a JSON object."""
    parts = (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)
    return dict(zip((name, f"{name}_low", f"{name}_high"), parts, strict=True))


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
    kind: str = ""
    aspect: str = ""
    kept_low: float | None = None
    kept_high: float | None = None
    accuracy: float | None = None
    accuracy_low: float | None = None
    accuracy_high: float | None = None

    def read(self) -> TrialRow:
        deltas = {"precision": self.delta_precision, "recall": self.delta_recall, "f": self.delta_f}
        about = self.trial, self.metric, deltas, self.kept, Verdict.parse(self.verdict), self.tasks, self.variants
        return TrialRow(*about, None, None, self.kind, self.aspect, self._read("accuracy"), self._read("kept"))

    def _read(self, name: str) -> TopicEstimate | None:
        value, low, high = (getattr(self, f"{name}{end}") for end in ("", "_low", "_high"))
        return None if low is None else TopicEstimate(value, low, high, 0)


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
    topics: int
    notes: Sequence[str]
    rows: Sequence[_TrialEntry]
    ladders: Sequence[_LadderEntry]
    criteria: Sequence[CriterionRow]
    metrics: Sequence[MetricCard]


# how messages call an answer to each kind of gold
ANSWERS = {"references": "timeline", "sources": "text", "units": "extract", "events": "extract"}
ANSWERS |= {"nuggets": "run", "facts": "run"}
_NUMBERS = (
    "delta_precision", "delta_recall", "delta_f", "kept", "kept_low", "kept_high", "accuracy", "accuracy_low",
    "accuracy_high",
)  # fmt: skip
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
    criteria: Sequence[CriterionRow] = ()
    cards: Sequence[MetricCard] = ()
    topics: int = 0

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
        found: dict[Kind, list[str]] = {}
        for row in self[metric]:
            for fault in row.verdict.faults:
                found.setdefault(fault.kind, []).append(row.trial)
        shaky = [
            row.perturbation
            for row in self.ladders
            if row.metric == metric and any(fault.kind == "not monotone" for fault in row.verdict.faults)
        ]
        return found | ({"not monotone": list(dict.fromkeys(shaky))} if shaky else {})

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer court --json` prints."""
        return {
            **head("court"),
            "signature": str(self.signature),
            "seed": self.seed,
            "tasks": self.tasks,
            "topics": self.topics,
            "notes": list(self.notes),
            "rows": [row.to_dict() for row in self.rows],
            "ladders": [row.to_dict() for row in self.ladders],
            "criteria": [asdict(row) for row in self.criteria],
            "metrics": [self._card_document(card) for card in self.cards],
        }

    def _card_document(self, card: MetricCard) -> dict[str, object]:
        """Return the JSON object of a card, with the verdict on each kind and the trials that show faults."""
        kinds = {kind: {**asdict(score), "verdict": score.verdict} for kind, score in card.kinds.items()}
        faults = self.faults(card.metric)
        lists = {key: faults.get(kind, []) for kind, key in LISTS.items()}
        return {**asdict(card), "kinds": kinds, "faults": lists}

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
        about = read.tasks, read.seed, Signature.parse(read.signature), read.notes
        return cls(rows, ladders, *about, read.criteria, read.metrics, read.topics)

    def frames(self) -> Mapping[str, Records]:
        """Return `trials`, a row for each trial and metric, and `metrics`, one for each metric and kind of trial."""
        texts, numbers = dict.fromkeys(("trial", "metric", "kind", "aspect"), str), dict.fromkeys(_NUMBERS, float)
        kinds: list[dict[str, object]] = [
            {
                "metric": card.metric,
                "group": card.group,
                "kind": kind,
                "verdict": card.kinds[kind].verdict,
                **_ends("score", card.kinds[kind].score),
                **_ends("accuracy", card.kinds[kind].accuracy),
            }
            for card in self.cards
            for kind in TRIAL_KINDS
        ]
        shares = [f"{name}{end}" for name in ("score", "accuracy") for end in ("", "_low", "_high")]
        columns = {**dict.fromkeys(("metric", "group", "kind"), str), **dict.fromkeys(shares, float), "verdict": str}
        return {
            "trials": Records({**texts, **numbers, "verdict": str, **_COUNTS}, [row.to_dict() for row in self.rows]),
            "metrics": Records(columns, kinds),
        }
