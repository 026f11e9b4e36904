"""What may stand for timelines, gold, runs and scores: paths, dictionaries or values; how to read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cliometer.errors import ReadWarning, UsageError, expected, shown, warn
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline

if TYPE_CHECKING:
    from cliometer.engine.evaluation import Extra, Missing
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset
    from cliometer.model.judgements import ScoreTable

Location: TypeAlias = str | PathLike[str]
Metrics: TypeAlias = "Sequence[str | Metric] | None"


def is_path(value: object) -> bool:
    """Whether a value is the path of a file, and not a text of several words or lines."""
    if not isinstance(value, str) or not value.strip():
        return isinstance(value, PathLike)
    try:
        return len(value.split()) == 1 or Path(value).exists()
    except OSError:  # too long for a path
        return False


def are_paths(value: object) -> bool:
    """Whether a value is a path or a list of paths."""
    return is_path(value) or (isinstance(value, list | tuple) and bool(value) and all(map(is_path, value)))


def paths_of(value: Any) -> list[Path]:
    """Return one path or several as a list."""
    return [Path(path) for path in ([value] if is_path(value) else value)]


def warn_of(notes: Iterable[str]) -> None:
    """Give the notes of a reader out as warnings."""
    for note in notes:
        warn(note, ReadWarning)


def expect_no_background(background: Sequence[Location]) -> None:
    """Refuse word counts beside values."""
    if background:
        raise UsageError("background is for sources that are files; give paths of the system and the sources")


def duplicates_rule(duplicates: Duplicates | None, preset: str | Preset | None) -> Duplicates:
    """Return what to do where a date stands twice: as was asked for, or as the preset does."""
    from cliometer.metrics.presets import preset_named

    return duplicates or preset_named("tilse" if preset is None else preset).duplicates


def timeline_of(value: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """A timeline that a path, a dictionary or a value stands for."""
    if not is_path(value):
        return value
    from cliometer.io import read_timeline

    return read_timeline(value, duplicates_rule(duplicates, preset))


def references_of(value: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """The references of a topic, each of which may be a path."""
    if isinstance(value, list | tuple):
        return [timeline_of(one, duplicates, preset) for one in value]
    if not is_path(value):
        return value
    from cliometer.io import read_timelines

    return ReferenceSet(read_timelines(value, duplicates_rule(duplicates, preset)).timelines)


def gold_of(references: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> dict[str, Any]:
    """The references of each topic."""
    if are_paths(references):
        from cliometer.engine.file_evaluation import read_gold

        return read_gold(paths_of(references), duplicates_rule(duplicates, preset))[0]
    if not isinstance(references, Mapping):
        raise UsageError(f"references must be {{topic: [timeline, ...]}} or paths, found {shown(references)}")
    return {topic: references_of(own, duplicates, preset) for topic, own in references.items()}


def runs_of(systems: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """The timelines of each system by topic."""
    from cliometer.engine.file_evaluation import run_names
    from cliometer.io.folders import read_run as read

    rule = duplicates_rule(duplicates, preset)
    if are_paths(systems):
        paths = paths_of(systems)
        return {name: read(path, rule)[0] for name, path in zip(run_names(paths), paths, strict=True)}
    if not isinstance(systems, Mapping):
        return systems  # the engine says what is wrong with it
    runs = {name: read(run, rule)[0] if is_path(run) else run for name, run in systems.items()}
    return {
        name: {topic: timeline_of(said, rule, preset) for topic, said in run.items()}
        if isinstance(run, Mapping) and not isinstance(run, Timeline)
        else run
        for name, run in runs.items()
    }


def evaluation_of(
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

    if are_paths(systems) and are_paths(references):
        asked = metrics, preset, per_reference, duplicates, Allowance(missing, extra), paths_of(background)
        return FileEvaluation(paths_of(systems), paths_of(references), *asked).read()
    expect_no_background(background)
    gold: Any = references
    if are_paths(references) or isinstance(references, Mapping):
        gold = gold_of(references, duplicates, preset)
    if per_reference:
        sets = gold_of(references, duplicates, preset)
        gold = each_reference({topic: ReferenceSet(own) for topic, own in sets.items()})
    rules = "tilse" if preset is None else preset
    return prepared(runs_of(systems, duplicates, preset), gold, metrics, rules, missing, extra), ()


def scores_of(scores: Any, system_columns: bool = False) -> ScoreTable:
    """Return the table of scores that paths, a table or results stand for."""
    from cliometer.court.meta_evaluation.plan import score_table_of
    from cliometer.engine.results import Results
    from cliometer.io.scores import read_scores
    from cliometer.model.judgements import ScoreTable

    if isinstance(scores, Results):
        return score_table_of(scores)
    if isinstance(scores, ScoreTable):
        return scores
    if not are_paths(scores):
        raise expected("paths of tables of scores, a ScoreTable or Results", scores)
    return read_scores(paths_of(scores), system_columns)


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
    warn_of(notes)
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
    warn_of(notes)
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
    warn_of(notes)
    return dict(sources)
