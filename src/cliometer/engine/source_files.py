"""Sources on disk and the summaries of them: which files are documents, and which topics a run answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.engine.files import run_names, topic_of
from cliometer.errors import InputError, UsageError
from cliometer.io.run_folders import each_run
from cliometer.io.source_folders import Documents, read_sources, read_topic, texts_in
from cliometer.io.summary_runs import read_summaries
from cliometer.model.source_texts import Summary

_SHOWN = 5  # names of topics in a message


@dataclass(frozen=True)
class SourceFiles:
    """What was named as sources, and as summaries of them."""

    systems: Sequence[Path]
    sources: Sequence[Path]

    def read(self) -> ReadSources:
        """Everything, and what was noticed."""
        documents, notes = self._documents()
        paths, seen = each_run(self.systems, documents)
        notes += seen
        runs: dict[str, Mapping[str, Summary]] = {}
        for name, path in zip(run_names(paths), paths, strict=True):
            run, seen = read_summaries(path)
            runs[name] = self._fitted(run, path, documents)
            notes += seen
        scored = _answered(runs, paths, documents)
        return ReadSources(documents, runs, scored, (*notes, *_others(documents, scored)))

    def _documents(self) -> tuple[dict[str, Documents], tuple[str, ...]]:
        """Several files are the documents of one topic; so are texts in a folder, for a single summary."""
        first, *others = self.sources
        if others:
            return read_topic(self._files(), topic_of(self.sources))
        texts = texts_in(first) if first.is_dir() and not any(map(Path.is_dir, self.systems)) else []
        if not texts or {text.stem for text in texts} & {system.stem for system in self.systems}:
            return read_sources(first)
        found, notes = read_topic(texts, first.resolve().name)
        return found, (f"{first}: its texts ({len(texts)}) were read as the documents of one topic", *notes)

    def _files(self) -> Sequence[Path]:
        folders = [path for path in self.sources if path.is_dir()]
        if folders:
            raise UsageError(
                f"several sources must all be files of one topic, but {folders[0]} is a folder; "
                "give one folder, SOURCES/<topic>.jsonl or SOURCES/<topic>/*.txt"
            )
        return self.sources

    def _fitted(
        self, run: Mapping[str, Summary], path: Path, documents: Mapping[str, Documents]
    ) -> Mapping[str, Summary]:
        """A single summary answers the single topic, whatever its file is called."""
        if not path.is_dir() and len(documents) == 1 and list(run) == [path.stem]:
            return dict.fromkeys(documents, run[path.stem])
        if run and not any(topic in documents for topic in run):
            raise _strange(run, path, documents, self.sources[0])
        return run


@dataclass(frozen=True)
class ReadSources:
    """Documents by topic, summaries by system and topic, and the topics that are to be scored."""

    documents: Mapping[str, Documents]
    runs: Mapping[str, Mapping[str, Summary]]
    scored: Sequence[str]
    notes: tuple[str, ...]


def _answered(
    runs: Mapping[str, Mapping[str, Summary]], paths: Sequence[Path], documents: Mapping[str, Documents]
) -> list[str]:
    """All topics; where every system is one file on the same topic, that one."""
    topics = {topic for run in runs.values() for topic in run}
    is_single = len(topics) == 1 and not any(path.is_dir() for path in paths)
    return list(topics) if is_single else list(documents)


def _others(documents: Mapping[str, Documents], scored: Sequence[str]) -> Iterator[str]:
    others = len(documents) - len(scored)
    if others:
        yield f"scored on the topic {scored[0]} only; the others ({others}) serve as background"


def _strange(
    run: Mapping[str, Summary], path: Path, documents: Mapping[str, Documents], sources: Path
) -> InputError:
    """Most likely the file is not named after its topic, or a folder of systems is taken for one."""
    topics = f"{sources} ({_some(documents)})"
    if list(run) == [path.stem]:
        return InputError(
            f"is named after no topic of {topics}; call it <topic>{path.suffix}, or name the file or folder "
            "of its topic as the sources",
            path,
        )
    each = f", or, if each file is a system, write {path}/* -r {sources}" if len(documents) == 1 else ""
    return InputError(
        f"answers {_some(run)}, none of them a topic of {topics}; "
        f"a run holds a file <topic>.txt for each topic{each}",
        path,
    )


def _some(topics: Mapping[str, object]) -> str:
    shown = ", ".join(list(topics)[:_SHOWN])
    return shown if len(topics) <= _SHOWN else f"{shown} and {len(topics) - _SHOWN} more"
