"""Score systems against gold: one timeline, many systems on many topics, or tables of timelines."""

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack, cast

from cliometer.api.front import (
    are_paths,
    duplicates_rule,
    evaluation_of,
    file_evaluation,
    folder_of,
    is_date,
    is_path,
    paths_of,
    public,
    references_of,
    timeline_of,
)
from cliometer.errors import UsageError, expected
from cliometer.model.timeline import Timeline
from cliometer.settings import Location, Setting, group
from cliometer.settings.groups import Caching, Metrics, MissingTopics, PresetName, Reading, Running, Scoring, Writing

if TYPE_CHECKING:
    from cliometer.engine.curves import Curves, OnlineCheck
    from cliometer.engine.file_evaluation import FileEvaluation
    from cliometer.engine.results import Results


@group("output")
class ScoreSettings(Scoring, Caching, Running, Writing, total=False):
    """The settings of `score`."""

    chance: Annotated[bool, Setting(False, "add the chance level: the mean F of the same texts on rotated dates")]
    output: Annotated[
        Location | None,
        Setting(
            None,
            "a folder for the scores, which are then written in pieces (Parquet) with a manifest, for systems and "
            "references that are files; run the command again to resume",
            "-o --output FOLDER",
        ),
    ]


@public
def score(
    systems: Any, references: Any, metrics: Metrics = None, preset: PresetName = None, **settings: Unpack[ScoreSettings]
) -> "Results":
    """Score one system on one topic, or systems on topics.

    Parameters
    ----------
    systems
        One answer: the path of a timeline, a dictionary of days `{date: [sentence, ...]}`, or a value. Or several:
        paths of runs (`RUN/<topic>.txt`), or `{system: {topic: answer}}`, in which each run and each answer may be
        a path.
    references
        The gold: of one topic a path or several, one timeline or several, or other gold as a value (sources may be
        texts). Of several topics a benchmark folder `GOLD/<topic>/<reference>.txt`, units, nuggets, facts or sources
        as paths; or `{topic: references}`.

    Returns
    -------
    Results
        The scores of every system, topic and metric, their means, notes and the signature; `results[system]`,
        `results[topic]` and `results[metric]` select rows. For one answer a `PairResult`, which is subscripted by a
        metric.

    Examples
    --------
    >>> system = {"2010-05-27": ["Obama extends the drilling moratorium"]}
    >>> reference = {"2010-05-27": ["Obama announces a drilling moratorium"]}
    >>> print(score(system, reference, ["agreement(rouge=1)", "date"]))
    metric              precision  recall      F
    ------------------  ---------  ------  -----
    agreement(rouge=1)      0.750   0.750  0.750
    date                    1.000   1.000  1.000
    >>> print(score({"a": {"oil": reference}, "b": {"oil": {}}}, {"oil": reference}, ["date"]))
    system  metric  precision  recall      F
    ------  ------  ---------  ------  -----
    a       date        1.000   1.000  1.000
    b       date        0.000   0.000  0.000
    """
    from cliometer.engine.results import PairResult
    from cliometer.engine.value_evaluation import named_pair

    is_pair = is_answer(systems, references)
    if settings["protocol"] is not None:
        from cliometer.api.protocols import protocol_evaluation

        under, seen = protocol_evaluation(systems, references, metrics, preset, settings)
        return under.run(settings["progress"]).noted(seen)
    if settings["strict"]:
        raise UsageError("strict-without-protocol")
    if are_paths(systems) and are_paths(references):
        files = file_evaluation(systems, references, metrics, preset, settings)
        if settings["output"] is None:
            results = replace(files, chance=settings["chance"]).run(settings["progress"])
        else:
            results = _score_in_pieces(files, settings)
        is_pair = is_pair and len(results.systems) == len(results.topics) == 1
        return cast("Results", PairResult(results)) if is_pair else results
    if settings["output"] is not None:
        raise UsageError("output-of-values")
    if is_pair:
        reading = settings["duplicates"], preset
        answer, gold = timeline_of(systems, *reading), references_of(references, *reading)
        systems, references = named_pair(answer, gold, metrics)
    evaluation, notes = evaluation_of(systems, references, metrics, preset, settings)
    results = evaluation.run(settings["progress"]).noted(notes)
    results = evaluation.with_chance(results) if settings["chance"] else results
    return cast("Results", PairResult(results)) if is_pair else results


def is_answer(systems: Any, references: Any) -> bool:
    """Return whether systems are the one answer of one system, not runs by their names."""
    if are_paths(systems):
        return is_path(systems) and Path(systems).is_file()
    has_topics = isinstance(references, Mapping) and not all(map(is_date, references))
    if not isinstance(systems, Mapping) or isinstance(systems, Timeline):
        return not has_topics
    days = [isinstance(text, list | tuple) or (isinstance(text, str) and is_date(day)) for day, text in systems.items()]
    has_runs = any(isinstance(run, Mapping | PathLike) for run in systems.values())
    return not has_runs and (all(days) if days else not has_topics)


def _score_in_pieces(files: "FileEvaluation", settings: ScoreSettings) -> "Results":
    from cliometer.engine.shard_writing import write_shards

    if settings["chance"]:
        raise UsageError("chance-with-output")
    shards = write_shards(
        files.plan(), folder_of(settings["output"], "output"), settings["force"], settings["progress"]
    )
    return replace(shards.results(), recorded_means=shards.means)


@public
def score_table(
    table: Any, references: Any, metrics: Metrics = None, preset: PresetName = None, **settings: Unpack[Reading]
) -> Any:
    """Score an Arrow table of timelines: the unit of work of engines that move tables, such as Ray, Spark or Dask.

    Parameters
    ----------
    table
        A pyarrow `Table` or `RecordBatch` with the columns `system`, `topic`, `date` and `sentence` (a text, or a
        list of texts), best a topic with many systems. All rows of a system on a topic stand together in it.
    references
        As for `score`; read them once, with `read_references`, where many tables are scored.

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

    evaluation, _ = evaluation_of({}, references, metrics, preset, settings)
    return scored_table(table, replace(evaluation, duplicates=duplicates_rule(settings["duplicates"], preset)))


@group("statistics")
class CurveSettings(TypedDict, total=False):
    """The settings of `curve`."""

    missing: MissingTopics
    ties: Annotated[
        Literal["document", "expected"],
        Setting(
            "document",
            "how a curve orders sentences with equal scores: as in the stream, or as the mean over all orders",
        ),
    ]


@public
def curve(rankings: Any, references: Any, metric: str = "nu", **settings: Unpack[CurveSettings]) -> "Curves":
    """Draw nu-precision over nu-recall along rankings of sentences; the command is `cliometer score --curve`.

    nu stands for novel and useful: a sentence counts if it is on the topic and reports an event that no sentence
    before it reported.

    Parameters
    ----------
    rankings
        Paths of extracts (JSON) with `"ranked": true`; see docs/formats.md.
    references
        Paths of judged events: files (our JSON), or folders of them.
    metric
        `nu`, or a variant such as `nu(variant=sentence)`.

    Returns
    -------
    Curves
        The curve of each system and topic, and the mean precision at recall 0, 0.1, ..., 1.

    Examples
    --------
    >>> from cliometer import demo
    >>> curves = curve(demo() / "rankings" / "first.json", demo() / "events" / "berlin-wall.json")
    >>> len(next(iter(curves.means.values())))
    11
    """
    from cliometer.engine.curves import draw_curves

    runs, gold = _files(rankings, "rankings"), _files(references, "references")
    return draw_curves(runs, gold, metric, settings["ties"], settings["missing"])


def _files(value: Any, name: str) -> list[Path]:
    if not are_paths(value):
        raise expected(f"{name} to be paths", value)
    return paths_of(value)


def check_online(logs: Any, references: Any) -> "OnlineCheck":
    """Check that logs of decisions rank each story before the next one is seen; `cliometer score --online`.

    Parameters
    ----------
    logs
        Paths of extracts (JSON) with `"ranked": false`, in the order of the decisions.
    references
        Paths of judged events, as for `curve`.

    Returns
    -------
    OnlineCheck
        Where a log looks ahead or leaves something out; `online` is whether it does so nowhere.

    Examples
    --------
    >>> from cliometer import demo
    >>> check_online(demo() / "rankings" / "longest-log.json", demo() / "events" / "berlin-wall.json").online
    True
    """
    from cliometer.engine.curves import check_online as check

    return check(_files(logs, "logs"), _files(references, "references"))
