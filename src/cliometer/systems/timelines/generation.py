"""From dated articles to timelines: tasks, folds of training, runs in files, and a record of all that was used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError, InputError, UsageError, unknown
from cliometer.io.articles import read_corpus
from cliometer.io.folders import RECORD, read_references
from cliometer.io.frames import Records, TabularResult
from cliometer.io.lines import numbered_lines
from cliometer.io.run_folders import folder_name
from cliometer.io.text_files import read_text, write_whole
from cliometer.io.timelines import format_named, labels
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import NotebookDisplay, Progress
from cliometer.model.documents import Article, first_repeat
from cliometer.model.records import decode, head
from cliometer.model.timeline import OracleRun, ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.spelling import listed
from cliometer.systems.timelines.generator import RULES, Generator, Model, Rules, TimelineTask, generators
from cliometer.systems.timelines.store import ArticleStore
from cliometer.systems.timelines.tags import tagged, tagger_version
from cliometer.text.annotate.language import foreign_note

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
            raise UsageError(f"a timeline has at least 1 date and 1 sentence, not {self.dates} and {self.sentences}")
        if self.first and self.last and self.first.first > self.last.last:
            raise UsageError(f"the span ends on {self.last}, before it starts on {self.first}")

    def task(self, topic: str, articles: Sequence[Article], keywords: Sequence[str], rules: Rules) -> TimelineTask:
        """Return the task of a topic; the span is that of its articles where none was given."""
        first = self.first.first if self.first else min(article.date.first for article in articles)
        last = self.last.last if self.last else max(article.date.last for article in articles)
        total = self.dates * self.sentences
        return TimelineTask(topic, self.dates, self.sentences, total, first, last, "", tuple(keywords), rules)


@dataclass(frozen=True)
class GeneratedTimeline:
    """The timeline that one system made for one task; `articles` are the ids its sentences come from, day by day."""

    system: str
    topic: str
    task: str
    timeline: Timeline
    articles: Mapping[str, tuple[str, ...]]

    @property
    def name(self) -> str:
        """The task as scores name it: `topic/reference`, or the topic."""
        return f"{self.topic}/{self.task}" if self.task else self.topic


@dataclass(frozen=True, repr=False)
class GeneratedTimelines(TabularResult, NotebookDisplay):
    """Timelines by system, then task, with the record of what each system used; `kept` were there before."""

    timelines: tuple[GeneratedTimeline, ...]
    records: Mapping[str, Mapping[str, Any]]
    notes: tuple[str, ...] = ()
    kept: int = 0

    @property
    def systems(self) -> list[str]:
        """Return the expressions of the systems, in their order."""
        return list(self.records)

    def __repr__(self) -> str:
        return f"GeneratedTimelines({len(self.systems)} systems, {len(self.timelines)} timelines)"

    def __getitem__(self, system: str) -> dict[str, Timeline]:
        """Return the timelines of a system by task: a run that `evaluate` takes."""
        found = {one.name: one.timeline for one in self.timelines if one.system == system}
        if not found:
            raise unknown("system of this result", system, self.systems)
        return OracleRun(found, system) if self.records[system]["reads_gold"] else found

    def keys(self) -> list[str]:
        """Return the systems."""
        return self.systems

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer timelines --json` prints."""
        timelines = [
            {
                "system": one.system,
                "task": one.name,
                "days": {str(when): list(lines) for when, lines in one.timeline.items()},
                "articles": {day: list(ids) for day, ids in one.articles.items()},
            }
            for one in self.timelines
        ]
        return {
            **head("generated-timelines"),
            "notes": list(self.notes),
            "records": list(self.records.values()),
            "timelines": timelines,
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, object]) -> GeneratedTimelines:
        """Read a document that `cliometer timelines --json` printed."""
        read = decode(_GenerationDocument, document)
        timelines = []
        for one in read.timelines:
            topic, _, task = one.task.partition("/")
            articles = {day: tuple(ids) for day, ids in one.articles.items()}
            timelines.append(GeneratedTimeline(one.system, topic, task, Timeline(one.days), articles))
        return cls(tuple(timelines), {record["system"]: record for record in read.records}, read.notes)

    def frames(self) -> Mapping[str, Records]:
        """Return the table `sentences`: a row for each sentence, with its day and the article it stands in."""
        rows = [
            {"system": one.system, "task": one.name, "date": str(when), "sentence": line, "article": id}
            for one in self.timelines
            for when, lines in one.timeline.items()
            for line, id in zip(lines, one.articles[str(when)], strict=True)
        ]
        return {"sentences": Records(dict.fromkeys(("system", "task", "date", "sentence", "article"), str), rows)}


@dataclass(frozen=True)
class _TimelineEntry:
    """A timeline in the JSON document."""

    system: str
    task: str
    days: Mapping[str, list[str]]
    articles: Mapping[str, list[str]]


@dataclass(frozen=True)
class _GenerationDocument:
    """The JSON document of generated timelines."""

    records: list[Mapping[str, Any]]
    timelines: list[_TimelineEntry]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class GenerationPlan:
    """What `cliometer timelines` was asked to do; articles and references are folders, or values by topic."""

    articles: Path | ArticleTopics
    systems: Sequence[str]
    like: Path | References | None = None
    lengths: Lengths | None = None
    keywords: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rules: Rules = "newstls"
    cache: Path | None = None
    output: Path | None = None
    force: bool = False

    def run(self, progress: Progress | None = None) -> GeneratedTimelines:
        """Read everything, refuse what cannot be done, then make the timelines of each topic by all systems."""
        named = generators.parse_each(self.systems)
        maker, notes = self.read(named)
        return _Production(self, named, maker).run(notes, progress)

    def read(self, named: Mapping[str, Generator]) -> tuple[TimelineMaker, tuple[str, ...]]:
        """Return the articles and tasks, ready for these generators, and notes on what was read."""
        corpus, notes = self._corpus()
        tasks, more = self._tasks(corpus)
        gold = [system for system, generator in named.items() if generator.reads_gold or generator.is_trained]
        if gold and self.like is None:
            raise UsageError(f"{gold[0]} needs references; name them with --like")
        maker = TimelineMaker(corpus, tasks, self.cache)
        trained = next((system for system, generator in named.items() if generator.is_trained), None)
        if trained and len(maker.folds) < 2:
            raise UsageError(
                f"{trained} learns from other topics, and there is no other; add topics that share "
                "no article and no reference with this one"
            )
        return maker, notes + more

    def _corpus(self) -> tuple[ArticleTopics, tuple[str, ...]]:
        corpus, notes = read_corpus(self.articles) if isinstance(self.articles, Path) else (self.articles, ())
        if not corpus:
            raise UsageError("no topic was given; name articles as {topic: articles} or in a folder")
        for topic, articles in corpus.items():
            if (twin := first_repeat(article.id for article in articles)) is not None:
                raise InputError(f"topic {topic}: two articles have the id {twin}; ids tell articles apart")
        foreign = (foreign_note(topic, (" ".join(one.sentences) for one in own)) for topic, own in corpus.items())
        return {topic: tuple(articles) for topic, articles in corpus.items()}, (*notes, *filter(None, foreign))

    def _tasks(self, corpus: ArticleTopics) -> tuple[list[TimelineTask], tuple[str, ...]]:
        if self.rules not in RULES:
            raise unknown("length rule", self.rules, RULES)
        if stray := sorted(self.keywords.keys() - corpus.keys()):
            raise UsageError(f"keywords name {stray[0]}, which has no articles; topics are {', '.join(corpus)}")
        if self.like is None:
            return self._free_tasks(corpus)
        gold, notes = read_references(self.like) if isinstance(self.like, Path) else (self.like, ())
        shared = [topic for topic in corpus if topic in gold]
        if not shared:
            raise UsageError(f"no topic of the articles ({', '.join(corpus)}) has a reference ({', '.join(gold)})")
        notes += tuple(f"topic {topic}: no articles, so no timeline is made" for topic in gold if topic not in corpus)
        notes += tuple(f"topic {topic}: no reference, so no timeline is made" for topic in corpus if topic not in gold)
        return [
            TimelineTask.like(topic, reference, self.rules, self.keywords.get(topic, ()), name)
            for topic in shared
            for name, reference in zip(labels(gold[topic]), gold[topic], strict=True)
        ], notes

    def _free_tasks(self, corpus: ArticleTopics) -> tuple[list[TimelineTask], tuple[str, ...]]:
        if self.lengths is None:
            raise UsageError("how long are the timelines to be? name references with --like, or give --dates")
        if not any(corpus.values()):
            raise UsageError(f"no topic has articles ({', '.join(corpus)}); name a folder or a file that holds some")
        silent = tuple(f"topic {topic}: no articles, so no timeline is made" for topic in corpus if not corpus[topic])
        return [
            self.lengths.task(topic, articles, self.keywords.get(topic, ()), self.rules)
            for topic, articles in corpus.items()
            if articles
        ], silent


def read_keywords(path: Path) -> dict[str, tuple[str, ...]]:
    """Read lines such as `bpoil: bp, oil spill`: a topic and the words of which a chosen sentence must hold one."""
    found: dict[str, tuple[str, ...]] = {}
    for number, line in numbered_lines(read_text(path)):
        topic, colon, words = line.partition(":")
        known = tuple(word.strip() for word in words.split(",") if word.strip())
        if line.strip() and (not colon or not known or topic.strip() in found):
            what = "a topic twice" if topic.strip() in found else repr(line)
            raise FormatError(f"expected lines such as 'bpoil: bp, oil spill', found {what}", path, number)
        if line.strip():
            found[topic.strip()] = known
    return found


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
        return GeneratedTimeline(str(generator), task.topic, task.name, Timeline(days), articles)

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
    """The making of all timelines by all systems, with files and records."""

    def __init__(self, plan: GenerationPlan, named: Mapping[str, Generator], maker: TimelineMaker) -> None:
        self.plan, self.named, self.maker, self.tasks = plan, named, maker, maker.tasks
        self.fold_of = {topic: fold for fold in maker.folds for topic in fold}
        self.contents = {
            topic: digest(*sorted((article.id, str(article.date), article.sentences) for article in articles))
            for topic, articles in maker.corpus.items()
        }
        self.learned = False

    def run(self, notes: tuple[str, ...], progress: Progress | None) -> GeneratedTimelines:
        """Make, write and return all timelines."""
        folders = {system: _RunFolder(self.plan, system) for system in self.named} if self.plan.output else {}
        keys = {(task, system): self._key(system, task) for task in self.tasks for system in self.named}
        for (task, system), key in keys.items():
            if folders:
                folders[system].refuse_others(task, key)
        made: dict[str, list[GeneratedTimeline]] = {system: [] for system in self.named}
        entries: dict[str, list[Mapping[str, Any]]] = {system: [] for system in self.named}
        known = {(task, system): folders[system].kept(task, key) for (task, system), key in keys.items() if folders}
        todo: dict[str, list[tuple[TimelineTask, str]]] = {}
        for task, system in keys:
            if known.get((task, system)) is None:
                todo.setdefault(task.topic, []).append((task, system))
        new = self._new(list(todo.values()), progress)
        for (task, system), key in keys.items():
            timeline = known.get((task, system))
            if timeline is None:
                timeline, model = next(new)
                entries[system].append(self._entry(system, task, key, model))
                if folders:
                    folders[system].write(timeline, entries[system][-1])
            else:
                entries[system].append(folders[system].entries[task.label])
            made[system].append(timeline)
        records = {
            system: record_of(system, generator.reads_gold, entries[system]) for system, generator in self.named.items()
        }
        timelines = tuple(timeline for own in made.values() for timeline in own)
        joined = self.maker.joined() if self.learned else ()
        kept = sum(timeline is not None for timeline in known.values())
        return GeneratedTimelines(timelines, records, (*notes, *joined, *self._shortfalls(timelines)), kept)

    def _new(
        self, topics: Sequence[Sequence[tuple[TimelineTask, str]]], progress: Progress | None
    ) -> Iterator[tuple[GeneratedTimeline, Model | None]]:
        """Yield the timelines of the tasks of each topic by systems, with what each system had learned."""
        backend = active_backend()
        if backend.jobs > 1 and len(topics) > 1:
            is_trained = any(generator.is_trained for generator in self.named.values())
            needed = self.maker.corpus if is_trained else dict.fromkeys(own[0][0].topic for own in topics)
            self.maker.tag(needed)
        shared = self.maker, self.named
        made = backend.map(_topic_timelines, topics, shared, lambda own: f"the topic {own[0][0].topic}")
        for timelines in tracked(made, len(topics), progress):
            self.learned |= any(model for _, model in timelines)
            yield from timelines

    def _shortfalls(self, timelines: Sequence[GeneratedTimeline]) -> Iterator[str]:
        """Yield notes on timelines that are empty, and on how many have fewer dates than were asked for."""
        asked = {task.label: task.dates for task in self.tasks}
        for system in self.named:
            own = [one for one in timelines if one.system == system]
            yield from (
                f"{system}: no timeline of {one.name}, for no sentence of its articles is dated in the span"
                for one in own
                if not one.timeline
            )
            short = sum(0 < len(one.timeline) < asked[one.name] for one in own)
            if short:
                yield f"{system}: {short} of {len(own)} timelines have fewer dates than were asked for"

    def _key(self, system: str, task: TimelineTask) -> str:
        """Return a fingerprint of all that a timeline depends on."""
        own = self.contents[task.topic]
        others: tuple[object, ...] = ()
        if self.named[system].is_trained:
            outside = [other for other in self.tasks if other.topic not in self.fold_of[task.topic]]
            others = tuple((self.contents[other.topic], other, _days(other.reference)) for other in outside)
        gold = _days(task.reference) if self.named[system].reads_gold else None
        return digest(head("generated-timelines"), system, task, gold, own, others, tagger_version())

    def _entry(self, system: str, task: TimelineTask, key: str, model: Model | None) -> dict[str, object]:
        """Return what the record says of one timeline."""
        trained = [
            topic for topic in dict.fromkeys(one.topic for one in self.tasks) if topic not in self.fold_of[task.topic]
        ]
        learned = {"trained_on": trained, "model": model} if self.named[system].is_trained else {}
        return {
            "task": task.label,
            "dates": task.dates,
            "sentences": task.sentences,
            "total": task.total,
            "first": str(When(task.first, task.first)),
            "last": str(When(task.last, task.last)),
            "keywords": list(task.keywords),
            "length": task.rules,
            **learned,
            "key": key,
        }


def _topic_timelines(
    shared: tuple[TimelineMaker, Mapping[str, Generator]], tasks: Sequence[tuple[TimelineTask, str]]
) -> list[tuple[GeneratedTimeline, Model | None]]:
    """Make the timelines of tasks by systems, here or in a worker; the maker keeps what it learns."""
    maker, named = shared
    models = [maker.model(named[system], task.topic) for task, system in tasks]
    made = (maker.make(named[system], task, model) for (task, system), model in zip(tasks, models, strict=True))
    return list(zip(made, models, strict=True))


def record_of(system: str, reads_gold: bool, tasks: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """Return the record that stands beside a run."""
    return {
        **head("generation-record"),
        "system": system,
        "reads_gold": reads_gold,
        "tagger": tagger_version(),
        "tasks": list(tasks),
    }


def _days(timeline: Timeline | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((str(when), tuple(lines)) for when, lines in (timeline or {}).items())


class _RunFolder:
    """The folder of one system's run: timelines in files, and the record of what made them."""

    def __init__(self, plan: GenerationPlan, system: str) -> None:
        assert plan.output is not None
        self.system, self.force = system, plan.force
        self.reads_gold = generators.parse(system).reads_gold
        self.home = plan.output / folder_name(system)
        self.entries: dict[str, dict[str, Any]] = {}
        if (self.home / RECORD).exists() and not plan.force:
            try:
                document = json.loads((self.home / RECORD).read_text("utf-8"))
                self.entries = {entry["task"]: entry for entry in document["tasks"]}
            except (OSError, ValueError, LookupError, TypeError):
                raise InputError(
                    "is no record of timelines; name another folder, or use --force", self.home / RECORD
                ) from None

    def file(self, task: TimelineTask) -> Path:
        """Return the file of a task."""
        return self.home / task.topic / f"{task.name}.txt" if task.name else self.home / f"{task.topic}.txt"

    def refuse_others(self, task: TimelineTask, key: str) -> None:
        """Refuse to write over a timeline that was made of something else."""
        file = self.file(task)
        if file.exists() and not self.force and self.entries.get(task.label, {}).get("key") != key:
            raise InputError(
                "was made from other articles or with other settings; name another folder, or use --force", file
            )

    def kept(self, task: TimelineTask, key: str) -> GeneratedTimeline | None:
        """Return a timeline that an earlier run wrote with the same settings."""
        file = self.file(task)
        entry = self.entries.get(task.label)
        if entry is None or entry.get("key") != key or not file.exists():
            return None
        (timeline,) = format_named("tilse").read(file.read_text("utf-8"), file).timelines or (Timeline(),)
        articles = {day: tuple(ids) for day, ids in entry.get("articles", {}).items()}
        return GeneratedTimeline(self.system, task.topic, task.name, timeline, articles)

    def write(self, made: GeneratedTimeline, entry: Mapping[str, object]) -> None:
        """Write a timeline, then the record, so that what the record names is there."""
        file = self.file(TimelineTask(made.topic, 0, 0, 0, 0, 0, made.task))
        file.parent.mkdir(parents=True, exist_ok=True)
        text = format_named("tilse").write([made.timeline]) if made.timeline else ""
        write_whole(file, text, force=True)
        self.entries[made.name] = {**entry, "articles": {day: list(ids) for day, ids in made.articles.items()}}
        document = record_of(self.system, self.reads_gold, list(self.entries.values()))
        write_whole(self.home / RECORD, json.dumps(document, ensure_ascii=False, indent=1) + "\n", force=True)
