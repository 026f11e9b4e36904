"""Small topics of our own invention, and the same as Hypothesis draws them."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from cliometer.model.extracts import EXTRACT_KINDS, Extract, ExtractItem
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import (
    TIME_TYPES,
    Annotation,
    EventMention,
    Sentence,
    Source,
    SourceSection,
    TimeExpression,
)
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from tests.strategies import whens

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def source(id: str, *sentences: str) -> Source:
    """A document of sentences in which every word in capitals is a mention of an event."""
    text, marks, start = " ".join(sentences), [], 0
    for number, sentence in enumerate(sentences, start=1):
        marks.append(Sentence(f"s{number}", start, start + len(sentence), sentence))
        start += len(sentence) + 1
    found = enumerate(re.finditer(r"\b[A-Z]{2,}\b", text), start=1)
    events = tuple(EventMention(m.start(), m.end(), m[0], id=f"e{number}") for number, m in found)
    return Source(id, Annotation(text, tuple(marks), (), events))


def group(**members: float) -> EventGroup:
    """Mentions of document `a` with their contributions: `group(e1=1, e2=0.5)`."""
    return EventGroup(tuple(GroupMember(f"a/{id}", v) for id, v in members.items()))


def unit(id: str, weight: int, links: EventGroup | None = None) -> ContentUnit:
    """A unit that so many writers have."""
    return ContentUnit(id, contributors=tuple(Contributor(f"w{n}") for n in range(weight)), group=links)


def vector() -> EventTopic:
    """The facts' test vector: s1{1} s2{1,2} s3{} s4{3} s5{2}, and a fourth event that nobody mentions."""
    links = {"1": ("n/s1", "n/s2"), "2": ("n/s2", "n/s5"), "3": ("n/s4",), "4": ()}
    events = tuple(JudgedEvent(id, links=own) for id, own in links.items())
    return EventTopic("t", (source("n", "One.", "Two.", "Three.", "Four.", "Five."),), events)


@st.composite
def sources(draw: st.DrawFn, id: str = "a") -> Source:
    """A text with sentences, times and events anywhere, some without an id."""
    text = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
    ends = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    spans = st.lists(ends, max_size=4)
    named = st.booleans()
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True).map(sorted))
    sentences = tuple(
        Sentence(f"s{n}" if draw(named) else "", a, b, text[a:b])
        for n, (a, b) in enumerate(zip(cuts[::2], cuts[1::2], strict=False), 1)
    )
    events = tuple(
        EventMention(a, b, text[a:b], draw(TEXTS), draw(TEXTS), f"e{n}" if draw(named) else "")
        for n, (a, b) in enumerate(sorted((a, b) for a, b in draw(spans) if a < b), 1)
    )
    times = tuple(
        TimeExpression(a, b, text[a:b], draw(st.sampled_from(TIME_TYPES)), draw(TEXTS), mod=draw(TEXTS))
        for a, b in draw(spans)
    )
    sections = tuple(SourceSection(draw(TEXTS), a, b, draw(st.integers(1, 3))) for a, b in draw(spans))
    made_by = {f"e{n}": draw(TEXTS) for n in range(1, len(events) + 1) if draw(named)}
    annotation = Annotation(text, sentences, times, events, draw(TEXTS))
    return Source(id, annotation, draw(st.none() | whens), draw(TEXTS), sections, draw(TEXTS), made_by)


def groups(ids: tuple[str, ...]) -> st.SearchStrategy[EventGroup]:
    """Nested groups over some ids; contributions of 0 and 1 are frequent."""
    v = st.sampled_from([0, 1, 0.5, 1 / 3]) | st.floats(0, 1)
    leaf = st.sampled_from(ids)

    def of(inner: st.SearchStrategy[str | EventGroup]) -> st.SearchStrategy[EventGroup]:
        members = st.lists(st.builds(GroupMember, inner, v), min_size=1, max_size=4, unique_by=lambda m: m.of)
        return st.builds(EventGroup, members.map(tuple), st.sampled_from(["", "g", "h"]))

    return st.recursive(of(leaf), lambda inner: of(leaf | inner), max_leaves=8)


@st.composite
def unit_topics(draw: st.DrawFn) -> UnitTopic:
    """One or two documents and up to five units."""
    documents = tuple(draw(sources(id)) for id in draw(st.sampled_from([("a",), ("a", "b/c")])))
    ids = tuple(id for document in documents for id in (*document.mentions, *document.sentences))
    links = groups(ids) if ids else st.nothing()
    contributors = st.builds(Contributor, st.sampled_from("xyz") | NAMES, TEXTS, st.none() | whens, TEXTS)
    roles = st.none() | TEXTS
    units = tuple(
        ContentUnit(
            f"u{number}",
            draw(TEXTS),
            draw(roles),
            draw(roles),
            draw(roles),
            draw(st.none() | whens),
            draw(roles),
            tuple(draw(st.dictionaries(NAMES, TEXTS, max_size=2)).items()),
            tuple(draw(st.lists(contributors, max_size=4))),
            draw(st.none() | links),
            tuple(draw(st.lists(st.sampled_from(ids), max_size=2, unique=True))) if ids else (),
        )
        for number in range(draw(st.integers(1, 5)))
    )
    return UnitTopic(draw(NAMES), documents, units, draw(st.none() | st.integers(1, 7)))


@st.composite
def linked_topics(draw: st.DrawFn) -> UnitTopic:
    """Units with weights that share the few marks of one document."""
    story = source("a", "They FOUGHT and LEFT.", "It ENDED.")
    links = groups((*story.mentions, *story.sentences))
    units = tuple(unit(f"u{n}", draw(st.integers(1, 3)), draw(links)) for n in range(draw(st.integers(1, 3))))
    return UnitTopic("war", (story,), units, 2)


@st.composite
def event_topics(draw: st.DrawFn) -> EventTopic:
    """Up to four events over two stories, some told only by sentences together."""
    documents = (source("m", "One.", "Two.", "Three."), source("n", "Four.", "Five.", "Six."))
    ids = st.sampled_from([id for document in documents for id in document.sentences])
    some = st.lists(ids, unique=True, max_size=3)
    events = tuple(
        JudgedEvent(
            f"e{number}",
            draw(TEXTS),
            tuple(draw(some)),
            tuple(map(tuple, draw(st.lists(st.lists(ids, unique=True, min_size=1, max_size=3), max_size=2)))),
            tuple(draw(st.lists(NAMES, unique=True, max_size=2))),
        )
        for number in range(draw(st.integers(1, 4)))
    )
    return EventTopic(draw(NAMES), documents, events)


@st.composite
def extracts_of(draw: st.DrawFn, topic: UnitTopic) -> Extract:
    """Anything that a system could select."""
    of = draw(st.sampled_from(EXTRACT_KINDS))
    there: dict[str, list[str]] = {
        "mentions": list(topic.marks.mentions),
        "sentences": list(topic.marks.sentences),
        "units": list(topic.by_id),
    }
    ids = draw(st.lists(st.sampled_from(there[of]), unique=True)) if there[of] else []
    return Extract(tuple(map(ExtractItem, ids)), of=of)


@st.composite
def rankings(draw: st.DrawFn, topic: EventTopic) -> Extract:
    """Some sentences of a topic with scores, several of them tied."""
    ids = draw(st.lists(st.sampled_from(list(topic.marks.sentences)), unique=True, max_size=5))
    scores = sorted((draw(st.integers(0, 1)) for _ in ids), reverse=True)
    items = tuple(ExtractItem(id, score=score) for id, score in zip(ids, scores, strict=True))
    return Extract(items, of="sentences", ranked=True)


items = st.builds(
    ExtractItem, NAMES, st.none() | whens, TEXTS, st.none() | st.floats(allow_nan=False, allow_infinity=False)
)
extracts = st.builds(
    Extract,
    st.lists(items, max_size=4, unique_by=lambda item: item.id).map(tuple),
    st.sampled_from(EXTRACT_KINDS),
    st.just(False),
    TEXTS,
    TEXTS,
    st.integers(0, 9),
)
