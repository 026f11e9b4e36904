"""TimeML files (Pustejovsky et al. 2003): events and times in a text, read and written without loss.

The files (`.tml`, `.timeml`) of TimeBank, TempEval and HeidelTime and our own are read: `TEXT` holds the text with
`EVENT` and `TIMEX3` tags, and `DCT` the day of writing. Without `TEXT` all of the document is the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import get_args

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import Notebook
from cliometer.io.xml import Attributes, Element, XmlDocument, parse_xml, read_xml, spell_xml
from cliometer.model.sources import Annotation, EventMention, Sentence, TimeExpression, TimeType
from cliometer.spelling import quoted
from cliometer.text.annotate.sentences import split_sentences

# TimeML marks events and times within a text and lists instances and links below it. Nothing is thrown
# away: the frame is the tree of the file with an empty text, the marks are the tags in the text.

TEXT = "TEXT"
_IDS = ("DOCID", "DOCNO")
_LINKS = ("TLINK", "SLINK", "ALINK")
_TYPES: dict[str, TimeType] = {kind: kind for kind in get_args(TimeType)}


@dataclass(frozen=True)
class TimeMLTag:
    """A tag in the text: its attributes, the characters it covers, and how many tags it stands in."""

    tag: str
    attributes: Attributes
    start: int
    end: int
    depth: int = 0
    line: int | None = field(default=None, compare=False)

    def get(self, name: str) -> str:
        """Return the value of an attribute; empty where it has none."""
        return dict(self.attributes).get(name, "")


@dataclass(frozen=True)
class TimeML:
    """The text of a TimeML file, its tags in the order of the file, and the frame around it."""

    text: str
    marks: tuple[TimeMLTag, ...]
    frame: XmlDocument
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
        ) or tuple(split_sentences(self.text))

    @cached_property
    def times(self) -> tuple[TimeExpression, ...]:
        """The TIMEX3 that stand on words and have a type that TimeML knows."""
        return tuple(self._time(mark) for mark in self.marks if is_time(mark))

    @cached_property
    def events(self) -> tuple[EventMention, ...]:
        """The EVENTs; the part of speech is their own or that of their first instance."""
        events = []
        for mark in (mark for mark in self.marks if mark.tag == "EVENT"):
            pos = mark.get("pos") or self._parts_of_speech.get(mark.get("eid"), "")
            events.append(
                EventMention(mark.start, mark.end, self._words(mark), pos, mark.get("class"), mark.get("eid"))
            )
        return tuple(events)

    @cached_property
    def date(self) -> str:
        """The day of the document creation time, as a TIMEX3 value; empty where the file has none."""
        outside = [element for element in self.frame.root.walk() if element.tag == "TIMEX3"]
        inside = [Element(mark.tag, mark.attributes) for mark in self.marks if mark.tag == "TIMEX3"]
        created = (time for time in (*outside, *inside) if time.get("functionInDocument") == "CREATION_TIME")
        stamps = (element for element in self.frame.root.walk() if element.tag == "DCT")
        named = (time for stamp in stamps for time in stamp.walk() if time.tag == "TIMEX3")
        value = next((value for time in (*named, *created) if (value := time.get("value"))), "")
        return value.partition("T")[0]

    @cached_property
    def id(self) -> str:
        """What stands in DOCID or DOCNO."""
        return self._said(*_IDS)

    @cached_property
    def title(self) -> str:
        """What stands in TITLE."""
        return self._said("TITLE")

    def _said(self, *tags: str) -> str:
        texts = (element.text.strip() for element in self.frame.root.walk() if element.tag in tags)
        return next(texts, "")

    @property
    def links(self) -> tuple[Element, ...]:
        """TLINKs, SLINKs and ALINKs."""
        return self._listed(*_LINKS)

    @property
    def instances(self) -> tuple[Element, ...]:
        """MAKEINSTANCEs."""
        return self._listed("MAKEINSTANCE")

    @property
    def signals(self) -> tuple[TimeMLTag, ...]:
        """SIGNALs: *after*, *when*, *during*, by their place."""
        return tuple(mark for mark in self.marks if mark.tag == "SIGNAL")

    def _listed(self, *tags: str) -> tuple[Element, ...]:
        """Return the tags below the text, or in it where a file has no TEXT."""
        outside = [element for element in self.frame.root.walk() if element.tag in tags]
        inside = [Element(mark.tag, mark.attributes) for mark in self.marks if mark.tag in tags]
        return (*outside, *inside)

    @cached_property
    def _parts_of_speech(self) -> dict[str, str]:
        """By event; some taggers call it `eid` where TimeML 1.2.1 says `eventID`."""
        parts: dict[str, str] = {}
        for instance in self.instances:
            event = instance.get("eventID") or instance.get("eid")
            parts.setdefault(event or "", instance.get("pos") or "")
        return parts

    def _words(self, mark: TimeMLTag) -> str:
        return self.text[mark.start : mark.end]

    def _time(self, mark: TimeMLTag) -> TimeExpression:
        rest = {name: mark.get(name) for name in ("value", "mod", "quant", "freq")}
        kind = _TYPES[mark.get("type")]
        return TimeExpression(mark.start, mark.end, self._words(mark), kind, **rest, id=mark.get("tid"))


def is_time(mark: TimeMLTag) -> bool:
    """Return whether a tag is a time expression: an empty TIMEX3 stands for a time that no word names."""
    return mark.tag == "TIMEX3" and mark.start < mark.end and mark.get("type") in _TYPES


Children = tuple[Element | str, ...]


def _text_element(root: Element) -> Element:
    """Return TEXT; without it, as HeidelTime writes it, all of the document is the text."""
    return next((element for element in root.walk() if element.tag == TEXT), root)


def _filled(element: Element, text: Element, children: Children) -> Element:
    """Return the tree with other children in its text element."""
    if element is text:
        return replace(element, children=children)
    return replace(
        element,
        children=tuple(
            child if isinstance(child, str) else _filled(child, text, children) for child in element.children
        ),
    )


def _collect(element: Element, start: int, depth: int, marks: list[TimeMLTag]) -> str:
    """Return the characters of an element; its tags are added to the marks, outer ones first."""
    pieces: list[str] = []
    place = start
    for child in element.children:
        if isinstance(child, str):
            piece = child
        else:
            number = len(marks)
            marks.append(TimeMLTag(child.tag, child.attributes, place, place, depth, child.line))
            piece = _collect(child, place, depth + 1, marks)
            marks[number] = replace(marks[number], end=place + len(piece))
        pieces.append(piece)
        place += len(piece)
    return "".join(pieces)


class _Weaver:
    """Puts tags back between characters; takes them in order, so that each is looked at once."""

    def __init__(self, text: str, marks: Sequence[TimeMLTag]) -> None:
        self.text = text
        self.marks = marks
        self.next = 0

    def all(self) -> Children:
        children = self.children(0, len(self.text), 0)
        if self.next < len(self.marks):
            mark = self.marks[self.next]
            raise InputError("tag-outside-tag", tag=mark.tag, start=mark.start, end=mark.end)
        return children

    def children(self, start: int, end: int, depth: int) -> Children:
        parts: list[Element | str] = []
        place = start
        while self.next < len(self.marks) and self.marks[self.next].depth == depth:
            mark = self.marks[self.next]
            if not place <= mark.start <= mark.end <= end:
                raise InputError("tag-overlaps", tag=mark.tag, start=mark.start, end=mark.end)
            self.next += 1
            inside = self.children(mark.start, mark.end, depth + 1)
            parts += [self.text[place : mark.start], Element(mark.tag, mark.attributes, inside)]
            place = mark.end
        return tuple(child for child in (*parts, self.text[place:end]) if child != "")


_ROOT: Attributes = (
    ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("xsi:noNamespaceSchemaLocation", "http://timeml.org/timeMLdocs/TimeML_1.2.1.xsd"),
)
_CREATION: Attributes = (("temporalFunction", "false"), ("functionInDocument", "CREATION_TIME"))
_ORDER = {"s": 0, "TIMEX3": 1, "EVENT": 2}  # of tags on the same words, outermost first


def timeml_of(annotation: Annotation, id: str = "", title: str = "") -> TimeML:
    """Return the document of an annotation; times and events without an id are numbered.

    Sentences are written as `s` only where splitting the text would not give them again.
    """
    times = _named([time.id for time in annotation.times], "t")
    events = _named([event.id for event in annotation.events], "e")
    marks = [_time(time, name) for time, name in zip(annotation.times, times, strict=True)]
    instances = []  # TimeML keeps the part of speech with the instance
    for number, (event, name) in enumerate(zip(annotation.events, events, strict=True), start=1):
        kind, pos = _given([("class", event.kind)]), _given([("pos", event.pos)])
        marks.append(TimeMLTag("EVENT", (("eid", name), *kind), event.start, event.end))
        instances.append(Element("MAKEINSTANCE", (("eiid", f"ei{number}"), ("eventID", name), *pos)))
    if annotation.sentences != tuple(split_sentences(annotation.text)):
        marks += [TimeMLTag("s", (("id", line.id),), line.start, line.end) for line in annotation.sentences]
    return TimeML(annotation.text, _nested(marks), _frame(id, annotation.date, title, instances))


def _named(ids: Sequence[str], letter: str) -> list[str]:
    """Return the ids of marks, with new ones for those without; they start at 1, as t0 is the document's own time."""
    taken = set(ids)
    fresh = (name for number in range(1, 2 * len(ids) + 2) if (name := f"{letter}{number}") not in taken)
    return [id or next(fresh) for id in ids]


def _time(time: TimeExpression, id: str) -> TimeMLTag:
    optional = (("mod", time.mod), ("quant", time.quant), ("freq", time.freq))
    pairs = (("tid", id), ("type", time.type), ("value", time.value), *_given(optional))
    return TimeMLTag("TIMEX3", pairs, time.start, time.end)


def _given(pairs: Iterable[tuple[str, str]]) -> Attributes:
    return tuple((name, value) for name, value in pairs if value)


def _frame(id: str, date: str, title: str, instances: Sequence[Element]) -> XmlDocument:
    children: list[Element | str] = ["\n"]
    if id:
        children += [Element("DOCID", (), (id,)), "\n"]
    if date:
        created = (("tid", "t0"), ("type", "DATE"), ("value", date), *_CREATION)
        children += [Element("DCT", (), (Element("TIMEX3", created, (date,)),)), "\n"]
    if title:
        children += [Element("TITLE", (), (title,)), "\n"]
    children += [Element(TEXT), "\n"]
    for instance in instances:
        children += [instance, "\n"]
    return XmlDocument(Element("TimeML", _ROOT, tuple(children)))


def _nested(marks: Iterable[TimeMLTag]) -> tuple[TimeMLTag, ...]:
    """Return the marks in the order of a file, each with its depth; two that cross are an error."""
    nested: list[TimeMLTag] = []
    around: list[TimeMLTag] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end, _ORDER[mark.tag])):
        while around and around[-1].end <= mark.start:
            around.pop()
        if around and mark.end > around[-1].end:
            outer, start, end = around[-1].tag, around[-1].start, around[-1].end
            crossed = {"outer": outer, "outer_start": start, "outer_end": end}
            raise InputError("tag-crosses", tag=mark.tag, start=mark.start, end=mark.end, **crossed)
        mark = TimeMLTag(mark.tag, mark.attributes, mark.start, mark.end, len(around))
        nested.append(mark)
        around.append(mark)
    return tuple(nested)


def read_timeml(path: str | PathLike[str]) -> TimeML:
    """Read a TimeML file; `.annotation` has its sentences, times, events and date in our own values."""
    place = Path(path)
    return _timeml(read_xml(place), place)


def parse_timeml(content: str, path: str | PathLike[str] = "TimeML") -> TimeML:
    """Read TimeML from a text, such as a tagger's output; `path` is for messages.

    >>> found = parse_timeml('<TimeML>On <TIMEX3 tid="t1" type="DATE" value="1970">1970</TIMEX3></TimeML>')
    >>> found.annotation.times[0].value
    '1970'
    """
    return _timeml(parse_xml(content, Path(path)), Path(path))


def spell_timeml(document: TimeML | Annotation) -> str:
    """Return the text of a TimeML file."""
    timeml = timeml_of(document) if isinstance(document, Annotation) else document
    root = timeml.frame.root
    children = _Weaver(timeml.text, timeml.marks).all()
    return spell_xml(replace(timeml.frame, root=_filled(root, _text_element(root), children)))


def _timeml(document: XmlDocument, path: Path) -> TimeML:
    if document.root.tag.lower() != "timeml":
        raise FormatError("timeml-expected", path, document.root.line, tag=document.root.tag)
    text, marks = _text_element(document.root), list[TimeMLTag]()
    characters = _collect(text, 0, 0, marks)
    frame = replace(document, root=_filled(document.root, text, ()))
    return TimeML(characters, tuple(marks), frame, _notes(marks, path))


def _notes(marks: Sequence[TimeMLTag], path: Path) -> tuple[str, ...]:
    """Return notes on TIMEX3 tags that are no time expressions of the text, and on odd ids of events."""
    notebook, seen = Notebook(path), set[str]()
    for mark in (mark for mark in marks if mark.tag == "EVENT"):
        eid = mark.get("eid")
        if not eid:
            notebook.add(mark.line, "an EVENT without eid; nothing can refer to it", kind="no eid")
        elif eid in seen:
            again = f"the eid {quoted(eid)} appears twice; links to it are ambiguous"
            notebook.add(mark.line, again, kind="eid")
        seen.add(eid)
    for mark in marks:
        if mark.tag != "TIMEX3" or is_time(mark):
            continue
        if mark.start == mark.end:
            notebook.add(mark.line, "a TIMEX3 without words is kept but is not a time expression", kind="empty")
        else:
            kind = quoted(mark.get("type"))
            notebook.add(mark.line, f"a TIMEX3 of type {kind} is kept but is not a time expression", kind="type")
    return notebook.notes
