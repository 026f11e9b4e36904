"""Score systems, compare them, explain a score, and put the metrics themselves on trial."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cliometer.api.inputs import (
    Location,
    Metrics,
    are_paths,
    evaluation_of,
    expect_no_background,
    gold_of,
    is_path,
    paths_of,
    references_of,
    scores_of,
    timeline_of,
)
from cliometer.errors import UsageError, expected
from cliometer.model.display import Progress
from cliometer.model.timeline import Days, Duplicates, ReferenceSet, Timeline

if TYPE_CHECKING:
    from cliometer.court.perturbation import Perturbation
    from cliometer.court.verdicts import Findings
    from cliometer.engine.compare.figures import Average, Correction, Interval, ScoreSide, Test
    from cliometer.engine.compare.gates import Gate
    from cliometer.engine.compare.system_comparison import SystemComparison
    from cliometer.engine.evaluation import Extra, Missing
    from cliometer.engine.pair_explanation import PairExplanation
    from cliometer.engine.results import PairResult, Results
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset


def score(
    system: Location | Days,
    references: Any,
    metrics: Metrics = None,
    preset: str | Preset | None = None,
    *,
    duplicates: Duplicates | None = None,
    background: Sequence[Location] = (),
) -> PairResult:
    """Score one system on one topic.

    Parameters
    ----------
    system
        The timeline, or other answer, of the system: a path, a dictionary of days, or a value.
    references
        The gold of the topic: paths, timelines, or other gold as a value; sources may be texts.
    metrics
        Expressions such as `"align+m1(rouge=2)"`, or metrics; the usual ones for the gold by default.
    preset
        Settings that a metric leaves open: `"tilse"` (default), `"paper2017"` or `"modern"`; of timelines.
    duplicates
        Where a date of a file stands twice: `"append"`, `"last"` or `"error"`; by default as the preset does.
    background
        Files with word counts, for metrics that read sources.

    Returns
    -------
    PairResult
        The numbers of each metric; subscript it by a metric.

    Examples
    --------
    >>> system = {"2010-05-27": ["Obama extends the drilling moratorium"]}
    >>> reference = {"2010-05-27": ["Obama announces a drilling moratorium"]}
    >>> print(score(system, reference, ["agreement(rouge=1)", "date"]))
    metric              precision  recall      F
    ------------------  ---------  ------  -----
    agreement(rouge=1)      0.750   0.750  0.750
    date                    1.000   1.000  1.000
    """
    from cliometer.engine.evaluation import score as score_values
    from cliometer.engine.results import PairResult

    if are_paths(system) and are_paths(references):
        results = evaluate(system, references, metrics, preset, duplicates=duplicates, background=background)
        if len(results.systems) != 1 or len(results.topics) != 1:
            raise UsageError(
                f"score takes one system and one topic, found {len(results.systems)} and "
                f"{len(results.topics)}; give several to evaluate"
            )
        return PairResult(results)
    expect_no_background(background)
    answer, gold = timeline_of(system, duplicates, preset), references_of(references, duplicates, preset)
    return score_values(answer, gold, metrics, "tilse" if preset is None else preset)


def evaluate(
    systems: Any,
    references: Any,
    metrics: Metrics = None,
    preset: str | Preset | None = None,
    missing: Missing = "error",
    extra: Extra = "error",
    progress: Progress | None = None,
    *,
    per_reference: bool = False,
    duplicates: Duplicates | None = None,
    background: Sequence[Location] = (),
) -> Results:
    """Score systems on topics; the command is `cliometer score`.

    Parameters
    ----------
    systems
        Paths of runs (`RUN/<topic>.txt`), one or several; or `{system: {topic: timeline}}`, where a path may
        stand for a run and for a timeline.
    references
        Paths of the gold: a benchmark folder `GOLD/<topic>/<reference>.txt`, the reference files of one
        topic, units, nuggets or sources; or `{topic: references}`.
    metrics
        Expressions such as `"align+m1(rouge=2)"`, or metrics; the usual ones for the gold by default.
    preset
        Settings that a metric leaves open: `"tilse"` (default), `"paper2017"` or `"modern"`; of timelines.
    missing
        Topics that a system lacks: `"error"`, `"skip"`, or `"zero"`, which scores them as silent.
    extra
        Topics of a system without gold: `"error"` or `"skip"`.
    progress
        A function of two numbers, what is done and what there is to do.
    per_reference
        Whether each reference is a task of its own, `topic/reference`, as is the custom of the field.
    duplicates
        Where a date of a file stands twice: `"append"`, `"last"` or `"error"`; by default as the preset does.
    background
        Files with word counts, for metrics that read sources.

    Returns
    -------
    Results
        The scores of every system, topic and metric, their means, notes and the signature.

    Examples
    --------
    >>> day = {"2010-05-27": ["Oil spills."]}
    >>> print(evaluate({"a": {"oil": day}, "b": {"oil": {}}}, {"oil": day}, ["date"]))
    system  metric  precision  recall      F
    ------  ------  ---------  ------  -----
    a       date        1.000   1.000  1.000
    b       date        0.000   0.000  0.000
    """
    if progress is not None and not callable(progress):
        raise expected("a function of two numbers, progress(done, of)", progress)
    evaluation, notes = evaluation_of(
        systems, references, metrics, preset, missing, extra, per_reference, duplicates, background
    )
    results: Results = evaluation.run(progress).noted(notes)
    return results


def compare(
    systems: Any,
    references: Any = None,
    metrics: Metrics = None,
    preset: str | Preset | None = None,
    gates: Sequence[str | Gate] = (),
    missing: Missing = "error",
    extra: Extra = "error",
    baseline: Location | None = None,
    confident: bool = False,
    *,
    side: ScoreSide = "f",
    average: Average | None = None,
    test: Test = "randomisation",
    correction: Correction = "holm",
    interval: Interval = "bca",
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    lower: Sequence[str] = (),
    per_reference: bool = False,
    duplicates: Duplicates | None = None,
    background: Sequence[Location] = (),
    progress: Progress | None = None,
) -> SystemComparison:
    """Tell whether systems differ: means with intervals, differences with p, groups, the human level.

    Parameters
    ----------
    systems
        As for `evaluate`, two systems or more. Without references: tables of scores (system, topic, metric,
        value), as paths or as a `ScoreTable`.
    references
        As for `evaluate`; None where `systems` are scores already.
    metrics
        Expressions such as `"align+m1(rouge=2)"`, or metrics; of tables the names of columns.
    preset
        Settings that a metric leaves open: `"tilse"` (default), `"paper2017"` or `"modern"`; of timelines.
    gates
        What every system but the baseline must keep, such as `"align+m1(rouge=1).f >= baseline - 0.01"`.
    missing, extra
        As for `evaluate`.
    baseline
        The system, by name or path, to which differences are tested; all pairs by default.
    confident
        Whether a gate must also hold at the confidence bound.
    side
        The number to compare: `"f"`, `"precision"` or `"recall"`.
    average
        `"f-of-means"` (default), `"mean-of-f"` or `"micro"`.
    test
        `"randomisation"`, `"bootstrap"`, or, of the mean of F, `"sign-flip"`, `"t"` or `"wilcoxon"`.
    correction
        For many comparisons: `"holm"`, `"bh"` (Benjamini-Hochberg) or `"none"`.
    interval
        The bootstrap interval: `"bca"` or `"percentile"`.
    level
        How sure intervals and tests are to be.
    resamples
        How often topics are drawn again, 100 to 1,000,000.
    seed
        Of the draws: the same seed gives the same numbers.
    lower
        Columns of tables for which less is better.
    per_reference
        Whether each reference is a task of its own; the tasks of a topic are drawn together.
    duplicates, background, progress
        As for `evaluate`.

    Returns
    -------
    SystemComparison
        The standings of each metric; subscript it by a metric. `passed()` says whether every gate held.

    Examples
    --------
    >>> gold = {"a": {"2010": ["Oil spills."]}, "b": {"2011": ["It is stopped."]}}
    >>> silent = {"a": {"2010": ["Fire."]}, "b": {"2011": ["Fire."]}}
    >>> compare({"good": gold, "bad": silent}, gold, ["concat"])["concat"].systems[0].system
    'good'
    """
    from cliometer.engine.compare.figures import Design
    from cliometer.engine.compare.gates import gates_of, with_names
    from cliometer.engine.compare.system_comparison import compare_in, compare_scores

    design = Design(
        side=side,
        average=average,
        test=test,
        correction=correction,
        interval=interval,
        level=level,
        resamples=resamples,
        seed=seed,
        baseline=None if baseline is None else str(baseline),
    )
    if references is None:
        columns = None if metrics is None else [str(metric) for metric in metrics]
        rule: Extra = "skip" if missing == "skip" else "error"
        return compare_scores(scores_of(systems), columns, design, rule, gates, confident, lower)
    evaluation, notes = evaluation_of(
        systems, references, metrics, preset, missing, extra, per_reference, duplicates, background
    )
    conditions = gates_of(gates, confident)
    if are_paths(systems):
        design, conditions = with_names(design, conditions, evaluation.systems, paths_of(systems))
    return compare_in(evaluation, design, conditions, progress, notes, confident)


def explain(
    system: Any,
    references: Any,
    metric: str | Metric | None = None,
    preset: str | Preset | None = None,
    *,
    system_name: str | None = None,
    topic: str | None = None,
    duplicates: Duplicates | None = None,
    background: Sequence[Location] = (),
) -> PairExplanation:
    """Show where a score comes from: which dates were paired, and which words earned the points.

    Parameters
    ----------
    system
        The timeline, or other answer, of the system: a path, a dictionary of days, or a value.
    references
        The gold of the topic: a path or several, one timeline or several, or other gold as a value.
    metric
        The metric to explain; by default `align+m1(rouge=1)`, or the usual one for other gold.
    preset
        Settings that the metric leaves open: `"tilse"` (default), `"paper2017"` or `"modern"`; of timelines.
    system_name, topic
        The system and the topic to explain, where the files hold several.
    duplicates
        Where a date of a file stands twice: `"append"`, `"last"` or `"error"`; by default as the preset does.
    background
        Files with word counts, for metrics that read sources.

    Returns
    -------
    PairExplanation
        The numbers and, part by part, what earned them.

    Examples
    --------
    >>> days = {"2010-05-27": ["Oil spills."]}
    >>> explain(days, days, "date").to_dict()["f"]
    1.0
    """
    from cliometer.engine.pair_explanation import explain as explain_values
    from cliometer.engine.pair_explanation import explain_files

    if are_paths(system) and are_paths(references):
        (path,), named = paths_of(system), None if metric is None else str(metric)
        gold, words = paths_of(references), paths_of(background)
        return explain_files(path, gold, named, preset, duplicates, (system_name, topic), words)
    expect_no_background(background)
    answer, gold = timeline_of(system, duplicates, preset), references_of(references, duplicates, preset)
    return explain_values(answer, gold, metric, "tilse" if preset is None else preset)


def court(
    references: Any,
    metrics: Metrics = None,
    trials: Sequence[str | Perturbation] | None = None,
    systems: Any = None,
    *,
    corpus: Location | None = None,
    preset: str | Preset | None = None,
    seed: int = 0,
    duplicates: Duplicates | None = None,
    missing: Extra = "error",
    extra: Extra = "error",
    progress: Progress | None = None,
) -> Findings:
    """Put metrics on trial: change good timelines in ways whose effect is known, and see what each does.

    Parameters
    ----------
    references
        A benchmark folder `GOLD/<topic>/<reference>.txt`, other gold as a path, or `{topic: gold}`.
    metrics
        Expressions or metrics; all but the slowest by default.
    trials
        Perturbations such as `"shift(days=5)"`; all by default.
    systems
        A run, as a path or as `{topic: answer}`, whose answers are changed; other kinds of gold need one.
    corpus
        A folder of articles `<topic>.jsonl` for the trial `add`; by default one beside the references.
    preset
        Settings that a metric leaves open: `"tilse"` (default), `"paper2017"` or `"modern"`; of timelines.
    seed
        For trials that draw at random.
    duplicates
        Where a date of a file stands twice: `"append"`, `"last"` or `"error"`; by default as the preset does.
    missing, extra
        References without a timeline of the run, and timelines without a reference: `"error"` or `"skip"`.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    Findings
        A row for every trial and metric, with its verdict.

    Examples
    --------
    >>> gold = {"oil": {"2010-05-27": ["Oil spills."], "2010-06-01": ["It is stopped."]}}
    >>> court(gold, ["date"], ["shift(days=1)"]).rows[0].after.f
    0.0
    """
    from cliometer.court.trial_files import FileCourt, court_of_answers
    from cliometer.court.trials import Court, all_metrics, chosen_trials, tasks_of
    from cliometer.engine.evaluation import Evaluation, chosen, evidence_of, prepared
    from cliometer.io.folders import per_reference, read_run
    from cliometer.metrics.presets import preset_named

    if are_paths(references) and (systems is None or is_path(systems)):
        (folder,) = paths_of(references)
        run, articles = (None if path is None else Path(path) for path in (systems, corpus))
        asked = metrics, trials, run, articles, preset, seed, duplicates, missing, extra
        return FileCourt(folder, *asked).run(progress)
    values, rules = (
        gold_of(references, duplicates, preset),
        preset_named("tilse" if preset is None else preset),
    )
    if systems is not None and evidence_of(values.values(), metrics) != "references":
        answered = prepared({"run": systems}, values, metrics, rules, missing, extra)
        return court_of_answers(answered, chosen_trials(trials), seed)[0].run(progress)
    tasks = per_reference({topic: ReferenceSet(own) for topic, own in values.items()})
    timelines = {task: written[0] for task, written in tasks.items()}
    if systems is not None:
        said = read_run(systems)[0] if is_path(systems) else systems
        answers = {task: said.get(task, said.get(task.partition("/")[0])) for task in tasks}
        timelines = {task: Timeline.of(answer) for task, answer in answers.items() if answer is not None}
    gold = {task: tasks[task] for task in timelines}
    evaluation = Evaluation({}, gold, all_metrics() if metrics is None else chosen(metrics), preset=rules)
    return Court(tasks_of(timelines, seed=seed), evaluation, chosen_trials(trials), seed).run(progress)
