"""From dated articles to timelines: tasks, folds of training, runs in files, and a record of all that was used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from cliometer.errors import FormatError, InputError, UsageError, unknown
from cliometer.grouping import by_key
from cliometer.io.articles import read_corpus
from cliometer.io.folders import RECORD, read_references
from cliometer.io.frames import DocumentResult
from cliometer.io.lines import numbered_lines
from cliometer.io.run_folders import folder_name
from cliometer.io.text_files import read_text, write_whole
from cliometer.io.timelines import format_named, labels
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.documents import Article
from cliometer.model.notes import Note
from cliometer.model.records import OMITTED, JsonDocument, head, renamed
from cliometer.model.sources import first_repeat
from cliometer.model.timeline import OracleRun, ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.spelling import listed, many
from cliometer.systems.timelines.generator import RULES, Cut, Generator, Model, Rules, TimelineTask, generators
from cliometer.systems.timelines.leaks import find_leaks, leak_note
from cliometer.systems.timelines.store import ArticleStore, tagged
from cliometer.text.annotate.annotator import foreign_note
from cliometer.text.time_tags import tagger_version

_AROUND = 31  # days before the first article and after the last of which articles may tell
_NAMED = 3  # tasks and dates that a note names
_FEW = "too few days of the span are in the articles"
_UNTOLD = "the articles have no sentence that it may take for dates of references"
_FURTHER = "its rules open no further date"
ArticleTopics = Mapping[str, Sequence[Article]]
References = Mapping[str, ReferenceSet]


@dataclass(frozen=True)
class Lengths:
    """How long timelines are to be where no reference says so."""

    dates: int
    sentences: int = 1
    first: When | None = None
    last: When | None = None

    def __post_init__(self) -> None:
        if min(self.dates, self.sentences) < 1:
            raise UsageError("timeline-size-too-small", dates=self.dates, sentences=self.sentences)
        if self.first and self.last and self.first.first > self.last.last:
            raise UsageError("span-ends-early", last=self.last, first=self.first)

    def task(self, topic: str, articles: Sequence[Article], keywords: Sequence[str], rules: Rules) -> TimelineTask:
        """Return the task of a topic; the span is that of its articles, and of what they tell, where none was given."""
        around = _AROUND if rules == "open" else 0
        first = self.first.first if self.first else min(article.date.first for article in articles) - around
        last = self.last.last if self.last else max(article.date.last for article in articles) + around
        task = TimelineTask(topic, self.dates, self.sentences, self.dates * self.sentences, first, last)
        return replace(task, keywords=tuple(keywords), rules=rules)


@dataclass(frozen=True)
class SourcedSentence:
    """A sentence of a timeline, with its day and the id of the article that it stands in."""

    date: When
    sentence: str
    article: str


@dataclass(frozen=True)
class GeneratedTimeline:
    """The timeline that one system made for one task; `name` is the task as scores name it: `topic/reference`."""

    system: str
    name: str = field(metadata=renamed("task"))
    sentences: tuple[SourcedSentence, ...]

    @classmethod
    def of(cls, system: str, name: str, timeline: Timeline, articles: Mapping[str, Sequence[str]]) -> GeneratedTimeline:
        """Return a timeline with the ids of the articles of its sentences, day by day."""
        ids = (
            (when, pair) for when, lines in timeline.items() for pair in zip(lines, articles[str(when)], strict=True)
        )
        return cls(system, name, tuple(SourcedSentence(when, *pair) for when, pair in ids))

    @cached_property
    def timeline(self) -> Timeline:
        """The sentences day by day."""
        return Timeline([(each.date, [each.sentence]) for each in self.sentences])

    @property
    def articles(self) -> dict[str, tuple[str, ...]]:
        """The ids of the articles that sentences come from, day by day."""
        days = dict.fromkeys(str(each.date) for each in self.sentences)
        return {day: tuple(each.article for each in self.sentences if str(each.date) == day) for day in days}


@dataclass(frozen=True)
class GeneratedTask:
    """What a system was asked for and used for one timeline; `key` is a fingerprint of all that it depends on."""

    task: str
    dates: int
    sentences: int
    total: int
    first: When
    last: When
    keywords: tuple[str, ...]
    length: Rules
    key: str
    trained_on: tuple[str, ...] | None = None
    model: Model | None = None
    days_told: int | None = None  # of the span, by the articles; where the timeline has fewer dates than asked for
    articles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # in files, which hold the texts alone


@dataclass(frozen=True)
class GenerationRecord(JsonDocument):
    """`record.json`, which `cliometer timelines -o` writes beside the timelines of a system."""

    kind: ClassVar[str] = "generation-record"
    system: str
    reads_gold: bool
    tagger: str
    tasks: tuple[GeneratedTask, ...]


@dataclass(frozen=True, repr=False)
class GeneratedTimelines(DocumentResult):
    """Timelines by system, then task, with the record of what each system used; `kept` were there before."""

    kind: ClassVar[str] = "generated-timelines"
    tables: ClassVar[Mapping[str, str]] = {"sentences": "timelines[system task].sentences"}
    timelines: tuple[GeneratedTimeline, ...]
    records: tuple[GenerationRecord, ...]
    notes: tuple[str, ...] = ()
    kept: int = field(default=0, metadata=OMITTED)

    @property
    def systems(self) -> list[str]:
        """Return the expressions of the systems, in their order."""
        return [record.system for record in self.records]

    def __repr__(self) -> str:
        return f"GeneratedTimelines({many(len(self.systems), 'system')}, {many(len(self.timelines), 'timeline')})"

    def __getitem__(self, system: str) -> dict[str, Timeline]:
        """Return the timelines of a system by task: a run that `evaluate` takes."""
        timelines = {made.name: made.timeline for made in self.timelines if made.system == system}
        if not timelines:
            raise unknown("system of this result", system, self.systems)
        return OracleRun(timelines, system) if self.records[self.systems.index(system)].reads_gold else timelines

    def keys(self) -> list[str]:
        return self.systems


@dataclass(frozen=True)
class GenerationPlan:
    """What `cliometer timelines` was asked to do; articles and references are folders, or values by topic."""

    articles: Path | ArticleTopics
    systems: Sequence[str]
    like: Path | References | None = None
    lengths: Lengths | None = None
    keywords: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rules: Rules = "open"
    cache: Path | None = None
    output: Path | None = None
    force: bool = False
    without_leaks: Path | References | None = None  # articles that hold one of these references are left out

    def run(self, progress: Progress | None = None) -> GeneratedTimelines:
        """Read everything, refuse what cannot be done, then make the timelines of each topic by all systems."""
        named = generators.parse_each(self.systems)
        maker, notes = self.read(named)
        return _Production(self, named, maker).run(notes, progress)

    def read(self, named: Mapping[str, Generator]) -> tuple[TimelineMaker, tuple[str, ...]]:
        """Return the articles and tasks, ready for these generators, and notes on what was read."""
        corpus, notes = self._corpus()
        corpus, leaked = self._leaks(corpus)
        tasks, added = self._tasks(corpus)
        gold = [system for system, generator in named.items() if generator.reads_gold or generator.is_trained]
        if gold and self.like is None:
            raise UsageError("system-needs-references", gold=gold[0])
        maker = TimelineMaker(corpus, tasks, self.cache)
        trained = next((system for system, generator in named.items() if generator.is_trained), None)
        if trained and len(maker.folds) < 2:
            raise UsageError("training-topics-missing", trained=trained)
        return maker, notes + leaked + added

    def _corpus(self) -> tuple[ArticleTopics, tuple[str, ...]]:
        corpus, notes = read_corpus(self.articles) if isinstance(self.articles, Path) else (self.articles, ())
        if not corpus:
            raise UsageError("topics-not-given")
        for topic, articles in corpus.items():
            if (twin := first_repeat(article.id for article in articles)) is not None:
                raise InputError("topic-article-repeated", topic=topic, twin=twin)
        foreign = (
            foreign_note(topic, (" ".join(text.sentences) for text in articles)) for topic, articles in corpus.items()
        )
        return {topic: tuple(articles) for topic, articles in corpus.items()}, (*notes, *filter(None, foreign))

    def _leaks(self, corpus: ArticleTopics) -> tuple[ArticleTopics, tuple[str, ...]]:
        """Return the articles, without those that hold a reference if asked, and a note that names these."""
        gold = self.like if self.without_leaks is None else self.without_leaks
        gold = read_references(gold, "append")[0] if isinstance(gold, Path) else gold or {}
        texts = ((topic, each.id, " ".join(each.sentences)) for topic in corpus for each in corpus[topic])
        leaks = find_leaks(gold, corpus, texts)
        if self.without_leaks is None:
            return corpus, leak_note(leaks, "articles-hold-references")
        leaked = {(leak.topic, leak.article) for leak in leaks}
        return {
            topic: tuple(article for article in articles if (topic, article.id) not in leaked)
            for topic, articles in corpus.items()
        }, leak_note(leaks, "leaks-left-out")

    def _tasks(self, corpus: ArticleTopics) -> tuple[list[TimelineTask], tuple[str, ...]]:
        if self.rules not in RULES:
            raise unknown("length rule", self.rules, RULES)
        if stray := sorted(self.keywords.keys() - corpus.keys()):
            raise UsageError("keywords-of-unknown-topic", stray=stray[0], corpus=", ".join(corpus))
        if self.like is None:
            return self._free_tasks(corpus)
        gold, notes = read_references(self.like) if isinstance(self.like, Path) else (self.like, ())
        shared = [topic for topic in corpus if topic in gold]
        if not shared:
            raise UsageError("articles-references-disjoint", corpus=", ".join(corpus), gold=", ".join(gold))
        notes += tuple(Note.of("topic-without-articles", topic=topic) for topic in gold if topic not in corpus)
        notes += tuple(Note.of("topic-without-reference", topic=topic) for topic in corpus if topic not in gold)
        return [
            TimelineTask.like(topic, reference, self.rules, self.keywords.get(topic, ()), name)
            for topic in shared
            for name, reference in zip(labels(gold[topic]), gold[topic], strict=True)
        ], notes

    def _free_tasks(self, corpus: ArticleTopics) -> tuple[list[TimelineTask], tuple[str, ...]]:
        if self.lengths is None:
            raise UsageError("timeline-length-unknown")
        if not any(corpus.values()):
            raise UsageError("topics-without-articles", corpus=", ".join(corpus))
        silent = tuple(Note.of("topic-without-articles", topic=topic) for topic in corpus if not corpus[topic])
        return [
            self.lengths.task(topic, articles, self.keywords.get(topic, ()), self.rules)
            for topic, articles in corpus.items()
            if articles
        ], silent


def read_keywords(path: Path) -> dict[str, tuple[str, ...]]:
    """Read lines such as `bpoil: bp, oil spill`: a topic and the words of which a chosen sentence must hold one."""
    keywords: dict[str, tuple[str, ...]] = {}
    for number, line in numbered_lines(read_text(path)):
        topic, colon, words = line.partition(":")
        known = tuple(word.strip() for word in words.split(",") if word.strip())
        if line.strip() and (not colon or not known or topic.strip() in keywords):
            what = "a topic twice" if topic.strip() in keywords else repr(line)
            raise FormatError("keywords-malformed", path, number, what=what)
        if line.strip():
            keywords[topic.strip()] = known
    return keywords


def digest(*values: object) -> str:
    """Return a short fingerprint of values."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


def folds(corpus: ArticleTopics, tasks: Sequence[TimelineTask]) -> list[tuple[str, ...]]:
    """Return the topics in groups that share no article and no reference, so that training on others is no leak."""
    marks: dict[str, set[str]] = {
        topic: {digest(article.sentences) for article in articles} for topic, articles in corpus.items()
    }
    for task in tasks:
        if task.reference is not None:
            marks[task.topic].add(digest(tuple((str(when), lines) for when, lines in task.reference.items())))
    groups: list[set[str]] = []
    for topic in dict.fromkeys(task.topic for task in tasks):
        near = [group for group in groups if any(marks[topic] & marks[other] for other in group)]
        groups = [group for group in groups if group not in near] + [{topic}.union(*near)]
    return [tuple(topic for topic in corpus if topic in group) for group in groups]


class TimelineMaker:
    """The articles and tasks of topics, from which generators learn and make timelines.

    Tags and vectors of a topic are made once for all generators.
    """

    def __init__(self, corpus: ArticleTopics, tasks: Sequence[TimelineTask], cache: Path | None) -> None:
        self.corpus, self.tasks, self.cache = corpus, tasks, cache
        self.folds = folds(corpus, tasks)
        self._stores: dict[str, ArticleStore] = {}
        self._tags: dict[str, list[list[str]]] = {}
        self._models: dict[tuple[str, tuple[str, ...]], Model | None] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return what workers need, who make stores and models of their own."""
        return {**vars(self), "_stores": {}, "_models": {}}

    def tasks_of(self, topics: Collection[str]) -> list[TimelineTask]:
        """Return the tasks of some topics."""
        return [task for task in self.tasks if task.topic in topics]

    def tag(self, topics: Collection[str]) -> None:
        """Tag the articles of topics beforehand, so that no worker tags what another has tagged."""
        for topic in topics:
            self._tags[topic] = list(tagged(self.corpus[topic], self.cache))

    def model(self, generator: Generator, topic: str) -> Model | None:
        """Return what a generator learns from the topics that share nothing with this one, learned once."""
        fold = next(fold for fold in self.folds if topic in fold)
        key = str(generator), fold
        if key not in self._models:
            self._models[key] = self.fit(generator, fold)
        return self._models[key]

    def fit(self, generator: Generator, without: Collection[str]) -> Model | None:
        """Return what a generator learns from all topics but these; None where it learns nothing."""
        if not generator.is_trained:
            return None
        return generator.fit([(self._store(task.topic), task) for task in self.tasks if task.topic not in without])

    def make(self, generator: Generator, task: TimelineTask, model: Model | None) -> GeneratedTimeline:
        """Return the timeline of one task."""
        store = self._store(task.topic)
        chosen = sorted(generator.generate(store, task, model).items())
        days = {When(day, day): [store.sentences[row] for row in rows] for day, rows in chosen if rows}
        articles = {
            str(When(day, day)): tuple(store.articles[store.article[row]].id for row in rows) for day, rows in chosen
        }
        return GeneratedTimeline.of(str(generator), task.label, Timeline(days), articles)

    def days_told(self, task: TimelineTask) -> int:
        """Return how many days of the span sentences mention or were published on."""
        cut = Cut(self._store(task.topic), task)
        rows = cut.rows[cut.allowed[cut.rows]]
        return int(task.in_span(np.union1d(cut.store.mentioned[rows], cut.store.published[rows])).sum())

    def joined(self) -> Iterator[str]:
        """Yield notes on topics that are left out of training together."""
        for fold in self.folds:
            if len(fold) > 1:
                names = listed(fold)
                yield f"topics {names} share an article or a reference; none of them is trained on for another"

    def _store(self, topic: str) -> ArticleStore:
        if topic not in self._stores:
            articles = self.corpus[topic]
            tags = self._tags[topic] if topic in self._tags else list(tagged(articles, self.cache))
            self._stores[topic] = ArticleStore(topic, articles, tags)
        return self._stores[topic]


class _Production:
    def __init__(self, plan: GenerationPlan, named: Mapping[str, Generator], maker: TimelineMaker) -> None:
        self.plan, self.named, self.maker, self.tasks = plan, named, maker, maker.tasks
        self.fold_of = {topic: fold for fold in maker.folds for topic in fold}
        self.contents = {
            topic: digest(*sorted((article.id, str(article.date), article.sentences) for article in articles))
            for topic, articles in maker.corpus.items()
        }
        self.learned = False

    def run(self, notes: tuple[str, ...], progress: Progress | None) -> GeneratedTimelines:
        folders = {system: _RunFolder(self.plan, system) for system in self.named} if self.plan.output else {}
        keys = {(task, system): self._key(system, task) for task in self.tasks for system in self.named}
        for (task, system), key in keys.items():
            if folders:
                folders[system].refuse_others(task, key)
        made: dict[str, list[GeneratedTimeline]] = {system: [] for system in self.named}
        entries: dict[str, list[GeneratedTask]] = {system: [] for system in self.named}
        known = {(task, system): folders[system].kept(task, key) for (task, system), key in keys.items() if folders}
        todo = by_key((task.topic, (task, system)) for task, system in keys if known.get((task, system)) is None)
        new = self._new(list(todo.values()), progress)
        for (task, system), key in keys.items():
            if (timeline := known.get((task, system))) is None:
                timeline, model, days = next(new)
                entries[system].append(replace(self._entry(system, task, key, model), days_told=days))
                if folders:
                    folders[system].write(task, timeline, entries[system][-1])
            else:
                entries[system].append(folders[system].entries[task.label])
            made[system].append(timeline)
        records = tuple(
            GenerationRecord(system, generator.reads_gold, tagger_version(), tuple(entries[system]))
            for system, generator in self.named.items()
        )
        timelines = tuple(timeline for batch in made.values() for timeline in batch)
        joined = self.maker.joined() if self.learned else ()
        kept = sum(timeline is not None for timeline in known.values())
        return GeneratedTimelines(timelines, records, (*notes, *joined, *self._shortfalls(made, entries)), kept)

    def _new(self, topics: Sequence[Sequence[tuple[TimelineTask, str]]], progress: Progress | None) -> Iterator[_Made]:
        """Yield the timelines of the tasks of each topic by systems, with what each system had learned."""
        backend = active_backend()
        if backend.jobs > 1 and len(topics) > 1:
            is_trained = any(generator.is_trained for generator in self.named.values())
            needed = self.maker.corpus if is_trained else dict.fromkeys(tasks[0][0].topic for tasks in topics)
            self.maker.tag(needed)
        shared = self.maker, self.named
        made = backend.map(_topic_timelines, topics, shared, lambda tasks: f"the topic {tasks[0][0].topic}")
        for timelines in tracked(made, len(topics), progress):
            self.learned |= any(model for _, model, _ in timelines)
            yield from timelines

    def _shortfalls(
        self, timelines: Mapping[str, Sequence[GeneratedTimeline]], entries: Mapping[str, Sequence[GeneratedTask]]
    ) -> Iterator[str]:
        """Yield notes on timelines that are empty, and on those with fewer dates than asked for: how many, and why."""
        for system, results in timelines.items():
            yield from (
                Note.of("timeline-not-made", system=system, task=made.name) for made in results if not made.timeline
            )
            short, reasons = 0, dict[str, list[str]]()
            for task, made, entry in zip(self.tasks, results, entries[system], strict=True):
                days, gold = set(made.timeline.dates), set(task.reference.dates if task.reference else ())
                if not 0 < len(days) < task.dates:
                    continue
                short += 1
                why, names = _FURTHER, [f"{made.name}: {len(days)} of {task.dates}"]
                if self.named[system].reads_gold and days <= gold:
                    why, names = _UNTOLD, [f"{day} ({made.name})" for day in sorted(gold - days, key=str)]
                elif entry.days_told is not None and entry.days_told < task.dates:
                    why, names = _FEW, [f"{made.name}: {entry.days_told} of {task.dates}"]
                reasons.setdefault(why, []).extend(names)
            if short:
                why = "; ".join(f"{reason}: {listed(names, _NAMED)}" for reason, names in reasons.items())
                yield Note.of("timelines-short", system=system, short=short, count=len(results), why=why)

    def _key(self, system: str, task: TimelineTask) -> str:
        """Return a fingerprint of all that a timeline depends on."""
        content = self.contents[task.topic]
        others: tuple[object, ...] = ()
        if self.named[system].is_trained:
            outside = [other for other in self.tasks if other.topic not in self.fold_of[task.topic]]
            others = tuple((self.contents[other.topic], other, _days(other.reference)) for other in outside)
        gold = _days(task.reference) if self.named[system].reads_gold else None
        return digest(head("generated-timelines"), system, task, gold, content, others, tagger_version())

    def _entry(self, system: str, task: TimelineTask, key: str, model: Model | None) -> GeneratedTask:
        topics = dict.fromkeys(other.topic for other in self.tasks)
        trained = tuple(topic for topic in topics if topic not in self.fold_of[task.topic])
        return GeneratedTask(
            task=task.label,
            dates=task.dates,
            sentences=task.sentences,
            total=task.total,
            first=When(task.first, task.first),
            last=When(task.last, task.last),
            keywords=task.keywords,
            length=task.rules,
            key=key,
            trained_on=trained if self.named[system].is_trained else None,
            model=model if self.named[system].is_trained else None,
        )


_Made = tuple[GeneratedTimeline, Model | None, int | None]
"""A timeline, what its system had learned, and the days that the articles tell of where the timeline has too few."""


def _topic_timelines(
    shared: tuple[TimelineMaker, Mapping[str, Generator]], tasks: Sequence[tuple[TimelineTask, str]]
) -> list[_Made]:
    """Make the timelines of tasks by systems, here or in a worker; the maker keeps what it learns."""
    maker, named = shared
    made: list[_Made] = []
    for task, system in tasks:
        model = maker.model(named[system], task.topic)
        timeline = maker.make(named[system], task, model)
        made.append((timeline, model, maker.days_told(task) if len(timeline.timeline) < task.dates else None))
    return made


def _days(timeline: Timeline | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((str(when), tuple(lines)) for when, lines in (timeline or {}).items())


class _RunFolder:
    """The folder of one system's run: timelines in files, and the record of what made them."""

    def __init__(self, plan: GenerationPlan, system: str) -> None:
        assert plan.output is not None
        self.system, self.force = system, plan.force
        self.reads_gold = generators.parse(system).reads_gold
        self.home = plan.output / folder_name(system)
        self.entries: dict[str, GeneratedTask] = {}
        if (self.home / RECORD).exists() and not plan.force:
            try:
                record = GenerationRecord.from_dict(json.loads((self.home / RECORD).read_text("utf-8")))
                self.entries = {entry.task: entry for entry in record.tasks}
            except (OSError, ValueError, InputError, AttributeError):
                raise InputError("record-of-something-else", self.home / RECORD) from None

    def file(self, task: TimelineTask) -> Path:
        return self.home / task.topic / f"{task.name}.txt" if task.name else self.home / f"{task.topic}.txt"

    def refuse_others(self, task: TimelineTask, key: str) -> None:
        """Refuse to write over a timeline that was made of something else."""
        file = self.file(task)
        entry = self.entries.get(task.label)
        if file.exists() and not self.force and (entry is None or entry.key != key):
            raise InputError("record-of-other-settings", file)

    def kept(self, task: TimelineTask, key: str) -> GeneratedTimeline | None:
        """Return a timeline that an earlier run wrote with the same settings."""
        file = self.file(task)
        entry = self.entries.get(task.label)
        if entry is None or entry.key != key or not file.exists():
            return None
        (timeline,) = format_named("tilse").read(file.read_text("utf-8"), file).timelines or (Timeline(),)
        return GeneratedTimeline.of(self.system, task.label, timeline, entry.articles)

    def write(self, task: TimelineTask, made: GeneratedTimeline, entry: GeneratedTask) -> None:
        """Write a timeline, then the record, so that what the record names is there."""
        file = self.file(task)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = format_named("tilse").write([made.timeline]) if made.timeline else ""
        write_whole(file, text, force=True)
        self.entries[made.name] = replace(entry, articles=made.articles)
        record = GenerationRecord(self.system, self.reads_gold, tagger_version(), tuple(self.entries.values()))
        write_whole(self.home / RECORD, json.dumps(record.to_dict(), ensure_ascii=False, indent=1) + "\n", force=True)
