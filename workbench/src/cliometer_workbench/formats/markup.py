"""Texts with the judgements of people on them, in the one form from which all exchange formats are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from cliometer.errors import InputError
from cliometer.model.judgements import Vote

Layer = Literal["event", "unit", "mention", "time"]
LAYERS: tuple[Layer, ...] = ("event", "unit", "mention", "time")
JUDGED_LAYERS: tuple[Layer, ...] = ("event", "unit")  # what judges say; the others are where documents are marked
TextKind = Literal["document", "timeline"]


@dataclass(frozen=True)
class Mark:
    """A span of a text: a link to an event or unit by a judge, a mention of some event, or a time expression.

    `id` is that of the event, unit, mention or time expression, `label` its words. An empty judge stands for the
    outcome: a verified link, or the first matching. Spans of one `group` belong together: they say it only jointly.
    `v` is the contribution of a link to its unit.
    """

    layer: Layer
    start: int
    end: int
    id: str
    label: str = ""
    judge: str = ""
    group: str = ""
    v: float | None = None
    type: str = ""  # of a time expression DATE, TIME, ...; of a mention its part of speech


@dataclass(frozen=True)
class MarkedText:
    """A document, or the timeline of a writer as a text, with its sentences and marks by characters (code points)."""

    topic: str
    id: str
    text: str
    marks: tuple[Mark, ...] = ()
    sentences: tuple[tuple[str, int, int], ...] = ()  # id within the text, start, end
    title: str = ""
    date: str = ""
    kind: TextKind = "document"
    predicted: tuple[Mark, ...] = ()  # links that a model proposed; its name is the judge

    def __post_init__(self) -> None:
        spans = [(mark.id, mark.start, mark.end) for mark in (*self.marks, *self.predicted)]
        for id, start, end in (*spans, *self.sentences):
            if not (0 <= start < end <= len(self.text) and self.text[start:end].strip()):
                raise InputError("part-outside-text", id=self.id, part=id, start=start, end=end, count=len(self.text))

    @property
    def judges(self) -> tuple[str, ...]:
        """Whose judgements the text holds, the outcome first."""
        names = dict.fromkeys(mark.judge for mark in self.marks if mark.layer in JUDGED_LAYERS)
        return tuple(sorted(names))


@dataclass(frozen=True)
class ComparedPair:
    """Two summaries of a topic as they were shown, and what judges said of them."""

    topic: str
    title: str
    left: str  # system
    right: str
    texts: tuple[str, str]
    votes: tuple[Vote, ...] = ()


@dataclass(frozen=True)
class DocumentMarkup:
    """What is exchanged: marked texts, or pairs of summaries with votes; labels of events and units by topic."""

    texts: tuple[MarkedText, ...] = ()
    pairs: tuple[ComparedPair, ...] = ()
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # topic, then id of an event or unit
    notes: tuple[str, ...] = ()

    @property
    def topics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text.topic for text in self.texts))


def joined_markup(parts: Iterable[DocumentMarkup]) -> DocumentMarkup:
    """Return the markup of several topics as one."""
    markups = list(parts)
    return DocumentMarkup(
        tuple(text for markup in markups for text in markup.texts),
        tuple(pair for markup in markups for pair in markup.pairs),
        {topic: labels for markup in markups for topic, labels in markup.labels.items()},
        tuple(note for markup in markups for note in markup.notes),
    )
