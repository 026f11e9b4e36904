"""Marked texts of other tools as topics of a study, with the finished work on them where it maps onto our steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cliometer.errors import InputError
from cliometer.io.sheets import Link
from cliometer.model.notes import Note
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import MANUAL, Annotation, EventMention, Sentence, Source, TimeExpression
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.model.when import When
from cliometer.spelling import many
from cliometer.study.topics import Topic
from cliometer_workbench.formats.markup import DocumentMarkup, Mark, MarkedText


def marked_topics(markup: DocumentMarkup, prefixed: bool = False) -> tuple[Topic, ...]:
    """Return the documents of each topic, without the timelines of writers; ids may be prefixed with the topic's."""
    return tuple(
        Topic(topic, sources=tuple(_source(text, prefixed) for text in _documents(markup, topic)))
        for topic in markup.topics
        if _documents(markup, topic)
    )


def _documents(markup: DocumentMarkup, topic: str, kind: str = "document") -> list[MarkedText]:
    return [text for text in markup.texts if (text.topic, text.kind) == (topic, kind)]


def document_id(text: MarkedText, prefixed: bool) -> str:
    """Return the id that a text has as a document of its topic."""
    return f"{text.topic}/{text.id.removeprefix(f'{text.topic}/')}" if prefixed else text.id


def _source(text: MarkedText, prefixed: bool) -> Source:
    """Return a document; words that somebody linked to a unit, and that no tagger marked, are mentions set by hand."""
    words, id = text.text, document_id(text, prefixed)
    sentences = tuple(Sentence(name, start, end, words[start:end]) for name, start, end in text.sentences)
    tagged = {(mark.start, mark.end): mark for mark in text.marks if mark.layer == "mention"}
    known = {*tagged, *((start, end) for _, start, end in text.sentences)}
    linked = dict.fromkeys((mark.start, mark.end) for mark in text.marks if mark.layer == "unit")
    by_hand = {f"m{start}-{end}": (start, end) for start, end in linked if (start, end) not in known}
    mentions = [
        EventMention(start, end, words[start:end], mark.type, id=mark.id.removeprefix(f"{text.id}/"))
        for (start, end), mark in tagged.items()
    ]
    mentions += [EventMention(*span, words[slice(*span)], id=name) for name, span in by_hand.items()]
    times = [
        TimeExpression(mark.start, mark.end, words[mark.start : mark.end], mark.type, mark.label)  # type: ignore[arg-type]  # checked there
        for mark in text.marks
        if mark.layer == "time" and mark.type
    ]
    annotation = Annotation(words, sentences, tuple(times), tuple(mentions))
    day = When.parse(text.date) if text.date else None
    return Source(id, annotation, day, text.title, origins=dict.fromkeys(by_hand, MANUAL))


@dataclass(frozen=True)
class JudgedMarkup:
    """The events and links of a topic as annotators left them, whether a link is verified, and notes."""

    topic: EventTopic
    links: tuple[Link, ...]
    verified: bool
    notes: tuple[str, ...]


def judged_events(markup: DocumentMarkup, topic: Topic) -> JudgedMarkup | None:
    """Return the annotations of a topic as links of its sentences to events; None where there is none.

    A label is an event, a region links each sentence that it touches, and regions that a relation joins are a group.
    """
    parts: dict[tuple[str, str], dict[tuple[str, ...], None]] = {}
    sources = {source.id: source for source in topic.sources}
    labels = dict(markup.labels.get(topic.id, {}))
    seen: dict[str, set[str]] = {}
    texts = _documents(markup, topic.id)
    for text in texts:
        source = sources[document_id(text, prefixed=True)]
        for sentences, mark in _parts(text, source):
            labels.setdefault(mark.id, mark.label)
            parts.setdefault((mark.id, mark.judge), {})[sentences] = None
            seen.setdefault(mark.judge, set()).add(text.id)
    if not parts:
        return None
    used = [id for id in labels if any(event == id for event, _ in parts)]
    events = [
        JudgedEvent(
            id,
            labels[id],
            tuple(part[0] for part in parts.get((id, ""), ()) if len(part) == 1),
            tuple(part for part in parts.get((id, ""), ()) if len(part) > 1),
            tuple(judge for event, judge in parts if event == id and judge),
        )
        for id in used
    ]
    links = [Link(part, event, judge) for (event, judge), linked in parts.items() if judge for part in linked]
    notes = [
        Note.of("annotated-partly", topic=topic.id, judge=judge, part=len(read), whole=many(len(texts), "document"))
        for judge, read in seen.items()
        if judge and len(read) < len(texts)
    ]
    return JudgedMarkup(EventTopic(topic.id, topic.sources, tuple(events)), tuple(links), "" in seen, tuple(notes))


def _parts(text: MarkedText, source: Source) -> Iterator[tuple[tuple[str, ...], Mark]]:
    """Yield the sentences of each link to an event, those of a group at once."""
    groups: dict[tuple[str, str, str], list[Mark]] = {}
    for mark in (mark for mark in text.marks if mark.layer == "event"):
        touched = [id for id, line in source.sentences.items() if line.start < mark.end and mark.start < line.end]
        if mark.group:
            groups.setdefault((mark.id, mark.judge, mark.group), []).append(mark)
        else:
            yield from (((id,), mark) for id in touched)
    for marks in groups.values():
        spans = [(mark.start, mark.end) for mark in marks]
        together = [
            id
            for id, line in source.sentences.items()
            if any(line.start < end and start < line.end for start, end in spans)
        ]
        yield tuple(together), marks[0]


@dataclass(frozen=True)
class WrittenUnits:
    """The units of a topic with their lines and links, the timelines of their writers, and notes."""

    units: UnitTopic
    timelines: tuple[Timeline, ...]
    notes: tuple[str, ...]


def judged_units(markup: DocumentMarkup, topic: Topic) -> WrittenUnits | None:
    """Return the units that regions in timelines of writers make up; None where there are none."""
    timelines = _documents(markup, topic.id, "timeline")
    labels = markup.labels.get(topic.id, {})
    parts: dict[str, list[Contributor]] = {}
    for text in timelines:
        for start, end, line_end, date in _lines(text):
            for mark in (mark for mark in text.marks if mark.layer == "unit" and start <= mark.start < line_end):
                rest = f"{text.text[end : mark.start].strip()} {text.text[mark.end : line_end].strip()}".strip()
                kept = text.text[mark.start : mark.end]
                parts.setdefault(mark.id, []).append(Contributor(text.title, kept, date, rest))
    if not parts:
        return None
    links, notes = _unit_links(markup, topic)
    units = [
        ContentUnit(
            id, labels.get(id, ""), contributors=tuple(contributors),
            group=EventGroup(tuple(GroupMember(mark, v) for mark, v in links[id].items())) if links.get(id) else None,
        )
        for id, contributors in parts.items()
    ]  # fmt: skip
    written = [
        Timeline([(date, [text.text[end:line_end]]) for _, end, line_end, date in _lines(text)], text.title)
        for text in timelines
    ]
    return WrittenUnits(UnitTopic(topic.id, topic.sources, tuple(units)), tuple(written), notes)


def _lines(text: MarkedText) -> Iterator[tuple[int, int, int, When]]:
    """Yield start, start of the words, end and date of each line of a writer's timeline."""
    start = 0
    for line in text.text.split("\n"):
        if line.strip():
            spelled, _, words = line.partition(" ")
            try:
                date = When.parse(spelled)
            except InputError as error:
                raise InputError("timeline-line-date", id=text.id, error=error) from None
            if words.strip():
                yield start, start + len(spelled) + 1, start + len(line), date
        start += len(line) + 1


def _unit_links(markup: DocumentMarkup, topic: Topic) -> tuple[dict[str, dict[str, float]], tuple[str, ...]]:
    """Return the contribution of each mention or sentence to each unit, by the matching that has no judge."""
    links: dict[str, dict[str, float]] = {}
    others, grouped = set[str](), set[str]()
    sources = {source.id: source for source in topic.sources}
    for text in _documents(markup, topic.id):
        source = sources[document_id(text, prefixed=False)]
        spans = {(sentence.start, sentence.end): id for id, sentence in source.sentences.items()}
        spans |= {(mention.start, mention.end): id for id, mention in source.mentions.items()}
        for mark in (mark for mark in text.marks if mark.layer == "unit"):
            if mark.judge:
                others.add(mark.judge)
                continue
            grouped |= {mark.id} if mark.group else set()
            links.setdefault(mark.id, {})[spans[mark.start, mark.end]] = 1.0 if mark.v is None else mark.v
    notes = [Note.of("matching-left-out", topic=topic.id, judge=judge) for judge in sorted(others)]
    notes += [Note.of("groups-dissolved", topic=topic.id, unit=id) for id in sorted(grouped)]
    return links, tuple(notes)


def checked_judges(markup: DocumentMarkup) -> DocumentMarkup:
    """Return the markup with names of annotators that can be those of judges: without blanks."""
    texts = [
        replace(text, marks=tuple(replace(mark, judge="-".join(mark.judge.split())) for mark in text.marks))
        for text in markup.texts
    ]
    return replace(markup, texts=tuple(texts))
