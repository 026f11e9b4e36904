"""The third step: the judges sit together and merge their lists into one. Nothing is destroyed.

A candidate may go into several events, and an event may come from several candidates, which tell who proposed
it. Ideas that no sentence expresses (satire, abstract ideas) are left out with the reason, as in the paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Self

from cliometer.errors import Refused
from cliometer.io.notes import quoted
from cliometer.study.protocol.events.cards import Card, Event, cards_of
from cliometer.study.protocol.events.likeness import Alike, Likeness
from cliometer.study.protocol.events.listing import Listing
from cliometer.study.protocol.events.splitting import Splitting
from cliometer.study.protocol.events.stories import Stories
from cliometer.study.protocol.events.things import (
    each_work,
    expect,
    fresh,
    moved,
    needed,
    shared_work,
    without,
)
from cliometer.study.protocol.steps import Desk
from cliometer.study.protocol.work import Work, verb

REASONS = ("abstract idea", "satire", "no event", "not important")  # offered; any other will do


@dataclass(frozen=True)
class Board(Work):
    """Columns of candidates, the events made of them, and what is left out with the reason."""

    step: ClassVar[str] = "merge"
    stories: Stories
    cards: Mapping[str, Card]
    likeness: Likeness
    judges: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    omitted: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()  # ids of events that were joined or dropped

    @verb
    def make(self, candidates: tuple[str, ...], text: str = "", id: str = "", seq: int = 0) -> Self:
        """A new event, at the end; says what its first candidate says where no text is given.

        Without candidates it is an event that came up in the talk. `id` gives it a name of your own.
        """
        for candidate in candidates:
            self._expect_card(candidate)
        own = tuple(dict.fromkeys(candidates))
        said = text or (self.cards[own[0]].text if own else "")
        new = Event(self._new_id(id, seq), needed(said, "an event without candidates"), own)
        return self._restored(own, events=(*self.events, new))

    @verb
    def put(self, candidate: str, event: str) -> Self:
        """Count a candidate to an event too; where it was left out it no longer is."""
        self._expect_card(candidate)
        old = self.event(event)
        return self._restored((candidate,), events=self._change(event, cards=_both(old.cards, (candidate,))))

    @verb
    def take(self, candidate: str, event: str) -> Self:
        """Take a candidate out of an event; the event keeps its text."""
        self._expect_card(candidate)
        rest = tuple(card for card in self.event(event).cards if card != candidate)
        return replace(self, events=self._change(event, cards=rest))

    @verb
    def reword(self, event: str, text: str) -> Self:
        """Say it in other words."""
        return replace(self, events=self._change(event, text=needed(text, "an event")))

    @verb
    def move(self, event: str, to: int) -> Self:
        """Put an event at a place of the list, from 1."""
        return replace(self, events=moved(self.events, self._place(event), to))

    @verb
    def join(self, event: str, into: str) -> Self:
        """Make one of two events: the candidates of the first go into the second, which keeps id and text."""
        if event == into:
            raise Refused(f"{event} cannot be joined with itself; name another event")
        both = _both(self.event(into).cards, self.event(event).cards)
        return replace(self, events=self._change(into, cards=both))._without(event)

    @verb
    def drop(self, event: str) -> Self:
        """Undo the making of an event: its candidates are free again."""
        self._place(event)
        return self._without(event)

    @verb
    def omit(self, candidate: str, why: str) -> Self:
        """Leave a candidate out, with the reason."""
        self._expect_card(candidate)
        used = self.events_of(candidate)
        if used:
            raise Refused(f"the candidate is in the event {used[0].id}; take it out of there first")
        return replace(self, omitted={**self.omitted, candidate: needed(why, "leaving a candidate out")})

    @verb
    def restore(self, candidate: str) -> Self:
        """Take a candidate in again that was left out."""
        self._expect_card(candidate)
        return self._restored((candidate,))

    @cached_property
    def columns(self) -> Mapping[str, tuple[Card, ...]]:
        """The candidates of each judge in her order; a judge without any has an empty column."""
        return {judge: tuple(c for c in self.cards.values() if c.judge == judge) for judge in self.judges}

    def event(self, id: str) -> Event:
        """An event of the merged list."""
        return self.events[self._place(id)]

    def cards_of(self, event: str) -> tuple[Card, ...]:
        """The candidates of an event."""
        return tuple(self.cards[card] for card in self.event(event).cards)

    def judges_of(self, event: str) -> tuple[str, ...]:
        """Who proposed an event: the judges of its candidates."""
        return tuple(dict.fromkeys(card.judge for card in self.cards_of(event)))

    def events_of(self, candidate: str) -> tuple[Event, ...]:
        """The events that a candidate is in."""
        return tuple(event for event in self.events if candidate in event.cards)

    @cached_property
    def loose(self) -> tuple[Card, ...]:
        """Candidates that are in no event and not left out."""
        used = {card for event in self.events for card in event.cards}
        return tuple(c for c in self.cards.values() if c.id not in used and c.id not in self.omitted)

    @cached_property
    def suggestions(self) -> tuple[Alike, ...]:
        """Candidates of two judges that may be one event and are not yet together, most alike first."""
        return tuple(pair for pair in self.likeness.pairs if self._may_join(pair))

    def alike(self, candidate: str) -> tuple[tuple[Card, float], ...]:
        """The candidates most like one, whoever proposed them, with the cosines."""
        self._expect_card(candidate)
        pairs = [pair for pair in self.likeness.pairs if candidate in (pair.one, pair.other)]
        others = [(pair.other if pair.one == candidate else pair.one, pair.cosine) for pair in pairs]
        return tuple((self.cards[other], cosine) for other, cosine in others)

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Candidates that nobody decided on; an empty list."""
        loose = [
            f"{quoted(card.text)} of {card.judge} is in no event and not left out" for card in self.loose
        ]
        return (*loose, *(() if self.events else ("there is no event; make at least one",)))

    @property
    def remarks(self) -> tuple[str, ...]:
        """Events that nobody proposed."""
        unproposed = [event for event in self.events if not event.cards]
        return tuple(f"{quoted(event.text)} was on no judge's list" for event in unproposed)

    @property
    def progress(self) -> tuple[int, int]:
        """Candidates decided on, of all."""
        return len(self.cards) - len(self.loose), len(self.cards)

    def _may_join(self, pair: Alike) -> bool:
        apart = self.cards[pair.one].judge != self.cards[pair.other].judge
        wanted = pair.one not in self.omitted and pair.other not in self.omitted
        return apart and wanted and not any({pair.one, pair.other} <= {*event.cards} for event in self.events)

    def _new_id(self, id: str, seq: int) -> str:
        taken = {*self.gone, *(event.id for event in self.events)}
        if id in taken:
            raise Refused(f"the id {quoted(id)} is or was another event's; choose another")
        if id != " ".join(id.split()):
            raise Refused(f"the id {quoted(id)} has blanks that a table would lose; leave them out")
        return id or fresh(f"e{seq}", taken)

    def _expect_card(self, candidate: str) -> None:
        if candidate not in self.cards:
            expect("candidate", candidate, self.cards)

    def _place(self, event: str) -> int:
        ids = [one.id for one in self.events]
        expect("event", event, ids)
        return ids.index(event)

    def _change(self, event: str, text: str = "", cards: tuple[str, ...] | None = None) -> tuple[Event, ...]:
        place = self._place(event)
        old = self.events[place]
        new = Event(old.id, text or old.text, old.cards if cards is None else cards)
        return (*self.events[:place], new, *self.events[place + 1 :])

    def _without(self, event: str) -> Self:
        rest = tuple(other for other in self.events if other.id != event)
        return replace(self, events=rest, gone=self.gone | {event})

    def _restored(self, candidates: Sequence[str], events: tuple[Event, ...] | None = None) -> Self:
        omitted: Mapping[str, str] = self.omitted
        for candidate in candidates:
            omitted = without(omitted, candidate)
        return replace(self, events=self.events if events is None else events, omitted=omitted)


def start_board(desk: Desk) -> Board:
    """All candidates of all judges, none decided on."""
    lists = each_work(desk.earlier, "list", Listing)
    cards = cards_of(lists)
    return Board(
        stories=shared_work(desk.earlier, "split", Splitting).stories,
        cards={card.id: card for card in cards},
        likeness=Likeness({card.id: card.text for card in cards}),
        judges=tuple(lists),
    )


def _both(cards: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*cards, *more)))
