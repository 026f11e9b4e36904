"""Metrics on trial, after Martschat & Markert (2017, section 5).

Change a timeline in a way whose effect is known, score it, and see whether a metric does what it should.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cliometer.court.docket import all_metrics, chosen_trials
from cliometer.court.findings import Findings, LadderRow, Row
from cliometer.court.ladders import Ladder, ladders_of
from cliometer.court.perturbation import Case, Perturbation
from cliometer.court.sheets import Sheet, Task, fill
from cliometer.court.verdicts import SIDES, Means, Rises, judge, judge_ladder, rises_somewhere
from cliometer.engine.evaluation import chosen
from cliometer.engine.signing import sign
from cliometer.errors import InputError
from cliometer.metrics.base import Metric
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.documents import Article
from cliometer.model.progress import Progress
from cliometer.model.score import f_measure
from cliometer.model.signature import Signature
from cliometer.model.timeline import Days, Duplicates, ReferenceSet, Timeline
from cliometer.stats.draws import checked_seed


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
) -> list[Task]:
    """A task for each timeline, with the articles of its topic; the stranger is of the next topic."""
    names = list(timelines)
    tasks = []
    for place, name in enumerate(names):
        others = [other for other in (*names[place:], *names[:place]) if topic_of(other) != topic_of(name)]
        stranger = timelines[others[0]] if others else Timeline()
        case = Case(name, timelines[name], articles.get(topic_of(name), ()), stranger, seed)
        tasks.append(Task(case, references[name]))
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

    tasks: Sequence[Task]
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
            sheets.append(fill(task, closed, everything))
        self._refuse_nothing(sheets)
        record = _Record(sheets, [str(metric) for metric in self.metrics])
        rows = [record.row(t, m) for t in self.trials for m in range(len(closed))]
        climbed = [record.climb(ladder, m) for ladder in ladders for m in range(len(closed))]
        notes = [*self._undefined(record), *_barely(rows, len(sheets))]
        return Findings(rows, climbed, len(self.tasks), self.seed, self._signature(), notes)

    def _refuse_nothing(self, sheets: Sequence[Sheet]) -> None:
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
        scored = sign(self.preset, self.metrics, references, self.duplicates)
        ours = [("trials", ",".join(map(str, self.trials))), ("seed", str(self.seed))]
        return Signature((*scored.fields, *ours))


@dataclass(frozen=True)
class _Record:
    """The sheets of all tasks, from which rows are read."""

    sheets: Sequence[Sheet]
    metrics: Sequence[str]

    def undefined(self, metric: int) -> int:
        return sum(not np.isfinite(sheet.before[metric]).all() for sheet in self.sheets)

    def row(self, trial: Perturbation, metric: int, among: Sequence[Sheet] | None = None) -> Row:
        """Means over the tasks that the trial applies to, so that like is compared with like."""
        sheets = self._where([trial], metric) if among is None else among
        before, after = _means(sheets, metric, None), _means(sheets, metric, trial)
        verdict = judge(trial.expectation, before, after)
        variants = sum(sheet.variants[trial] for sheet in sheets)
        return Row(str(trial), self.metrics[metric], before, after, verdict, len(sheets), variants)

    def climb(self, ladder: Ladder, metric: int) -> LadderRow:
        """The tasks are those that every step applies to."""
        sheets = self._where(ladder.steps, metric)
        steps = [self.row(step, metric, sheets) for step in ladder.steps]
        rises = _rises(sheets, ladder, metric)
        means = [step.after for step in steps if step.after is not None]
        verdict = judge_ladder(ladder.expectation, steps[0].before, means, rises, ladder.grows)
        names = ladder.name, str(ladder), self.metrics[metric]
        return LadderRow(*names, steps, rises, verdict, ladder.grows, ladder.intensities)

    def _where(self, trials: Sequence[Perturbation], metric: int) -> list[Sheet]:
        return [
            sheet
            for sheet in self.sheets
            if np.isfinite(sheet.before[metric]).all() and all(trial in sheet.after for trial in trials)
        ]


def _means(sheets: Sequence[Sheet], metric: int, trial: Perturbation | None) -> Means | None:
    """Means of precision and of recall over tasks, and F from the two, as the paper has it."""
    if not sheets:
        return None
    pairs = [(sheet.before if trial is None else sheet.after[trial])[metric] for sheet in sheets]
    precision, recall = (float(mean) for mean in np.mean(pairs, axis=0))
    return Means(precision, recall, f_measure(precision, recall, sheets[0].betas[metric]))


def _rises(sheets: Sequence[Sheet], ladder: Ladder, metric: int) -> Rises:
    """How many timelines see a side rise from one step to the next."""
    paths = [np.array([sheet.after[step][metric] for step in ladder.steps]) for sheet in sheets]
    precision, recall = (
        sum(rises_somewhere(list(path[:, side])) for path in paths) for side in range(len(SIDES))
    )
    return Rises(precision, recall, len(paths))


def _barely(rows: Sequence[Row], tasks: int) -> list[str]:
    """Trials that apply to some timelines only."""
    most: dict[str, int] = {}
    for row in rows:
        most[row.trial] = max(most.get(row.trial, 0), row.tasks)
    return [
        f"{trial}: applies to {count} of {tasks} timelines" for trial, count in most.items() if count < tasks
    ]
