"""Metrics on trial (Martschat & Markert 2017): which trials and metrics, the score sheets, and the court."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cliometer.court.perturbation import Ladder, Perturbation, TrialCase, ladders_of, perturbations
from cliometer.court.verdicts import (
    SIDES,
    Findings,
    LadderRow,
    Means,
    Rises,
    TrialRow,
    judge,
    judge_ladder,
    rises_somewhere,
)
from cliometer.engine.evaluation import Evaluation, chosen
from cliometer.engine.remarks import uncountable
from cliometer.errors import InputError, UsageError, expected, shown
from cliometer.metrics.base import GOLD_KINDS, Metric, measured
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.display import Progress
from cliometer.model.documents import Article
from cliometer.model.score import Score, Signature, f_measure
from cliometer.model.timeline import Days, Duplicates, ReferenceSet, Timeline
from cliometer.stats.samples import checked_seed

# Table 2 of Martschat & Markert (2017) shifts by one day and by five; shifts to the past should cost as much.
MORE = ("shift(days=1)", "shift(days=5)", "shift(days=-1)", "shift(days=-5)")


def all_metrics() -> list[Metric]:
    """Every registered metric with its default settings, but for those that must be asked for."""
    return [metric for metric in _registered() if not _is_slow(metric)]


def slow_metrics() -> list[Metric]:
    """Skip-bigrams and aligned sentences of whole texts take up to a second a variant, words a thousandth."""
    return [metric for metric in _registered() if _is_slow(metric)]


def _registered() -> list[Metric]:
    return [cls() for cls in GOLD_KINDS["references"].metrics]


def _is_slow(metric: Metric) -> bool:
    return getattr(getattr(metric, "rouge", None), "kind", "N") != "N"


def all_trials() -> list[Perturbation]:
    """Every registered perturbation with its default settings, and both shifts of the paper both ways."""
    _load()
    trials: list[Perturbation] = []
    for cls in sorted(perturbations, key=lambda cls: cls.name):
        trials.append(_whole(cls()))
        trials += [trial for trial in map(perturbations.parse, MORE) if trial.name == cls.name]
    return list(dict.fromkeys(trials))


def chosen_trials(trials: Sequence[str | Perturbation] | None) -> list[Perturbation]:
    """The trials that were asked for, each once; without any, all."""
    if trials is None:
        return all_trials()
    if isinstance(trials, str) or not isinstance(trials, Sequence):
        raise expected('a list of trials such as ["merge", "shift(days=1)"]', trials)
    parsed = list(dict.fromkeys(map(parse_trial, trials)))
    if not parsed:
        raise UsageError("no trial was asked for; leave `trials` out for all of them")
    return parsed


def parse_trial(expression: str | Perturbation) -> Perturbation:
    """Read a perturbation; one that is parsed already passes through."""
    _load()
    if isinstance(expression, str):
        return _whole(perturbations.parse(expression))
    if not hasattr(expression, "variants") or isinstance(expression, type):
        raise expected('a perturbation such as "shift(days=1)"', expression)
    return _whole(expression)


def _whole(trial: Perturbation) -> Perturbation:
    """One that lacks nothing."""
    lacking = [name for name in ("expectation", "ladder", "variants") if not hasattr(trial, name)]
    if lacking:
        raise UsageError(
            f"the perturbation {trial.name} has no {lacking[0]}; derive it from BasePerturbation"
        )
    return trial


def _load() -> None:
    """Importing them registers them."""
    import cliometer.court.perturbations  # noqa: F401


# Score sheets: every metric on one timeline, before and after each perturbation.
# All variants of all perturbations of a timeline are scored together, each distinct one once, so that texts
# are cut into words once and twelve metrics over two hundred variants cost little more than one.

Floats = NDArray[np.float64]
_CELLS_AT_ONCE = 1_000_000  # days of variants x dates of references that are compared in one go


@dataclass(frozen=True)
class TrialTask:
    """A timeline on the stand, and what it is scored against."""

    case: TrialCase
    references: ReferenceSet


@dataclass(frozen=True)
class ScoreSheet:
    """Precision and recall (the columns) by metric (the rows); NaN where a metric has no score."""

    before: Floats
    after: Mapping[Perturbation, Floats]  # the mean over the variants; only what applies
    variants: Mapping[Perturbation, int]
    betas: Sequence[float]  # of F, by metric


def fill_sheet(
    task: TrialTask, metrics: Sequence[Metric], perturbations: Iterable[Perturbation]
) -> ScoreSheet:
    """Score the timeline and all that becomes of it; open settings of the metrics are filled already."""
    places: dict[Timeline, int] = {task.case.timeline: 0}
    variants: dict[Perturbation, list[int]] = {}
    for perturbation in perturbations:
        found = _variants(perturbation, task.case)
        if found:
            variants[perturbation] = [places.setdefault(timeline, len(places)) for timeline in found]
    _refuse_uncountable(task, metrics)
    scores = _scores(list(places), task.references, metrics)
    numbers = np.array([[_pair(score) for score in row] for row in scores])
    after = {perturbation: numbers[:, at].mean(axis=1) for perturbation, at in variants.items()}
    counts = {perturbation: len(at) for perturbation, at in variants.items()}
    return ScoreSheet(numbers[:, 0], after, counts, [row[0].beta for row in scores])


def _scores(
    timelines: Sequence[Timeline], references: ReferenceSet, metrics: Sequence[Metric]
) -> list[list[Score]]:
    """By metric, then by timeline."""
    scores: list[list[Score]] = [[] for _ in metrics]
    for batch in _batches(timelines, len(references.dates)):
        comparison = TopicComparison(batch, references)
        for row, metric in zip(scores, metrics, strict=True):
            row += measured(metric, comparison, len(batch), Score)
    return scores


def _variants(perturbation: Perturbation, case: TrialCase) -> Sequence[Timeline]:
    """Anyone may have written it, so what comes back is looked at."""
    found = perturbation.variants(case)
    if not isinstance(found, Sequence) or not all(isinstance(timeline, Timeline) for timeline in found):
        raise UsageError(f"the perturbation {perturbation}: variants() gave {shown(found)}, not Timelines")
    return found


def _batches(timelines: Sequence[Timeline], width: int) -> Iterator[Sequence[Timeline]]:
    """As many timelines at a time as fit into memory."""
    most = max(1, _CELLS_AT_ONCE // max(1, width * max(map(len, timelines))))
    for start in range(0, len(timelines), most):
        yield timelines[start : start + most]


def _pair(score: Score) -> tuple[float, float]:
    """What is undefined is left out whatever the preset: a metric without a score cannot be tried."""
    numbers = score.numbers()
    precision, recall = numbers["precision"], numbers["recall"]
    if precision is None or recall is None:
        return float("nan"), float("nan")
    return precision, recall


def _refuse_uncountable(task: TrialTask, metrics: Sequence[Metric]) -> None:
    """A text without a countable word would pass every trial or none, by accident."""
    comparison = TopicComparison([task.case.timeline], task.references)
    found = uncountable(metrics, ["the timeline"], task.case.topic, comparison)
    if found:
        raise InputError(found[-1])  # the reference's own complaint, where it has one


# Metrics on trial, after Martschat & Markert (2017, section 5).
# Change a timeline in a way whose effect is known, score it, and see whether a metric does what it should.


def try_metrics(
    timelines: Mapping[str, Days],
    metrics: Sequence[str | Metric] | None = None,
    trials: Sequence[str | Perturbation] | None = None,
    preset: str | Preset = "tilse",
    articles: Mapping[str, Sequence[Article]] | None = None,
    seed: int = 0,
) -> Findings:
    """Put metrics on trial with good timelines, `{topic: timeline}`, each against its changed self."""
    gold = {topic: Timeline.of(timeline) for topic, timeline in timelines.items()}
    references = {topic: ReferenceSet(timeline) for topic, timeline in gold.items()}
    tasks = tasks_of(gold, references, articles or {}, seed)
    return Court(tasks, chosen_metrics(metrics), chosen_trials(trials), preset_named(preset), seed).run()


def tasks_of(
    timelines: Mapping[str, Timeline],
    references: Mapping[str, ReferenceSet],
    articles: Mapping[str, Sequence[Article]],
    seed: int,
) -> list[TrialTask]:
    """A task for each timeline, with the articles of its topic; the stranger is of the next topic."""
    names = list(timelines)
    tasks = []
    for place, name in enumerate(names):
        others = [other for other in (*names[place:], *names[:place]) if topic_of(other) != topic_of(name)]
        stranger = timelines[others[0]] if others else Timeline()
        case = TrialCase(name, timelines[name], articles.get(topic_of(name), ()), stranger, seed)
        tasks.append(TrialTask(case, references[name]))
    return tasks


def topic_of(task: str) -> str:
    """`bpoil` of the task `bpoil/bbc`."""
    return task.partition("/")[0]


def chosen_metrics(metrics: Sequence[str | Metric] | None) -> list[Metric]:
    """The metrics that were asked for; without any, all."""
    return all_metrics() if metrics is None else chosen(metrics)


@dataclass(frozen=True)
class Court:
    """What is tried, on what, and under which rules."""

    tasks: Sequence[TrialTask]
    metrics: Sequence[Metric]
    trials: Sequence[Perturbation]
    preset: Preset
    seed: int = 0
    duplicates: Duplicates | None = None  # how repeated dates were read, where files were

    def __post_init__(self) -> None:
        checked_seed(self.seed)

    def run(self, progress: Progress | None = None) -> Findings:
        """Score everything, then judge."""
        ladders = ladders_of(self.trials)
        steps = [step for ladder in ladders for step in ladder.steps]
        everything = list(dict.fromkeys([*self.trials, *steps]))
        closed = [metric.under(self.preset) for metric in self.metrics]
        sheets = []
        for done, task in enumerate(self.tasks):
            if progress:
                progress(done, len(self.tasks))
            sheets.append(fill_sheet(task, closed, everything))
        self._refuse_nothing(sheets)
        record = _Record(sheets, [str(metric) for metric in self.metrics])
        rows = [record.row(t, m) for t in self.trials for m in range(len(closed))]
        climbed = [record.climb(ladder, m) for ladder in ladders for m in range(len(closed))]
        notes = [*self._undefined(record), *_barely(rows, len(sheets))]
        return Findings(rows, climbed, len(self.tasks), self.seed, self._signature(), notes)

    def _refuse_nothing(self, sheets: Sequence[ScoreSheet]) -> None:
        if not any(trial in sheet.after for trial in self.trials for sheet in sheets):
            names = ", ".join(map(str, self.trials))
            raise InputError(
                f"nothing can be tried: {names} applies to none of the {len(sheets)} timelines; "
                "try another, or timelines with more dates"
            )

    def _undefined(self, record: _Record) -> list[str]:
        """Timelines that a metric cannot be tried on, a line a metric."""
        counts = {name: record.undefined(place) for place, name in enumerate(record.metrics)}
        return [
            f"{name}: left out {count} of {len(self.tasks)} timelines, which hold nothing that it counts"
            for name, count in counts.items()
            if count
        ]

    def _signature(self) -> Signature:
        """Everything the numbers depend on: that of a score, the trials and the seed."""
        references = {task.case.topic: task.references for task in self.tasks}
        scored = Evaluation(
            {}, references, self.metrics, preset=self.preset, duplicates=self.duplicates
        ).signature()
        ours = [("trials", ",".join(map(str, self.trials))), ("seed", str(self.seed))]
        return Signature((*scored.fields, *ours))


@dataclass(frozen=True)
class _Record:
    """The sheets of all tasks, from which rows are read."""

    sheets: Sequence[ScoreSheet]
    metrics: Sequence[str]

    def undefined(self, metric: int) -> int:
        return sum(not np.isfinite(sheet.before[metric]).all() for sheet in self.sheets)

    def row(self, trial: Perturbation, metric: int, among: Sequence[ScoreSheet] | None = None) -> TrialRow:
        """Means over the tasks that the trial applies to, so that like is compared with like."""
        sheets = self._where([trial], metric) if among is None else among
        before, after = _means(sheets, metric, None), _means(sheets, metric, trial)
        verdict = judge(trial.expectation, before, after)
        variants = sum(sheet.variants[trial] for sheet in sheets)
        return TrialRow(str(trial), self.metrics[metric], before, after, verdict, len(sheets), variants)

    def climb(self, ladder: Ladder, metric: int) -> LadderRow:
        """The tasks are those that every step applies to."""
        sheets = self._where(ladder.steps, metric)
        steps = [self.row(step, metric, sheets) for step in ladder.steps]
        rises = _rises(sheets, ladder, metric)
        means = [step.after for step in steps if step.after is not None]
        verdict = judge_ladder(ladder.expectation, steps[0].before, means, rises, ladder.grows)
        names = ladder.name, str(ladder), self.metrics[metric]
        return LadderRow(*names, steps, rises, verdict, ladder.grows, ladder.intensities)

    def _where(self, trials: Sequence[Perturbation], metric: int) -> list[ScoreSheet]:
        return [
            sheet
            for sheet in self.sheets
            if np.isfinite(sheet.before[metric]).all() and all(trial in sheet.after for trial in trials)
        ]


def _means(sheets: Sequence[ScoreSheet], metric: int, trial: Perturbation | None) -> Means | None:
    """Means of precision and of recall over tasks, and F from the two, as the paper has it."""
    if not sheets:
        return None
    pairs = [(sheet.before if trial is None else sheet.after[trial])[metric] for sheet in sheets]
    precision, recall = (float(mean) for mean in np.mean(pairs, axis=0))
    return Means(precision, recall, f_measure(precision, recall, sheets[0].betas[metric]))


def _rises(sheets: Sequence[ScoreSheet], ladder: Ladder, metric: int) -> Rises:
    """How many timelines see a side rise from one step to the next."""
    paths = [np.array([sheet.after[step][metric] for step in ladder.steps]) for sheet in sheets]
    precision, recall = (
        sum(rises_somewhere(list(path[:, side])) for path in paths) for side in range(len(SIDES))
    )
    return Rises(precision, recall, len(paths))


def _barely(rows: Sequence[TrialRow], tasks: int) -> list[str]:
    """Trials that apply to some timelines only."""
    most: dict[str, int] = {}
    for row in rows:
        most[row.trial] = max(most.get(row.trial, 0), row.tasks)
    return [
        f"{trial}: applies to {count} of {tasks} timelines" for trial, count in most.items() if count < tasks
    ]
