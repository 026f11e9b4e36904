"""Anchors: mentions that a matcher marks by hand where no extractor saw an event (Bauer & Teufel 2015).

An anchor's id follows from its place, so two matchers who mark the same words give them the same name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from cliometer.errors import Refused
from cliometer.model.annotation import EventMention
from cliometer.model.sources import MANUAL, Source
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.units.finding import found

_NAME = re.compile(r"m(\d+)-(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The marked words, and the sentence that they start in (none where the document has no sentences)."""

    id: str
    source: str
    start: int
    end: int
    text: str
    sentence: str = ""


def make_anchor(topic: Topic, source: str, start: int, end: int) -> Anchor:
    """Mark some words of a document."""
    story = found("document", source, {one.id: one for one in topic.sources})
    if not 0 <= start < end <= len(story.text):
        raise Refused(
            f"{start}-{end} is no stretch of {source}, which has {len(story.text)} characters; select words"
        )
    text = story.text[start:end]
    if text != text.strip():
        raise Refused(f"the selection {text!r} begins or ends with a blank; select words only")
    for id, mention in story.mentions.items():
        if (mention.start, mention.end) == (start, end):
            raise Refused(f"{text!r} is marked already, as {id}; link that")
    return Anchor(f"{source}/m{start}-{end}", source, start, end, text, _sentence(story, start, end))


def with_anchors(source: Source, anchors: Iterable[Anchor]) -> Source:
    """The document with anchors among its mentions."""
    own = [anchor for anchor in anchors if anchor.source == source.id]
    if not own:
        return source
    mentions = [EventMention(one.start, one.end, one.text, id=_short(one.id, source)) for one in own]
    events = (*source.annotation.events, *mentions)
    origins = {**source.origins, **{mention.id: MANUAL for mention in mentions}}
    return replace(source, annotation=replace(source.annotation, events=events), origins=origins)


def without_anchors(source: Source) -> tuple[Source, tuple[EventMention, ...]]:
    """The document as it was before anyone set anchors here, and the anchors."""
    anchors = tuple(mention for mention in source.annotation.events if _is_anchor(source, mention))
    if not anchors:
        return source, ()
    names = {mention.id for mention in anchors}
    events = tuple(mention for mention in source.annotation.events if mention.id not in names)
    origins = {id: origin for id, origin in source.origins.items() if id not in names}
    return replace(source, annotation=replace(source.annotation, events=events), origins=origins), anchors


def _sentence(story: Source, start: int, end: int) -> str:
    if not story.sentences:
        return ""
    for id, sentence in story.sentences.items():
        if sentence.start <= start and end <= sentence.end:
            return id
    raise Refused(f"{story.text[start:end]!r} is not within one sentence; select words of one")


def _is_anchor(source: Source, mention: EventMention) -> bool:
    name = _NAME.fullmatch(mention.id)
    own = name is not None and (int(name[1]), int(name[2])) == (mention.start, mention.end)
    return own and source.origins.get(mention.id) == MANUAL


def _short(id: str, source: Source) -> str:
    return id.removeprefix(f"{source.id}/")
