"""What a folder of data is: the data sets of which it holds copies, what its parts hold, and which articles leak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from cliometer.engine.file_evaluation import kind_of_gold
from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.io.articles import CorpusFiles
from cliometer.io.entries import read_gold_entries
from cliometer.io.folders import read_references
from cliometer.io.frames import DocumentResult
from cliometer.io.layouts import find_tree, layout_name
from cliometer.io.manifests import KnownData, Manifest, digest_of, folder_files, recognise_data, spell_manifest
from cliometer.io.stories import story_files
from cliometer.io.text_files import existing, files_below, folder_entries, unpacked
from cliometer.model.notes import Note
from cliometer.spelling import listed
from cliometer.systems.timelines.leaks import Leak, find_leaks

_DEPTH = 2  # folders in folders in which parts are looked for
_INNER = {"inputdocs", "articles", "documents", "docs"}  # folders of articles beside one of timelines
_UNKNOWN = "not recognised"


@dataclass(frozen=True)
class DataPart:
    """What a folder holds, by our readers: `.` is the folder itself; `layout` is that of a data set."""

    part: str
    holds: str
    files: int
    counts: Mapping[str, int]
    first: str | None = None
    last: str | None = None
    layout: str | None = None


@dataclass(frozen=True, repr=False)
class FolderReport(DocumentResult):
    """What a folder is; `names` is a digest of the sorted names and sizes of its files."""

    kind: ClassVar[str] = "data"
    tables: ClassVar[Mapping[str, str]] = {"parts": "parts", "leaks": "leaks"}
    folder: str
    files: int
    size: int
    names: str
    data: tuple[KnownData, ...]
    parts: tuple[DataPart, ...]
    leaks: tuple[Leak, ...] | None = None
    notes: tuple[str, ...] = ()

    def manifest(self) -> str:
        """Return a manifest of the folder, a text in TOML."""
        return spell_manifest(Path(self.folder))


def report_folder(folder: Path, manifests: Iterable[Manifest], articles: Path | None = None) -> FolderReport:
    """Describe a folder; with articles, find those that hold a reference."""
    if not existing(folder).is_dir():
        raise InputError("data-folder-expected", folder)
    files = folder_files(folder)
    if not files:
        raise InputError("data-folder-empty", folder)
    sizes = {path: file.stat().st_size for path, file in files.items()}
    names = digest_of(f"{size} {path}" for path, size in sizes.items())
    data = tuple(each for manifest in manifests if (each := recognise_data(manifest, files)))
    parts = tuple(_parts(folder, folder, _DEPTH))
    leaks, notes = (None, ()) if articles is None else _leaks(folder, parts, articles)
    return FolderReport(str(folder), len(files), sum(sizes.values()), names, data, parts, leaks, notes)


def _parts(folder: Path, root: Path, depth: int) -> list[DataPart]:
    """Return the parts of a folder: itself, the folders inside it, or that nothing is recognised."""
    name, entries = folder.relative_to(root).as_posix(), folder_entries(folder)
    if parts := list(_recognised(folder, name)):
        return parts
    folders = [entry for entry in entries if entry.is_dir() and not entry.is_symlink()]
    inner = [part for entry in folders for part in _parts(entry, root, depth - 1)] if depth else []
    if all(part.holds.startswith(_UNKNOWN) for part in inner):
        inner, entries = [], files_below(folder)
    kinds = Counter(unpacked(entry).suffix or entry.name for entry in entries if entry.is_file())
    endings = listed((f"{count} {ending}" for ending, count in kinds.most_common()), 3)
    return [*inner, DataPart(name, f"{_UNKNOWN} ({endings})", kinds.total(), {})] if kinds else inner


def _recognised(folder: Path, name: str) -> Iterator[DataPart]:
    """Yield what our readers find in a folder, or in a file of it."""
    inner = folder_entries(folder) if folder.is_dir() else []
    has_stories = any(each.is_dir() and story_files(each) for each in inner)
    if has_stories or ((tree := find_tree(folder)) and tree.has_neighbours):
        return  # whose parts are described one by one
    files = [file.relative_to(folder) for file in files_below(folder)] if inner else [Path(folder.name)]
    try:
        kind = kind_of_gold([folder])
        if kind == "references":
            yield from _timelines(folder, name, files)
        elif kind == "sources":
            yield _articles(folder, name, len(files), layout_name(folder))
        else:
            yield DataPart(name, kind, len(files), {})
    except CliometerError as error:
        if error.rule == "lfs-pointer":
            yield DataPart(name, "Git LFS pointers, not the data", len(files), {})
        elif error.rule == "topic-in-two-files":  # splits that share stories
            for file in inner:
                yield from _recognised(file, (Path(name) / file.name).as_posix())
        elif "holds" in error.values:  # a file of CrisisFACTS that is no gold alone
            yield DataPart(name, str(error.values["holds"]).partition(",")[0], len(files), {})


def _timelines(folder: Path, name: str, files: list[Path]) -> Iterator[DataPart]:
    """Yield timelines, of references or of a run, and articles beside them."""
    gold, entries = read_references(folder, "append")[0], read_gold_entries(folder)[0]
    layout = layout_name(folder)
    if not layout and 2 * len(gold) <= sum(entry.is_dir() for entry in folder_entries(folder)):
        return  # the folders are no topics
    timelines = [timeline for references in gold.values() for timeline in references]
    days = sorted(when for timeline in timelines for when in timeline.dates)
    counts = {"topics": len(gold), "timelines": len(timelines), "dates": len(days)}
    written = sum(len(each) for references in entries.values() for each in references.values())
    counts |= {"repeated": written - len(days)}
    counts |= {"sentences": sum(len(lines) for timeline in timelines for lines in timeline.values())}
    inner = (file.name.startswith("articles") or {*map(str.lower, file.parts[:-1])} & _INNER for file in files)
    beside = _corpus_size(folder) if layout else sum(map(bool, inner))
    shared = beside if beside < len(files) else 0  # a file of stories holds both
    first, last = (str(days[0]), str(days[-1])) if days else (None, None)
    yield DataPart(name, "timelines", len(files) - shared, counts, first, last, layout)
    if beside:
        yield _articles(folder, name, beside, layout)


def _corpus_size(folder: Path) -> int:
    """Return the number of files of articles of a folder in the layout of a data set."""
    try:
        return len({file for files in CorpusFiles.find(folder).topics.values() for file in files})
    except InputError:
        return 0


def _articles(folder: Path, name: str, files: int, layout: str | None) -> DataPart:
    articles = Counter((topic, article.date) for topic, article in CorpusFiles.find(folder).texts())
    counts = {"topics": len({topic for topic, _ in articles}), "articles": articles.total()}
    days = sorted(day for _, day in articles)
    first, last = (str(days[0]), str(days[-1])) if days else (None, None)
    return DataPart(name, "articles", files, counts, first, last, layout)


def _leaks(folder: Path, parts: Iterable[DataPart], path: Path) -> tuple[tuple[Leak, ...], tuple[str, ...]]:
    """Return the articles that hold references of the folder, and notes."""
    homes = [folder / part.part for part in parts if part.holds == "timelines"]
    if len(homes) != 1:
        rule = "leaks-references-several" if homes else "leaks-without-references"
        raise UsageError(rule, folder=folder, homes=listed(map(str, homes)))
    gold, corpus = read_references(homes[0], "append")[0], CorpusFiles.find(path)
    leaks = find_leaks(gold, corpus.topics, ((topic, text.id, text.text) for topic, text in corpus.texts()))
    alone = sorted(gold.keys() ^ corpus.topics.keys()) if len(gold) + len(corpus.topics) > 2 else []
    notes = [Note.of("leaks-unchecked", topics=listed(alone))] if alone else []
    return leaks, (*notes, *corpus.notes)
