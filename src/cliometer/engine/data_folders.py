"""What a folder of data is: the data sets of which it holds copies, what its parts hold, and which articles leak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from cliometer.engine.file_evaluation import NUGGET_FILES, POOL, kind_of_gold, nugget_tables
from cliometer.errors import CliometerError, InputError, UsageError
from cliometer.io.articles import CorpusFiles
from cliometer.io.entries import read_gold_entries
from cliometer.io.folders import read_references, timeline_files
from cliometer.io.frames import DocumentResult
from cliometer.io.manifests import (
    Manifest,
    find_copy,
    folder_files,
    is_about,
    layout_counts,
    spell_manifest,
    text_digest,
)
from cliometer.io.text_files import existing, files_below, folder_entries, unpacked
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.trec_ts import read_judgements
from cliometer.model.notes import Note
from cliometer.model.timeline import ReferenceSet
from cliometer.model.when import When
from cliometer.spelling import listed, many
from cliometer.systems.timelines.leaks import Leak, ReferenceLines

_DEPTH = 2  # folders in folders in which parts are looked for
_INNER = ("inputdocs", "articles", "documents", "docs")  # folders of articles beside one of timelines
_UNKNOWN = "not recognised"


@dataclass(frozen=True)
class DataPart:
    """What a folder holds, by our readers; `.` is the folder itself. What is not counted is None."""

    part: str
    holds: str
    files: int
    topics: int | None = None
    timelines: int | None = None
    dates: int | None = None
    repeated: int | None = None
    sentences: int | None = None
    articles: int | None = None
    first: When | None = None
    last: When | None = None

    @property
    def counts(self) -> str:
        """What is counted, in words."""
        nouns = {"topic": self.topics, "timeline": self.timelines, "date": self.dates, "repeated date": self.repeated}
        nouns |= {"sentence": self.sentences, "article": self.articles}
        numbers = [many(count, noun) for noun, count in nouns.items() if count is not None]
        span = [f"{self.first} to {self.last}"] if self.first else []
        return f"{self.part}: {', '.join([self.holds, many(self.files, 'file'), *numbers, *span])}"


@dataclass(frozen=True)
class KnownData:
    """A data set that a folder holds, or a part of it: how it differs from its manifest, and what is known of it.

    `state` is `complete`, `changed`, or `layout` where only numbers of files are known.
    """

    name: str
    state: str
    folder: str
    part: str
    label: str
    expected: int
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    layout: Mapping[str, int]
    about: Mapping[str, str]
    quirks: tuple[str, ...]
    commands: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class FolderReport(DocumentResult):
    """What a folder is; `names` is a digest of the sorted names and sizes of its files."""

    kind: ClassVar[str] = "data"
    tables: ClassVar[Mapping[str, str]] = {"parts": "parts", "data": "data", "leaks": "leaks"}
    folder: str
    files: int
    size: int
    names: str
    data: tuple[KnownData, ...]
    parts: tuple[DataPart, ...]
    leaks: tuple[Leak, ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Whether the folder has a copy of a known data set that differs from its manifest."""
        return any(each.state == "changed" for each in self.data)

    def manifest(self) -> str:
        """Return a manifest of the folder, a text in TOML."""
        return spell_manifest(Path(self.folder), "; ".join(part.counts for part in self.parts))


def report_folder(folder: Path, manifests: Iterable[Manifest], articles: Path | None = None) -> FolderReport:
    """Describe a folder; with articles, find those that hold a reference."""
    if not existing(folder).is_dir():
        raise InputError("data-folder-expected", folder)
    files = folder_files(folder)
    if not files:
        raise InputError("data-folder-empty", folder)
    sizes = {path: file.stat().st_size for path, file in files.items()}
    report = FolderReport(
        str(folder),
        len(files),
        sum(sizes.values()),
        text_digest(f"{size} {path}" for path, size in sizes.items()),
        tuple(each for manifest in manifests if (each := _known(manifest, files, folder))),
        tuple(_parts(folder, folder, _DEPTH)),
    )
    return report if articles is None else _with_leaks(report, articles)


def _known(manifest: Manifest, files: Mapping[str, Path], folder: Path) -> KnownData | None:
    """Return what a folder has of a data set; None for nothing."""
    about = manifest.about
    if (counts := layout_counts(manifest, files)) is not None:
        commands = tuple(command.replace("{folder}", str(folder)) for command in manifest.commands)
        return KnownData(
            manifest.name, "layout", ".", "", manifest.name, 0, (), (), (), counts, about, manifest.quirks, commands
        )
    if (copy := find_copy(manifest, files)) is None:
        return None
    home, inside = (folder / copy.home).as_posix(), f"{{folder}}/{copy.part}".rstrip("/")
    commands = tuple(command.replace(inside, home) for command in manifest.commands if inside in command)
    differences = tuple(copy.changed), tuple(copy.missing), tuple(copy.extra)
    return KnownData(
        manifest.name, "changed" if any(differences) else "complete", copy.home.rstrip("/") or ".",
        copy.part.rstrip("/"), copy.label, len(copy.entries), *differences, {}, about, manifest.quirks, commands,
    )  # fmt: skip


# The parts of a folder: each is what one of our readers reads.


def _parts(folder: Path, root: Path, depth: int) -> list[DataPart]:
    """Return the parts of a folder: itself, the folders inside it, or that nothing is recognised."""
    name, files = folder.relative_to(root).as_posix(), files_below(folder)
    if parts := list(_recognised(folder, name, len(files))):
        return parts
    folders = [entry for entry in folder_entries(folder) if entry.is_dir() and not entry.is_symlink()]
    inner = [part for entry in folders for part in _parts(entry, root, depth - 1)] if depth else []
    if all(part.holds.startswith(_UNKNOWN) for part in inner):
        return [_unknown(name, files)] if files else []
    beside = [entry for entry in folder_entries(folder) if entry.is_file()]
    return [*inner, *([_unknown(name, beside)] if beside else [])]


def _unknown(name: str, files: list[Path]) -> DataPart:
    endings = Counter(unpacked(file).suffix or file.name for file in files if not is_about(file.name))
    kinds = listed((f"{count} {ending}" for ending, count in endings.most_common()), 3)
    return DataPart(name, f"{_UNKNOWN} ({kinds})" if endings else "about the data", len(files))


def _recognised(folder: Path, name: str, files: int) -> Iterator[DataPart]:
    """Yield what our readers find in a folder."""
    try:
        kind = kind_of_gold([folder])
        if kind == "references":
            yield from _timelines(folder, name)
        else:
            yield _COUNTED[kind](folder, DataPart(name, kind, files))
    except CliometerError as error:
        if "holds" in error.values:  # a file of CrisisFACTS that is no gold alone
            yield DataPart(name, str(error.values["holds"]).partition(",")[0], files)


def _timelines(folder: Path, name: str) -> Iterator[DataPart]:
    """Yield timelines, which may be references or a run, and the articles beside them."""
    files = [file.relative_to(folder) for file in files_below(folder)]
    articles = [
        file
        for file in files
        if file.name.startswith("articles") or any(part.lower() in _INNER for part in file.parts[:-1])
    ]
    others = [file for file in files if not is_about(file.name) and file not in articles and file.stem != "keywords"]
    used = sum(map(len, timeline_files(folder, []).values()))
    if 2 * used >= len(others):
        gold, entries = read_references(folder, "append")[0], read_gold_entries(folder)[0]
        timelines = [timeline for references in gold.values() for timeline in references]
        days = [when for timeline in timelines for when in timeline.dates]
        blocks = sum(len(each) for references in entries.values() for each in references.values())
        sentences = sum(len(lines) for timeline in timelines for lines in timeline.values())
        yield DataPart(
            name, "timelines", used, len(gold), len(timelines), len(days), blocks - len(days), sentences,
            first=min(days, default=None), last=max(days, default=None),
        )  # fmt: skip
    if articles:
        yield _articles(folder, DataPart(name, "articles", len(articles)))


def _articles(folder: Path, part: DataPart) -> DataPart:
    first = last = None
    topics, articles = set[str](), 0
    for topic, article in CorpusFiles.find(folder).texts():
        topics.add(topic)
        articles += 1
        first, last = min(first or article.date, article.date), max(last or article.date, article.date)
    return replace(part, holds="articles", topics=len(topics), articles=articles, first=first, last=last)


def _nuggets(folder: Path, part: DataPart) -> DataPart:
    judged = read_judgements(*(nugget_tables(folder, name)[0] for name in NUGGET_FILES))
    return replace(part, topics=len(judged.topics))


def _facts(folder: Path, part: DataPart) -> DataPart:
    return replace(part, holds=f"facts, {many(sum(1 for _ in folder.rglob(POOL)), 'request')}")


def _units(folder: Path, part: DataPart) -> DataPart:
    gold = read_unit_gold([folder])
    return replace(part, topics=len({topic.id for topic in gold.units} | {topic.id for topic in gold.events}))


_COUNTED: dict[str, Callable[[Path, DataPart], DataPart]] = {
    "nuggets": _nuggets,
    "facts": _facts,
    "units": _units,
    "sources": _articles,
}


def _with_leaks(report: FolderReport, path: Path) -> FolderReport:
    """Return the report with the articles that hold one of its references nearly word for word."""
    homes = [Path(report.folder) / part.part for part in report.parts if part.timelines]
    if len(homes) != 1:
        rule = "leaks-references-several" if homes else "leaks-without-references"
        raise UsageError(rule, folder=report.folder, homes=listed(map(str, homes)))
    gold: dict[str, ReferenceSet] = read_references(homes[0], "append")[0]
    corpus = CorpusFiles.find(path)
    if len(gold) == len(corpus.topics) == 1:  # whatever the names of the files
        gold = dict(zip(corpus.topics, gold.values(), strict=True))
    if not gold.keys() & corpus.topics.keys():
        raise UsageError("articles-references-disjoint", corpus=", ".join(corpus.topics), gold=", ".join(gold))
    lines = ReferenceLines(gold)
    leaks = tuple(
        leak for topic, text in corpus.texts() if topic in gold for leak in lines.leaks(topic, text.id, text.text)
    )
    alone = sorted(gold.keys() ^ corpus.topics.keys())
    notes = [Note.of("leaks-unchecked", topics=listed(alone))] if alone else []
    return replace(report, leaks=leaks, notes=(*notes, *corpus.notes))
