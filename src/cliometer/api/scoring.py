"""Score systems: one pair, many systems on many topics, or tables of timelines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from cliometer.api.inputs import (
    EvaluationSettings,
    are_paths,
    cache_of,
    duplicates_rule,
    expect_no_background,
    folder_of,
    references_of,
    spread,
    timeline_of,
)
from cliometer.errors import UsageError, checked
from cliometer.io.text_files import Location
from cliometer.model.display import Progress
from cliometer.model.timeline import Days

if TYPE_CHECKING:
    from cliometer.engine.results import PairResult, Results
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset


@checked
def score(
    system: Location | Days,
    references: Any,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset | None = None,
    *,
    duplicates: Literal["append", "last", "error"] | None = None,
    background: Sequence[Location] = (),
) -> PairResult:
    """Score one system on one topic.

    Parameters
    ----------
    system
        The timeline, or other answer, of the system: a path, a dictionary of days, or a value.
    references
        The gold of the topic: a path or several, one timeline or several, or other gold as a value; sources may
        be texts.
    metrics
        Expressions such as `"align+m1(rouge=2)"`, or metrics; by default the usual ones for this kind of gold.
    preset
        Settings that a metric of timelines leaves open: `"tilse"` (default), `"paper2017"`, `"modern"` or
        `"robust"`, which measures `ledger` and `date` where no metric is named.
    duplicates
        What to do where a date of a file appears twice: `"last"` (default, as in tilse), `"append"` or `"error"`.
    background
        Files with word counts, for metrics that read sources.

    Returns
    -------
    PairResult
        The numbers of each metric; the result can be subscripted by a metric.

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
    from cliometer.engine.results import PairResult
    from cliometer.engine.value_evaluation import score as score_values

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


@spread
@checked
def evaluate(
    systems: Any,
    references: Any,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset | None = None,
    missing: Literal["error", "skip", "zero"] = "error",
    extra: Literal["error", "skip"] = "error",
    progress: Progress | None = None,
    *,
    per_reference: bool = False,
    duplicates: Literal["append", "last", "error"] | None = None,
    background: Sequence[Location] = (),
    chance: bool = False,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
    output: Location | None = None,
    force: bool = False,
    cache: Location | None = None,
) -> Results:
    """Score systems on topics; the command is `cliometer score`.

    Parameters
    ----------
    systems
        Paths of runs (`RUN/<topic>.txt`), one or several; or `{system: {topic: timeline}}`, in which each run
        and each timeline may be a path.
    references
        Paths of the gold: a benchmark folder `GOLD/<topic>/<reference>.txt`, the reference files of one
        topic, units, nuggets, facts or sources; or `{topic: references}`.
    metrics, preset, duplicates, background
        As for `score`.
    missing
        What to do if a system lacks a topic: `"error"`, `"skip"` it, or score it as an empty answer (`"zero"`).
    extra
        What to do where a system has a topic without gold: `"error"` or `"skip"` the topic.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.
    per_reference
        Whether each reference is a task of its own, `topic/reference`, as in most papers.
    chance
        Whether each score comes with its chance level: the mean F of the same texts on rotated dates.
    jobs
        The number of processes that compute, or `"auto"` for all cores; no result depends on it. A script that asks
        for several needs `if __name__ == "__main__":`.
    backend
        A `dask.distributed.Client`, whose cluster computes in place of processes on this machine.
    output
        A folder for the scores, which are then written in pieces (Parquet) with a manifest, so that the same call
        goes on where another was ended; systems and references must be paths. Few rows are returned: those of the
        best systems.
    force
        Whether to start again where the folder of `output` holds scores already.
    cache
        A folder in which scores are kept; those of answers, gold, metrics and versions that were scored before are
        found there again.

    Returns
    -------
    Results
        The scores of every system, topic and metric, their means, notes and the signature; `results[system]`,
        `results[topic]` and `results[metric]` select rows.

    Examples
    --------
    >>> day = {"2010-05-27": ["Oil spills."]}
    >>> print(evaluate({"a": {"oil": day}, "b": {"oil": {}}}, {"oil": day}, ["date"]))
    system  metric  precision  recall      F
    ------  ------  ---------  ------  -----
    a       date        1.000   1.000  1.000
    b       date        0.000   0.000  0.000
    """
    asked = EvaluationSettings(metrics, preset, missing, extra, per_reference, duplicates, background)
    if output is not None:
        from cliometer.engine.shard_writing import write_shards

        output = folder_of(output, "output")
        if chance or not (are_paths(systems) and are_paths(references)):
            raise UsageError("output is for systems and references that are paths, and for scores without chance")
        files = replace(asked.files(systems, references), cache=cache_of(cache))
        return write_shards(files.plan(), output, force, progress).results()
    evaluation, notes = asked.evaluation(systems, references)
    evaluation = replace(evaluation, cache=cache_of(cache))
    results: Results = evaluation.run(progress).noted(notes)
    return evaluation.with_chance(results) if chance else results


@checked
def score_table(
    table: Any,
    references: Any,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset | None = None,
    *,
    duplicates: Literal["append", "last", "error"] | None = None,
) -> Any:
    """Score an Arrow table of timelines: the unit of work of engines that move tables, such as Ray, Spark or Dask.

    Parameters
    ----------
    table
        A pyarrow `Table` or `RecordBatch` with the columns `system`, `topic`, `date` and `sentence` (a text, or a
        list of texts), best a topic with many systems. All rows of a system on a topic stand together in it.
    references
        As for `evaluate`; read them once, with `read_references`, where many tables are scored.
    metrics, preset, duplicates
        As for `score`.

    Returns
    -------
    pyarrow.Table
        A row for each system, topic and metric: `precision`, `recall` and `f`, or `value`; `undefined` says why there
        is none. The other columns hold what the numbers were divided from.

    Examples
    --------
    >>> import pyarrow
    >>> columns = {"system": ["a"], "topic": ["oil"], "date": ["2010-05-27"], "sentence": ["Oil spills."]}
    >>> table = pyarrow.table(columns)
    >>> score_table(table, {"oil": {"2010-05-27": ["Oil spills."]}}, ["date"]).column("f").to_pylist()
    [1.0]
    """
    from cliometer.engine.score_arrow import scored_table

    evaluation, _ = EvaluationSettings(metrics, preset, duplicates=duplicates).evaluation({}, references)
    return scored_table(table, replace(evaluation, duplicates=duplicates_rule(duplicates, preset)))
