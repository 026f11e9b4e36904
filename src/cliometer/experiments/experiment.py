"""Experiments from a TOML plan: reading it, running it (Mackie et al. 2014), and keeping the outcome."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from cliometer.court.meta_evaluation.plan import score_table_of
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.score_grid import ScoreColumn
from cliometer.errors import CliometerError, InputError, UsageError, shown, unknown
from cliometer.experiments import microblog_record as microblog
from cliometer.experiments.losses import MetricLoss, background_names, corpus_of
from cliometer.experiments.microblog_plan import MicroblogInput, MicroblogPlan, read_input
from cliometer.experiments.microblog_record import ExperimentRecord, PostCounts, preferences_of
from cliometer.experiments.tuning import Fold, Tuning, folds_of, tune
from cliometer.io.frames import Records, TabularResult
from cliometer.io.text_files import encoded, read_toml
from cliometer.metrics.rouge.api import rouge
from cliometer.model.display import Progress
from cliometer.model.documents import SummaryText
from cliometer.model.judgements import ScoreTable
from cliometer.systems.summarisers.bounds import RougeOracle
from cliometer.systems.summarisers.pool import Pool

# Every topic is summarised with the setting that was chosen on the folds it is not in.

_SIDES = ("recall", "precision", "f")  # of ROUGE, in the order of ROUGE-1.5.5


@dataclass(frozen=True)
class MicroblogResults(TabularResult):
    """The results of an experiment; `plan` is the one that reproduces them."""

    plan: MicroblogPlan
    folds: tuple[tuple[str, ...], ...]
    tunings: Mapping[str, Tuning]
    summaries: Mapping[str, Mapping[str, tuple[str, ...]]]
    scores: ScoreTable
    record: ExperimentRecord

    @property
    def notes(self) -> tuple[str, ...]:
        return self.record.notes

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `cliometer experiment --json` prints."""
        return self.record.to_dict()

    def frames(self) -> Mapping[str, Records]:
        """Return the table `scores`, with a row for each system, topic and metric; an undefined one has no value."""
        rows = [
            {"system": system, "topic": topic.topic, "metric": measure.name, "value": value}
            for system in self.record.systems
            for topic in self.record.topics
            for measure in self.record.measures
            for value in [self.scores.scores.get((measure.name, system, topic.topic))]
        ]
        return {"scores": Records({"system": str, "topic": str, "metric": str, "value": float}, rows)}

    def __str__(self) -> str:
        return str(self.record)


def run_microblog(plan: MicroblogPlan, progress: Progress | None = None) -> MicroblogResults:
    """Run stages 1 and 2, and with votes stage 3; the input is checked before anything is computed."""
    given = read_input(plan)
    _check(plan, given)
    pools = [Pool(topic.topic, plan.reading, given.references.get(topic.topic.id, ())) for topic in given.topics]
    parts = folds_of(given.names, plan.folds, plan.seed)

    def stage(number: int) -> Progress:
        """Report progress on one bar for all stages, each of which goes through all topics."""

        def step(done: int, size: int) -> None:
            if progress:
                progress(number * size + done, size * (len(plan.systems) + 1))

        return step

    loss = MetricLoss(plan.loss, given.backgrounds)
    tunings = {
        system.name: tune(pools, system.settings, loss, plan.folds, plan.seed, plan.k, stage(number))
        for number, system in enumerate(plan.systems)
    }
    summaries = {name: _summaries(pools, tuning.folds) for name, tuning in tunings.items()}
    scores = _scores(plan, given, summaries, stage(len(tunings)))
    fixed = replace(plan, fingerprint=given.fingerprint)
    notes = tuple(dict.fromkeys((*given.notes, *loss.notes, *scores.notes)))
    return MicroblogResults(fixed, parts, tunings, summaries, scores, _record(fixed, given, tunings, scores, notes))


def _record(
    plan: MicroblogPlan,
    given: MicroblogInput,
    tunings: Mapping[str, Tuning],
    scores: ScoreTable,
    notes: tuple[str, ...],
) -> ExperimentRecord:
    """Compare the systems by each metric, the metrics with each other, and both with people."""
    sides = [f"rouge{kind}.{side}" for kind in plan.rouge for side in _SIDES]
    names = (*plan.metrics, *(sides if given.references else ()))
    systems, columns = list(tunings), [ScoreColumn(name, scores, name) for name in names]
    ranked = tuple(microblog.standing_of(column, systems, given.names, plan.significance) for column in columns)
    people = None
    if given.ballots:
        people = preferences_of(given.ballots, scores, ranked, systems, given.names, plan.seed, plan.resamples)
    return ExperimentRecord(
        plan.kind,
        plan.fingerprint,
        background_names(given.backgrounds) or None,
        notes,
        topics=tuple(PostCounts(topic.topic.id, topic.read, len(topic.topic.posts)) for topic in given.topics),
        systems=tuple(systems),
        measures=ranked,
        correlations=tuple(microblog.correlation_of(a, b, systems, given.names) for a, b in combinations(columns, 2)),
        people=people,
        significance=plan.significance,
        settings=tunings,
    )


def _check(plan: MicroblogPlan, given: MicroblogInput) -> None:
    """Fail where a topic cannot fill a summary, or an oracle of ROUGE lacks the references of a topic."""
    for topic in given.topics:
        id, count = topic.topic.id, len(topic.topic.posts)
        if count < plan.k:
            raise InputError("topic-posts-too-few", Path(plan.topics), id=id, count=count, read=topic.read, k=plan.k)
    oracles = [system for system in plan.systems if isinstance(system.settings[0], RougeOracle)]
    silent = [name for name in given.names if not given.references.get(name)]
    if oracles and silent:
        folder = plan.references
        remedy = f"add {folder}/{silent[0]}.txt" if folder else 'name their folder: references = "FOLDER"'
        raise UsageError("summariser-needs-references", name=oracles[0].name, silent=silent[0], remedy=remedy)


def _summaries(pools: Sequence[Pool], folds: Iterable[Fold]) -> dict[str, tuple[str, ...]]:
    """Return by topic the texts that were chosen by the setting of the other folds, topics in their order."""
    chosen = {topic: places for fold in folds for topic, places in fold.summaries.items()}
    return {pool.topic.id: tuple(pool.posts[place].text for place in chosen[pool.topic.id]) for pool in pools}


def _scores(
    plan: MicroblogPlan,
    given: MicroblogInput,
    summaries: Mapping[str, Mapping[str, tuple[str, ...]]],
    progress: Progress,
) -> ScoreTable:
    """Score all summaries against their posts; where there are references, also by ROUGE against those."""
    systems = {name: {id: SummaryText.of(texts) for id, texts in chosen.items()} for name, chosen in summaries.items()}
    gold = corpus_of([topic.topic for topic in given.topics], given.backgrounds).topics()
    table = score_table_of(Evaluation(systems, gold, plan.source_metrics, "sources").run(progress))
    if not given.references:
        return table
    scores = dict(table.scores)
    for system, chosen in summaries.items():
        for topic in filter(given.references.get, chosen):
            written = [text.splitlines() for text in given.references[topic]]
            triples = rouge(list(chosen[topic]), written, plan.rouge, stem=True, stop=True)
            for kind, values in zip(plan.rouge, triples.values(), strict=True):
                for side, value in zip(_SIDES, values, strict=True):
                    scores[f"rouge{kind}.{side}", system, topic] = value
    return replace(table, scores=scores)


# A plan is a frozen dataclass whose fields all have defaults, which say what kind of value a TOML file may
# hold. Paths in a file are taken from the folder of the file.

_NO_PATHS = ("", "wordfreq")  # nothing, and the background that is a package
_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: 'a text in quotes, "..."',
    tuple: "a list, [...]",
}


def from_table(cls: type[Any], table: Mapping[str, Any], path: Path | None, where: str) -> Any:
    """Return a dataclass from a table; what the table does not name keeps its default."""
    known = {
        field.name: field.default if field.default_factory is MISSING else field.default_factory()
        for field in fields(cls)
    }
    for key in table:
        if key not in known:
            raise InputError.like(unknown(f"setting of {where}", key, known)).at(path)
    values = {key: _fitted(value, known[key], path, f"{key} of {where}") for key, value in table.items()}
    try:
        return cls(**values)
    except InputError:
        raise
    except CliometerError as error:
        raise InputError.like(error).inside(where).at(path) from None


def rebase_paths(table: Mapping[str, Any], names: Iterable[str], base: Path) -> dict[str, Any]:
    """Return the table with its paths taken from a folder, lists of them too; an empty path stays empty."""
    return {**table, **{name: _rebased(table[name], base) for name in names if name in table}}


def _rebased(value: Any, base: Path) -> Any:
    if isinstance(value, list):
        return [_rebased(entry, base) for entry in value]
    is_path = isinstance(value, str) and value not in _NO_PATHS
    return str((base / value).resolve()) if is_path else value


def _fitted(value: Any, default: Any, path: Path | None, where: str) -> Any:
    if is_dataclass(default) and isinstance(value, dict):
        return from_table(type(default), value, path, where)
    if isinstance(default, tuple) and isinstance(value, list):
        like = default[0] if default else ""  # members of a list are like those of the default, else texts
        return tuple(_fitted(entry, like, path, f"{where}, no. {i}") for i, entry in enumerate(value, 1))
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is type(default) and isinstance(value, bool | int | float | str):
        return value
    wanted = _WORDS.get(type(default), "a table of settings")
    raise InputError("setting-value-expected", path, where=where, wanted=wanted, value=shown(value))


KINDS: Mapping[str, type[MicroblogPlan]] = {MicroblogPlan.kind: MicroblogPlan}


def read_plan(path: Path | None, kind: str | None = None, given: Mapping[str, Any] | None = None) -> MicroblogPlan:
    """Return a plan from a file (or none), with what else was given in place of what the file says."""
    if kind is not None and kind not in KINDS:
        raise unknown("kind of experiment", kind, KINDS)
    table = read_toml(path) if path else {}
    cls = KINDS[_kind(table.pop("kind", kind), kind, path)]
    base = path.parent if path else Path()
    if given and table.keys() & set(cls.paths) & given.keys():
        table.pop("fingerprint", None)  # that of other input than is asked for
    settings = {**rebase_paths(table, cls.paths, base), **rebase_paths(given or {}, cls.paths, Path())}
    plan: MicroblogPlan = from_table(cls, settings, path, "the experiment")
    return plan


def _kind(kind: Any, asked: str | None, path: Path | None) -> str:
    if kind is None:
        raise InputError("experiment-kind-missing", path, kinds=next(iter(KINDS)))
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError.like(unknown("kind of experiment", kind, KINDS)).at(path)
    if asked is not None and kind != asked:
        raise UsageError("experiment-kind-differs", path=path, text=kind, asked=asked)
    return kind


def as_toml(plan: Any) -> str:
    """Return the plan as TOML: `kind`, then values, tables and lists of tables in the order of the fields."""
    return "\n".join([f"kind = {_value(plan.kind)}", *_lines(plan, "")]) + "\n"


def _lines(value: Any, prefix: str) -> Iterator[str]:
    held = [(field.name, getattr(value, field.name)) for field in fields(value)]
    for name, inner in held:
        if not is_dataclass(inner) and not _is_list_of_tables(inner):
            yield f"{name} = {_value(inner)}"
    for name, inner in held:
        if is_dataclass(inner):
            yield from ("", f"[{prefix}{name}]", *_lines(inner, f"{prefix}{name}."))
        elif _is_list_of_tables(inner):
            for entry in inner:
                yield from ("", f"[[{prefix}{name}]]", *_lines(entry, f"{prefix}{name}."))


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and is_dataclass(value[0])


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


PLAN = "plan.toml"


def refuse_folder(folder: Path, force: bool = False) -> None:
    """Fail where something stands that must not be replaced; what is no experiment never is."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise InputError("experiment-folder-expected", folder)
    if not folder.absolute().parent.is_dir():
        raise InputError("parent-folder-missing", folder, parent=folder.parent)
    if folder.exists() and not force:
        raise InputError("experiment-folder-exists", folder)
    if folder.exists() and any(folder.iterdir()) and not (folder / PLAN).is_file():
        raise InputError("folder-without-experiment", folder, plan=PLAN)


def write_folder(folder: Path, files: Mapping[str, str], force: bool = False) -> None:
    """Write texts by their paths within the folder; on any failure what stood there stands."""
    refuse_folder(folder, force)
    contents = {name: encoded(text, folder / name) for name, text in files.items()}
    target = folder.resolve()
    beside, before = (target.with_name(f".{target.name}.{os.getpid()}.{end}") for end in ("part", "old"))
    try:
        for name, content in contents.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        _swap(beside, target, before)
    except OSError as error:
        raise InputError("file-not-writable", folder, reason=str(error.strerror or error)) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _swap(new: Path, target: Path, before: Path) -> None:
    """Put the new folder in place of the old one; a failed renaming brings the old one back."""
    stood = target.exists()
    if stood:
        os.rename(target, before)
    try:
        os.rename(new, target)
    except OSError:
        if stood:
            os.rename(before, target)
        raise
    shutil.rmtree(before, ignore_errors=True)
