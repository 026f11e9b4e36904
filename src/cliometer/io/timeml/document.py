"""A TimeML document taken apart: the text, every tag in it by its place, and what stands around the text.

TimeML (Pustejovsky et al. 2003) marks events and times within a text and lists instances and links below it.
Nothing of it is thrown away: the frame is the tree of the file with an empty text, the marks are the tags in
the text with all their attributes. `Annotation` is what the rest of the package wants to know of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import get_args

from cliometer.io.xml.tree import Attributes, Document, Element
from cliometer.model.annotation import Annotation, EventMention, Sentence, TimeExpression, TimeType
from cliometer.text.annotate.sentences import split

TEXT = "TEXT"
_IDS = ("DOCID", "DOCNO")
_LINKS = ("TLINK", "SLINK", "ALINK")
_TYPES: dict[str, TimeType] = {kind: kind for kind in get_args(TimeType)}


@dataclass(frozen=True)
class Mark:
    """A tag in the text: its attributes, the characters it covers, and how many tags it stands in."""

    tag: str
    attributes: Attributes
    start: int
    end: int
    depth: int = 0
    line: int | None = field(default=None, compare=False)

    def get(self, name: str) -> str:
        """The value of an attribute; empty where it has none."""
        return dict(self.attributes).get(name, "")


@dataclass(frozen=True)
class TimeML:
    """The text of a TimeML file, its tags in the order of the file, and the frame around it."""

    text: str
    marks: tuple[Mark, ...]
    frame: Document
    notes: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def annotation(self) -> Annotation:
        """Sentences, times, events and the date, in our own values."""
        return Annotation(self.text, self.sentences, self.times, self.events, self.date)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Those that the file marks as `s`; where it marks none, the text is split."""
        marked = [mark for mark in self.marks if mark.tag == "s"]
        return tuple(
            Sentence(mark.get("id") or f"s{number}", mark.start, mark.end, self._words(mark))
            for number, mark in enumerate(marked, start=1)
        ) or tuple(split(self.text))

    @cached_property
    def times(self) -> tuple[TimeExpression, ...]:
        """The TIMEX3 that stand on words and have a type that TimeML knows."""
        return tuple(self._time(mark) for mark in self.marks if is_time(mark))

    @cached_property
    def events(self) -> tuple[EventMention, ...]:
        """The EVENTs; the part of speech is their own or that of their first instance."""
        return tuple(
            EventMention(
                mark.start,
                mark.end,
                self._words(mark),
                mark.get("pos") or self._parts_of_speech.get(mark.get("eid"), ""),
                mark.get("class"),
                mark.get("eid"),
            )
            for mark in self.marks
            if mark.tag == "EVENT"
        )

    @cached_property
    def date(self) -> str:
        """The day of the document creation time, as a TIMEX3 value; empty where the file has none."""
        outside = [element for element in self.frame.root.walk() if element.tag == "TIMEX3"]
        inside = [Element(mark.tag, mark.attributes) for mark in self.marks if mark.tag == "TIMEX3"]
        created = (time for time in (*outside, *inside) if time.get("functionInDocument") == "CREATION_TIME")
        named = (time for time in _within(self.frame.root, "DCT") if time.tag == "TIMEX3")
        value = next((value for time in (*named, *created) if (value := time.get("value"))), "")
        return value.partition("T")[0]

    @cached_property
    def id(self) -> str:
        """What stands in DOCID or DOCNO."""
        names = (element.text.strip() for element in self.frame.root.walk() if element.tag in _IDS)
        return next(names, "")

    @property
    def links(self) -> tuple[Element, ...]:
        """TLINKs, SLINKs and ALINKs."""
        return self._listed(*_LINKS)

    @property
    def instances(self) -> tuple[Element, ...]:
        """MAKEINSTANCEs."""
        return self._listed("MAKEINSTANCE")

    @property
    def signals(self) -> tuple[Mark, ...]:
        """SIGNALs: *after*, *when*, *during*, by their place."""
        return tuple(mark for mark in self.marks if mark.tag == "SIGNAL")

    def _listed(self, *tags: str) -> tuple[Element, ...]:
        """Below the text, or in it where a file has no TEXT."""
        outside = [element for element in self.frame.root.walk() if element.tag in tags]
        inside = [Element(mark.tag, mark.attributes) for mark in self.marks if mark.tag in tags]
        return (*outside, *inside)

    @cached_property
    def _parts_of_speech(self) -> dict[str, str]:
        """By event; some taggers call it `eid` where TimeML 1.2.1 says `eventID`."""
        found: dict[str, str] = {}
        for instance in self.instances:
            event = instance.get("eventID") or instance.get("eid")
            found.setdefault(event or "", instance.get("pos") or "")
        return found

    def _words(self, mark: Mark) -> str:
        return self.text[mark.start : mark.end]

    def _time(self, mark: Mark) -> TimeExpression:
        rest = {name: mark.get(name) for name in ("value", "mod", "quant", "freq")}
        kind = _TYPES[mark.get("type")]
        return TimeExpression(mark.start, mark.end, self._words(mark), kind, **rest, id=mark.get("tid"))


def is_time(mark: Mark) -> bool:
    """Whether a tag is a time expression: an empty TIMEX3 stands for a time that no word names."""
    return mark.tag == "TIMEX3" and mark.start < mark.end and mark.get("type") in _TYPES


def _within(root: Element, tag: str) -> Iterator[Element]:
    for element in root.walk():
        if element.tag == tag:
            yield from element.walk()
