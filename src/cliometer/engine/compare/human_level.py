"""The human level: each writer scored against the others, by the same rules as the systems."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cliometer.engine.compare.figures import Design, ScoreFigures, figures_of
from cliometer.engine.compare.significance import simultaneous
from cliometer.engine.evaluation import Allowance, Evaluation
from cliometer.engine.results import Results
from cliometer.errors import InputError, UncountableTextWarning
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.spelling import many
from cliometer.stats.effect_sizes import detectable_effect
from cliometer.stats.multiple_comparisons import holm
from cliometer.stats.paired_tests import topic_means
from cliometer.text.tables import shown_share

WRITERS = "writers"


@dataclass(frozen=True)
class RelativeScore:
    """A system beside the writers: both on the same tasks, their quotient, and what the evidence says of it.

    `p` is that of the difference by Student's t over topics, `p_margin` that of a gap as large as the margin, both
    None where there is one topic; `p_holm` and `p_margin` are corrected for all systems. `low` and `high` are the
    ends of the quotient's interval, which holds for all systems together and excludes 1 exactly where `p_holm` is
    significant. `gap` is the share of the human score by which a system must fall short for these topics to show
    it with a power of 80 %.
    """

    system: str
    score: float
    quotient: float | None  # None where the writers score 0
    low: float | None
    high: float | None
    p: float | None
    verdict: str
    p_holm: float | None = None
    p_margin: float | None = None
    gap: float | None = None


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


@dataclass(frozen=True)
class OracleBound:
    """What a run that was made with the references in view scores by one metric: a bound, which is not tested.

    `oracle` is the expression that made it; `shares` are the scores of the systems divided by its own, None where
    it scores 0; `exceeded` are the systems that are better by this metric, for which it is no bound.
    """

    metric: str
    run: str
    oracle: str
    score: float
    shares: Mapping[str, float | None]
    exceeded: Sequence[str] = ()


@dataclass(frozen=True)
class WriterTask:
    """One writer against others of the same topic; `answered` is the topic under which systems answer it."""

    name: str
    answered: str
    writer: Timeline
    references: ReferenceSet


def tasks_of(gold: Mapping[str, ReferenceSet]) -> list[WriterTask]:
    """Return every writer against the others of the topic; topics with one writer have none.

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
    """Return the days that touch the time from the first to the last date of the references (the span rule)."""
    first = min(when.first for when in references.dates)
    last = max(when.last for when in references.dates)
    days = [(when, sentences) for when, sentences in timeline.items() if when.last >= first and when.first <= last]
    return Timeline(days, timeline.name)


def score_writers(evaluation: Evaluation) -> Results | None:
    """Score writers, then systems, on the tasks of the human level; None where no topic has two writers.

    Writers chose different first and last days, which is no error of theirs; so whoever is scored is cut to
    the span of the references at hand, and a system and a writer differ in nothing but who wrote.
    Topics that a system lacks are scored 0 where that is the rule, and else left out for all.
    """
    runs, zero = evaluation.systems.values(), evaluation.allow.missing == "zero"
    tasks = [task for task in tasks_of(evaluation.gold) if zero or all(task.answered in run for run in runs)]
    if not tasks:
        return None
    if WRITERS in evaluation.systems:
        raise InputError("run-named-like-writers", writers=WRITERS)
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
    """Return the human level by one metric, with intervals and tests where there are two topics or more."""
    figures = figures_of(results, metric, design)
    writers, *others = figures.aggregate.observed().tolist()
    topics = len(figures.topics), figures.units
    if figures.units < 2 or writers == 0:
        verdict = "too few topics to tell" if writers else "nothing to divide by"
        relative = [
            RelativeScore(system, score, score / writers if writers else None, None, None, None, verdict)
            for system, score in zip(figures.systems[1:], others, strict=True)
        ]
        return HumanLevel(metric, writers, None, None, *topics, relative)
    half = np.nan_to_num(topic_means(figures.contributions[:1]).margin(design.significance / 2))
    ends = float(max(0.0, writers - half[0])), float(writers + half[0])
    return HumanLevel(metric, writers, *ends, *topics, _tested(figures, writers, design))


def _tested(figures: ScoreFigures, writers: float, design: Design) -> list[RelativeScore]:
    """Compare each system with the writers: the difference, a gap as large as the margin, and the quotient."""
    ours, theirs = figures.contributions[1:], np.repeat(figures.contributions[:1], len(figures.systems) - 1, axis=0)
    scores, topics, alpha = figures.aggregate.observed()[1:], figures.units, design.significance
    sign = -1.0 if figures.lower else 1.0
    difference = topic_means(ours, theirs)
    spared = topic_means(sign * ours, (sign - design.margin) * theirs)  # what is left of the margin
    p, twice = difference.p, spared.p
    p_holm, p_margin = holm(p), holm(np.where(spared.mean > 0, twice / 2, 1 - twice / 2))
    quotients = scores / writers
    linear = topic_means((ours - quotients[:, np.newaxis] * theirs) / writers)  # where topics do not vary, no doubt
    ends = simultaneous(replace(linear, mean=quotients - 1), p, p_holm, replace(design, correction="holm"))
    lows, highs = (np.where(np.isnan(end), quotients, 1 + end) for end in ends)
    lows = np.maximum(0.0, lows)
    relative = []
    for at, system in enumerate(figures.systems[1:]):
        quotient, error = float(quotients[at]), float(difference.error[at])
        low, high = float(lows[at]), float(highs[at])
        gap = None
        if np.isfinite(error):
            gap = error * topics**0.5 * detectable_effect(topics, alpha=alpha) / writers
        verdict = "too few topics to tell"  # all of them say the same, but they are few
        if gap is not None:
            share = f"{low * 100:.0f}-{shown_share(high, 0)} of the human score"
            verdict = f"not significant: {share}; {many(topics, 'topic')} detect a gap of {shown_share(gap, 0)}"
        if p_holm[at] <= alpha:
            verdict = "above the writers" if (scores[at] > writers) != figures.lower else "below the writers"
        elif p_margin[at] <= alpha:
            verdict = f"as good as a writer, to {shown_share(design.margin, 0)}"
        score = RelativeScore(system, float(scores[at]), quotient, low, high, float(p[at]), verdict)
        relative.append(replace(score, p_holm=float(p_holm[at]), p_margin=float(p_margin[at]), gap=gap))
    return relative
