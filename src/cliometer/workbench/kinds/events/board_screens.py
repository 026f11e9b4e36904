"""The screens before events are linked: sentence boundaries, a judge's list, and the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from cliometer.model.sources import Source
from cliometer.study.events.event_listing import (
    OMISSION_REASONS,
    CandidateCard,
    CandidatePair,
    EventBoard,
    ListingSheet,
    MergedEvent,
)
from cliometer.study.events.story_sentences import SplittingSheet, TopicStories
from cliometer.workbench.kinds.base import Bench, shown_action, texts


@dataclass(frozen=True)
class StoryRow:
    """The head of a story."""

    number: int  # from 1
    id: str
    title: str
    date: str
    sentences: int


def story_rows(stories: TopicStories) -> list[StoryRow]:
    """Return the heads of all stories in the order of the stream."""
    return [story_row(source, number) for number, source in enumerate(stories.sources, start=1)]


def story_row(source: Source, number: int) -> StoryRow:
    """Return the head of a story; one without a title is named by its id without the topic."""
    title = source.title or source.id.rpartition("/")[2]
    return StoryRow(number, source.id, title, str(source.date or ""), len(source.sentences))


def plain_sentences(stories: TopicStories) -> Iterator[tuple[StoryRow, list[tuple[int, str]]]]:
    """Return each story with its sentences, numbered in the story."""
    for row, source in zip(story_rows(stories), stories.sources, strict=True):
        yield row, [(number, one.text) for number, one in enumerate(source.sentences.values(), start=1)]


@dataclass(frozen=True)
class SentenceLine:
    """A sentence, and why its boundaries deserve a look."""

    id: str
    number: int
    text: str
    suspect: str
    last: bool


@dataclass(frozen=True)
class SplitStory:
    """A story and its sentences as they are cut now."""

    row: StoryRow
    lines: tuple[SentenceLine, ...]


def split_context(bench: Bench) -> dict[str, Any]:
    """Return all stories."""
    work = cast("SplittingSheet", bench.work)
    stories = [_story(work, number) for number in range(1, len(work.sources) + 1)]
    return {"stories": stories, "suspects": len(work.suspects)}


def split_pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """Return the story whose boundaries moved."""
    work, action = cast("SplittingSheet", bench.work), shown_action(bench, verb, details)
    sentence = next(iter(texts(action.details, "sentence")), "") if action else ""
    story = work.made.get(sentence) or work.given.marks.document_of.get(sentence)
    if story is None:
        return None
    changed = _story(work, work.given.ids.index(story) + 1)
    return "workbench/events/split_pieces.html", {"story": changed, "suspects": len(work.suspects)}


def _story(work: SplittingSheet, number: int) -> SplitStory:
    source, why = work.sources[number - 1], dict(work.suspects)
    lines = tuple(
        # a page shows a carriage return as a line feed or not at all; a blank keeps all offsets
        SentenceLine(id, place, one.text.replace("\r", " "), why.get(id, ""), place == len(source.sentences))
        for place, (id, one) in enumerate(source.sentences.items(), start=1)
    )
    return SplitStory(story_row(source, number), lines)


def list_context(bench: Bench) -> dict[str, Any]:
    """Return all stories, and the list."""
    work = cast("ListingSheet", bench.work)
    return {"stories": list(plain_sentences(work.stories)), **_list(work)}


def list_pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """Return the list alone: stories never change here."""
    return "workbench/events/list_pieces.html", _list(cast("ListingSheet", bench.work))


def _list(work: ListingSheet) -> dict[str, Any]:
    return {"candidates": work.candidates, "remarks": work.remarks}


_MOST_SUGGESTIONS = 60  # sent; the page shows a few of them at a time


@dataclass(frozen=True)
class CardRow:
    """A candidate: the numbers of the events it is in, why it is left out, and which are like it."""

    number: int
    card: CandidateCard
    events: tuple[int, ...]
    why: str
    alike: str


@dataclass(frozen=True)
class BoardEvent:
    """An event, with its candidates and who proposed it."""

    number: int
    event: MergedEvent
    cards: tuple[CandidateCard, ...]
    judges: tuple[str, ...]


@dataclass(frozen=True)
class MergeSuggestion:
    """Two candidates that may be one event; `into` is the event that one of them is in already."""

    one: CandidateCard
    other: CandidateCard
    cosine: float
    into: MergedEvent | None
    put: str  # the candidate that would go into that event


def board_context(bench: Bench) -> dict[str, Any]:
    """Return the columns, events and suggestions of the board."""
    work = cast("EventBoard", bench.work)
    rows = _cards(work)
    return {
        "columns": {judge: [rows[card.id] for card in cards] for judge, cards in work.columns.items()},
        "events": [
            BoardEvent(place, event, work.cards_of(event.id), work.judges_of(event.id))
            for place, event in enumerate(work.events, start=1)
        ],
        "suggestions": [_suggestion(work, pair) for pair in work.suggestions[:_MOST_SUGGESTIONS]],
        "loose": len(work.loose),
        "reasons": OMISSION_REASONS,
        "remarks": work.remarks,
    }


def _cards(work: EventBoard) -> dict[str, CardRow]:
    number = {id: place for place, id in enumerate(work.cards, start=1)}
    uses: dict[str, list[int]] = {}
    for place, event in enumerate(work.events, start=1):
        for card in event.cards:
            uses.setdefault(card, []).append(place)
    alike: dict[str, list[str]] = {}
    for pair in work.likeness.pairs:
        alike.setdefault(pair.one, []).append(str(number[pair.other]))
        alike.setdefault(pair.other, []).append(str(number[pair.one]))
    return {
        id: CardRow(
            number[id], card, tuple(uses.get(id, ())), work.omitted.get(id, ""), " ".join(alike.get(id, ()))
        )
        for id, card in work.cards.items()
    }


def _suggestion(work: EventBoard, pair: CandidatePair) -> MergeSuggestion:
    one, other = work.cards[pair.one], work.cards[pair.other]
    for used, loose in ((one, other), (other, one)):
        events = work.events_of(used.id)
        if events:
            return MergeSuggestion(one, other, pair.cosine, events[0], loose.id)
    return MergeSuggestion(one, other, pair.cosine, None, "")
