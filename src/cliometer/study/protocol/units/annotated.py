"""Documents ready for matching: with sentences, times and event mentions, each mention with its id."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from cliometer.model.annotation import Annotation
from cliometer.model.sources import Source
from cliometer.study.protocol.topics import Topic
from cliometer.text.annotate import annotate
from cliometer.version import __version__


def annotated(topic: Topic) -> Topic:
    """The topic with marks in every document; what is marked already stays, and so does its id."""
    sources = tuple(_named(_marked(source)) for source in topic.sources)
    if all(one is other for one, other in zip(sources, topic.sources, strict=True)):
        return topic
    return replace(topic, sources=sources)


def _marked(source: Source) -> Source:
    own = source.annotation
    if own.events and own.sentences:
        return source
    found = _annotation(source.text, str(source.date) if source.date else None)
    whole = replace(
        own,
        sentences=own.sentences or found.sentences,
        times=own.times or found.times,
        events=own.events or found.events,
    )
    if whole == own:
        return source
    return replace(source, annotation=whole, annotator=source.annotator or f"cliometer {__version__}")


@lru_cache(maxsize=256)  # a sheet is laid out anew for each page
def _annotation(text: str, date: str | None) -> Annotation:
    return annotate(text, date)


def _named(source: Source) -> Source:
    """Mentions that are numbered by place get that number for good: an anchor must not shift it."""
    events = source.annotation.events
    if all(event.id for event in events):
        return source
    names = [id.removeprefix(f"{source.id}/") for id in source.mentions]
    pinned = tuple(replace(event, id=name) for event, name in zip(events, names, strict=True))
    return replace(source, annotation=replace(source.annotation, events=pinned))
