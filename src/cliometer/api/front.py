"""The front door: public functions check and complete their settings, and read paths, dictionaries or values.

The documentation of a public function follows from its settings, which are declared once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, get_args

from cliometer.errors import InputError, ReadWarning, UsageError, expected, shown, unknown, warn
from cliometer.model.timeline import Duplicates, OracleRun, ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.settings import Declared, Location, declare, declared

if TYPE_CHECKING:
    from cliometer.engine.file_evaluation import FileEvaluation
    from cliometer.engine.score_cache import ScoreCache
    from cliometer.io.units import UnitFile
    from cliometer.metrics.catalogue import Preset
    from cliometer.model.judgements import ScoreTable

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


def public(function: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
    """Check and complete the settings of a function, run it where `jobs` and `cluster` say, and document them.

    Settings are the arguments that are annotated with a `Setting`, and the members of the group that `**settings`
    unpacks.
    """
    settings = settings_of(function)
    names, place = function.__code__.co_varnames, function.__name__
    arguments_named = [name for name in function.__annotations__ if name not in ("settings", "return")]
    group = [name for name in settings if name not in arguments_named]

    @wraps(function)
    def call(*arguments: Arguments.args, **given: Arguments.kwargs) -> Value:
        for name, value in (*zip(names, arguments, strict=False), *given.items()):
            if name in settings:
                settings[name].check(value, place)
            elif name not in arguments_named:
                raise unknown(f"argument of {place}", name, [*arguments_named, *group])
        values: Any = {name: settings[name].default for name in group} | given
        jobs, cluster = values.get("jobs", 1), values.get("cluster")
        if jobs == 1 and cluster is None:
            return function(*arguments, **values)
        from cliometer.engine.backends import backend_of, using_backend

        with using_backend(backend_of(jobs, cluster)):
            return function(*arguments, **values)

    entries = "".join(setting.documented for setting in settings.values())
    call.__doc__ = inspect.cleandoc(function.__doc__ or "").replace("\nReturns\n", f"{entries}\nReturns\n", 1)
    call.__signature__ = _signature(function, settings)  # type: ignore[attr-defined]
    return call


def settings_of(function: Callable[..., Any]) -> Mapping[str, Declared]:
    """Return the settings of a public function by their names."""
    annotations = getattr(function, "__wrapped__", function).__annotations__
    arguments = {name: declare(name, kind) for name, kind in annotations.items() if hasattr(kind, "__metadata__")}
    return {**arguments, **(declared(get_args(annotations["settings"])[0]) if "settings" in annotations else {})}


def _signature(function: Callable[..., Any], settings: Mapping[str, Declared]) -> inspect.Signature:
    """Return the signature of a function with every setting of its group by name."""
    signature = inspect.signature(function)
    arguments = [
        each.replace(annotation=settings[name].kind) if name in settings else each
        for name, each in signature.parameters.items()
        if each.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    named = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=setting.default, annotation=setting.kind)
        for name, setting in settings.items()
        if name not in signature.parameters
    ]
    return signature.replace(parameters=[*arguments, *named])


def is_path(value: object) -> bool:
    """Return whether a value is the path of a file, and not a text of several words or lines."""
    if not isinstance(value, str) or not value.strip():
        return isinstance(value, PathLike)
    try:
        return len(value.split()) == 1 or Path(value).exists()
    except OSError:  # too long for a path
        return False


def is_date(value: Any) -> bool:
    """Return whether a value stands for a date."""
    try:
        return bool(When.of(value))
    except InputError:
        return False


def are_paths(value: object) -> bool:
    """Return whether a value is a path or a list of paths."""
    return is_path(value) or (isinstance(value, list | tuple) and bool(value) and all(map(is_path, value)))


def paths_of(value: Any) -> list[Path]:
    """Return one path or several as a list."""
    paths = [value] if is_path(value) else list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(path, str | PathLike) for path in paths):
        raise expected("a path or a list of paths", value)
    return [Path(path) for path in paths]


def only_path(value: Any, name: str) -> Path:
    """Return the one path of an argument that takes no more."""
    paths = paths_of(value)
    if len(paths) != 1:
        raise UsageError("one-path-expected", name=name, count=len(paths))
    return paths[0]


def folder_of(value: Any, name: str) -> Path:
    """Return the folder that an argument names."""
    if not are_paths(value):
        raise expected(f"{name} to be the path of a folder", value)
    return only_path(value, name)


def tags_folder(tags: Location | bool) -> Path | None:
    """Return the folder that keeps time tags; none where they are not kept."""
    from cliometer.text.time_tags import default_cache

    return default_cache() if tags is True else Path(tags) if tags else None


def cache_of(cache: Location | ScoreCache | None) -> ScoreCache | None:
    """Return the cache of a folder."""
    if cache is None:
        return None
    from cliometer.engine.score_cache import ScoreCache

    return cache if isinstance(cache, ScoreCache) else ScoreCache.open(folder_of(cache, "cache"))


def warn_of(notes: Iterable[str]) -> None:
    """Issue the notes of a reader as warnings."""
    for note in notes:
        warn(note, ReadWarning)


def expect_no_background(background: Sequence[Location]) -> None:
    """Refuse word counts where the sources are values."""
    if background:
        raise UsageError("background-of-values")


def duplicates_rule(duplicates: Duplicates | None, preset: str | Preset | None) -> Duplicates:
    """Return the rule for a date that appears twice: as was asked for, or as the preset does."""
    from cliometer.metrics.catalogue import Preset

    return duplicates or Preset.parse("tilse" if preset is None else preset).duplicates


def timeline_of(value: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """Return the timeline of a path; any other value is left to the engine, which reads it."""
    if not is_path(value):
        return value
    from cliometer.io import read_timeline

    return read_timeline(value, duplicates_rule(duplicates, preset))


def references_of(value: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """Return the references of a topic, each of which may be a path."""
    if isinstance(value, list | tuple):
        return [timeline_of(reference, duplicates, preset) for reference in value]
    if not is_path(value):
        return value
    from cliometer.io import read_timelines

    return ReferenceSet(read_timelines(value, duplicates_rule(duplicates, preset)).timelines)


def gold_of(references: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> dict[str, Any]:
    """Return the references of each topic."""
    if are_paths(references):
        from cliometer.engine.file_evaluation import read_gold

        return read_gold(paths_of(references), duplicates_rule(duplicates, preset))[0]
    if not isinstance(references, Mapping):
        raise UsageError("references-unfit", found=shown(references))
    return {topic: references_of(texts, duplicates, preset) for topic, texts in references.items()}


def run_of(run: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """Return the timelines of one system by topic; what is neither a path nor a dictionary stays as it is."""
    if is_path(run):
        from cliometer.io.folders import read_oracle
        from cliometer.io.folders import read_run as read

        timelines, maker = read(run, duplicates_rule(duplicates, preset))[0], read_oracle(Path(run))
        return OracleRun(timelines, maker) if maker else timelines
    if not isinstance(run, Mapping) or isinstance(run, Timeline | OracleRun):
        return run  # the engine says what is wrong with it
    return {topic: timeline_of(answer, duplicates, preset) for topic, answer in run.items()}


def runs_of(systems: Any, duplicates: Duplicates | None, preset: str | Preset | None) -> Any:
    """Return the timelines of each system by topic."""
    if are_paths(systems):
        from cliometer.engine.file_evaluation import run_names

        paths = paths_of(systems)
        systems = dict(zip(run_names(paths), paths, strict=True))
    if not isinstance(systems, Mapping):
        return systems
    return {name: run_of(run, duplicates, preset) for name, run in systems.items()}


def file_evaluation(
    systems: Any, references: Any, metrics: Any, preset: str | Preset | None, settings: Mapping[str, Any]
) -> FileEvaluation:
    """Return the evaluation of files that the settings of `Scoring` and `Caching` ask for."""
    from cliometer.engine.evaluation import Allowance
    from cliometer.engine.file_evaluation import FileEvaluation

    return FileEvaluation(
        paths_of(systems),
        paths_of(references),
        metrics,
        preset,
        per_reference=settings["per_reference"],
        duplicates=settings["duplicates"],
        allow=Allowance(settings["missing"], settings["extra"]),
        backgrounds=paths_of(settings["background"]),
        cache=cache_of(settings.get("cache")),
    )


def evaluation_of(
    systems: Any, references: Any, metrics: Any, preset: str | Preset | None, settings: Mapping[str, Any]
) -> tuple[Any, tuple[str, ...]]:
    """Return the evaluation of files or of values, and the notes of reading."""
    from cliometer.engine.value_evaluation import prepared
    from cliometer.io.folders import per_reference as each_reference

    if settings.get("protocol") is not None:
        from cliometer.api.protocols import protocol_evaluation

        return protocol_evaluation(systems, references, metrics, preset, settings)
    if settings.get("strict"):
        raise UsageError("strict-without-protocol")

    if are_paths(systems) and are_paths(references):
        return file_evaluation(systems, references, metrics, preset, settings).read()
    expect_no_background(settings.get("background", ()))
    duplicates, is_divided = settings["duplicates"], settings.get("per_reference", False)
    gold: Any = references
    if is_divided or are_paths(references) or isinstance(references, Mapping):
        gold = gold_of(references, duplicates, preset)
    if is_divided:
        gold = each_reference({topic: ReferenceSet(several) for topic, several in gold.items()})
    rules = "tilse" if preset is None else preset
    coverage = settings.get("missing", "error"), settings.get("extra", "error")
    evaluation = prepared(runs_of(systems, duplicates, preset), gold, metrics, rules, *coverage)
    cache = cache_of(settings.get("cache"))
    return replace(evaluation, duplicates=duplicates, per_reference=is_divided, cache=cache), ()


def scores_of(scores: Any, system_columns: bool = False, name: str = "scores") -> ScoreTable:
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
        raise expected(f"{name} to be paths of tables of scores, a ScoreTable or Results", scores)
    return read_scores(paths_of(scores), system_columns)


def topics_of(topics: Any) -> Path | dict[str, Any]:
    """Return the folder of topics of posts, or the posts of each topic."""
    from cliometer.model.documents import PostTopic

    if is_path(topics):
        return Path(topics)
    if isinstance(topics, PostTopic | list | tuple):
        several = [topics] if isinstance(topics, PostTopic) else topics
        topics = {topic.id: topic for topic in several if isinstance(topic, PostTopic)}
        if len(topics) < len(several):
            raise expected("topics to be a path, {topic: [post, ...]} or PostTopics with different ids", several)
    if not isinstance(topics, Mapping) or not topics:
        raise expected("topics to be a path, {topic: [post, ...]} or PostTopics", topics)
    posts = {name: given.posts if isinstance(given, PostTopic) else given for name, given in topics.items()}
    for name, given in posts.items():
        if not isinstance(given, list | tuple):
            raise UsageError("posts-expected", name=name, found=shown(given))
    return posts


def texts_of(references: Any) -> Path | Mapping[str, Sequence[str]] | None:
    """Return the folder of the texts that people wrote, or the texts of each topic."""
    if references is None or isinstance(references, Mapping):
        return references
    if not is_path(references):
        raise expected("references to be a path, or {topic: text} of what people wrote", references)
    return Path(references)


def units_of(corpus: Any, name: str) -> tuple[list[Path], UnitFile]:
    """Return the paths among the parts of a corpus, and its topics of units and events that are values."""
    from cliometer.io.units import UnitFile, merged_units
    from cliometer.model.nuggets import EventTopic
    from cliometer.model.units import UnitTopic

    parts = corpus.values() if isinstance(corpus, Mapping) else corpus if isinstance(corpus, list | tuple) else [corpus]
    what = "paths, or topics of units or events such as read_units returns"
    paths, files = [Path(part) for part in parts if is_path(part)], []
    for part in parts:
        if isinstance(part, UnitTopic | EventTopic):
            files.append(UnitFile((part,)) if isinstance(part, UnitTopic) else UnitFile(events=(part,)))
        elif isinstance(part, UnitFile):
            files.append(part)
        elif not is_path(part):
            raise expected(f"{name} to be {what}", part)
    if not paths and not files:
        raise expected(f"{name} to be {what}", corpus)
    return paths, merged_units(files)
