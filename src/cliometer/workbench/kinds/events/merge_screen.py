"""The board: a column for each judge's candidates, and the events made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from cliometer.study.protocol.events.board import REASONS, Board
from cliometer.study.protocol.events.cards import Card, Event
from cliometer.study.protocol.events.likeness import Alike
from cliometer.workbench.bench import Bench

_MOST_SUGGESTIONS = 60  # sent; the page shows a few of them at a time


@dataclass(frozen=True)
class CardRow:
    """A candidate: the numbers of the events it is in, why it is left out, and which are like it."""

    number: int
    card: Card
    events: tuple[int, ...]
    why: str
    alike: str


@dataclass(frozen=True)
class EventRow:
    """An event, with its candidates and who proposed it."""

    number: int
    event: Event
    cards: tuple[Card, ...]
    judges: tuple[str, ...]


@dataclass(frozen=True)
class Suggestion:
    """Two candidates that may be one event; `into` is the event that one of them is in already."""

    one: Card
    other: Card
    cosine: float
    into: Event | None
    put: str  # the candidate that would go into that event


def context(bench: Bench) -> dict[str, Any]:
    """Columns, events, suggestions."""
    work = cast("Board", bench.work)
    rows = _cards(work)
    return {
        "columns": {judge: [rows[card.id] for card in cards] for judge, cards in work.columns.items()},
        "events": _events(work),
        "suggestions": [_suggestion(work, pair) for pair in work.suggestions[:_MOST_SUGGESTIONS]],
        "loose": len(work.loose),
        "reasons": REASONS,
        "remarks": work.remarks,
    }


def _cards(work: Board) -> dict[str, CardRow]:
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


def _events(work: Board) -> list[EventRow]:
    return [
        EventRow(place, event, work.cards_of(event.id), work.judges_of(event.id))
        for place, event in enumerate(work.events, start=1)
    ]


def _suggestion(work: Board, pair: Alike) -> Suggestion:
    one, other = work.cards[pair.one], work.cards[pair.other]
    for used, loose in ((one, other), (other, one)):
        events = work.events_of(used.id)
        if events:
            return Suggestion(one, other, pair.cosine, events[0], loose.id)
    return Suggestion(one, other, pair.cosine, None, "")
