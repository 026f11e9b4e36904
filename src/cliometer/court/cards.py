"""The card of a metric: how it does on each kind of trial, over topics, and how it ranks what is known to differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

import numpy as np

from cliometer.court.meta_evaluation.human_scores import CorrelationRow
from cliometer.court.perturbation import TRIAL_KINDS, Perturbation, TrialKind, kind_of_trial, perturbations
from cliometer.court.verdicts import ROUNDING, Means, rises_somewhere
from cliometer.grouping import by_key
from cliometer.model.records import member
from cliometer.stats.paired_tests import TopicMeans
from cliometer.stats.samples import Floats

# A kind is made of properties, and a property of one criterion or several; several criteria of a property weigh
# once. A criterion gives each timeline a number from 0 to 1, where 1 is what a sound metric does. Numbers are means
# over timelines, each of which weighs the same, and intervals are over topics, since timelines of a topic are alike.

Protocol = Literal["itself", "systems", "writers", "duels"]
"""What is changed, and scored against what: a reference against itself, a system's answer against the gold, one
writer's timeline against another's, and a system's answer of a writer's length against another writer."""

SLIP = 1 / 3  # the share of F that a timeline keeps at least whose dates are all one day off
TWICE = 0.5  # of two faults, the larger should cost twice as much: half its cost is not the smaller one's already
HALF = 0.5  # a kind whose interval lies below this fails, one whose interval lies above passes

# The changes of ledger's own bench: none of them makes a timeline better, and all but the last keep its length.
DAMAGES = (
    "shuffle(share=0.25)", "shuffle", "deal", "swap", "uniform", "shift(days=1)", "shift(days=3)", "generic",
    "negate", "names", "numbers", "antonym", "remove(dates=4)",
)  # fmt: skip
BESIDE_DAMAGES = ("duplicate", "paraphrase")  # their share kept is of interest between writers, not their rank
KEPT = ("shuffle", "deal", "shift(days=3)", "duplicate", "generic", "negate", "names", "numbers", "paraphrase")
DUEL_DAMAGES = tuple(name for name in DAMAGES if name not in ("swap", "remove(dates=4)"))  # few variants, same length


@dataclass(frozen=True)
class ScoreSheet:
    """Precision and recall (the last axis) by metric (the first); NaN where a metric has no score.

    Both columns hold the value of a metric that has one; where less is better it is turned negative.
    """

    task: str
    topic: str
    protocol: Protocol
    before: Floats
    variants: Mapping[Perturbation, Floats]  # metrics x variants x 2; only of what applies
    rivals: Floats  # metrics x other answers to the same gold x 2
    betas: Sequence[float | None]  # of F, by metric; None where the metric has one value

    def after(self, trial: Perturbation) -> Floats:
        """Return the mean over the variants of a perturbation."""
        return np.asarray(self.variants[trial].mean(axis=1))

    def f(self, numbers: Floats, metric: int) -> Floats:
        """Return F of precision and recall in the last axis, or the one value."""
        beta, p, r = self.betas[metric], numbers[..., 0], numbers[..., 1]
        if beta is None:
            return np.asarray(p)
        whole = beta**2 * p + r
        return np.asarray((1 + beta**2) * p * r / np.where(whole > 0, whole, 1.0))

    def is_scored(self, metric: int, *trials: Perturbation) -> bool:
        """Return whether the trials apply, and the metric has a score before and after them."""
        tables = [self.variants.get(trial) for trial in trials]
        return bool(np.isfinite(self.before[metric]).all()) and all(
            table is not None and np.isfinite(table[metric]).all() for table in tables
        )


@dataclass(frozen=True)
class TopicEstimate:
    """A mean over timelines with its 95 % interval over topics."""

    value: float
    low: float
    high: float
    topics: int


def estimate(values: Iterable[tuple[str, float | None]]) -> TopicEstimate | None:
    """Return the mean of values of topics with Student's interval over topics; None of fewer than two topics.

    Values that are None are left out. Topics of more values weigh more, so the mean is a ratio of sums, whose error is
    that of the linearised topics.
    """
    topics = by_key((topic, value) for topic, value in values if value is not None)
    n = len(topics)
    if n < 2:
        return None
    sums, counts = np.array([[sum(of), len(of)] for of in topics.values()]).T
    mean = float(sums.sum() / counts.sum())
    error = float(np.sqrt(n / (n - 1) * np.square(sums - mean * counts).sum()) / counts.sum())
    return _with_interval(mean, error, n, most=1.0)


def jackknife(value: float, without: Sequence[float]) -> TopicEstimate | None:
    """Return a value with the interval that the values without each topic give (Tukey 1958)."""
    n = len(without)
    return None if n < 2 else _with_interval(value, float(np.sqrt((n - 1) * np.var(without))), n)


def _with_interval(value: float, error: float, topics: int, most: float = float("inf")) -> TopicEstimate:
    """Return a value with Student's 95 % interval; where topics do not vary it has no width."""
    margin = float(TopicMeans(np.array(value), np.array(error), topics - 1).margin(0.025)) if error > ROUNDING else 0.0
    return TopicEstimate(value, max(0.0, value - margin), min(most, value + margin), topics)


@dataclass(frozen=True)
class Judgement:
    """What one criterion found on one timeline."""

    score: float | None  # from 0 to 1, which is what a sound metric does; None where the score before is 0
    accuracy: float | None  # how often the better timeline scores above the worse; ties count half
    before: float = 0.0  # F of the unchanged timeline
    after: float = 0.0  # the mean of F over the changed ones


@dataclass(frozen=True)
class TrialCriterion:
    """One demand of a kind: a change that must cost, one that may not, or two of which the larger must cost more."""

    kind: TrialKind
    aspect: str
    trial: Perturbation
    larger: Perturbation | None = None
    keeps: float | None = None  # the share of F that must be left at least; None where something must go

    @property
    def name(self) -> str:
        """The perturbation, or the smaller and the larger one."""
        return str(self.trial) if self.larger is None else f"{self.trial} < {self.larger}"

    @property
    def trials(self) -> tuple[Perturbation, ...]:
        """The perturbations that must have been tried."""
        return (self.trial,) if self.larger is None else (self.trial, self.larger)

    def judge(self, sheet: ScoreSheet, metric: int, loss: float | None) -> Judgement | None:
        """Return the judgement on one timeline; `loss` is the share of F that must go, if any is laid down."""
        if not sheet.is_scored(metric, *self.trials):
            return None
        f = float(sheet.f(sheet.before[metric], metric))
        changed = sheet.f(sheet.variants[self.trial][metric], metric)
        after = float(changed.mean())
        kept = _kept(f, after)
        if self.larger is not None:
            return self._proportion(f, kept, changed, sheet.f(sheet.variants[self.larger][metric], metric))
        above = self._above(sheet, metric)
        accuracy, are_people = float(above.mean()), self.kind == "people"
        if kept is None and not are_people:
            return Judgement(None, accuracy, f, after)
        score, left = float((above == 1).mean()), kept or 0.0
        if (most := self.trial.expectation.most) is not None and not are_people:
            may_rise = self.trial.expectation.value != "free" or abs(f - 1) > ROUNDING
            return Judgement(float(left <= most + ROUNDING) if may_rise else None, None, f, after)
        if self.keeps is not None:
            left = 1 / left if left > 1 and self.keeps == 1 else left  # where all must be left, a rise counts as a fall
            return Judgement(min(1.0, left / self.keeps), None, f, after)
        if loss is not None and not are_people:
            score = min(1.0, max(0.0, (1 - left) / loss))
        return Judgement(score, accuracy, f, after)

    def _proportion(self, f: float, kept: float | None, small: Floats, large: Floats) -> Judgement:
        """Return the share of the larger fault's cost that the smaller does not cost already; 1 for a half or more."""
        left, difference = _kept(f, float(large.mean())), float(small.mean() - large.mean())
        accuracy = HALF if abs(difference) <= ROUNDING else float(difference > 0)
        if kept is None or left is None:
            return Judgement(None, accuracy, f, float(large.mean()))
        cost = 1 - left
        share = (kept - left) / cost if cost > ROUNDING else 0.0
        return Judgement(min(1.0, max(0.0, share / TWICE)), accuracy, f, float(large.mean()))

    def _above(self, sheet: ScoreSheet, metric: int) -> Floats:
        """Return by variant 1 where the better timeline scores above it, 0.5 where they tie, else 0.

        Where one side alone must fall, that side is compared, else F. In a duel the writer is better.
        """
        wanted = self.trial.expectation
        numbers, better = sheet.variants[self.trial][metric], sheet.before[metric]
        if sheet.protocol == "duels":
            better = sheet.rivals[metric, 0]
        one_sided = (wanted.precision == "falls") != (wanted.recall == "falls") and sheet.protocol != "duels"
        if one_sided:
            side = 0 if wanted.precision == "falls" else 1
            lead = better[side] - numbers[:, side]
        else:
            lead = sheet.f(better, metric) - sheet.f(numbers, metric)
        return np.where(lead > ROUNDING, 1.0, np.where(lead < -ROUNDING, 0.0, HALF))


def _kept(before: float, after: float) -> float | None:
    """Return the share that is left; None where there was nothing before."""
    if abs(before) <= ROUNDING and after >= -ROUNDING:
        return None
    return Means(None, None, before, lower_is_better=before <= 0).kept(Means(None, None, after))


def criteria_of(trials: Sequence[Perturbation]) -> list[TrialCriterion]:
    """Return what can be judged of these perturbations: each by itself, a slip of one day, and larger faults."""
    known = {str(trial): trial for trial in trials}
    criteria = []
    for trial in trials:
        kind = kind_of_trial(trial)
        keeps = 1.0 if kind == "tolerance" else None
        criteria.append(TrialCriterion(kind, trial.aspect or trial.name, trial, keeps=keeps))
    for days in ("shift(days=1)", "shift(days=-1)"):
        if days in known:
            criteria.append(TrialCriterion("tolerance", "a slip of one day", known[days], keeps=SLIP))
    for aspect, small, large in _LARGER:
        if small in known and large in known:
            criteria.append(TrialCriterion("proportion", aspect, known[small], known[large]))
    order = list(TRIAL_KINDS)
    return sorted(criteria, key=lambda criterion: order.index(criterion.kind))


# The first is the paper's argument against agreement: one day off costs nearly all, five days hardly more.
_LARGER = (
    ("one day or five", "shift(days=1)", "shift(days=5)"),
    ("one day or five", "shift(days=-1)", "shift(days=-5)"),
    ("a wrong day or a wrong year", "shift(days=1)", "shift(days=365)"),
    ("a minor or a major date", "omit(date=minor)", "omit"),
)


def people_criteria(protocol: Protocol, trials: Sequence[Perturbation]) -> list[TrialCriterion]:
    """Return what a writer's timeline must beat: its own damaged versions, or those of a system."""
    aspect = "a system's damaged versions" if protocol == "duels" else "its own damaged versions"
    return [TrialCriterion("people", aspect, trial) for trial in trials if str(trial) not in BESIDE_DAMAGES]


def damages(protocol: Protocol, asked: Sequence[Perturbation] | None) -> list[Perturbation]:
    """Return the changes that writers are tried with: those of the bench, or what was asked for and must cost."""
    names = DUEL_DAMAGES if protocol == "duels" else (*DAMAGES, *BESIDE_DAMAGES)
    if asked is None:
        return [perturbations.parse(name) for name in names]
    costly = [trial for trial in asked if "falls" in (trial.expectation.precision, trial.expectation.recall)]
    return [trial for trial in costly if protocol == "writers" or str(trial) in names]


@dataclass(frozen=True)
class CriterionRow:
    """One criterion of one metric on the topics of one group."""

    group: str
    metric: str
    kind: TrialKind
    aspect: str
    protocol: Protocol
    trial: str
    tasks: int
    score: TopicEstimate | None
    accuracy: TopicEstimate | None
    kept: float | None  # mean F after, or after the larger fault, by mean F before


@dataclass(frozen=True)
class KindScore:
    """How a metric does on one kind of trial: 1 is what a sound metric does."""

    score: TopicEstimate | None
    accuracy: TopicEstimate | None = None
    not_tried: str = ""

    @property
    @member
    def verdict(self) -> str:
        """Whether the kind passes or fails, by where its interval lies."""
        if self.score is None:
            return f"not tried: {self.not_tried}"
        return "passes" if self.score.low > HALF else "fails" if self.score.high < HALF else "undecided"


@dataclass(frozen=True)
class BenchResults:
    """What ledger's own bench asked of a metric, beside the kinds of trials.

    `accuracy` is how often an unchanged timeline scores above its damaged copy, by protocol; `monotone` the share of
    steps of ladders at which a score does not rise; `won` how often a writer scores above a system's answer of the
    writer's number of dates, against another writer, and `ratio` the mean of the one by that of the other; `kept` mean
    F after by mean F before, by protocol and trial; `human` the correlations with human scores, where some are given.
    """

    accuracy: Mapping[str, TopicEstimate | None] = field(default_factory=dict)
    monotone: float | None = None
    won: TopicEstimate | None = None
    won_of: int = 0
    ratio: float | None = None
    milliseconds: float | None = None
    kept: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    human: Sequence[CorrelationRow] = ()


@dataclass(frozen=True)
class MetricCard:
    """The card of a metric for one group of topics; the group has no name where all topics are one."""

    metric: str
    group: str
    kinds: Mapping[TrialKind, KindScore]
    bench: BenchResults


JudgedTasks = Sequence[tuple[str, str, Judgement]]
"""Topic, task and judgement for each answer that a criterion applies to."""


@dataclass(frozen=True)
class Jury:
    """The sheets of a group of topics, from which criteria are judged and cards written."""

    group: str
    sheets: Sequence[ScoreSheet]
    criteria: Mapping[Protocol, Sequence[TrialCriterion]]
    ladders: Sequence[Sequence[Perturbation]]
    references: bool  # how much must go is known of timelines against references only
    milliseconds: Sequence[float] = ()

    def judge(self, metric: int, name: str) -> tuple[list[CriterionRow], MetricCard]:
        """Return a row for every criterion of a metric, and its card."""
        judged = [
            (criterion, protocol, self._judged(criterion, protocol, metric))
            for protocol, criteria in self.criteria.items()
            for criterion in criteria
        ]
        rows = [self._row(name, *part) for part in judged]
        kinds = {
            kind: _kind_score(kind, [(criterion.aspect, of) for criterion, _, of in judged if criterion.kind == kind])
            for kind in TRIAL_KINDS
        }
        return rows, MetricCard(name, self.group, kinds, self._bench(metric))

    def _judged(self, criterion: TrialCriterion, protocol: Protocol, metric: int) -> JudgedTasks:
        loss = criterion.trial.expectation.loss if self.references else None
        sheets = [sheet for sheet in self.sheets if sheet.protocol == protocol]
        judgements = [(sheet.topic, sheet.task, criterion.judge(sheet, metric, loss)) for sheet in sheets]
        return [(topic, task, judgement) for topic, task, judgement in judgements if judgement is not None]

    def _row(self, name: str, criterion: TrialCriterion, protocol: Protocol, judged: JudgedTasks) -> CriterionRow:
        before, after = (sum(getattr(verdict, key) for *_, verdict in judged) for key in ("before", "after"))
        return CriterionRow(
            group=self.group,
            metric=name,
            kind=criterion.kind,
            aspect=criterion.aspect,
            protocol=protocol,
            trial=criterion.name,
            tasks=len(judged),
            score=estimate((topic, verdict.score) for topic, _, verdict in judged),
            accuracy=estimate((topic, verdict.accuracy) for topic, _, verdict in judged),
            kept=_kept(before, after) if judged else None,
        )

    def _bench(self, metric: int) -> BenchResults:
        protocols = [protocol for protocol in self.criteria if protocol != "duels"]
        accuracy = {str(protocol): self._accuracy(protocol, metric) for protocol in protocols}
        kept = {str(protocol): self._shares_kept(protocol, metric) for protocol in protocols}
        pairs = [
            (sheet.topic, float(sheet.f(sheet.before[metric], metric)), float(rival))
            for sheet in self.sheets
            if sheet.protocol == "writers" and np.isfinite(sheet.before[metric]).all()
            for rival in sheet.f(sheet.rivals[metric], metric)
            if np.isfinite(rival)
        ]
        won = estimate(
            (topic, HALF if abs(writer - rival) <= ROUNDING else float(writer > rival))
            for topic, writer, rival in pairs
        )
        rivals = sum(rival for _, _, rival in pairs)
        ratio = sum(writer for _, writer, _ in pairs) / rivals if rivals > ROUNDING else None
        time = self.milliseconds[metric] if self.milliseconds else None
        return BenchResults(accuracy, self._monotone(metric), won, len(pairs), ratio, time, kept)

    def _accuracy(self, protocol: Protocol, metric: int) -> TopicEstimate | None:
        """Return the mean over the damages that apply to each timeline; each damage weighs the same."""
        names, accuracies = set(DAMAGES), []
        for sheet in self.sheets:
            if sheet.protocol != protocol:
                continue
            tried = [trial for trial in sheet.variants if str(trial) in names and sheet.is_scored(metric, trial)]
            if tried:
                right = [TrialCriterion("people", "", trial).judge(sheet, metric, None) for trial in tried]
                accuracies.append((sheet.topic, float(np.mean([verdict.accuracy for verdict in right if verdict]))))
        return estimate(accuracies)

    def _shares_kept(self, protocol: Protocol, metric: int) -> dict[str, float | None]:
        """Return mean F after by mean F before, for the trials of the bench that were held."""
        sums: dict[str, list[tuple[float, float]]] = {}
        for sheet in self.sheets:
            for trial in sheet.variants if sheet.protocol == protocol else ():
                if str(trial) in KEPT and sheet.is_scored(metric, trial):
                    before, after = sheet.before[metric], sheet.variants[trial][metric]
                    pair = float(sheet.f(before, metric)), float(sheet.f(after, metric).mean())
                    sums.setdefault(str(trial), []).append(pair)
        return {name: _kept(*np.sum(sums[name], axis=0).tolist()) for name in KEPT if name in sums}

    def _monotone(self, metric: int) -> float | None:
        """Return the share of steps of ladders, where something must fall, at which it does not rise."""
        steps = []
        for ladder in self.ladders:
            wanted = ladder[-1].expectation
            sides = [at for at, side in enumerate(("precision", "recall")) if getattr(wanted, side) == "falls"]
            for sheet in self.sheets if sides else ():
                if sheet.protocol in ("itself", "systems") and sheet.is_scored(metric, *ladder):
                    path = np.array([sheet.after(step)[metric] for step in ladder])
                    line = path[:, sides[0]] if len(sides) == 1 else sheet.f(path, metric)
                    steps += [not rises_somewhere(pair) for pair in pairwise(line.tolist())]
        return float(np.mean(steps)) if steps else None


def _kind_score(kind: TrialKind, judged: Sequence[tuple[str, JudgedTasks]]) -> KindScore:
    """Return the mean over timelines of the means over properties, each of which is a mean over its criteria."""
    tasks: dict[tuple[str, str], dict[str, list[Judgement]]] = {}
    for aspect, of in judged:
        for topic, task, judgement in of:
            tasks.setdefault((topic, task), {}).setdefault(aspect, []).append(judgement)
    if not tasks:
        return KindScore(None, None, _excuse(kind, bool(judged)))
    scores, rates = ([(topic, _mean(of, key)) for (topic, _), of in tasks.items()] for key in ("score", "accuracy"))
    score = estimate(scores)
    if score is None:
        known = any(value is not None for _, value in scores)
        reason = "there is one topic" if known else "no answer has a score before anything is done to it"
        return KindScore(None, None, f"{reason}, and an interval over topics needs two or more")
    return KindScore(score, estimate(rates))


def _mean(aspects: Mapping[str, Sequence[Judgement]], key: str) -> float | None:
    """Return the mean over the properties of a timeline, of the means over their criteria."""
    values = [[getattr(verdict, key) for verdict in of if getattr(verdict, key) is not None] for of in aspects.values()]
    return float(np.mean([np.mean(of) for of in values if of])) if any(values) else None


def _excuse(kind: TrialKind, asked: bool) -> str:
    if kind == "people" and not asked:
        return "no topic has references of two writers"
    return "no trial of this kind changes these answers" if asked else "no trial of this kind was asked for"
