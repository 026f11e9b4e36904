"""Compare systems, and explain a score."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from cliometer.api.front import (
    are_paths,
    evaluation_of,
    expect_no_background,
    only_path,
    paths_of,
    public,
    references_of,
    scores_of,
    timeline_of,
)
from cliometer.errors import SettingName, UsageError
from cliometer.settings import Location, Setting, declared, group
from cliometer.settings.groups import (
    Background,
    Caching,
    Comparing,
    Directions,
    Metrics,
    PresetName,
    Reading,
    Running,
    Scoring,
)

if TYPE_CHECKING:
    from cliometer.engine.compare.figures import Design
    from cliometer.engine.compare.gates import Gate
    from cliometer.engine.compare.system_comparison import SystemComparison
    from cliometer.engine.pair_explanation import PairExplanation
    from cliometer.metrics.base import Metric


@group("statistics")
class CompareSettings(Scoring, Comparing, Directions, Caching, Running, total=False):
    """The settings of `compare`."""

    gates: Annotated[
        Sequence["str | Gate"],
        Setting(
            (),
            "conditions that every system but the baseline must meet, such as 'align+m1(rouge=1).f >= baseline - 0.01'",
            "--gate CONDITION",
        ),
    ]
    confident: Annotated[bool, Setting(False, "let a gate pass only if it also holds at the confidence bound")]
    baseline: Annotated[
        Location | None,
        Setting(
            None, "the system, by name or path, with which all others are compared", "--baseline RUN", usual="all pairs"
        ),
    ]


@public
def compare(
    systems: Any,
    references: Any = None,
    metrics: Metrics = None,
    preset: PresetName = None,
    **settings: Unpack[CompareSettings],
) -> "SystemComparison":
    """Compare systems: means with intervals, differences with p-values, groups, the human level.

    Parameters
    ----------
    systems
        As for `score`, two systems or more. Without references: tables of scores (system, topic, metric, value), as
        paths or as a `ScoreTable`, or the folder that `score` wrote with `output`.
    references
        As for `score`; None where `systems` are scores already, of which `metrics` names columns.

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
    from cliometer.engine.compare.gates import gates_of, with_names
    from cliometer.engine.compare.system_comparison import compare_in

    design = design_of(settings)
    gates, confident = settings["gates"], settings["confident"]
    if references is None:
        return _compare_scores(systems, metrics, preset, design, settings)
    evaluation, notes = evaluation_of(systems, references, metrics, preset, settings)
    conditions = gates_of(gates, confident) if gates or confident else []
    if are_paths(systems) and (conditions or design.baseline is not None):
        design, conditions = with_names(design, conditions, evaluation.systems, paths_of(systems))
    return compare_in(evaluation, design, conditions, settings["progress"], notes, confident)


def design_of(settings: Mapping[str, Any]) -> "Design":
    """Return the design of the settings of `Comparing` that a function has; the others have their defaults.

    A protocol settles how topics are averaged.
    """
    from cliometer.engine.compare.figures import Design

    baseline: Any = settings.get("baseline")
    known: Any = {name: settings[name] for name in declared(Comparing) if name in settings}
    if settings.get("protocol") is not None:
        from cliometer.engine.protocols.cards import Protocol

        protocol = Protocol.parse(settings["protocol"])
        known |= {"average": "mean-of-f" if protocol["f_score"] == "mean" else "f-of-means", "weigh": protocol["mean"]}
    return Design.of(None if baseline is None else str(baseline), **known)


def _compare_scores(
    scores: Any, metrics: Any, preset: Any, design: "Design", settings: CompareSettings
) -> "SystemComparison":
    """Compare systems by scores that were computed already."""
    from cliometer.engine.compare.score_comparison import compare_scores
    from cliometer.engine.score_shards import read_shards

    idle = (*declared(Scoring), *declared(Caching))
    for name, value in {"preset": preset, **{name: settings.get(name) for name in idle if name != "missing"}}.items():
        if value and value != "error":
            raise UsageError("setting-idle-with-tables", setting=SettingName(name))
    if settings["missing"] == "zero":
        raise UsageError("tables-missing-zero")
    columns = None if metrics is None else [str(metric) for metric in metrics]
    shards = read_shards(paths_of(scores)) if are_paths(scores) else None
    table = shards or scores_of(scores, name="systems without references")
    rules = settings["missing"], settings["gates"], settings["confident"], settings["lower"]
    return compare_scores(table, columns, design, *rules)


@group("files")
class ExplainSettings(Reading, Background, total=False):
    """The settings of `explain`."""

    system_name: Annotated[
        str | None, Setting(None, "the system to explain, where the run holds several", "--system NAME")
    ]
    topic: Annotated[str | None, Setting(None, "the topic to explain, where run and gold hold several", "--topic NAME")]


@public
def explain(
    system: Any,
    references: Any,
    metric: Annotated[
        "str | Metric | None",
        Setting(
            None,
            "the metric to explain",
            "-m --metric EXPR",
            usual="align+m1(rouge=1), or the usual one for other gold",
            heading="metrics",
        ),
    ] = None,
    preset: PresetName = None,
    **settings: Unpack[ExplainSettings],
) -> "PairExplanation":
    """Show where a score comes from: which dates were paired, and which words earned the points.

    Parameters
    ----------
    system, references
        As for `score`, of one system and one topic.

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

    duplicates, background = settings["duplicates"], settings["background"]
    if are_paths(system) and are_paths(references):
        path, gold, words = only_path(system, "system"), paths_of(references), paths_of(background)
        names = settings["system_name"], settings["topic"]
        return explain_files(path, gold, metric, preset, duplicates, names, words)
    expect_no_background(background)
    answer, gold = timeline_of(system, duplicates, preset), references_of(references, duplicates, preset)
    return explain_values(answer, gold, metric, "tilse" if preset is None else preset)
