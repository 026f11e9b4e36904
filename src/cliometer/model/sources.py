"""Sources: the documents that a summary is made from, with ids that a whole topic can refer to.

A sentence of the document `apw-7` is `apw-7/s3`, a mention of an event in it `apw-7/e17`. People may set
an anchor where no extractor saw an event: each mention knows who set it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from cliometer.errors import InputError, expected, unknown
from cliometer.model.annotation import Annotation, EventMention, Sentence, Span, TimeExpression
from cliometer.model.when import When

MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Section:
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
    >>> Source("apw-7", text).mention_ids
    ('apw-7/e1',)
    """

    id: str
    annotation: Annotation
    date: When | None = None
    title: str = ""
    sections: tuple[Section, ...] = ()
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
        """Each sentence by its id in the topic."""
        return dict(zip(self._sentence_names, self.annotation.sentences, strict=True))

    @cached_property
    def mentions(self) -> Mapping[str, EventMention]:
        """Each mention of an event by its id in the topic."""
        return dict(zip(self._mention_names, self.annotation.events, strict=True))

    @property
    def sentence_ids(self) -> tuple[str, ...]:
        """In the order of reading."""
        return tuple(self.sentences)

    @property
    def mention_ids(self) -> tuple[str, ...]:
        """In the order of reading."""
        return tuple(self.mentions)

    @cached_property
    def mentions_of(self) -> Mapping[str, tuple[str, ...]]:
        """The mentions that start in each sentence."""
        sentences = list(self.sentences.items())
        starts = [sentence.start for _, sentence in sentences]
        found: dict[str, list[str]] = {id: [] for id in self.sentences}
        for id, mention in self.mentions.items():
            place = bisect_right(starts, mention.start) - 1
            if place >= 0 and mention.start < sentences[place][1].end:
                found[sentences[place][0]].append(id)
        return {id: tuple(mentions) for id, mentions in found.items()}

    @property
    def outside(self) -> tuple[str, ...]:
        """The mentions that start in no sentence, so that nobody who selects sentences selects them."""
        inside = {mention for mentions in self.mentions_of.values() for mention in mentions}
        return tuple(id for id in self.mentions if id not in inside)

    def origin(self, mention: str) -> str:
        """Who set a mention, by its id in the topic."""
        if mention not in self.mentions:
            raise unknown(f"mention of {self.id}", mention, self.mentions)
        return self.origins.get(mention.removeprefix(f"{self.id}/"), self.annotator)

    @property
    def _sentence_names(self) -> list[str]:
        return self._names("s", [sentence.id for sentence in self.annotation.sentences])

    @property
    def _mention_names(self) -> list[str]:
        return self._names("e", [mention.id for mention in self.annotation.events])

    def _names(self, letter: str, given: Sequence[str]) -> list[str]:
        """Marks without an id of their own are numbered by place."""
        return [f"{self.id}/{id or f'{letter}{number}'}" for number, id in enumerate(given, start=1)]

    def _check(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InputError(f"expected the id of a document such as apw-7, found {self.id!r}")
        for section in self.sections:
            if not 0 <= section.start <= section.end <= len(self.text):
                raise InputError(
                    f"{self.id}: the section {section.title!r}, {section.start}-{section.end}, lies outside "
                    f"the text of {len(self.text)} characters"
                )
            if section.depth < 1:
                raise InputError(
                    f"{self.id}: the section {section.title!r} has depth {section.depth}, not 1 or more"
                )
        self._check_spans()
        refuse_repeats([*self._sentence_names, *self._mention_names], "marks", self.id)
        for mention in self.origins:
            if f"{self.id}/{mention}" not in self.mentions:
                raise InputError(f"{self.id}: an origin is given for {mention!r}, which is no mention of it")

    def _check_spans(self) -> None:
        """A mark covers something, and no two sentences the same: a mention belongs to one of them."""
        sentences = list(zip(self._sentence_names, self.annotation.sentences, strict=True))
        names: list[str] = [*self._sentence_names, *self._mention_names]
        spans: list[Span] = [*self.annotation.sentences, *self.annotation.events]
        for id, span in zip(names, spans, strict=True):
            if span.start == span.end:
                raise InputError(f"{self.id}: {id} is empty, {span.start}-{span.end}; give it a word")
        for (one, before), (other, after) in pairwise(sentences):
            if after.start < before.end:
                raise InputError(
                    f"{self.id}: the sentences {one}, {before.start}-{before.end}, and {other}, "
                    f"{after.start}-{after.end}, overlap; cut the text so that each character is in one"
                )


def refuse_repeats(ids: Iterable[str], what: str, where: str) -> None:
    """Fail where an id stands twice."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise InputError(f"{where}: two {what} have the id {id!r}; give each its own")
        seen.add(id)


def expect_topic_id(id: str) -> None:
    """Fail where a topic has no name that a message could quote."""
    if not isinstance(id, str) or not id:
        raise InputError(f"expected the id of a topic such as korean-war, found {id!r}")
