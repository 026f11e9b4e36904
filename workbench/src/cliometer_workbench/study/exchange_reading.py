"""Marked texts of other tools as topics of a study, with the finished work on them where it maps onto our steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import starmap

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.io.sheets import Link
from cliometer.io.units import UnitFile
from cliometer.model.notes import Note
from cliometer.model.nuggets import EventTopic
from cliometer.model.sources import MANUAL, Annotation, EventMention, Sentence, Source, TimeExpression
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.model.when import When
from cliometer.spelling import many
from cliometer.study.topics import Topic
from cliometer_workbench.formats.markup import DocumentMarkup, Mark, MarkedText
from cliometer_workbench.study.events.event_study import judged_event
from cliometer_workbench.study.units.unit_files import UnitReleaseFiles


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
    texts, sources = _documents(markup, topic.id), {source.id: source for source in topic.sources}
    read = [(text, *part) for text in texts for part in _parts(text, sources[document_id(text, prefixed=True)])]
    if not read:
        return None
    labels = dict(markup.labels.get(topic.id, {}))
    for _, _, mark in read:
        labels.setdefault(mark.id, mark.label)
    linked = by_key(((mark.id, mark.judge), sentences) for _, sentences, mark in read)
    parts = {key: tuple(dict.fromkeys(sentences)) for key, sentences in linked.items()}
    judges = by_key(parts)
    events = [
        judged_event(id, text, parts.get((id, ""), ()), filter(None, judges[id]))
        for id, text in labels.items()
        if id in judges
    ]
    links = [Link(part, event, judge) for (event, judge), places in parts.items() if judge for part in places]
    seen = by_key(dict.fromkeys((mark.judge, text.id) for text, _, mark in read))
    whole = many(len(texts), "document")
    notes = [
        Note.of("annotated-partly", topic=topic.id, judge=judge, part=len(ids), whole=whole)
        for judge, ids in seen.items()
        if judge and len(ids) < len(texts)
    ]
    return JudgedMarkup(EventTopic(topic.id, topic.sources, tuple(events)), tuple(links), "" in seen, tuple(notes))


def _parts(text: MarkedText, source: Source) -> Iterator[tuple[tuple[str, ...], Mark]]:
    """Yield the sentences of each link to an event, those of a group at once."""

    def touched(marks: Sequence[Mark]) -> tuple[str, ...]:
        lines = source.sentences.items()
        return tuple(id for id, line in lines if any(line.start < mark.end and mark.start < line.end for mark in marks))

    linked = [mark for mark in text.marks if mark.layer == "event"]
    for mark in linked:
        yield from (((id,), mark) for id in touched([mark]) if not mark.group)
    for marks in by_key(((mark.id, mark.judge, mark.group), mark) for mark in linked if mark.group).values():
        yield touched(marks), marks[0]


def judged_units(markup: DocumentMarkup, topics: Iterable[Topic]) -> UnitReleaseFiles:
    """Return the units that regions in timelines of writers make up, with these timelines; topics may have none."""
    units, timelines, notes = list[UnitTopic](), dict[str, list[Timeline]](), [*markup.notes]
    for topic in topics:
        labels, written = markup.labels.get(topic.id, {}), _documents(markup, topic.id, "timeline")
        parts = by_key(part for text in written for part in _contributors(text))
        if not parts:
            continue
        links, remarks = _unit_links(markup, topic)
        notes += remarks
        groups = {id: EventGroup(tuple(starmap(GroupMember, marks.items()))) for id, marks in links.items()}
        contents = (
            ContentUnit(id, labels.get(id, ""), contributors=tuple(contributors), group=groups.get(id))
            for id, contributors in parts.items()
        )
        units.append(UnitTopic(topic.id, topic.sources, tuple(contents)))
        timelines[topic.id] = [
            Timeline([(date, [text.text[end:line_end]]) for _, end, line_end, date in _lines(text)], text.title)
            for text in written
        ]
    return UnitReleaseFiles(UnitFile(tuple(units), notes=tuple(notes)), timelines, {})


def _contributors(text: MarkedText) -> Iterator[tuple[str, Contributor]]:
    """Yield each part of a unit in a writer's timeline, with the unit."""
    words = text.text
    for start, end, line_end, date in _lines(text):
        for mark in (mark for mark in text.marks if mark.layer == "unit" and start <= mark.start < line_end):
            rest = f"{words[end : mark.start].strip()} {words[mark.end : line_end].strip()}".strip()
            yield mark.id, Contributor(text.title, words[mark.start : mark.end], date, rest)


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
