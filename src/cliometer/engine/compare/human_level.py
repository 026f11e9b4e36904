"""The human level: each writer scored against the others, by the same rules as the systems."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from cliometer.engine.compare.figures import Design, ScoreFigures, figures_of
from cliometer.engine.evaluation import Allowance, Evaluation
from cliometer.engine.results import Results
from cliometer.errors import InputError, UncountableTextWarning
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.stats.bootstrap import Bootstrap, bootstrap, percentile_interval
from cliometer.stats.effect_sizes import topics_to_reach
from cliometer.stats.paired_tests import randomisation

WRITERS = "writers"


@dataclass(frozen=True)
class RelativeScore:
    """A system beside the writers: both on the same tasks, their quotient, and what it means."""

    system: str
    score: float
    quotient: float | None  # None where the writers score 0
    low: float | None
    high: float | None
    p: float | None  # of the difference, by paired randomisation; None where there is one topic
    verdict: str


@dataclass(frozen=True)
class HumanLevel:
    """What writers score by one metric, and each system beside them."""

    metric: str
    writers: float
    low: float | None
    high: float | None
    tasks: int
    topics: int
    systems: Sequence[RelativeScore]

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class WriterTask:
    """One writer against others of the same topic; `answered` is the topic under which systems answer it."""

    name: str
    answered: str
    writer: Timeline
    references: ReferenceSet


def tasks_of(gold: Mapping[str, ReferenceSet]) -> list[WriterTask]:
    """Every writer against the others of the topic; topics with one writer have none.

    Where each reference is a task of its own, it is each of them in turn. Names start with the topic, so that
    all tasks of a topic are resampled together.
    """
    together = [
        WriterTask(f"{topic}/{at + 1}", topic, writer, ReferenceSet([*references[:at], *references[at + 1 :]]))
        for topic, references in gold.items()
        if len(references) > 1
        for at, writer in enumerate(references)
    ]
    alone = {topic: references for topic, references in gold.items() if len(references) == 1}
    return together + [
        WriterTask(f"{topic}/{other}", topic, alone[other][0], references)
        for topic, references in alone.items()
        for other in alone
        if other != topic and other.partition("/")[0] == topic.partition("/")[0]
    ]


def within(timeline: Timeline, references: ReferenceSet) -> Timeline:
    """The span rule: days that touch the time from the first to the last date of the references."""
    first = min(when.first for when in references.dates)
    last = max(when.last for when in references.dates)
    days = [(when, said) for when, said in timeline.items() if when.last >= first and when.first <= last]
    return Timeline(days, timeline.name)


def score_writers(evaluation: Evaluation) -> Results | None:
    """Writers, then systems, on the tasks of the human level; None where no topic has two writers.

    Writers chose different first and last days, which is no error of theirs; so whoever is scored is cut to
    the span of the references at hand, and a system and a writer differ in nothing but who wrote.
    Topics that a system lacks are scored 0 where that is the rule, and else left out for all.
    """
    runs, zero = evaluation.systems.values(), evaluation.allow.missing == "zero"
    tasks = [task for task in tasks_of(evaluation.gold) if zero or all(task.answered in run for run in runs)]
    if not tasks:
        return None
    if WRITERS in evaluation.systems:
        raise InputError(f"a run is named {WRITERS!r}, which is what the human level is called; rename it")
    cut = {WRITERS: {task.name: within(task.writer, task.references) for task in tasks}}
    for system, run in evaluation.systems.items():
        cut[system] = {task.name: within(run.get(task.answered, Timeline()), task.references) for task in tasks}
    gold = {task.name: task.references for task in tasks}
    tasked = replace(evaluation, systems=cut, gold=gold, allow=Allowance(), uncountable="note")
    with warnings.catch_warnings():
        # What the cut leaves may be a day of stop words; it scores 0, and whole texts were judged before.
        warnings.simplefilter("ignore", UncountableTextWarning)
        return tasked.run()


def human_level_of(results: Results, metric: str, design: Design) -> HumanLevel:
    """The human level by one metric; intervals and tests where there are two topics or more to resample."""
    figures = figures_of(results, metric, design)
    writers = float(figures.aggregate.observed()[0])
    topics = len(figures.topics), figures.units
    if figures.units < 2 or writers == 0:
        return HumanLevel(metric, writers, None, None, *topics, _untested(figures))
    sample = bootstrap(figures.aggregate, design.resamples, seed=design.seed)
    pairs = np.array([(at, 0) for at in range(1, len(figures.systems))])  # each system with the writers
    tested = randomisation(figures.aggregate, pairs, design.resamples, seed=design.seed)
    systems = [_normalised(figures, at, sample, p, design) for at, p in enumerate(tested.p.tolist(), start=1)]
    interval = percentile_interval(writers, sample.replicates[:, 0], design.level)
    return HumanLevel(metric, writers, interval.low, interval.high, *topics, systems)


def _untested(figures: ScoreFigures) -> list[RelativeScore]:
    """Systems beside writers of whom one topic tells too little, or who score 0."""
    writers, *others = figures.aggregate.observed().tolist()
    verdict = "too few topics to tell" if writers else "nothing to divide by"
    return [
        RelativeScore(system, score, score / writers if writers else None, None, None, None, verdict)
        for system, score in zip(figures.systems[1:], others, strict=True)
    ]


def _normalised(figures: ScoreFigures, at: int, sample: Bootstrap, p: float, design: Design) -> RelativeScore:
    """The verdict is the test's: intervals over few topics are too narrow to decide."""
    score, writers = float(sample.observed[at]), float(sample.observed[0])
    system, divisor = sample.replicates[:, at], sample.replicates[:, 0]
    quotients = np.divide(system, divisor, out=np.full_like(system, np.nan), where=divisor > 0)
    interval = percentile_interval(score / writers, quotients, design.level)
    if topics_to_reach(design.significance) > figures.units:
        verdict = "too few topics to tell"
    elif p > design.significance:
        verdict = "indistinguishable from a writer"
    else:
        better = (score > writers) != figures.lower
        verdict = "above the writers" if better else "below the writers"
    name, ends = figures.systems[at], (interval.low, interval.high)
    return RelativeScore(name, score, score / writers, *ends, p, verdict)
