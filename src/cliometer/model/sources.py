"""Source documents and what is marked in them by characters: sentences, times, mentions of events."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Literal, Protocol

from cliometer.errors import InputError, expected, unknown
from cliometer.model.when import When

# Marks stand off: a value holds offsets into a text that never changes, and the words at them. Times and
# events follow TimeML (Pustejovsky et al. 2003): `TIMEX3` with type and value, `EVENT` with its head word.

TimeType = Literal["DATE", "TIME", "DURATION", "SET"]
TIME_TYPES: tuple[TimeType, ...] = ("DATE", "TIME", "DURATION", "SET")


class GoldTopic:
    """The base of what people judged, or sources hold, for one topic; `evidence` is the kind of gold."""

    evidence: ClassVar[str]


class Span(Protocol):
    """A stretch of a text: the characters from `start` up to, not including, `end`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; its id is its number in the text, so text that is added at the end changes none."""

    id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A TIMEX3; `value` is spelled as in TimeML: `1998-02-12`, `1998-W07`, `P3Y`, `PAST_REF`, `XXXX-05`."""

    start: int
    end: int
    text: str
    type: TimeType
    value: str
    mod: str = ""  # START, MID, END, APPROX, LESS_THAN, ...
    quant: str = ""  # EVERY, EACH: sets only
    freq: str = ""  # 2X: sets only
    id: str = ""

    def __post_init__(self) -> None:
        if self.type not in TIME_TYPES:
            raise unknown("type of time expression", self.type, TIME_TYPES)


@dataclass(frozen=True, slots=True)
class EventMention:
    """The head word of a mention of an event; its part of speech and TimeML class where they are known."""

    start: int
    end: int
    text: str
    pos: str = ""  # VERB, NOUN, ADJECTIVE, ...
    kind: str = ""  # OCCURRENCE, REPORTING, STATE, ...
    id: str = ""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A text and what is marked in it, each list in the order of reading.

    >>> Annotation("He left.", events=[EventMention(3, 7, "left")]).events[0].text
    'left'
    """

    text: str
    sentences: tuple[Sentence, ...] = ()
    times: tuple[TimeExpression, ...] = ()
    events: tuple[EventMention, ...] = ()
    date: str = ""  # the day the text was written on, as a TIMEX3 value

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise expected("a text", self.text)
        for name in ("sentences", "times", "events"):
            spans = tuple(sorted(getattr(self, name), key=lambda span: (span.start, span.end)))
            _check(name, spans, self.text)
            object.__setattr__(self, name, spans)


def _check(name: str, spans: Sequence[Span], text: str) -> None:
    """Check that offsets lie in the text, and that the words at them are the ones that the mark quotes."""
    for span in spans:
        if not 0 <= span.start <= span.end <= len(text):
            raise InputError("named-span-outside-text", name=name, start=span.start, end=span.end, count=len(text))
        if text[span.start : span.end] != span.text:
            words = text[span.start : span.end]
            raise InputError(
                "mark-differs-from-text", name=name, start=span.start, end=span.end, found=words, span=span.text
            )


# Sources: the documents that a summary is made from, with ids that a whole topic can refer to.
# A sentence of the document `apw-7` is `apw-7/s3`, a mention of an event in it `apw-7/e17`. People may set
# an anchor where no extractor saw an event: each mention knows who set it.

MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class SourceSection:
    """A stretch of a document under a heading; `depth` is 1 for a section, 2 for one inside it."""

    title: str
    start: int
    end: int
    depth: int = 1


@dataclass(frozen=True)
class Source:
    """A document: its text with what is marked in it, its day, and its sections in the order of reading.

    `origins` says of single mentions, by their id inside the document, who set them ("manual",
    "heideltime"); `annotator` says so of all others.

    >>> text = Annotation("He left.", events=(EventMention(3, 7, "left"),))
    >>> list(Source("apw-7", text).mentions)
    ['apw-7/e1']
    """

    id: str
    annotation: Annotation
    date: When | None = None
    title: str = ""
    sections: tuple[SourceSection, ...] = ()
    annotator: str = ""
    origins: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.annotation, str):
            object.__setattr__(self, "annotation", Annotation(self.annotation))
        if not isinstance(self.annotation, Annotation):
            raise expected("a text or an annotation of one", self.annotation)
        if self.date is not None:
            object.__setattr__(self, "date", When.of(self.date))
        in_order = sorted(self.sections, key=lambda section: (section.start, -section.end, section.depth))
        object.__setattr__(self, "sections", tuple(in_order))
        object.__setattr__(self, "origins", dict(self.origins))
        self._check()

    @property
    def text(self) -> str:
        """The characters that all spans count."""
        return self.annotation.text

    @property
    def times(self) -> tuple[TimeExpression, ...]:
        """The time expressions."""
        return self.annotation.times

    @cached_property
    def sentences(self) -> Mapping[str, Sentence]:
        """Each sentence by its id in the topic, in the order of reading."""
        sentences = self.annotation.sentences
        return dict(zip(self._names("s", sentences), sentences, strict=True))

    @cached_property
    def mentions(self) -> Mapping[str, EventMention]:
        """Each mention of an event by its id in the topic, in the order of reading."""
        events = self.annotation.events
        return dict(zip(self._names("e", events), events, strict=True))

    @cached_property
    def mentions_of(self) -> Mapping[str, tuple[str, ...]]:
        """The mentions that start in each sentence."""
        sentences = list(self.sentences.items())
        starts = [sentence.start for _, sentence in sentences]
        mentions: dict[str, list[str]] = {id: [] for id in self.sentences}
        for id, mention in self.mentions.items():
            place = bisect_right(starts, mention.start) - 1
            if place >= 0 and mention.start < sentences[place][1].end:
                mentions[sentences[place][0]].append(id)
        return {id: tuple(mentions) for id, mentions in mentions.items()}

    @property
    def outside(self) -> tuple[str, ...]:
        """The mentions that start in no sentence, so that nobody who selects sentences selects them."""
        inside = {mention for mentions in self.mentions_of.values() for mention in mentions}
        return tuple(id for id in self.mentions if id not in inside)

    def origin(self, mention: str) -> str:
        """Return who set a mention, by its id in the topic."""
        if mention not in self.mentions:
            raise unknown(f"mention of {self.id}", mention, self.mentions)
        return self.origins.get(mention.removeprefix(f"{self.id}/"), self.annotator)

    def _names(self, letter: str, marks: Sequence[Sentence | EventMention]) -> list[str]:
        """Return the ids of marks; those without one of their own are numbered by place."""
        return [f"{self.id}/{mark.id or f'{letter}{number}'}" for number, mark in enumerate(marks, start=1)]

    def _check(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InputError("document-id-expected", id=self.id)
        for section in self.sections:
            if not 0 <= section.start <= section.end <= len(self.text):
                span = {"title": section.title, "start": section.start, "end": section.end}
                raise InputError("section-outside-text", id=self.id, **span, count=len(self.text))
            if section.depth < 1:
                raise InputError("section-depth-wrong", id=self.id, title=section.title, depth=section.depth)
        self._check_spans()
        marks = [*self._names("s", self.annotation.sentences), *self._names("e", self.annotation.events)]
        refuse_repeats(marks, "marks", self.id)
        for mention in self.origins:
            if f"{self.id}/{mention}" not in self.mentions:
                raise InputError("origin-without-mention", id=self.id, mention=mention)

    def _check_spans(self) -> None:
        """Check that each mark covers something, and no two sentences the same: a mention belongs to one of them."""
        spans, events = self.annotation.sentences, self.annotation.events
        sentences = list(zip(self._names("s", spans), spans, strict=True))
        marks: list[tuple[str, Span]] = [*sentences, *zip(self._names("e", events), events, strict=True)]
        for id, span in marks:
            if span.start == span.end:
                raise InputError("part-empty", id=self.id, part=id, start=span.start, end=span.end)
        for (first, before), (other, after) in pairwise(sentences):
            if after.start < before.end:
                ours = {"item": first, "start": before.start, "end": before.end}
                theirs = {"other": other, "after_start": after.start, "after_end": after.end}
                raise InputError("sentences-overlap", id=self.id, **ours, **theirs)


def refuse_repeats(ids: Iterable[str], what: str, where: str) -> None:
    """Fail where an id appears twice."""
    if (id := first_repeat(ids)) is not None:
        raise InputError("id-repeated-in", where=where, what=what, id=id)


def first_repeat(ids: Iterable[str]) -> str | None:
    """Return the first id that appears twice."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            return id
        seen.add(id)
    return None


def expect_topic_id(id: str) -> None:
    """Fail where a topic has no name that a message could quote."""
    if not isinstance(id, str) or not id:
        raise InputError("topic-id-expected", id=id)


@dataclass(frozen=True)
class SourcedTopic(GoldTopic):
    """A topic whose gold is linked to documents."""

    id: str
    sources: tuple[Source, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "sources", tuple(self.sources))
        expect_topic_id(self.id)

    @cached_property
    def marks(self) -> Marks:
        """Sentences and mentions of all documents."""
        return Marks(self.id, self.sources)


class Marks:
    """What links and extracts of a topic may refer to."""

    def __init__(self, topic: str, sources: Sequence[Source]) -> None:
        where = f"topic {topic}"
        refuse_repeats([source.id for source in sources], "documents", where)
        refuse_repeats([id for s in sources for id in (*s.sentences, *s.mentions)], "marks", where)
        self.topic = topic
        self.sentences: dict[str, Sentence] = {}
        self.mentions: dict[str, EventMention] = {}
        self.mentions_of: dict[str, tuple[str, ...]] = {}
        self.document_of: dict[str, str] = {}
        for source in sources:
            self.sentences.update(source.sentences)
            self.mentions.update(source.mentions)
            self.mentions_of.update(source.mentions_of)
            self.document_of.update(dict.fromkeys((*source.sentences, *source.mentions), source.id))
        self.place = {id: place for place, id in enumerate(self.sentences)}  # in the order of the stream

    def expect(self, ids: Iterable[str], where: str, sentences: bool = False) -> None:
        """Fail at the first id that is no sentence of the topic nor, unless only `sentences` will do, a mention."""
        known: Mapping[str, object] = self.sentences if sentences else self.document_of
        for id in ids:
            if id not in known:
                raise self.missing("sentence" if sentences else "sentence or mention", id, known, where)

    def missing(self, kind: str, id: str, known: Mapping[str, object], where: str = "") -> InputError:
        """Return an error that names the id, and the nearest ones that there are."""
        error = unknown(kind, id, _near(id, known)) if known else InputError("topic-has-none", kind=kind, id=id)
        return InputError.like(error).inside(where).inside(f"topic {self.topic}")


def _near(id: str, known: Mapping[str, object]) -> list[str]:
    """Return ids of the same document where there are any: a topic may have a hundred thousand."""
    document = id.rpartition("/")[0] if isinstance(id, str) else ""
    same = [other for other in known if document and other.startswith(f"{document}/")]
    return (same or list(known))[:200]
