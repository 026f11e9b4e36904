"""The front door: one function for each command, with the same words, for files and for values alike.

Wherever a timeline is meant, the path of a file, a dictionary `{"2010-05-27": ["A sentence."]}` or a
`Timeline` may stand. Gold may be the path of references, units, nuggets or sources, several paths, or values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

from cliometer.errors import ReadWarning, UsageError, expected, shown, warn
from cliometer.io.frames import Records, TabularResult
from cliometer.model.display import Progress
from cliometer.model.timeline import Days, Duplicates, ReferenceSet, Timeline

if TYPE_CHECKING:
    from cliometer.court.meta_evaluation.human_scores import MetricAgreement
    from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement
    from cliometer.court.meta_evaluation.metric_matrix import MetricMatrix
    from cliometer.court.perturbation import Perturbation
    from cliometer.court.verdicts import Findings
    from cliometer.court.votes.tally import PollTallies
    from cliometer.engine.compare.figures import Average, Correction, Interval, ScoreSide, Test
    from cliometer.engine.compare.gates import Gate
    from cliometer.engine.compare.system_comparison import SystemComparison
    from cliometer.engine.evaluation import Extra, Missing
    from cliometer.engine.pair_explanation import PairExplanation
    from cliometer.engine.results import PairResult, Results
    from cliometer.experiments.tuning import Tuning
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset
    from cliometer.metrics.rouge.rouge155 import Mode, RougeScore
    from cliometer.model.judgements import ScoreTable
    from cliometer.study.agreement_survey import AgreementSurvey
    from cliometer.systems.summaries import Summaries

Location: TypeAlias = str | PathLike[str]
Metrics: TypeAlias = "Sequence[str | Metric] | None"
Class = TypeVar("Class", bound=type[Any])
FILTERS = ("same-user", "retweets", "near-duplicates")


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
        The gold of the topic: a path or several, one timeline or several, or other gold as a value; sources
        may be texts.
    metrics
        Expressions such as `"align+m1(rouge=2)"`, or metrics; the usual ones for the gold by default.
    preset
        Settings that a metric leaves open: `"tilse"` (default), `"paper2017"` or `"modern"`; of timelines.
    duplicates
        What to do where a date of a file stands twice: `"append"`, `"last"` or `"error"`; by default the
        way of the preset.
    background
        Files with word counts, for metrics that read sources.

    Returns
    -------
    PairResult
        The numbers of each metric; subscript it by a metric.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

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

    if _are_paths(system) and _are_paths(references):
        results = evaluate(system, references, metrics, preset, duplicates=duplicates, background=background)
        if len(results.systems) != 1 or len(results.topics) != 1:
            raise UsageError(
                f"score takes one system and one topic, found {len(results.systems)} and "
                f"{len(results.topics)}; give several to evaluate"
            )
        return PairResult(results)
    _expect_no_background(background)
    answer, gold = _timeline(system, duplicates, preset), _references(references, duplicates, preset)
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
        What to do where a date of a file stands twice: `"append"`, `"last"` or `"error"`; by default the
        way of the preset.
    background
        Files with word counts, for metrics that read sources.

    Returns
    -------
    Results
        The scores of every system, topic and metric, their means, notes and the signature.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

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
    evaluation, notes = _evaluation(
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
        Conditions that every system but the baseline must keep, such as
        `"align+m1(rouge=1).f >= baseline - 0.01"`.
    missing
        Topics that a system lacks: `"error"`, `"skip"`, or `"zero"`, which scores them as silent.
    extra
        Topics of a system without gold: `"error"` or `"skip"`.
    baseline
        The system, by name or path, to which differences are tested; all pairs by default.
    confident
        Whether a gate must also hold at the confidence bound.
    side
        The number to compare: `"f"`, `"precision"` or `"recall"`.
    average
        `"f-of-means"` (default), `"mean-of-f"` or `"micro"`.
    test
        `"randomisation"`, `"bootstrap"`, `"sign-flip"`, `"t"` or `"wilcoxon"`; the last three test the mean
        of F.
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
    duplicates
        What to do where a date of a file stands twice: `"append"`, `"last"` or `"error"`.
    background
        Files with word counts, for metrics that read sources.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    SystemComparison
        The standings of each metric; subscript it by a metric. `passed()` says whether every gate held.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

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
        return compare_scores(_score_table(systems), columns, design, rule, gates, confident, lower)
    evaluation, notes = _evaluation(
        systems, references, metrics, preset, missing, extra, per_reference, duplicates, background
    )
    conditions = gates_of(gates, confident)
    if _are_paths(systems):
        design, conditions = with_names(design, conditions, evaluation.systems, _paths(systems))
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
    system_name
        The system to explain, where the files hold several.
    topic
        The topic to explain, where the files hold several.
    duplicates
        What to do where a date of a file stands twice: `"append"`, `"last"` or `"error"`.
    background
        Files with word counts, for metrics that read sources.

    Returns
    -------
    PairExplanation
        The numbers and, part by part, what earned them.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> days = {"2010-05-27": ["Oil spills."]}
    >>> explain(days, days, "date").to_dict()["f"]
    1.0
    """
    from cliometer.engine.pair_explanation import explain as explain_values
    from cliometer.engine.pair_explanation import explain_files

    if _are_paths(system) and _are_paths(references):
        (path,), named = _paths(system), None if metric is None else str(metric)
        names = (system_name, topic)
        gold, words = _paths(references), _paths(background)
        return explain_files(path, gold, named, preset, duplicates, names, words)
    _expect_no_background(background)
    answer, gold = _timeline(system, duplicates, preset), _references(references, duplicates, preset)
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
        A benchmark folder `GOLD/<topic>/<reference>.txt`, other gold as a path, or `{topic: references}`.
    metrics
        Expressions or metrics; all but the slowest by default.
    trials
        Perturbations such as `"shift(days=5)"`; all by default.
    systems
        A run, as a path or as `{topic: timeline}`: its answers are changed in place of the references.
        Gold of other kinds needs one.
    corpus
        A folder of articles `<topic>.jsonl` for the trial `add`; by default one beside the references.
    preset
        Settings that a metric leaves open: `"tilse"` (default), `"paper2017"` or `"modern"`; of timelines.
    seed
        For trials that draw at random.
    duplicates
        What to do where a date of a file stands twice: `"append"`, `"last"` or `"error"`.
    missing
        References that the run has no timeline for: `"error"` or `"skip"`.
    extra
        Timelines of the run without a reference: `"error"` or `"skip"`.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    Findings
        A row for every trial and metric, with its verdict.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> gold = {"oil": {"2010-05-27": ["Oil spills."], "2010-06-01": ["It is stopped."]}}
    >>> court(gold, ["date"], ["shift(days=1)"]).rows[0].after.f
    0.0
    """
    from cliometer.court.trial_files import FileCourt
    from cliometer.court.trials import Court, all_metrics, chosen_trials, tasks_of
    from cliometer.engine.evaluation import Evaluation, chosen
    from cliometer.io.folders import per_reference, read_run
    from cliometer.metrics.presets import preset_named

    if _are_paths(references) and (systems is None or _is_path(systems)):
        (folder,) = _paths(references)
        files = FileCourt(
            folder,
            metrics,
            trials,
            None if systems is None else Path(systems),
            None if corpus is None else Path(corpus),
            preset,
            seed,
            duplicates,
            missing,
            extra,
        )
        return files.run(progress)
    tasks = per_reference(_reference_sets(references, duplicates, preset))
    timelines = {task: written[0] for task, written in tasks.items()}
    if systems is not None:
        run = read_run(systems)[0] if _is_path(systems) else systems
        answers = {task: run.get(task, run.get(task.partition("/")[0])) for task in tasks}
        timelines = {task: Timeline.of(answer) for task, answer in answers.items() if answer is not None}
    gold = {task: tasks[task] for task in timelines}
    asked = all_metrics() if metrics is None else chosen(metrics)
    evaluation = Evaluation({}, gold, asked, preset=preset_named("tilse" if preset is None else preset))
    return Court(tasks_of(timelines, seed=seed), evaluation, chosen_trials(trials), seed).run(progress)


def agree(
    scores: Any,
    human: Location | None = None,
    *,
    human_metric: str | None = None,
    votes: Location | None = None,
    matrix: bool = False,
    references: Any = None,
    metrics: Sequence[str] | None = None,
    coefficients: Sequence[str] = (),
    levels: Sequence[str] = ("system", "text", "global"),
    tests: Sequence[str] = (),
    holm: bool = False,
    over: Literal["systems", "topics", "both"] = "both",
    level: float = 0.95,
    resamples: int | None = None,
    seed: int = 0,
    lower: Sequence[str] = (),
    missing: Extra = "error",
    columns: Sequence[str] = (),
    pair: tuple[str, str] | None = None,
    system_columns: bool = False,
    preset: str | Preset | None = None,
    duplicates: Duplicates | None = None,
    progress: Progress | None = None,
) -> MetricAgreement | MetricVoteAgreement | MetricMatrix:
    """Set metrics beside people, or beside each other; exactly one of the four ways must be asked for.

    Parameters
    ----------
    scores
        Tables of scores (system, topic, metric, value) as paths, a `ScoreTable`, or `Results`; with
        `references` the systems, as for `evaluate`, which are scored first.
    human
        A file of human scores, `FILE` or `FILE:COLUMN,...`; several columns are judges and are averaged.
    human_metric
        The column of `scores` that people gave.
    votes
        A file of votes between two systems on a topic.
    matrix
        Whether metrics are set beside each other, without people.
    references
        The gold of systems that are to be scored first, as for `evaluate`.
    metrics
        Metrics, or their `.precision`, `.recall` or `.f`; all by default, by their F.
    coefficients
        `"pearson"`, `"spearman"`, `"kendall-b"`, `"kendall-c"`; by default pearson and kendall-b, and
        spearman for a matrix.
    levels
        Levels of the correlation.
    tests
        Whether one metric is better than another: `"williams"`, `"perm-both"`.
    holm
        Whether the stars of a matrix are corrected for many pairs.
    over
        What intervals draw again.
    level
        How much of the draws an interval holds.
    resamples
        How often to draw, at least 100; by default 1000, and fewer for large tables.
    seed
        Of all that is drawn.
    lower
        Columns for which lower is better; our own metrics say so themselves.
    missing
        Scores that are missing: `"error"`, or `"skip"`, which leaves their topics out.
    columns
        Columns of `votes` by role, such as `"judge=annotator"`.
    pair
        The two systems that every row of `votes` compares.
    system_columns
        Whether tables have a column for each system.
    preset
        As for `evaluate`, with `references`.
    duplicates
        As for `evaluate`, with `references`.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    MetricAgreement | MetricVoteAgreement | MetricMatrix
        Correlations with intervals, accuracy on votes, or the matrix of the metrics.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> agree(demo() / "scores.csv", demo() / "human.csv").correlations[0].coefficient
    'pearson'
    """
    from cliometer.court.meta_evaluation.human_scores import agree as agree_with_scores
    from cliometer.court.meta_evaluation.human_votes import agree_with_votes
    from cliometer.court.meta_evaluation.metric_matrix import matrix as metric_matrix
    from cliometer.court.meta_evaluation.plan import (
        USUAL,
        MetaEvaluationPlan,
        human_columns,
        metric_columns,
        score_table_of,
    )
    from cliometer.engine.score_grid import score_columns, split_part
    from cliometer.io.votes import read_votes
    from cliometer.model.judgements import pooled
    from cliometer.stats.correlation import LEVELS

    asked = {"human": human, "human_metric": human_metric, "votes": votes, "matrix": matrix or None}
    if sum(value is not None for value in asked.values()) != 1:
        raise UsageError(f"agree takes exactly one of {', '.join(asked)}")
    if references is None:
        table = _score_table(scores, system_columns)
    else:
        named = list(dict.fromkeys(split_part(name)[0] for name in metrics or ())) or None
        table = score_table_of(
            evaluate(scores, references, named, preset, missing, progress=progress, duplicates=duplicates)
        )
    found: Any
    if matrix:
        if len(coefficients) > 1:
            raise UsageError(f"a matrix takes one coefficient, found {len(coefficients)}")
        chosen = score_columns(table, metrics)
        one: Any = next(iter(coefficients), "spearman")
        found = metric_matrix(chosen, one, corrected=holm, missing=missing, lower=_less(chosen, lower))
        return cast("MetricMatrix", _noted(found, table.notes))
    ways: Any = {
        "coefficients": tuple(dict.fromkeys(coefficients)) or USUAL,
        "levels": tuple(kind for kind in LEVELS if kind in levels),
        "tests": tuple(dict.fromkeys(tests)),
        "over": "texts" if over == "topics" else over,
    }
    plan = MetaEvaluationPlan(**ways, confidence=level, resamples=resamples, seed=seed)
    if votes is not None:
        chosen = score_columns(table, metrics)
        poll = pooled(read_votes(votes, _layout(columns, pair)))
        less = _less(chosen, lower, known=True)
        found = agree_with_votes(chosen, poll, plan, missing=missing, lower=less)
    else:
        people = human_columns(None if human is None else str(human), human_metric, table, system_columns)
        chosen = metric_columns(people, table, metrics)
        less = _less(chosen, lower, known=True)
        found = agree_with_scores(chosen, people, plan, missing=missing, lower=less, progress=progress)
    return cast("MetricAgreement | MetricVoteAgreement", _noted(found, table.notes))


def vote(
    votes: Any,
    rules: Sequence[str] | None = None,
    strength: Literal["margin", "winning"] = "margin",
    *,
    pool: bool = False,
    columns: Sequence[str] = (),
    pair: tuple[str, str] | None = None,
    table: str | None = None,
    fill: str | None = None,
    seed: int = 0,
    resamples: int = 1000,
) -> PollTallies:
    """Rank systems by what people prefer, by every voting rule.

    Parameters
    ----------
    votes
        Files of votes, orderings or win counts, one or several; or polls as values.
    rules
        `"ranked-pairs"`, `"copeland"`, `"borda"`, `"plurality"`, `"modal"`, `"bradley-terry"`; or all.
    strength
        What Ranked Pairs sorts majorities by: their margin, or the votes of the winner.
    pool
        Whether all files are counted together, as one data set.
    columns
        Which column has which role, such as `"judge=annotator"`.
    pair
        The two systems that every row compares, where a column says only which is preferred.
    table
        The member of a JSON object that holds the votes.
    fill
        The member that has the counts which are null in `table`.
    seed
        Of the bootstrap intervals.
    resamples
        Of the bootstrap, at least 100.

    Returns
    -------
    PollTallies
        A tally for each data set; subscript it by the name of one, or by its place.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> vote(demo() / "votes.csv", ["borda"])[0].rankings["borda"].order[0]
    ('mentions',)
    """
    from cliometer.court.votes.tally import PollTallies, tally
    from cliometer.io.votes import read_all_votes
    from cliometer.model.judgements import Poll, pooled
    from cliometer.stats.samples import FEWEST_RESAMPLES_TO_REPORT, checked_resamples

    checked_resamples(resamples, FEWEST_RESAMPLES_TO_REPORT)
    if _are_paths(votes):
        polls = read_all_votes(_paths(votes), _layout(columns, pair, table, fill))
    else:
        polls = (votes,) if isinstance(votes, Poll) else tuple(votes)
    polls = (pooled(polls),) if pool else polls
    return PollTallies(tuple(tally(poll, rules, strength, seed=seed, resamples=resamples) for poll in polls))


def agreement(
    paths: Location | Sequence[Location],
    verifier: str | None = None,
    *,
    literal: bool = False,
    second: Location | None = None,
    unseen: int | None = None,
) -> AgreementSurvey:
    """Tell how far the people who made a corpus agree with each other, and what the corpus holds.

    Parameters
    ----------
    paths
        Units or events (JSON), sheets of judges (CSV), or folders of them.
    verifier
        The judge of the sheet who verified; by default the links of the events file are verified.
    literal
        Whether links that the verifier added count as agreed, too; the agreement may then exceed 1.
    second
        The same units linked by a second person (JSON).
    unseen
        The number of units that no writer chose; estimated by default.

    Returns
    -------
    AgreementSurvey
        Statistics of events, judges, units, and the splits of the writers.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> len(agreement(demo() / "events").events) > 0
    True
    """
    from cliometer.study.agreement_survey import SurveyOptions, survey_agreement

    other = None if second is None else Path(second)
    return survey_agreement(SurveyOptions(_paths(paths), verifier, other, unseen, literal))


def summarise(
    topics: Location,
    systems: Sequence[str] = ("centroid",),
    k: int = 5,
    *,
    filters: Sequence[str] = FILTERS,
    language: str = "",
    stop: bool = True,
    stem: bool = True,
    references: Location | None = None,
    output: Location | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Summaries:
    """Choose posts, or sentences of articles, as summaries of topics.

    Parameters
    ----------
    topics
        A folder with `<topic>.jsonl` or `.csv` of posts, or `.jsonl` of articles; or one such file.
    systems
        Summarisers such as `"hybrid(threshold=0.4)"`.
    k
        The number of posts of a summary.
    filters
        Posts left out: `"same-user"`, `"retweets"`, `"near-duplicates"`.
    language
        A code such as `"en"`: posts in other languages are left out.
    stop
        Whether stop words are left out.
    stem
        Whether stems are compared.
    references
        Texts that people wrote, `<topic>.txt` or `<topic>/*.txt`, which `rouge_oracle` needs.
    output
        A folder in which the summaries are written as runs, which `evaluate` reads.
    force
        Whether summaries that stand there are replaced.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    Summaries
        What each system chose for each topic.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> len(summarise(demo() / "posts", ["centroid"], k=3).summaries[0].texts)
    3
    """
    from cliometer.systems.summaries import SummaryPlan

    texts = None if references is None else Path(references)
    plan = SummaryPlan(Path(topics), systems, k, _filters(filters, language), _reading(stop, stem), texts)
    found = plan.run(progress)
    return found if output is None else found.written(Path(output), force)


def tune(
    topics: Location,
    system: str,
    grid: Sequence[str],
    loss: str | None = None,
    *,
    background: Sequence[Location] = (),
    references: Location | None = None,
    folds: int = 5,
    seed: int = 0,
    k: int = 5,
    filters: Sequence[str] = FILTERS,
    language: str = "",
    stop: bool = True,
    stem: bool = True,
    progress: Progress | None = None,
) -> Tuning:
    """Choose the settings of a summariser by cross-validation.

    Parameters
    ----------
    topics
        A folder of topics, as for `summarise`.
    system
        The summariser, such as `"hybrid"`; settings that it spells out stay.
    grid
        Values to try: `"threshold=0:1:0.05"` (from, to, step) or `"variant=paper,sumy"`.
    loss
        A metric against sources, or against references; `jsd(tokens=posts)` by default.
    background
        Files with word counts, for losses such as fotw; the other topics by default.
    references
        Texts that people wrote, for `rouge_oracle` or a loss such as `rouge1`.
    folds
        Parts of the topics.
    seed
        Of the folds.
    k
        The number of posts of a summary.
    filters
        Posts left out: `"same-user"`, `"retweets"`, `"near-duplicates"`.
    language
        A code such as `"en"`: posts in other languages are left out.
    stop
        Whether stop words are left out.
    stem
        Whether stems are compared.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    Tuning
        What was chosen in each fold, how it did on the topics held out, and the best setting of all.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> found = tune(demo() / "posts", "centroid", ["threshold=0:1:0.5"], folds=2, k=3)
    >>> len(found.folds)
    2
    """
    from cliometer.experiments.losses import USUAL
    from cliometer.experiments.tuning import TuningFiles

    texts = None if references is None else Path(references)
    ways = _filters(filters, language), _reading(stop, stem)
    words = [Path(path) for path in background]
    files = TuningFiles(Path(topics), system, grid, loss or USUAL, folds, seed, k, *ways, texts, words)
    found, notes = files.run(progress)
    return cast("Tuning", _noted(found, notes))


class _ReadEvaluation(NamedTuple):
    """An evaluation that was read already, from the paths of its systems where there are any."""

    evaluation: Any
    notes: tuple[str, ...]
    systems: Sequence[Path]

    def read(self) -> tuple[Any, tuple[str, ...]]:
        return self.evaluation, self.notes


class ReportFiles(NamedTuple):
    """The files that a report wrote, the report last, and what is worth knowing about its numbers."""

    paths: Sequence[Path]
    notes: Sequence[str]


def report(
    results: Any,
    output: Location | None = "report.html",
    references: Any = None,
    metrics: Metrics = None,
    preset: str | Preset | None = None,
    *,
    title: str | None = None,
    topics: int = 40,
    baseline: Location | None = None,
    resamples: int = 10_000,
    seed: int = 0,
    missing: Missing = "error",
    extra: Extra = "error",
    per_reference: bool = False,
    duplicates: Duplicates | None = None,
    background: Sequence[Location] = (),
    figures: Location | None = None,
    figure_format: Literal["svg", "pdf", "png"] = "svg",
    force: bool = False,
    progress: Progress | None = None,
) -> ReportFiles:
    """Write a report: one web page with tables, charts and aligned timelines, or Markdown, or LaTeX.

    Parameters
    ----------
    results
        What the functions of this module return, or paths of what commands printed with `--json`, one or
        several; with `references` the systems, as for `evaluate`, which are scored and compared first.
    output
        The file to write; its ending says the form: `.html`, `.md` or `.tex`. None writes figures alone.
    references
        The gold of the systems, as for `evaluate`.
    metrics
        As for `evaluate`, with `references`.
    preset
        As for `evaluate`, with `references`.
    title
        Of the report.
    topics
        How many topics are shown with their texts.
    baseline
        The system to which differences are tested; all pairs by default.
    resamples
        Of tests and intervals.
    seed
        Of the draws.
    missing
        As for `evaluate`, with `references`.
    extra
        As for `evaluate`, with `references`.
    per_reference
        As for `evaluate`, with `references`.
    duplicates
        As for `evaluate`, with `references`.
    background
        As for `evaluate`, with `references`.
    figures
        A folder in which every figure is written as a file of its own.
    figure_format
        Of these figures.
    force
        Whether files that are no report of ours are replaced.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    ReportFiles
        The paths of what was written, and notes.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> days = {"2010-05-27": ["Oil spills."]}
    >>> report(score(days, days, ["date"]), "report.md").paths  # doctest: +SKIP
    [PosixPath('report.md')]
    """
    from cliometer.report.assembly import publish, refuse_place, write_pictures

    target = None if output is None else Path(output)
    if target is not None:
        refuse_place(target, force)
    if references is None:
        document = _results_document(results, title)
    else:
        from cliometer.engine.compare.figures import Design
        from cliometer.report.assembly import LiveReport

        design = Design(resamples=resamples, seed=seed, baseline=None if baseline is None else str(baseline))
        evaluation, notes = _evaluation(
            results, references, metrics, preset, missing, extra, per_reference, duplicates, background
        )
        paths = _paths(results) if _are_paths(results) else []
        read: Any = _ReadEvaluation(evaluation, notes, paths)
        document = LiveReport(read, design, title, topics).document(progress)
    written = write_pictures(document, Path(figures), figure_format, force) if figures is not None else []
    written += publish(document, target, force) if target is not None else []
    return ReportFiles(written, document.notes)


def convert(
    source: Any,
    output: Location | None = None,
    to: str | None = None,
    source_format: str | None = None,
    duplicates: Duplicates = "append",
    force: bool = False,
) -> str:
    """Write timelines in another format.

    Parameters
    ----------
    source
        A file of timelines, whose format is recognised by content; or timelines as values.
    output
        The file to write, or a folder for one file a timeline; without it the text is returned.
    to
        `"tilse"`, `"newstls"`, `"json"`, `"csv"` or `"markdown"`; by default the ending of `output` says it.
    source_format
        The format of the source, where it is not to be recognised.
    duplicates
        What to do where a date stands twice: `"append"`, `"last"` or `"error"`.
    force
        Whether a file that exists is replaced.

    Returns
    -------
    str
        The text, or an empty one where it was written; notes go out as `ReadWarning`.

    Raises
    ------
    CliometerError
        Where an argument or a file is wrong; the message says where and what to do.

    Examples
    --------
    >>> print(convert({"2010-05-27": ["Oil spills."]}, to="markdown"), end="")
    ## 2010-05-27
    <BLANKLINE>
    - Oil spills.
    """
    from cliometer.io import convert as convert_file
    from cliometer.io import write_timelines

    if not _is_path(source):
        text = write_timelines(output, source, to, force)
        return text if output is None else ""
    text, reading = convert_file(source, output, to, source_format, duplicates, force)
    _warn(reading.notes)
    return text


class RougeResult(dict[str, "RougeScore"], TabularResult):
    """Recall, precision and F for each type of ROUGE, rounded to five decimals."""

    def to_dict(self) -> dict[str, dict[str, float]]:
        """`{"1": {"precision": p, "recall": r, "f": f}, ...}`."""
        return {name: {"precision": s.precision, "recall": s.recall, "f": s.f} for name, s in self.items()}

    def frames(self) -> Mapping[str, Records]:
        """`scores`: a row for each type."""
        columns = {"type": str, "precision": float, "recall": float, "f": float}
        return {"scores": Records(columns, [{"type": t, **row} for t, row in self.to_dict().items()])}

    def __str__(self) -> str:
        from cliometer.text.tables import Table

        rows: list[list[str | float]] = [[f"rouge{t}", s.precision, s.recall, s.f] for t, s in self.items()]
        return Table(["metric", "precision", "recall", "F"], rows).text().rstrip("\n")


def rouge(
    peer: str | Sequence[str],
    references: str | Sequence[str | Sequence[str]],
    types: Sequence[str | int] = ("1", "2", "L", "W1.2", "S4", "SU4"),
    stem: bool = True,
    stop: bool = False,
    mode: Mode = "A",
    alpha: float = 0.5,
    words: int | None = None,
    bytes: int | None = None,
    tokens: str = "rouge155",
    jackknife: bool = False,
) -> RougeResult:
    """Score one summary against its references as ROUGE-1.5.5 does.

    Parameters
    ----------
    peer
        The summary: a text with a sentence a line, or a list of sentences.
    references
        One text as a string, or a list of texts: strings beside a string, lists of sentences beside a list.
    types
        `"1"`, `"2"`, ..., `"L"`, `"W1.2"`, `"S4"`, `"SU4"`; a number is an n.
    stem
        Whether stems are compared.
    stop
        Whether stop words are left out.
    mode
        `"A"` pools the references, `"B"` takes the best of them.
    alpha
        The weight of precision in F.
    words
        The number of words after which texts are cut, the references too.
    bytes
        The number of bytes after which texts are cut, the references too.
    tokens
        The tokeniser: `"rouge155"`, or `"unicode"`, which reads every script.
    jackknife
        Whether one reference at a time is left out, and the scores averaged.

    Returns
    -------
    RougeResult
        For each type a score with `precision`, `recall` and `f`.

    Raises
    ------
    UsageError
        Where an argument is wrong; the message says what to write.

    Examples
    --------
    >>> found = rouge("The cat sat.", ["A cat sat down."], types=["1"])
    >>> found["1"].precision, found["1"].recall, found["1"].f
    (0.66667, 0.5, 0.57143)
    >>> print(found)
    metric  precision  recall      F
    ------  ---------  ------  -----
    rouge1      0.667   0.500  0.571
    """
    from cliometer.metrics.rouge.api import rouge as scored

    return RougeResult(
        scored(peer, references, types, stem, stop, mode, alpha, words, bytes, tokens, jackknife)
    )


def metrics() -> list[str]:
    """List the metrics by name; `cliometer metrics NAME` describes one.

    Returns
    -------
    list of str
        The names, each of which is an expression that `score` takes.

    Examples
    --------
    >>> {"align+m1", "date", "jsd", "pyramid"} <= set(metrics())
    True
    """
    from cliometer.metrics.base import metrics as registry

    return registry.names


def register(metric: Class) -> Class:
    """Register a metric of your own under its name, so that expressions can name it; a decorator.

    Parameters
    ----------
    metric
        A frozen dataclass with the attributes of `cliometer.metrics.base.Metric`; its fields are settings.

    Returns
    -------
    type
        The class itself.

    Raises
    ------
    UsageError
        Where the name is taken already.
    """
    from cliometer.metrics.base import metrics as registry

    return registry.register(metric)


def read_run(path: Location, duplicates: Duplicates = "append") -> dict[str, Timeline]:
    """Read what a system said on each topic.

    Parameters
    ----------
    path
        A run folder `RUN/<topic>.txt`, or one file.
    duplicates
        What to do where a date stands twice: `"append"`, `"last"` or `"error"`.

    Returns
    -------
    dict of str to Timeline
        The timelines by topic; notes go out as `ReadWarning`.
    """
    from cliometer.io.folders import read_run as read

    run, notes = read(path, duplicates)
    _warn(notes)
    return run


def read_references(path: Location, duplicates: Duplicates = "append") -> dict[str, ReferenceSet]:
    """Read topics and their references.

    Parameters
    ----------
    path
        A benchmark folder `GOLD/<topic>/<reference>.txt`, or one file.
    duplicates
        What to do where a date stands twice: `"append"`, `"last"` or `"error"`.

    Returns
    -------
    dict of str to ReferenceSet
        The references by topic; notes go out as `ReadWarning`.
    """
    from cliometer.io.folders import read_references as read

    references, notes = read(path, duplicates)
    _warn(notes)
    return references


def read_sources(path: Location) -> dict[str, Any]:
    """Read the documents of topics, which metrics such as `jsd` hold summaries against.

    Parameters
    ----------
    path
        A folder with `<topic>.jsonl` of articles, `<topic>.csv` of posts or `<topic>/*.txt`, or one file.

    Returns
    -------
    dict of str to tuple of SourceText
        The documents by topic; notes go out as `ReadWarning`.
    """
    from cliometer.io.topic_folders import read_sources as read

    sources, notes = read(path)
    _warn(notes)
    return dict(sources)


def demo() -> Path:
    """Return the folder of the bundled example.

    Returns
    -------
    Path
        A folder with timelines, articles, posts, units, events, nuggets, votes and human scores.

    Examples
    --------
    >>> (demo() / "references").is_dir()
    True
    """
    return Path(__file__).with_name("demo")


def _is_path(value: object) -> bool:
    """Whether a value is the path of a file, and not a text of several words or lines."""
    if not isinstance(value, str) or not value.strip():
        return isinstance(value, PathLike)
    try:
        return len(value.split()) == 1 or Path(value).exists()
    except OSError:  # too long for a path
        return False


def _are_paths(value: object) -> bool:
    """Whether a value is a path or a list of paths."""
    return _is_path(value) or (isinstance(value, list | tuple) and bool(value) and all(map(_is_path, value)))


def _paths(value: Any) -> list[Path]:
    if _is_path(value):
        return [Path(value)]
    return [Path(path) for path in value]


def _warn(notes: Iterable[str]) -> None:
    for note in notes:
        warn(note, ReadWarning)


def _expect_no_background(background: Sequence[Location]) -> None:
    if background:
        raise UsageError("background is for sources that are files; give paths of the system and the sources")


def _rule(duplicates: Duplicates | None, preset: str | Preset | None) -> Duplicates:
    from cliometer.metrics.presets import preset_named

    return duplicates or preset_named("tilse" if preset is None else preset).duplicates


def _timeline(value: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """A timeline that a path, a dictionary or a value stands for."""
    if not _is_path(value):
        return value
    from cliometer.io import read_timeline

    return read_timeline(value, _rule(duplicates, preset))


def _references(value: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """The references of a topic, each of which may be a path."""
    if isinstance(value, list | tuple):
        return [_timeline(one, duplicates, preset) for one in value]
    if not _is_path(value):
        return value
    from cliometer.io import read_timelines

    return ReferenceSet(read_timelines(value, _rule(duplicates, preset)).timelines)


def _gold(references: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> dict[str, Any]:
    """The references of each topic."""
    if _are_paths(references):
        from cliometer.engine.file_evaluation import read_gold

        return read_gold(_paths(references), _rule(duplicates, preset))[0]
    if not isinstance(references, Mapping):
        raise UsageError(f"references must be {{topic: [timeline, ...]}} or paths, found {shown(references)}")
    return {topic: _references(own, duplicates, preset) for topic, own in references.items()}


def _reference_sets(
    references: Any, duplicates: Duplicates | None, preset: str | Preset | None
) -> dict[str, ReferenceSet]:
    return {topic: ReferenceSet(own) for topic, own in _gold(references, duplicates, preset).items()}


def _runs(systems: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """The timelines of each system by topic."""
    from cliometer.engine.file_evaluation import run_names
    from cliometer.io.folders import read_run as read

    rule = _rule(duplicates, preset)
    if _are_paths(systems):
        paths = _paths(systems)
        return {name: read(path, rule)[0] for name, path in zip(run_names(paths), paths, strict=True)}
    if not isinstance(systems, Mapping):
        return systems  # the engine says what is wrong with it
    runs = {name: read(run, rule)[0] if _is_path(run) else run for name, run in systems.items()}
    return {
        name: {topic: _timeline(said, rule, preset) for topic, said in run.items()}
        if isinstance(run, Mapping) and not isinstance(run, Timeline)
        else run
        for name, run in runs.items()
    }


def _evaluation(
    systems: Any,
    references: Any,
    metrics: Metrics,
    preset: str | Preset | None,
    missing: Missing,
    extra: Extra,
    per_reference: bool,
    duplicates: Duplicates | None,
    background: Sequence[Location],
) -> tuple[Any, tuple[str, ...]]:
    """What is to be scored, from files or from values, and what was noticed while reading."""
    from cliometer.engine.evaluation import Allowance, prepared
    from cliometer.engine.file_evaluation import FileEvaluation
    from cliometer.io.folders import per_reference as each_reference

    if _are_paths(systems) and _are_paths(references):
        files = FileEvaluation(
            _paths(systems),
            _paths(references),
            metrics,
            preset,
            per_reference,
            duplicates,
            Allowance(missing, extra),
            _paths(background),
        )
        return files.read()
    _expect_no_background(background)
    gold: Any = references
    if _are_paths(references) or isinstance(references, Mapping):
        gold = _gold(references, duplicates, preset)
    if per_reference:
        gold = each_reference(_reference_sets(references, duplicates, preset))
    rules = "tilse" if preset is None else preset
    return prepared(_runs(systems, duplicates, preset), gold, metrics, rules, missing, extra), ()


def _score_table(scores: Any, system_columns: bool = False) -> ScoreTable:
    from cliometer.court.meta_evaluation.plan import score_table_of
    from cliometer.engine.results import Results
    from cliometer.io.scores import read_scores
    from cliometer.model.judgements import ScoreTable

    if isinstance(scores, Results):
        return score_table_of(scores)
    if isinstance(scores, ScoreTable):
        return scores
    if not _are_paths(scores):
        raise expected("paths of tables of scores, a ScoreTable or Results", scores)
    return read_scores(_paths(scores), system_columns)


def _noted(found: Any, notes: Sequence[str]) -> Any:
    """A result with the notes of what it was made from before its own."""
    return replace(found, notes=(*notes, *found.notes))


def _less(chosen: Sequence[Any], lower: Sequence[str], known: bool = False) -> list[str]:
    """The columns for which less is better: those named and, where `known`, metrics that say so."""
    from cliometer.engine.score_grid import column_name
    from cliometer.metrics.catalogue import lower_is_better

    labels = [column.label for column in chosen]
    ours = [label for label in labels if lower_is_better(label)] if known else []
    return list(dict.fromkeys([*(column_name(name, labels) for name in lower), *ours]))


def _layout(
    columns: Sequence[str],
    pair: tuple[str, str] | None,
    table: str | None = None,
    fill: str | None = None,
) -> Any:
    from cliometer.io.vote_rows import Layout, given_columns

    if pair and (pair[0] == pair[1] or not all(name.strip() for name in pair)):
        raise expected("two different systems as a pair", " ".join(pair))
    return Layout(given_columns(*columns), (pair[0], pair[1]) if pair else None, table, fill)


def _filters(rules: Sequence[str], language: str) -> Any:
    from cliometer.text.post_filters import Filters

    return Filters(tuple(rules), language)


def _reading(stop: bool, stem: bool) -> Any:
    from cliometer.text.post_tokens import PostReading

    return PostReading(stop=stop, stem=stem)


def _results_document(results: Any, title: str | None) -> Any:
    """A document of results as values, or of files."""
    from cliometer.report.assembly import results_document
    from cliometer.report.document import Document
    from cliometer.report.render.notebook import document_of

    if _are_paths(results):
        return results_document(_paths(results), title)
    several = list(results) if isinstance(results, list | tuple) else [results]
    documents = [document_of(result, title) for result in several]
    if len(documents) == 1:
        return documents[0]
    return Document(title or "Report", [part for document in documents for part in document.sections])
