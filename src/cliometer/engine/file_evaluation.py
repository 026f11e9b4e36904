"""Evaluation of files: runs against references or a benchmark folder, and what kind of gold a path holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os.path import abspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cliometer.engine.evaluation import Allowance, Evaluation, refuse_empty_references
from cliometer.engine.results import Results
from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io import per_reference, read_references
from cliometer.io.folders import RunFiles, each_run, read_files
from cliometer.io.input_form import STANDARD_INPUT, current_form
from cliometer.io.json_values import EXTRACTS, UNITS, head_of, holds_bank
from cliometer.io.layouts import find_tree
from cliometer.io.manifests import data_label
from cliometer.io.posts import TABLES, holds_posts, holds_sources
from cliometer.io.run_folders import starts_like_a_timeline
from cliometer.io.stories import story_files
from cliometer.io.text_files import files_ending, folder_entries, has_ending, is_parquet, read_text, unpacked
from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import Preset, chosen, parse
from cliometer.model.backend import Serial, active_backend
from cliometer.model.display import Progress
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline

if TYPE_CHECKING:
    from cliometer.engine.score_cache import ScoreCache
    from cliometer.engine.shard_writing import ShardPlan

V = TypeVar("V")
NUGGET_FILES = ("nuggets", "matches", "updates")
POOL = "Collapsed-*.json*"  # the files of a pool of CrisisFACTS
_HOLDS = {  # what a JSON file holds, by a word near its start
    UNITS: "content units or judged events",
    EXTRACTS: "extracts, what a system selected",
    "summaryRequests": "facts of CrisisFACTS 2022, which need a pool (Collapsed-*.json) that says who reports them",
    "fact_list": "labels of CrisisFACTS, beside which the pool (Collapsed-*.json) must be named",
    "factText": "a run of CrisisFACTS",
}
_ARTICLES = (".jsonl",)
_BARE_UNITS = re.compile(r'\ufeff?\s*\{\s*("version"\s*:\s*1\s*,\s*)?"topics"\s*:')  # without a format


def kind_of_gold(paths: Sequence[Path], metrics: Sequence[str | Metric] | None = None) -> str:
    """Return what the gold is, by its content: references unless it says that it is something else.

    Folders of plain text look like folders of references; then the metrics tell.
    """
    if metrics and all(parse(metric).evidence == "sources" for metric in metrics):
        return "sources"
    if all(unpacked(path).suffix == ".txt" and path.is_file() for path in paths):
        return "references"
    if paths and all(map(holds_bank, paths)):  # dated nuggets are a timeline, too
        return "references" if {parse(metric).evidence for metric in metrics or ()} == {"references"} else "banks"
    if len(paths) == 1 and paths[0].is_file() and _is_table(paths[0], "nuggets"):
        raise InputError("nugget-folder-expected", paths[0])
    if len(paths) == 1 and paths[0].is_dir() and any(_is_table(file, "nuggets") for file in folder_entries(paths[0])):
        for name in NUGGET_FILES:  # one without the others is an error
            nugget_tables(paths[0], name)
        return "nuggets"
    if any(path.match(POOL) or any(path.glob(POOL)) or any(path.glob(f"*/{POOL}")) for path in paths):
        return "facts"
    formats = [list(_formats(path)) for path in paths]
    for file, name in (each for files in formats for each in files):
        if name in (EXTRACTS, "factText"):
            raise InputError("gold-expected", file, holds=_HOLDS[name])
        if name in ("summaryRequests", "fact_list"):
            raise InputError("gold-not-recognised", file, holds=_HOLDS[name])
    if paths and all(files and all(name == UNITS for _, name in files) for files in formats):
        return "units"
    return "sources" if len(paths) == 1 and _holds_sources(paths[0]) else "references"


def nugget_tables(folder: Path, name: str) -> list[Path]:
    """Return the files that start with a name, such as `updates.tsv` or `updates_sampled.tsv.gz`, shortest first."""
    files = [path for path in folder_entries(folder) if _is_table(path, name)]
    if not files:
        raise InputError("nugget-file-missing", folder, name=name)
    first = min(files, key=lambda path: (len(path.name), path.name))
    return [first, *(path for path in files if path != first)]


def _is_table(path: Path, name: str) -> bool:
    return path.name.startswith(name) and ".tsv" in path.suffixes


def _formats(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the format that each JSON file says it is in, units where it only looks like them; else empty."""
    is_json = path == STANDARD_INPUT or (unpacked(path).suffix.lower() == ".json" and path.is_file())
    for file in files_ending(path, ".json") if path.is_dir() else [path] if is_json else []:
        head = head_of(file)
        named = next((name for name in _HOLDS if f'"{name}"' in head), "")
        yield file, named or (UNITS if _BARE_UNITS.match(head) else "")


def _holds_sources(path: Path) -> bool:
    """Whether a file, or the first one of a folder, starts as articles or posts do; texts say nothing."""
    if (tree := find_tree(path)) or story_files(path):
        return tree is not None and not tree.layout.timelines
    if path.is_dir():
        files = files_ending(path, *_ARTICLES)
        places = () if files else (path, *filter(Path.is_dir, folder_entries(path)))  # its topics
        entries = (file for place in places for file in folder_entries(place))
        tables = any(holds_posts(file) for file in entries if has_ending(file, *TABLES))
        return _holds_sources(files[0]) if files else tables
    return holds_sources(path) if has_ending(path, *_ARTICLES) and path.is_file() else holds_posts(path)


@dataclass(frozen=True)
class FileEvaluation:
    """What `cliometer score` was asked to do; `duplicates=None` leaves repeated dates to the preset.

    `preset=None` is tilse for timelines; one that is given is refused for other gold.
    """

    systems: Sequence[Path]
    references: Sequence[Path]
    metrics: Sequence[str | Metric] | None = None
    preset: str | Preset | None = None
    per_reference: bool = False
    duplicates: Duplicates | None = None
    allow: Allowance = field(default_factory=Allowance)
    backgrounds: Sequence[Path] = ()  # of words, for metrics that read sources
    chance: bool = False  # whether each score gets its chance level
    cache: ScoreCache | None = None

    def run(self, progress: Progress | None = None) -> Results:
        """Read, score, and put what was noticed while reading before what was noticed while scoring."""
        kind = kind_of_gold(self.references, self.metrics)
        if kind == "references" and not self.chance and (self.cache is not None or active_backend().jobs > 1):
            has_topics = any(path.is_dir() or story_files(path) for path in self.references)
            is_one_topic = not self.per_reference and not has_topics
            several = (is_parquet(path) or story_files(path) for path in self.systems)
            if not any(several) and all(is_one_topic or path.is_dir() for path in self.systems):
                return self._run_files(progress)  # each file is an answer, which no single file to several topics is
        evaluation, notes = self.read(kind)
        results = evaluation.run(progress)
        results = replace(results, notes=(*notes, *results.notes))
        return evaluation.with_chance(results) if self.chance else results

    def read(self, kind: str | None = None) -> tuple[Evaluation, tuple[str, ...]]:
        """Read what lies on disk, and return it ready to be scored, with notes of reading."""
        kind = kind or kind_of_gold(self.references, self.metrics)
        if self.backgrounds and kind != "sources":
            raise UsageError("background-needs-sources", references=self.references[0], kind=kind)
        if kind != "references":
            from cliometer.engine.gold_files import read_gold_files  # its readers are not needed for timelines

            return read_gold_files(self, kind)
        evaluation, notes = self.gold_evaluation()
        gold, duplicates = evaluation.gold, evaluation.duplicates or "last"
        tables = list(filter(is_parquet, self.systems))
        runs = self._table_runs(tables, gold, duplicates) if tables else {}
        paths, seen = each_run([path for path in self.systems if path not in tables], gold)
        notes += seen
        names = run_names(paths) if paths or not tables else []
        files = list(map(RunFiles.of, paths))
        oracles = {name: run.oracle for name, run in zip(names, files, strict=True) if run.oracle}
        reader = backend if (backend := active_backend()).shares_files else Serial()
        readings = reader.map(read_files, files, (duplicates, gold, current_form()))
        for name, path, (run, seen) in zip(names, paths, readings, strict=True):
            if name in runs:
                raise InputError("system-in-table", path, name=name)
            runs[name] = fitted(run, not path.is_dir(), gold, self.per_reference)
            notes += seen
        return replace(evaluation, systems=runs, oracles=oracles), (*notes, *self._same_files())

    def _run_files(self, progress: Progress | None) -> Results:
        """Score timelines where they are read."""
        from cliometer.engine.file_scoring import score_files  # few evaluations have workers or a cache

        evaluation, notes = self.gold_evaluation()
        paths, seen = each_run(self.systems, evaluation.gold)
        runs = dict(zip(run_names(paths), map(RunFiles.of, paths), strict=True))
        systems = {
            name: fitted(run.files, not run.is_folder, evaluation.gold, self.per_reference)
            for name, run in runs.items()
        }
        oracles = {name: run.oracle for name, run in runs.items() if run.oracle}
        evaluation = replace(evaluation, systems=systems, oracles=oracles)
        files = [file for run in runs.values() for file in run.files.values()]
        results, file_notes = score_files(evaluation, files, progress)
        for run in runs.values():
            seen += (*run.notes, *(note for file in run.files.values() for note in file_notes.get(file, ())))
        return replace(results, notes=(*notes, *seen, *self._same_files(), *results.notes))

    def _table_runs(
        self, paths: Sequence[Path], gold: Mapping[str, ReferenceSet], duplicates: Duplicates
    ) -> dict[str, Mapping[str, Timeline]]:
        from cliometer.io.timeline_parquet import read_parquet_runs

        runs: dict[str, Mapping[str, Timeline]] = {}
        for path in paths:
            for name, run in read_parquet_runs(path, duplicates).items():
                if name in runs:
                    raise InputError("system-in-other-table", path, name=name)
                runs[name] = fitted(run, len(run) == 1 and not path.is_dir(), gold, self.per_reference)
        return runs

    def plan(self) -> ShardPlan:
        """Return what is to be scored in pieces; tables are read when their piece is scored, all else at once."""
        from cliometer.engine.shard_writing import plan_answers, plan_tables

        kind = kind_of_gold(self.references, self.metrics)
        if kind == "references" and self.systems and all(map(is_parquet, self.systems)):
            return plan_tables(self.systems, *self.gold_evaluation())
        return plan_answers(*self.read(kind))

    def gold_evaluation(self) -> tuple[Evaluation, tuple[str, ...]]:
        """Return the evaluation of timelines without systems, and what was noticed while the references were read."""
        preset = Preset.parse("tilse" if self.preset is None else self.preset)
        metrics = chosen(self.metrics, preset=preset)
        for path in (*self.systems, *self.references):
            for file, name in _formats(path):
                if name:
                    order = "; if the two were swapped, write RUN GOLD" if name == UNITS else ""
                    raise InputError("gold-mixed", file, holds=_HOLDS[name], order=order)
        duplicates = self.duplicates or preset.duplicates
        try:
            gold, notes = read_gold(self.references, duplicates)
        except FormatError as error:
            raise self._with_remedy(error) from None
        if self.per_reference:
            gold = per_reference(gold)
        evaluation = Evaluation(
            {}, gold, metrics, preset=preset, allow=self.allow, uncountable="error", duplicates=duplicates,
            per_reference=self.per_reference, cache=self.cache, data=data_label(self.references),
        )  # fmt: skip
        return evaluation, notes

    def _same_files(self) -> Iterator[str]:
        """Yield a note where the same file is on both sides, or twice among the references: mostly a slip."""
        real = [path.resolve() for path in self.references]
        for place, path in enumerate(real):
            if path in real[:place]:
                yield f"{self.references[place]}: the reference was given twice, and counts twice"
        for system in self.systems:
            if system.resolve() in real:
                yield f"{system}: the same file is system and reference; was that meant?"

    def _with_remedy(self, error: FormatError) -> FormatError:
        """Return the error with a remedy: a text without dates may be a source, if a metric of sources is named."""
        path = Path(error.path or "")
        text = read_text(path) if unpacked(path).suffix.lower() == ".txt" and not self.metrics else ""
        if not text.strip() or starts_like_a_timeline(text):
            return error
        remedy = "if it is a plain text, a source of the summaries, name a metric of sources: -m jsd"
        if any(kind_of_gold([path]) == "sources" for path in self.systems):
            remedy = "the first path holds sources: if the two were swapped, write RUN SOURCES"
        return FormatError("format-other-reading", error.path, error.line, message=error.message, remedy=remedy)


def fitted(run: Mapping[str, V], is_file: bool, gold: Mapping[str, Any], per_reference: bool) -> Mapping[str, V]:
    """Return the answers of a run by task: a single file answers the single topic, one file a topic each reference."""
    if run.keys() == gold.keys():
        return run
    parents = {topic: topic.partition("/")[0] if per_reference else topic for topic in gold}
    if is_file and len(set(parents.values())) == 1:
        return dict.fromkeys(gold, next(iter(run.values())))
    if not per_reference:
        return run
    shared = {topic: run[parent] for topic, parent in parents.items() if parent in run}
    kept = {topic: answer for topic, answer in run.items() if topic not in parents.values()}
    return {**kept, **shared}


def read_gold(paths: Sequence[Path], duplicates: Duplicates) -> tuple[dict[str, ReferenceSet], tuple[str, ...]]:
    """Read a benchmark folder, or files that are all references of one topic; none may be empty."""
    if not paths:
        raise UsageError("references-not-given")
    folders = [path for path in paths if path.is_dir()]
    if folders and len(paths) > 1:
        raise UsageError("references-folder-among-files", folders=folders[0])
    gold, notes = read_references(paths[0], duplicates)
    if len(paths) > 1:
        timelines = list(next(iter(gold.values())))
        for path in paths[1:]:
            references, seen = read_references(path, duplicates)
            timelines += next(iter(references.values()))
            notes += seen
        gold = {topic_of(paths): ReferenceSet(timelines)}
    refuse_empty_references(gold)
    return gold, notes


def topic_of(paths: Sequence[Path]) -> str:
    """Return the folder that the references share, else the first file."""
    folders, stem = {path.parent for path in paths}, unpacked(paths[0]).stem
    return folders.pop().name or stem if len(folders) == 1 else stem


def run_names(paths: Sequence[Path]) -> list[str]:
    """Return file or folder names without endings; whole paths where two would be the same."""
    if not paths:
        raise UsageError("systems-not-given")
    for path, times in Counter(paths).items():
        if times > 1:
            raise UsageError("system-given-twice", path=path, times=times)
    names = [Path(abspath(path)).name if path.is_dir() else unpacked(path).stem for path in paths]
    taken = Counter(names)
    return [str(path) if taken[name] > 1 else name for name, path in zip(names, paths, strict=True)]
