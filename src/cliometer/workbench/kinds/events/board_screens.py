"""The screens before events are linked: sentence boundaries, a judge's list, and the board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from cliometer.study.events.event_listing import OMISSION_REASONS, CandidatePair, EventBoard, ListingSheet
from cliometer.study.events.story_sentences import SplittingSheet, TopicStories
from cliometer.workbench.kinds.base import Bench, shown_action, texts


@dataclass(frozen=True)
class StoryRow:
    """The head of a story."""

    number: int  # from 1
    id: str
    title: str
    date: str


def story_rows(stories: TopicStories) -> list[StoryRow]:
    """Return the heads of all stories; one without a title is named by its id without the topic."""
    return [
        StoryRow(number, one.id, one.title or one.id.rpartition("/")[2], str(one.date or ""))
        for number, one in enumerate(stories.sources, start=1)
    ]


def stories_with_sentences(stories: TopicStories) -> list[tuple[StoryRow, list[tuple[str, int, str]]]]:
    """Return each story with the id, the number in the story and the text of its sentences."""
    return [
        (row, [(id, number, one.text) for number, (id, one) in enumerate(source.sentences.items(), start=1)])
        for row, source in zip(story_rows(stories), stories.sources, strict=True)
    ]


def split_context(bench: Bench) -> dict[str, Any]:
    """Return all stories."""
    work = cast("SplittingSheet", bench.work)
    return {"stories": _stories(work), "suspects": len(work.suspects)}


def split_pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """Return the story whose boundaries moved."""
    work, action = cast("SplittingSheet", bench.work), shown_action(bench, verb, details)
    sentence = next(iter(texts(action.details, "sentence")), "") if action else ""
    story = work.made.get(sentence) or work.given.marks.document_of.get(sentence)
    if story is None:
        return None
    changed = _stories(work)[work.given.ids.index(story)]
    return "workbench/events/split_pieces.html", {"story": changed, "suspects": len(work.suspects)}


def _stories(work: SplittingSheet) -> list[dict[str, Any]]:
    """Return each story with its sentences, and why the boundaries of a sentence deserve a look."""
    why, found = dict(work.suspects), []
    for row, sentences in stories_with_sentences(work.stories):
        # a page shows a carriage return as a line feed or not at all; a blank keeps all offsets
        plain = [(id, number, text.replace("\r", " "), why.get(id, "")) for id, number, text in sentences]
        found.append({"row": row, "lines": plain})
    return found


def list_context(bench: Bench) -> dict[str, Any]:
    """Return all stories, and the list."""
    work = cast("ListingSheet", bench.work)
    return {"stories": stories_with_sentences(work.stories), **list_pieces(bench, "", {})[1]}


def list_pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """Return the list alone: stories never change here."""
    work = cast("ListingSheet", bench.work)
    return "workbench/events/list_pieces.html", {"candidates": work.candidates, "remarks": work.remarks}


_MOST_SUGGESTIONS = 60  # sent; the page shows a few of them at a time


def board_context(bench: Bench) -> dict[str, Any]:
    """Return the columns, events and suggestions of the board."""
    work = cast("EventBoard", bench.work)
    rows = _cards(work)
    events = [
        {"number": place, "event": one, "cards": work.cards_of(one.id), "judges": work.judges_of(one.id)}
        for place, one in enumerate(work.events, start=1)
    ]
    return {
        "columns": {judge: [rows[card.id] for card in cards] for judge, cards in work.columns.items()},
        "events": events,
        "suggestions": [_suggestion(work, pair) for pair in work.suggestions[:_MOST_SUGGESTIONS]],
        "loose": len(work.loose),
        "reasons": OMISSION_REASONS,
        "remarks": work.remarks,
    }


def _cards(work: EventBoard) -> dict[str, dict[str, Any]]:
    """Return each candidate with the numbers of its events, why it is left out, and which are like it."""
    number = {id: place for place, id in enumerate(work.cards, start=1)}
    uses: dict[str, list[int]] = defaultdict(list)
    for place, event in enumerate(work.events, start=1):
        for card in event.cards:
            uses[card].append(place)
    alike: dict[str, list[str]] = defaultdict(list)
    for pair in work.likeness.pairs:
        alike[pair.one].append(str(number[pair.other]))
        alike[pair.other].append(str(number[pair.one]))
    return {
        id: {"number": number[id], "card": card, "events": uses[id], "why": work.omitted.get(id, "")}
        | {"alike": " ".join(alike[id])}
        for id, card in work.cards.items()
    }


def _suggestion(work: EventBoard, pair: CandidatePair) -> dict[str, Any]:
    """Return two candidates that may be one event, and which would be put into the event of the other."""
    shown = {"one": work.cards[pair.one], "other": work.cards[pair.other]}
    for used, loose in ((pair.one, pair.other), (pair.other, pair.one)):
        if events := work.events_of(used):
            return shown | {"into": events[0], "put": loose}
    return shown
