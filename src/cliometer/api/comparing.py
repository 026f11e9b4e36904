"""Compare systems, explain a score, and put the metrics themselves on trial."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cliometer.api.inputs import (
    EvaluationSettings,
    are_paths,
    expect_no_background,
    gold_of,
    only_path,
    paths_of,
    references_of,
    run_of,
    scores_of,
    spread,
    timeline_of,
)
from cliometer.errors import UsageError, checked
from cliometer.io.text_files import Location
from cliometer.model.display import Progress

if TYPE_CHECKING:
    from cliometer.court.findings import Findings
    from cliometer.court.perturbation import Perturbation
    from cliometer.engine.compare.gates import Gate
    from cliometer.engine.compare.system_comparison import SystemComparison
    from cliometer.engine.pair_explanation import PairExplanation
    from cliometer.engine.score_shards import ScoreShards
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset


@spread
@checked
def compare(
    systems: Any,
    references: Any = None,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset | None = None,
    gates: Sequence[str | Gate] = (),
    missing: Literal["error", "skip", "zero"] = "error",
    extra: Literal["error", "skip"] = "error",
    baseline: Location | None = None,
    confident: bool = False,
    *,
    side: Literal["f", "precision", "recall", "value"] = "f",
    average: Literal["f-of-means", "mean-of-f", "micro"] | None = None,
    weigh: Literal["topics", "tasks"] = "topics",
    test: Literal["t", "sign-flip", "randomisation", "bootstrap", "wilcoxon"] = "t",
    correction: Literal["holm", "bh", "none"] = "holm",
    groups: Literal["letters", "leaders"] = "letters",
    interval: Literal["t", "bca", "percentile"] = "t",
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    margin: float = 0.1,
    lower: Sequence[str] = (),
    per_reference: bool = False,
    duplicates: Literal["append", "last", "error"] | None = None,
    background: Sequence[Location] = (),
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> SystemComparison:
    """Compare systems: means with intervals, differences with p-values, groups, the human level.

    Parameters
    ----------
    systems
        As for `evaluate`, two systems or more. Without references: tables of scores (system, topic, metric,
        value), as paths or as a `ScoreTable`, or the folder that `evaluate` wrote with `output`.
    references
        As for `evaluate`; None where `systems` are scores already.
    metrics
        Expressions such as `"align+m1(rouge=2)"`, or metrics; for tables the names of columns.
    gates
        Conditions that every system but the baseline must meet, such as
        `"align+m1(rouge=1).f >= baseline - 0.01"`.
    baseline
        The system, by name or path, with which all others are compared; by default all pairs are compared.
    confident
        Whether a gate must also hold at the confidence bound.
    side
        The number to compare: `"f"`, `"precision"`, `"recall"`, or `"value"` for metrics with one number.
    average
        How topics are averaged: `"f-of-means"` (default), `"mean-of-f"` or `"micro"`.
    weigh
        What weighs alike where several tasks belong to a topic: `"topics"` or `"tasks"`.
    test
        The significance test: `"t"`, `"sign-flip"` (or `"randomisation"`, its other name), `"bootstrap"`
        (studentised) or `"wilcoxon"`.
    correction
        The correction for many comparisons: `"holm"`, `"bh"` (Benjamini-Hochberg) or `"none"`.
    groups
        How systems are grouped that do not differ: by `"letters"` that they share, or, for many systems, by the
        `"leaders"` from which they do not differ.
    interval
        The interval: `"t"`, or of the bootstrap `"bca"` or `"percentile"`.
    level
        The confidence level of intervals and tests.
    resamples
        The number of resamples of the topics, 100 to 1,000,000.
    seed
        The seed of the resamples: the same seed gives the same numbers.
    margin
        The share of the writers' score by which a system may fall short and be called as good as a writer.
    lower
        Columns of tables for which lower is better.
    per_reference
        Whether each reference is a task of its own; the tasks of a topic are resampled together.
    preset, missing, extra, duplicates, background, progress
        As for `evaluate`.
    jobs, backend
        As for `evaluate`.

    Returns
    -------
    SystemComparison
        The standings of each metric; the result can be subscripted by a metric. `passed()` says whether every
        gate was met.

    Examples
    --------
    >>> gold = {"a": {"2010": ["Oil spills."]}, "b": {"2011": ["The leak is stopped."]}}
    >>> silent = {"a": {"2010": ["Fire."]}, "b": {"2011": ["A leak."]}}
    >>> compare({"good": gold, "bad": silent}, gold, ["concat"])["concat"].systems[0].system
    'good'
    """
    from cliometer.engine.compare.figures import Design
    from cliometer.engine.compare.gates import gates_of, with_names
    from cliometer.engine.compare.score_comparison import compare_scores
    from cliometer.engine.compare.system_comparison import compare_in

    named = None if baseline is None else str(baseline)
    design = Design(
        side, average, weigh, test, correction, interval, level, resamples, seed, margin, groups, baseline=named
    )
    if references is None:
        columns = None if metrics is None else [str(metric) for metric in metrics]
        if missing == "zero":
            raise UsageError("missing='zero' has no meaning with tables; 'skip' leaves such topics out for all systems")
        table = _shards_of(systems) or scores_of(systems, name="systems without references")
        return compare_scores(table, columns, design, missing, gates, confident, lower)
    asked = EvaluationSettings(metrics, preset, missing, extra, per_reference, duplicates, background)
    evaluation, notes = asked.evaluation(systems, references)
    conditions = gates_of(gates, confident)
    if are_paths(systems):
        design, conditions = with_names(design, conditions, evaluation.systems, paths_of(systems))
    return compare_in(evaluation, design, conditions, progress, notes, confident)


def _shards_of(scores: Any) -> ScoreShards | None:
    """Return the scores of a folder that `evaluate` wrote; None for anything else."""
    from cliometer.engine.score_shards import read_shards

    return read_shards(paths_of(scores)) if are_paths(scores) else None


@checked
def explain(
    system: Any,
    references: Any,
    metric: str | Metric | None = None,
    preset: str | Preset | None = None,
    *,
    system_name: str | None = None,
    topic: str | None = None,
    duplicates: Literal["append", "last", "error"] | None = None,
    background: Sequence[Location] = (),
) -> PairExplanation:
    """Show where a score comes from: which dates were paired, and which words earned the points.

    Parameters
    ----------
    system, references
        As for `score`.
    metric
        The metric to explain; by default `align+m1(rouge=1)`, or the usual one for other gold.
    system_name, topic
        The system and the topic to explain, where the files hold several.
    preset, duplicates, background
        As for `score`.

    Returns
    -------
    PairExplanation
        The numbers and, part by part, what earned them; the result can be subscripted by a table.

    Examples
    --------
    >>> days = {"2010-05-27": ["Oil spills."]}
    >>> explain(days, days, "date").to_dict()["f"]
    1.0
    """
    from cliometer.engine.pair_explanation import explain as explain_values
    from cliometer.engine.pair_explanation import explain_files

    if are_paths(system) and are_paths(references):
        path, gold, words = only_path(system, "system"), paths_of(references), paths_of(background)
        return explain_files(path, gold, metric, preset, duplicates, (system_name, topic), words)
    expect_no_background(background)
    answer, gold = timeline_of(system, duplicates, preset), references_of(references, duplicates, preset)
    return explain_values(answer, gold, metric, "tilse" if preset is None else preset)


@spread
@checked
def court(
    references: Any,
    metrics: Sequence[str | Metric] | None = None,
    trials: Sequence[str | Perturbation] | None = None,
    systems: Any = None,
    *,
    corpus: Location | None = None,
    preset: str | Preset | None = None,
    seed: int = 0,
    duplicates: Literal["append", "last", "error"] | None = None,
    missing: Literal["error", "skip"] = "error",
    extra: Literal["error", "skip"] = "error",
    rivals: Sequence[Any] = (),
    development: Sequence[str] | None = None,
    held_out: Sequence[str] | None = None,
    without: Sequence[str] = (),
    timed: bool = False,
    draws: int = 1,
    human: Any = None,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> Findings:
    """Put metrics on trial: change good timelines in known ways, and see how each metric reacts.

    Parameters
    ----------
    references
        A benchmark folder `GOLD/<topic>/<reference>.txt`, other gold as a path, or `{topic: gold}`.
    metrics
        Expressions or metrics; all but the slowest by default.
    trials
        Perturbations such as `"shift(days=5)"`; all by default.
    systems
        A run, as a path or as `{topic: answer}`, whose answers are changed; gold other than references needs
        one.
    corpus
        A folder of articles `<topic>.jsonl` for the trial `add`; by default one beside the references.
    seed
        The seed of trials that draw at random.
    preset, duplicates
        As for `score`.
    missing, extra
        What to do where the run lacks a timeline, or has one without a reference: `"error"` or `"skip"` it.
    rivals
        More runs, whose timelines for a writer's task that writer should beat; `systems` is one of them.
    development, held_out
        Names of topics, each group of which gets a card of its own for every metric; other topics are left out.
    without
        References such as `"syria/tl2.3"` that are left out, because they copy another, for example.
    timed
        Whether the milliseconds that each metric takes for a pair of timelines are measured.
    draws
        How many seeds, from `seed` on, the trials that draw at random are held with; numbers are means over them.
    human
        Human scores of `systems` and `rivals`, all given as paths: a file, `FILE:COLUMN,...`, or a `ScoreTable`. Each
        card then has the correlations of its metric with them, as `agree` computes them.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.
    jobs, backend
        As for `evaluate`.

    Returns
    -------
    Findings
        A row for every trial and metric, with its verdict, and a card for every metric: `findings.card("align+")`.
        The result can be subscripted by a metric.

    Examples
    --------
    >>> gold = {"oil": {"2010-05-27": ["Oil spills."], "2010-06-01": ["It is stopped."]}}
    >>> court(gold, ["date"], ["shift(days=1)"]).rows[0].after.f
    0.0
    """
    from cliometer.api.people import human_columns_of
    from cliometer.court.trial_files import CourtPlan

    by_path = are_paths(references)
    gold = only_path(references, "references") if by_path else gold_of(references, duplicates, preset)
    answers = only_path(systems, "systems") if are_paths(systems) else run_of(systems, duplicates, preset)
    articles = None if corpus is None else Path(corpus)
    beside = [only_path(run, "rivals") if are_paths(run) else run_of(run, duplicates, preset) for run in rivals]
    asked = metrics, trials, answers, articles, preset, seed, duplicates, missing, extra
    people = [] if human is None else human_columns_of(human)
    return CourtPlan(gold, *asked, beside, development, held_out, without, timed, draws, people).run(progress)
