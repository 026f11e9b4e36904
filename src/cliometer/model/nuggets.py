"""Facts that judges saw in a topic: events (Khandelwal et al. 2001) and nuggets (Aslam et al. 2013-2015)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import ClassVar

from cliometer.errors import InputError
from cliometer.model.notes import Note
from cliometer.model.records import JsonDocument
from cliometer.model.sources import GoldTopic, SourcedTopic, refuse_repeats
from cliometer.spelling import quoted


@dataclass(frozen=True)
class JudgedEvent:
    """An event, the sentences that mention it, and groups of sentences that do so only together.

    `judges` are those who proposed it.
    """

    id: str
    text: str = ""
    links: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    judges: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InputError("event-id-expected", id=self.id)
        for name in ("links", "judges"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
            refuse_repeats(getattr(self, name), name, f"event {self.id}")
        object.__setattr__(self, "groups", tuple(tuple(group) for group in self.groups))
        for group in self.groups:
            if not group:
                raise InputError("event-group-empty", id=self.id)
            refuse_repeats(group, "sentences of a group", f"event {self.id}")

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """Each way to mention it: a sentence alone, or all sentences of a group."""
        return (*((link,) for link in self.links), *self.groups)


@dataclass(frozen=True)
class EventTopic(SourcedTopic):
    """The events of one topic and the stories that report them, in the order of the stream."""

    evidence: ClassVar[str] = "events"
    events: tuple[JudgedEvent, ...]
    file: str = field(default="", repr=False, compare=False)  # where it was read, for messages

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "events", tuple(self.events))
        if not self.events:
            raise InputError("topic-without-events", id=self.id)
        refuse_repeats([event.id for event in self.events], "events", f"topic {self.id}")
        for event in self.events:
            for part in event.parts:
                self.marks.expect(part, f"event {event.id}", sentences=True)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is legal but worth a look."""
        unlinked = (event.id for event in self.events if not event.parts)
        return tuple(Note.of("event-without-link", id=self.id, id2=id) for id in unlinked)


@dataclass(frozen=True, slots=True)
class Nugget:
    """A fact with the time at which it became known; importance runs from 0 (none) to 3 (key)."""

    id: str
    time: int
    importance: float
    text: str
    length: int | None = None  # as the file says, in whichever unit; None: not said


@dataclass(frozen=True, slots=True)
class NuggetMatch:
    """A nugget that an update tells, and the stretch of the update's text that tells it."""

    update: str
    nugget: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PooledUpdate:
    """An update that the assessors saw; `duplicate` names the update whose text it repeats."""

    id: str
    text: str
    duplicate: str | None = None
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Update:
    """A sentence of a document that a system pushed to its readers at a time."""

    document: str
    sentence: str
    time: int
    confidence: float

    @property
    def id(self) -> str:
        """The name under which the assessors know it."""
        return f"{self.document}-{self.sentence}"


@dataclass(frozen=True)
class NuggetTopic(GoldTopic):
    """The gold of one topic: nuggets and pooled updates by id, matches by the update that makes them."""

    evidence: ClassVar[str] = "nuggets"
    id: str
    nuggets: Mapping[str, Nugget]
    updates: Mapping[str, PooledUpdate]
    matches: Mapping[str, tuple[NuggetMatch, ...]]
    window: tuple[int, int] | None = field(default=None, compare=False)  # its first and last second, where files say so


@dataclass(frozen=True)
class UpdateRun:
    """What one system pushed, by topic, in the order of its file."""

    team: str
    name: str
    topics: Mapping[str, tuple[Update, ...]]


_FIRST, _LAST = -62_135_596_800, 253_000_000_000  # seconds of the years 1 to 9987, which leaves room for delays
_MOST_IMPORTANT = 100.0  # as in files of the track


@dataclass(frozen=True)
class PoolText:
    """A text that assessors saw, the second since 1970 at which it appeared, and what it tells.

    `matches` has the nuggets that it tells, each with the stretches of characters that do so; none stands for all.
    `duplicate` is the text that it repeats: runs may push it, and simulated systems leave it out.
    """

    id: str
    time: int
    text: str
    matches: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    duplicate: str | None = None


@dataclass(frozen=True)
class PoolTopic:
    """The nuggets of a topic, the texts that were judged, and what each run pushed of them: ids and times."""

    id: str
    nuggets: tuple[Nugget, ...]
    texts: tuple[PoolText, ...]
    runs: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what, of in (("nuggets", self.nuggets), ("texts", self.texts)):
            refuse_repeats([part.id for part in of], what, f"topic {self.id}")
        nuggets, texts = {nugget.id for nugget in self.nuggets}, {text.id for text in self.texts}
        matched = ((text.id, "nugget", id, nuggets) for text in self.texts for id in text.matches)
        pushed = ((run, "text", id, texts) for run, lines in self.runs.items() for id, _ in lines)
        for owner, what, id, known in (*matched, *pushed):
            if id not in known:
                raise InputError("pool-id-unknown", topic=self.id, owner=quoted(owner), what=what, id=quoted(id))
        nugget_times = ((nugget.id, nugget.time) for nugget in self.nuggets)
        for id, time in chain(nugget_times, ((text.id, text.time) for text in self.texts), *self.runs.values()):
            if not _FIRST <= time <= _LAST:
                raise InputError("pool-time-out-of-range", topic=self.id, id=quoted(id), time=time)
        for nugget in self.nuggets:
            if not abs(nugget.importance) <= _MOST_IMPORTANT:
                error = InputError("importance-out-of-range", importance=nugget.importance)
                raise error.inside(f"{self.id}/{nugget.id}")


@dataclass(frozen=True)
class JudgedPool(JsonDocument):
    """A pool of judged texts, in JSON of ours."""

    kind: ClassVar[str] = "pool"
    topics: tuple[PoolTopic, ...]
