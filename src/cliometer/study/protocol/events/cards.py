"""What lies on the board of the merge: a card for each candidate, and the events made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cliometer.study.protocol.events.listing import Listing


@dataclass(frozen=True)
class Card:
    """A candidate on the board; its id names its judge, `anna/c3`."""

    id: str
    judge: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class Event:
    """An event of the merged list and the candidates that it was made of."""

    id: str
    text: str
    cards: tuple[str, ...] = ()


def cards_of(lists: Mapping[str, Listing]) -> list[Card]:
    """The candidates of each judge in her order."""
    return [
        Card(f"{judge}/{one.id}", judge, one.text, one.note)
        for judge, listing in lists.items()
        for one in listing.candidates
    ]
