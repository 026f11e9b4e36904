"""Summaries of all topics by all summarisers: what was chosen, from what, and what is worth a note."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cliometer.errors import UsageError, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.io.run_folders import write_runs
from cliometer.io.topic_folders import PostTopicReading, read_post_topics, read_texts, strays
from cliometer.model.display import NotebookDisplay, Progress
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.systems.summarisers import Summariser, summarise, summarisers
from cliometer.systems.summarisers.pool import Pool
from cliometer.text.post_filters import Filters
from cliometer.text.post_tokens import PostReading
from cliometer.version import __version__


@dataclass(frozen=True)
class Selection:
    """What one system chose for one topic."""

    system: str
    topic: str
    ids: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def extract(self) -> Extract:
        """As our JSON keeps it."""
        items = tuple(ExtractItem(id, text=text) for id, text in zip(self.ids, self.texts, strict=True))
        return Extract(items, of="sentences", topic=self.topic, system=self.system)


@dataclass(frozen=True, repr=False)
class Summaries(TabularResult, NotebookDisplay):
    """The summaries by system, then topic; the topics as they were read; notes."""

    k: int
    systems: tuple[str, ...]
    topics: tuple[PostTopicReading, ...]
    summaries: tuple[Selection, ...]
    notes: tuple[str, ...]
    typed: tuple[str, ...]

    @property
    def names(self) -> Mapping[str, str]:
        """For each system how it was asked for, without blanks: `centroid` for centroid(threshold=0.4)."""
        return {system: "".join(typed.split()) for system, typed in zip(self.systems, self.typed, strict=True)}

    def __repr__(self) -> str:
        return f"Summaries({len(self.systems)} systems, {len(self.topics)} topics, k={self.k})"

    def to_dict(self) -> dict[str, object]:
        """Return the document that `cliometer summarise --json` prints, with the posts that were left out."""
        return {
            "cliometer": __version__,
            "k": self.k,
            "notes": list(self.notes),
            "topics": [
                {
                    "topic": topic.topic.id,
                    "posts": topic.read,
                    "kept": len(topic.topic.posts),
                    "dropped": [
                        {"id": gone.id, "reason": gone.reason, **({"of": gone.of} if gone.of else {})}
                        for gone in topic.dropped
                    ],
                }
                for topic in self.topics
            ],
            "summaries": [
                {
                    "system": summary.system,
                    "topic": summary.topic,
                    "posts": [{"id": id, "text": text} for id, text in zip(summary.ids, summary.texts, strict=True)],
                }
                for summary in self.summaries
            ],
        }

    def frames(self) -> Mapping[str, Records]:
        """`posts`: a row for each post that a system chose, in its order."""
        rows = [
            {"system": each.system, "topic": each.topic, "place": place, "id": id, "text": text}
            for each in self.summaries
            for place, (id, text) in enumerate(zip(each.ids, each.texts, strict=True), start=1)
        ]
        columns = {"system": str, "topic": str, "place": int, "id": str, "text": str}
        return {"posts": Records(columns, rows)}

    def __getitem__(self, system: str) -> list[Selection]:
        """Return what one system chose, by its expression or as it was asked for."""
        spelled = {typed: system for system, typed in self.names.items()}
        found = self.of(spelled.get("".join(system.split()), system))
        if not found:
            raise unknown("summariser of this result", system, self.systems)
        return found

    def written(self, folder: Path, force: bool = False) -> Summaries:
        """Write the summaries as runs that `score` reads; the result notes what was written."""
        runs = {name: [summary.extract for summary in self.of(system)] for system, name in self.names.items()}
        return replace(self, notes=(*self.notes, *write_runs(folder, runs, force)))

    def of(self, system: str) -> list[Selection]:
        """Those of one system."""
        return [summary for summary in self.summaries if summary.system == system]


@dataclass(frozen=True)
class SummaryPlan:
    """What `cliometer summarise` was asked to do."""

    topics: Path
    systems: Sequence[str]
    k: int = 5
    filters: Filters = field(default_factory=Filters)
    reading: PostReading = field(default_factory=PostReading)
    references: Path | None = None

    def run(self, progress: Progress | None = None) -> Summaries:
        """Read, filter and summarise every topic."""
        named = parse_systems(self.systems)
        read, notes = read_post_topics(self.topics, self.filters)
        texts = read_texts(self.references) if self.references else {}
        notes += strays(texts, [topic.topic.id for topic in read], self.references or "")
        found: dict[str, list[Selection]] = {system: [] for system in named}
        for done, topic in enumerate(read):
            if progress:
                progress(done, len(read))
            pool = Pool(topic.topic, self.reading, texts.get(topic.topic.id, ()))
            notes = (*notes, *_remarks(pool, self.k))
            for system, summariser in named.items():
                notes = (*notes, *summariser.remarks(pool))
                found[system].append(_summary(system, summariser, pool, self.k))
        summaries = tuple(summary for system in found.values() for summary in system)
        return Summaries(self.k, tuple(named), tuple(read), summaries, notes, tuple(self.systems))


def parse_systems(expressions: Sequence[str]) -> Mapping[str, Summariser]:
    """Expressions by their spelling; each once."""
    found: dict[str, Summariser] = {}
    for expression in expressions:
        summariser = summarisers.parse(expression)
        if str(summariser) in found:
            raise UsageError(f"the summariser {summariser} was asked for twice; name it once")
        found[str(summariser)] = summariser
    return found


def _summary(system: str, summariser: Summariser, pool: Pool, k: int) -> Selection:
    posts = [pool.posts[place] for place in summarise(summariser, pool, k)]
    ids, texts = tuple(post.id for post in posts), tuple(post.text for post in posts)
    return Selection(system, pool.topic.id, ids, texts)


def taken_whole(pool: Pool, k: int) -> Iterator[str]:
    """A note on a topic that gives no choice."""
    size = len(pool)
    if size <= k:
        posts = f"{size} post{'s' if size > 1 else ''}"
        yield f"topic {pool.topic.id} has {posts}, not more than the {k} asked for"


def _remarks(pool: Pool, k: int) -> Iterator[str]:
    """A topic that gives no choice, and posts of which no word is counted."""
    topic, size = pool.topic.id, len(pool)
    yield from taken_whole(pool, k)
    wordless = int((pool.lengths == 0).sum())
    if wordless == size:
        yield f"topic {topic}: no post has a countable word; all score 0, and their order decides"
    elif wordless:
        yield f"topic {topic}: posts without a countable word, which score 0: {wordless} of {size}"
