"""An annotation as a TimeML document: DCT, TEXT with TIMEX3 and EVENT, and an instance an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cliometer.errors import InputError
from cliometer.io.timeml.document import TEXT, Mark, TimeML
from cliometer.io.xml.tree import Attributes, Document, Element
from cliometer.model.annotation import Annotation, EventMention, Sentence, TimeExpression
from cliometer.text.annotate.sentences import split

_ROOT: Attributes = (
    ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("xsi:noNamespaceSchemaLocation", "http://timeml.org/timeMLdocs/TimeML_1.2.1.xsd"),
)
_CREATION: Attributes = (("temporalFunction", "false"), ("functionInDocument", "CREATION_TIME"))
_ORDER = {"s": 0, "TIMEX3": 1, "EVENT": 2}  # of tags on the same words, outermost first


def timeml_of(annotation: Annotation, id: str = "") -> TimeML:
    """The document of an annotation; times and events without an id are numbered.

    Sentences are written as `s` only where splitting the text would not give them again.
    """
    times = _named([time.id for time in annotation.times], "t")
    events = _named([event.id for event in annotation.events], "e")
    marks = [_time(time, name) for time, name in zip(annotation.times, times, strict=True)]
    marks += [_event(event, name) for event, name in zip(annotation.events, events, strict=True)]
    if annotation.sentences != tuple(split(annotation.text)):
        marks += map(_sentence, annotation.sentences)
    instances = _instances(annotation.events, events)
    frame = _frame(id, annotation.date, instances)
    return TimeML(annotation.text, _nested(marks), frame)


def _named(ids: Sequence[str], letter: str) -> list[str]:
    """Each id, and a new one for those who have none; from 1, as t0 is the document's own time."""
    taken = set(ids)
    fresh = (name for number in range(1, 2 * len(ids) + 2) if (name := f"{letter}{number}") not in taken)
    return [id or next(fresh) for id in ids]


def _time(time: TimeExpression, id: str) -> Mark:
    more = (("mod", time.mod), ("quant", time.quant), ("freq", time.freq))
    pairs = (("tid", id), ("type", time.type), ("value", time.value), *_given(more))
    return Mark("TIMEX3", pairs, time.start, time.end)


def _event(event: EventMention, id: str) -> Mark:
    return Mark("EVENT", (("eid", id), *_given([("class", event.kind)])), event.start, event.end)


def _sentence(sentence: Sentence) -> Mark:
    return Mark("s", (("id", sentence.id),), sentence.start, sentence.end)


def _given(pairs: Iterable[tuple[str, str]]) -> Attributes:
    return tuple((name, value) for name, value in pairs if value)


def _instances(events: Sequence[EventMention], ids: Sequence[str]) -> list[Element]:
    """TimeML keeps the part of speech with the instance."""
    return [
        Element("MAKEINSTANCE", (("eiid", f"ei{number}"), ("eventID", id), *_given([("pos", event.pos)])))
        for number, (event, id) in enumerate(zip(events, ids, strict=True), start=1)
    ]


def _frame(id: str, date: str, instances: Sequence[Element]) -> Document:
    children: list[Element | str] = ["\n"]
    if id:
        children += [Element("DOCID", (), (id,)), "\n"]
    if date:
        created = (("tid", "t0"), ("type", "DATE"), ("value", date), *_CREATION)
        children += [Element("DCT", (), (Element("TIMEX3", created, (date,)),)), "\n"]
    children += [Element(TEXT), "\n"]
    for instance in instances:
        children += [instance, "\n"]
    return Document(Element("TimeML", _ROOT, tuple(children)))


def _nested(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks in the order of a file, each with its depth; two that cross are an error."""
    found: list[Mark] = []
    around: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end, _ORDER[mark.tag])):
        while around and around[-1].end <= mark.start:
            around.pop()
        if around and mark.end > around[-1].end:
            raise InputError(
                f"<{mark.tag}> at {mark.start}-{mark.end} crosses <{around[-1].tag}> at "
                f"{around[-1].start}-{around[-1].end}; XML can only nest them"
            )
        mark = Mark(mark.tag, mark.attributes, mark.start, mark.end, len(around))
        found.append(mark)
        around.append(mark)
    return tuple(found)
