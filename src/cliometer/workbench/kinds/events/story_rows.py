"""Stories as the screens show them: numbered, with their days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cliometer.model.sources import Source
from cliometer.study.protocol.events.stories import Stories


@dataclass(frozen=True)
class StoryRow:
    """The head of a story."""

    number: int  # from 1
    id: str
    title: str
    date: str
    sentences: int


def story_rows(stories: Stories) -> list[StoryRow]:
    """In the order of the stream."""
    return [story_row(source, number) for number, source in enumerate(stories.sources, start=1)]


def story_row(source: Source, number: int) -> StoryRow:
    """Without a title its id, without the topic, is what names a story."""
    title = source.title or source.id.rpartition("/")[2]
    return StoryRow(number, source.id, title, str(source.date or ""), len(source.sentences))


def plain_sentences(stories: Stories) -> Iterator[tuple[StoryRow, list[tuple[int, str]]]]:
    """Each story with its sentences, numbered in the story."""
    for row, source in zip(story_rows(stories), stories.sources, strict=True):
        yield row, [(number, one.text) for number, one in enumerate(source.sentences.values(), start=1)]
