"""Verdicts on the behaviour of a metric, trial by trial, and the findings of a whole court."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from cliometer.court.perturbation import Effect, Expectation
from cliometer.errors import unknown
from cliometer.io.frames import Records, TabularResult, columns_of
from cliometer.model.display import NotebookDisplay
from cliometer.model.records import decode
from cliometer.model.score import Signature
from cliometer.version import __version__

# What a metric's behaviour on one trial means, as a sentence that starts with passes or fails.
# A verdict depends on nothing but what a sound metric does and what this one did: the means of precision,
# recall and F before and after, or, for a ladder, at each of its steps.

Kind = Literal["blind", "half blind", "gamed", "punishes", "wrong side", "rewards", "not monotone"]
Side = Literal["precision", "recall", "value"]
SIDES: tuple[Side, Side] = ("precision", "recall")
_NAMES = {"precision": "precision", "recall": "recall", "value": "the value"}

ROUNDING = 1e-9  # what sums in another order may differ by; a side that moves less has not moved
HOLDS = 0.01  # the share of its value that a side may lose or gain and still be said to hold, not to fall
NEARLY_ALL = 0.95  # who keeps this much of F where much should go is nearly blind


@dataclass(frozen=True)
class Means:
    """Precision and recall, averaged over answers, and the F of the two.

    A metric of one value has no precision and recall, and its value in place of F; where less is better the
    value is turned negative, so that a fall is a loss for every metric.
    """

    precision: float | None
    recall: float | None
    f: float
    less_is_better: bool = False

    @property
    def value(self) -> float:
        """The one value, under its name as a side."""
        return self.f

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that the metric has."""
        return ("value",) if self.precision is None else SIDES

    @property
    def what(self) -> str:
        """What a share is a share of."""
        return "its value" if self.precision is None else "F"

    def kept(self, after: Means) -> float | None:
        """Return the share that is left; of a cost or a logarithm, how much smaller it was before."""
        if self.f > 0:
            return after.f / self.f
        return (self.f / after.f if after.f else 1.0) if self.f or self.less_is_better else None


@dataclass(frozen=True)
class MetricFault:
    """One thing that a sound metric does not do."""

    kind: Kind
    sentence: str


_OPENINGS: dict[str, Kind] = {
    "blind": "blind",
    "nearly blind": "blind",
    "half blind": "half blind",
    "can be gamed": "gamed",
    "punishes what": "punishes",
    "rewards it": "rewards",
    "not monotone": "not monotone",
}


@dataclass(frozen=True)
class Verdict:
    """Passes without a fault; an excuse says why nothing could be found out."""

    faults: tuple[MetricFault, ...] = ()
    excuse: str = ""

    @property
    def applies(self) -> bool:
        """Whether there is a verdict at all."""
        return not self.excuse

    @property
    def passes(self) -> bool:
        """Whether there is one, and it is a good one."""
        return self.applies and not self.faults

    @classmethod
    def parse(cls, text: str) -> Verdict:
        """Read what `str` wrote; the kind of a fault is known by the words that open its sentence."""
        outcome, _, rest = text.partition(": ")
        if outcome == "does not apply":
            return cls(excuse=rest)
        sentences = rest.split("; ") if outcome == "fails" else []
        faults = []
        for sentence in sentences:
            known = (kind for words, kind in _OPENINGS.items() if sentence.startswith(words))
            faults.append(MetricFault(next(known, "wrong side"), sentence))
        return cls(tuple(faults))

    def __str__(self) -> str:
        if self.excuse:
            return f"does not apply: {self.excuse}"
        return f"fails: {'; '.join(fault.sentence for fault in self.faults)}" if self.faults else "passes"


@dataclass(frozen=True)
class Rises:
    """In how many of the timelines a side rises somewhere on the way from weak to strong."""

    precision: int
    recall: int
    of: int
    value: int = 0  # of a metric of one value


def judge(expectation: Expectation, before: Means | None, after: Means | None) -> Verdict:
    """The verdict on one trial; None where no timeline could be changed or scored."""
    if before is None or after is None:
        return Verdict(excuse="it changes none of these answers, or they have no score")
    if abs(before.f) <= ROUNDING and not before.less_is_better:
        return Verdict(excuse="the answers score 0 before anything is done to them")
    rewarded = tuple(_rewards(expectation, before, after))
    if rewarded:
        return Verdict(rewarded)
    return Verdict((*_blindness(expectation, before, after), *_severity(expectation, before, after)))


def judge_ladder(
    expectation: Expectation,
    before: Means | None,
    steps: Sequence[Means],
    rises: Rises,
    grows: str,
    answer: str = "timeline",
) -> Verdict:
    """Return the verdict on a perturbation that grows stronger: what must fall may not rise, in any answer."""
    if before is None or len(steps) < 2 or not rises.of:
        return Verdict(excuse="not every step changes these answers")
    falling = _sides(expectation, "falls", before)
    if not falling:
        return Verdict(excuse="no side has to fall")
    if all(abs(_fall(before, step, side)) <= ROUNDING for step in steps for side in falling):
        return Verdict((MetricFault("blind", f"blind, {_unmoved(falling)} at any step"),))
    numbers = {side: int(getattr(rises, side)) for side in falling if getattr(rises, side)}
    if not numbers:
        return Verdict()
    means = ([getattr(step, side) for step in steps] for side in falling)
    mean = ", and in the mean" if any(map(rises_somewhere, means)) else ""
    where = " and ".join(f"{_NAMES[side]} rises in {number}" for side, number in numbers.items())
    sentence = f"not monotone in {grows}, {where} of {rises.of} {answer}s{mean}"
    return Verdict((MetricFault("not monotone", sentence),))


def rises_somewhere(values: Sequence[float]) -> bool:
    """Whether a value is higher than the one before it."""
    return any(later - earlier > ROUNDING for earlier, later in pairwise(values))


def _rewards(expectation: Expectation, before: Means, after: Means) -> Iterator[MetricFault]:
    """A side that must fall rises, or F rises with a side that must hold."""
    for side in before.sides:
        rise = -_fall(before, after, side)
        wanted = getattr(expectation, side)
        gained = wanted == "falls" or (wanted == "holds" and after.f - before.f > ROUNDING)
        if gained and rise > _slack(before, side):
            yield MetricFault("rewards", f"rewards it, {_NAMES[side]} rises by {_points(rise)}")


def _blindness(expectation: Expectation, before: Means, after: Means) -> Iterator[MetricFault]:
    """Sides that must fall and do not move; less of F lost than the change is worth."""
    falling = _sides(expectation, "falls", before)
    holding = [side for side in falling if _fall(before, after, side) <= _slack(before, side)]
    unmoved = [side for side in holding if abs(_fall(before, after, side)) <= ROUNDING]
    kept = before.kept(after) or 0.0
    if falling and unmoved == falling:
        yield MetricFault("blind", f"blind, {_unmoved(falling)}")
    elif expectation.loss is not None and kept > 1 - expectation.loss + ROUNDING:
        nearly = kept >= NEARLY_ALL
        what = "nearly blind" if nearly else "can be gamed"
        due = f"keeps {kept:.0%} of {before.what} where at least {expectation.loss:.0%} should go"
        yield MetricFault("blind" if nearly else "gamed", f"{what}, {due}".replace("%", " %"))
    elif holding and holding == falling:
        yield MetricFault("blind", f"nearly blind, {_hardly(falling)}")
    elif holding:
        how = _unmoved(holding) if unmoved else _hardly(holding)
        yield MetricFault("half blind", f"half blind, {how}")


def _severity(expectation: Expectation, before: Means, after: Means) -> Iterator[MetricFault]:
    """Sides that must hold and fall, or rise while F does not."""
    holding = _sides(expectation, "holds", before)
    lost = [side for side in holding if _fall(before, after, side) > _slack(before, side)]
    if lost and len(holding) == len(before.sides):
        share = f"{1 - (before.kept(after) or 0.0):.0%}".replace("%", " %")
        yield MetricFault("punishes", f"punishes what should not matter, loses {share} of {before.what}")
    elif lost:
        fall = _points(_fall(before, after, lost[0]))
        yield MetricFault("wrong side", f"punishes the wrong side, {lost[0]} should hold and falls by {fall}")
    for side in holding:
        rise = -_fall(before, after, side)
        if rise > _slack(before, side):
            yield MetricFault("wrong side", f"{_NAMES[side]} should hold and rises by {_points(rise)}")


def _sides(expectation: Expectation, effect: Effect, means: Means) -> list[Side]:
    return [side for side in means.sides if getattr(expectation, side) == effect]


def _unmoved(falling: Sequence[Side]) -> str:
    return "no side moves" if len(falling) > 1 else f"{_NAMES[falling[0]]} does not move"


def _hardly(falling: Sequence[Side]) -> str:
    return f"{_unmoved(falling)} by more than {HOLDS:.0%} of its value".replace("%", " %")


def _slack(before: Means, side: Side) -> float:
    """What a side may move by and still be said to hold."""
    return max(ROUNDING, HOLDS * abs(float(getattr(before, side))))


def _fall(before: Means, after: Means, side: Side) -> float:
    return float(getattr(before, side)) - float(getattr(after, side))


def _points(value: float) -> str:
    """.045, and for what would round to nothing its first digit."""
    return f"{value:.3f}"[1:] if 0.0005 <= value < 0.9995 else f"{value:.1g}"


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
    """One trial of one metric, over the timelines that it applies to."""

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
            old, new = getattr(before, side, None), getattr(after, side, None)
            deltas[side] = None if old is None or new is None else float(new) - float(old)
        kept = None if before is None or after is None else before.kept(after)
        return cls(*names, deltas, kept, verdict, *counts, before, after)

    def to_dict(self) -> dict[str, object]:
        """As JSON has it."""
        deltas = {f"delta_{key}": self.deltas[key] for key in ("precision", "recall", "f")}
        counts = {"tasks": self.tasks, "variants": self.variants}
        names = {"trial": self.trial, "metric": self.metric}
        return {**names, **deltas, "kept": self.kept, "verdict": str(self.verdict), **counts}


@dataclass(frozen=True)
class LadderRow:
    """One ladder of one metric: its steps, weakest first, over the timelines that all of them apply to."""

    perturbation: str
    name: str
    metric: str
    steps: Sequence[TrialRow]
    rises: Rises
    verdict: Verdict
    grows: str = "strength"
    intensities: Sequence[float | str | None] = ()

    def to_dict(self) -> dict[str, object]:
        """As JSON has it."""
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
    """What one metric does well, and what it is blind to."""

    metric: str
    passes: int
    fails: int
    does_not_apply: int
    faults: dict[Kind, list[str]]

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> MetricSummary:
        """Read what `to_dict` wrote."""
        faults = {kind: document[key] for kind, key in LISTS.items() if document.get(key)}
        return decode(cls, {**document, "faults": faults})

    def to_dict(self) -> dict[str, object]:
        """As JSON has it."""
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


ANSWERS = {
    "references": "timeline",
    "sources": "text",
    "units": "extract",
    "events": "extract",
    "nuggets": "run",
}
"""What an answer to a kind of gold is called in messages."""
_DELTAS = ("delta_precision", "delta_recall", "delta_f", "kept")
_COUNTS = {"tasks": int, "variants": int}


@dataclass(frozen=True, repr=False)
class Findings(TabularResult, NotebookDisplay):
    """Everything that was tried."""

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
        """What one of the tasks is, by the kind of gold that the signature names."""
        return ANSWERS[dict(self.signature.fields).get("gold", "references")]

    @property
    def metrics(self) -> list[str]:
        """In the order of the trial."""
        return list(dict.fromkeys(row.metric for row in self.rows))

    def __getitem__(self, metric: str) -> list[TrialRow]:
        """Return the trials of one metric."""
        if metric not in self.metrics:
            raise unknown("metric of these trials", metric, self.metrics)
        return [row for row in self.rows if row.metric == metric]

    @property
    def trials(self) -> list[str]:
        """In the order they were held."""
        return list(dict.fromkeys(row.trial for row in self.rows))

    def summaries(self) -> list[MetricSummary]:
        """One for each metric."""
        if self.recorded_summaries is not None:
            return list(self.recorded_summaries)
        return [self._summary(metric) for metric in self.metrics]

    def _summary(self, metric: str) -> MetricSummary:
        rows = [row for row in self.rows if row.metric == metric]
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
        summaries, signature = (
            list(map(MetricSummary.from_dict, read.metrics)),
            Signature.parse(read.signature),
        )
        return cls(rows, ladders, read.tasks, read.seed, signature, read.notes, summaries)

    def frames(self) -> Mapping[str, Records]:
        """`trials`, a row for each trial and metric, and `metrics`: how many each passes."""
        columns = {"trial": str, "metric": str, **dict.fromkeys(_DELTAS, float), "verdict": str, **_COUNTS}
        return {
            "trials": Records(columns, [row.to_dict() for row in self.rows]),
            "metrics": Records(columns_of(MetricSummary), [vars(summary) for summary in self.summaries()]),
        }
