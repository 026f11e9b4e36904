"""Summaries of all topics by all summarisers: what was chosen, from what, and what is worth a note."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from cliometer.errors import unknown
from cliometer.io.frames import DocumentResult
from cliometer.io.run_folders import write_runs
from cliometer.io.topic_folders import read_post_topics, read_texts, strays
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.documents import DroppedPost, PostTopic
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.notes import Note
from cliometer.model.records import OMITTED
from cliometer.spelling import many
from cliometer.systems.summarisers import Summariser, summarise, summarisers
from cliometer.systems.summarisers.pool import Pool
from cliometer.text.post_filters import Filters
from cliometer.text.post_tokens import PostReading


@dataclass(frozen=True)
class ChosenPost:
    """A post of a summary."""

    id: str
    text: str
    place: int = 1


@dataclass(frozen=True)
class Selection:
    """The posts that one system chose for one topic."""

    system: str
    topic: str
    posts: tuple[ChosenPost, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the posts, in the order of choice."""
        return tuple(post.id for post in self.posts)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts of the posts, in the order of choice."""
        return tuple(post.text for post in self.posts)

    @property
    def extract(self) -> Extract:
        """Return the selection as our JSON of runs keeps it."""
        items = tuple(ExtractItem(post.id, text=post.text) for post in self.posts)
        return Extract(items, of="sentences", topic=self.topic, system=self.system)


@dataclass(frozen=True)
class FilteredTopic:
    """How many posts of a topic were read and kept, and which ones the filters left out."""

    topic: str
    posts: int
    kept: int
    dropped: tuple[DroppedPost, ...]


@dataclass(frozen=True, repr=False)
class Summaries(DocumentResult):
    """The summaries by system, then topic; what was read of each topic; notes."""

    kind: ClassVar[str] = "summaries"
    tables: ClassVar[Mapping[str, str]] = {"posts": "summaries[system topic].posts"}
    k: int
    topics: tuple[FilteredTopic, ...]
    summaries: tuple[Selection, ...]
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = field(
        default_factory=dict, metadata=OMITTED
    )  # of systems: as they were asked for, without blanks

    @property
    def systems(self) -> list[str]:
        """Return the expressions of the systems, in their order."""
        return list(dict.fromkeys(summary.system for summary in self.summaries))

    def __repr__(self) -> str:
        return f"Summaries({many(len(self.systems), 'system')}, {many(len(self.topics), 'topic')}, k={self.k})"

    def __getitem__(self, system: str) -> list[Selection]:
        """Return what one system chose, by its expression or as it was asked for."""
        spelled = {typed: system for system, typed in self.names.items()}
        selections = self.of(spelled.get("".join(system.split()), system))
        if not selections:
            raise unknown("summariser of this result", system, self.systems)
        return selections

    def keys(self) -> list[str]:
        return list(self.systems)

    def written(self, folder: Path, force: bool = False) -> Summaries:
        """Write the summaries as runs that `score` reads; the result notes what was written."""
        runs = {self.names.get(system, system): [each.extract for each in self.of(system)] for system in self.systems}
        return replace(self, notes=(*self.notes, *write_runs(folder, runs, force)))

    def of(self, system: str) -> list[Selection]:
        """Return the selections of one system."""
        return [summary for summary in self.summaries if summary.system == system]


@dataclass(frozen=True)
class SummaryPlan:
    """What `cliometer summarise` was asked to do; topics and references are folders, or values by topic."""

    topics: Path | Mapping[str, Iterable[Any]]
    systems: Sequence[str]
    k: int = 5
    filters: Filters = field(default_factory=Filters)
    reading: PostReading = field(default_factory=PostReading)
    references: Path | Mapping[str, Sequence[str]] | None = None

    def run(self, progress: Progress | None = None) -> Summaries:
        """Read, filter and summarise every topic."""
        named = summarisers.parse_each(self.systems)
        read, notes = read_post_topics(self.topics, self.filters)
        texts = {} if self.references is None else read_texts(self.references)
        notes += strays(texts, [topic.topic.id for topic in read], self.references)
        by_system: dict[str, list[Selection]] = {system: [] for system in named}
        pieces = [(topic.topic, texts.get(topic.topic.id, ())) for topic in read]
        shared = self.reading, named, self.k
        made = active_backend().map(_topic_summaries, pieces, shared, lambda piece: f"the topic {piece[0].id}")
        for remarks, selections in tracked(made, len(pieces), progress):
            notes += remarks
            for selection in selections:
                by_system[selection.system].append(selection)
        summaries = tuple(summary for system in by_system.values() for summary in system)
        topics = tuple(FilteredTopic(row.topic.id, row.read, len(row.topic.posts), row.dropped) for row in read)
        names = {system: "".join(typed.split()) for system, typed in zip(named, self.systems, strict=True)}
        return Summaries(self.k, topics, summaries, notes, names)


def _topic_summaries(
    shared: tuple[PostReading, Mapping[str, Summariser], int], piece: tuple[PostTopic, Sequence[str]]
) -> tuple[tuple[str, ...], list[Selection]]:
    (reading, named, k), (topic, texts) = shared, piece
    pool = Pool(topic, reading, texts)
    notes, selections = [*_remarks(pool, k)], []
    for system, summariser in named.items():
        notes += summariser.remarks(pool)
        selections.append(_summary(system, summariser, pool, k))
    return tuple(notes), selections


def _summary(system: str, summariser: Summariser, pool: Pool, k: int) -> Selection:
    posts = (pool.posts[place] for place in summarise(summariser, pool, k))
    return Selection(
        system, pool.topic.id, tuple(ChosenPost(post.id, post.text, place) for place, post in enumerate(posts, start=1))
    )


def taken_whole(pool: Pool, k: int) -> Iterator[str]:
    """Yield a note on a topic that has no more posts than a summary."""
    size = len(pool)
    if size <= k:
        posts = f"{size} post{'s' if size > 1 else ''}"
        yield f"topic {pool.topic.id} has {posts}, not more than the {k} asked for"


def _remarks(pool: Pool, k: int) -> Iterator[str]:
    """Yield notes on a topic that gives no choice, and on posts of which no word is counted."""
    topic, size = pool.topic.id, len(pool)
    yield from taken_whole(pool, k)
    wordless = int((pool.lengths == 0).sum())
    if wordless == size:
        yield Note.of("posts-wordless", topic=topic)
    elif wordless:
        yield Note.of("posts-partly-wordless", topic=topic, wordless=wordless, size=size)
