"""Gold in files other than timelines: units and judged events, nuggets of TREC-TS, sources, backgrounds of
a corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, cast

from cliometer.engine.evaluation import Allowance, Evaluation, measurable
from cliometer.engine.file_evaluation import NUGGET_FILES, left_out, nugget_file, run_names, topic_of
from cliometer.errors import InputError, UsageError
from cliometer.io.backgrounds import WORDFREQ, is_background, read_background
from cliometer.io.run_folders import each_run, read_extract_run, read_summaries
from cliometer.io.topic_folders import Documents, read_sources, read_topic_sources, read_unit_gold, texts_in
from cliometer.io.trec_ts import read_judgements, read_runs
from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import parse
from cliometer.metrics.nuggets.gain import Rules
from cliometer.metrics.nuggets.temporal import trust_notes
from cliometer.metrics.sources.corpus import Corpus, tallied
from cliometer.model.documents import Background, SummaryText, WordForm
from cliometer.model.extracts import Extract, ExtractKind
from cliometer.spelling import listed
from cliometer.text.source_words import count

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
        runs: dict[str, Mapping[str, SummaryText]] = {}
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
            return read_topic_sources(self._files(), topic_of(self.sources))
        texts = texts_in(first) if first.is_dir() and not any(map(Path.is_dir, self.systems)) else []
        if not texts or {text.stem for text in texts} & {system.stem for system in self.systems}:
            return read_sources(first)
        found, notes = read_topic_sources(texts, first.resolve().name)
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
        self, run: Mapping[str, SummaryText], path: Path, documents: Mapping[str, Documents]
    ) -> Mapping[str, SummaryText]:
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
    runs: Mapping[str, Mapping[str, SummaryText]]
    scored: Sequence[str]
    notes: tuple[str, ...]


def _answered(
    runs: Mapping[str, Mapping[str, SummaryText]], paths: Sequence[Path], documents: Mapping[str, Documents]
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
    run: Mapping[str, SummaryText], path: Path, documents: Mapping[str, Documents], sources: Path
) -> InputError:
    """Most likely the file is not named after its topic, or a folder of systems is taken for one."""
    topics = f"{sources} ({listed(documents, _SHOWN)})"
    if list(run) == [path.stem]:
        return InputError(
            f"is named after no topic of {topics}; call it <topic>{path.suffix}, or name the file or folder "
            "of its topic as the sources",
            path,
        )
    each = f", or, if each file is a system, write {path}/* -r {sources}" if len(documents) == 1 else ""
    return InputError(
        f"answers {listed(run, _SHOWN)}, none of them a topic of {topics}; "
        f"a run holds a file <topic>.txt for each topic{each}",
        path,
    )


Read = tuple[Evaluation, tuple[str, ...]]


@dataclass(frozen=True)
class GoldFiles:
    """What `cliometer score` was asked to do where the gold is not timelines."""

    systems: Sequence[Path]
    gold: Sequence[Path]
    metrics: Sequence[str | Metric] | None = None
    allow: Allowance = field(default_factory=Allowance)
    backgrounds: Sequence[Path] = ()

    def read(self, kind: str) -> Read:
        """What lies on disk, ready to be scored, and what was noticed while reading."""
        readers = {"units": self.of_units, "nuggets": self.of_nuggets, "sources": self.of_sources}
        return readers[kind]()

    def of_units(self) -> Read:
        """Units or events: whichever the metrics read; where none is named, what the files hold."""
        found = read_unit_gold(self.gold)
        topics: dict[str, Mapping[str, Any]] = {
            "units": {topic.id: topic for topic in found.units},
            "events": {topic.id: topic for topic in found.events},
        }
        kind = self._kind(topics)
        other = "events" if kind == "units" else "units"
        of: ExtractKind = "mentions" if kind == "units" else "sentences"
        runs: dict[str, dict[str, Extract]] = {}
        notes = found.notes
        for path in self.systems:
            answers, seen = read_extract_run(path, topics[kind], of)
            notes += seen
            for system, extracts in answers.items():
                if system in runs:
                    raise InputError(f"the system {system} stands in another run already; rename one", path)
                runs[system] = extracts
        evaluation = self._evaluation(kind, runs, topics[kind])
        return evaluation, (*notes, *self._others(runs, kind, topics[kind], other, topics[other]))

    def _others(
        self,
        runs: Mapping[str, Mapping[str, Extract]],
        kind: str,
        own: Mapping[str, Any],
        other: str,
        topics: Mapping[str, Any],
    ) -> Iterator[str]:
        """What the gold holds of the other kind is not scored; runs that answer both are asked which."""
        ways = {"units": "content units (-m pyramid)", "events": "judged events (-m nu)"}
        answered = [t for run in runs.values() for t in run if t in topics and t not in own]
        if answered and self.allow.extra == "error":
            raise UsageError(
                f"runs answer topics with {ways[kind]} and with {ways[other]}, the latter for {answered[0]}; "
                "score them apart: name the metric, and leave the others out with --extra skip"
            )
        if topics:
            yield f"not scored: topics with {ways[other]}: {', '.join(topics)}"

    def of_nuggets(self) -> Read:
        """A folder of nuggets, matches and updates; a file may hold several runs."""
        judged = read_judgements(*(nugget_file(self.gold[0], name) for name in NUGGET_FILES))
        submitted = read_runs(self.systems, judged.topics)
        runs = {f"{run.team}/{run.name}": run.topics for run in submitted.runs}
        evaluation = self._evaluation("nuggets", runs, judged.topics)
        trust = trust_notes(cast("Sequence[Rules]", evaluation.metrics), judged.topics, runs)
        return evaluation, (*left_out(self.gold[0]), *judged.notes, *submitted.notes, *trust)

    def of_sources(self) -> Read:
        """The documents of topics, and summaries of them: timelines or plain texts."""
        found = SourceFiles(self.systems, self.gold).read()
        backgrounds = [read_background(path) for path in self.backgrounds]
        remarks = (background.remark for background in backgrounds if background.remark)
        corpus = Corpus(found.documents, backgrounds)
        topics = corpus.topics()
        gold = {topic: topics[topic] for topic in found.scored}
        return self._evaluation("sources", found.runs, gold), (*found.notes, *remarks)

    def _kind(self, topics: Mapping[str, Mapping[str, Any]]) -> str:
        asked = {parse(metric).evidence for metric in self.metrics or ()}
        if len(asked) > 1:
            raise UsageError(
                "some of these metrics read content units, others judged events; score them apart"
            )
        kind = asked.pop() if asked else "units" if topics["units"] else "events"
        if kind in topics and not topics[kind]:
            held = "judged events" if kind == "units" else "content units"
            raise InputError(f"holds {held} only, which these metrics do not read", self.gold[0])
        return kind if kind in topics else "units"

    def _evaluation(
        self, kind: str, runs: Mapping[str, Mapping[str, Any]], gold: Mapping[str, Any]
    ) -> Evaluation:
        metrics, aside = measurable(self.metrics, kind, gold)
        return Evaluation(runs, gold, metrics, kind, allow=self.allow, aside=aside)


def build_background(
    paths: Sequence[str | PathLike[str]], form: WordForm
) -> tuple[Background, tuple[str, ...]]:
    """Count all documents of all topics; and notes on what was forgiven while reading."""
    documents = []
    names: list[str] = []
    notes: tuple[str, ...] = ()
    for path in _corpora(paths):
        topics, seen = read_sources(path)
        notes += seen
        names += topics
        documents += [text for texts in topics.values() for text in texts]
    background = tallied([count(text.lines, form) for text in documents], form, "corpus")
    if not background.counts:
        raise InputError(f"no word of it is counted as {form}; --tokens unicode reads every script", paths[0])
    if len(names) == 1:
        notes += (f"the corpus is one topic, {names[0]}, whose own words will not stand out against it",)
    return background, notes


def _corpora(paths: Sequence[str | PathLike[str]]) -> Iterator[Path]:
    """Each path once; what is a background already is none."""
    known: set[Path] = set()
    for path in map(Path, paths):
        if path.resolve() in known:
            raise UsageError(f"the corpus {path} was given twice; name it once")
        known.add(path.resolve())
        if path.is_file() and is_background(path):
            raise InputError("is a background already; name the corpus to count", path)
        if str(path) == WORDFREQ and not path.exists():
            raise UsageError("wordfreq needs no building; write --background wordfreq where one is wanted")
        yield path
