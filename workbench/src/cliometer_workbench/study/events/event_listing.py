"""Steps 2 and 3 of an event study: judges list candidate events, then merge their lists on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Self

from cliometer.errors import Refused
from cliometer.model.notes import Note
from cliometer.spelling import quoted
from cliometer.study.unit_drafts import SIMILARITY_THRESHOLD, cosine_similarities
from cliometer_workbench.study.events.story_sentences import SplittingSheet, TopicStories
from cliometer_workbench.study.journal import UnnumberedAction, verb
from cliometer_workbench.study.steps import (
    Desk,
    changed_item,
    each_work,
    expect_known,
    move_item,
    require_text,
    shared_work,
    unused_id,
)
from cliometer_workbench.study.suggestions import (
    SIMILARITY,
    ProposalSheet,
    SuggestedSheet,
    Suggestion,
    suggestion_id,
    tagged_proposals,
)


@dataclass(frozen=True)
class EventCandidate:
    """An event that one judge found, and what she noted about it."""

    id: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class ListingSheet(ProposalSheet):
    """One judge's candidate events, in her order."""

    step: ClassVar[str] = "list"
    suggested: ClassVar[frozenset[str]] = frozenset({"add"})
    stories: TopicStories
    candidates: tuple[EventCandidate, ...] = ()

    @verb
    def add(self, text: str, note: str = "", seq: int = 0) -> Self:
        """One more event, at the end."""
        candidate = EventCandidate(f"c{seq}", require_text(text, "an event"), note)
        return replace(self, candidates=(*self.candidates, candidate))

    @verb
    def reword(self, event: str, text: str) -> Self:
        """Say it in other words."""
        return self._change(event, text=require_text(text, "an event"))

    @verb
    def note(self, event: str, note: str) -> Self:
        """Note something about it for the merge; an empty note takes it away."""
        return self._change(event, note=note)

    @verb
    def remove(self, event: str) -> Self:
        """Take it off the list."""
        place = self._place(event)
        return replace(self, candidates=(*self.candidates[:place], *self.candidates[place + 1 :]))

    @verb
    def move(self, event: str, to: int) -> Self:
        """Put it at a place of the list, from 1."""
        return replace(self, candidates=move_item(self.candidates, self._place(event), to))

    @property
    def unsettled(self) -> tuple[str, ...]:
        return () if self.candidates else ("no event is listed; add at least one",)

    @property
    def remarks(self) -> tuple[str, ...]:
        times = Counter(candidate.text.casefold() for candidate in self.candidates)
        twice = dict.fromkeys(candidate.text for candidate in self.candidates if times[candidate.text.casefold()] > 1)
        return tuple(Note.of("candidate-repeated", text=quoted(text)) for text in twice)

    @property
    def progress(self) -> tuple[int, int]:
        """What is listed; nobody knows how many events there are."""
        return len(self.candidates), 0

    def _place(self, event: str) -> int:
        return expect_known("event of the list", event, [candidate.id for candidate in self.candidates])

    def _change(self, event: str, **changes: str) -> Self:
        return replace(self, candidates=changed_item(self.candidates, self._place(event), **changes))


def start_listing(desk: Desk) -> ListingSheet:
    """Lay out an empty list beside the stories."""
    stories = shared_work(desk.earlier, "split", SplittingSheet).stories
    return ListingSheet(
        stories, proposals=tagged_proposals("list", stories.sources, desk.topics[0].suggestions, desk.settings)
    )


@dataclass(frozen=True)
class CandidateCard(EventCandidate):
    """A candidate on the board; its id names its judge, `anna/c3`."""

    judge: str = ""


@dataclass(frozen=True)
class MergedEvent:
    """An event of the merged list and the candidates that it was made of."""

    id: str
    text: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class CandidateSimilarity:
    """The texts of candidates by id; compared once, when first asked."""

    texts: Mapping[str, str]

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], float]:
        """The cosine of the letters of each two that are at all alike, most alike first, then in their order."""
        cosines = cosine_similarities(list(self.texts.values()))
        places = combinations(range(len(self.texts)), 2)
        near = sorted(
            (pair for pair in places if cosines[pair] >= SIMILARITY_THRESHOLD), key=lambda pair: -cosines[pair]
        )
        ids = list(self.texts)
        return {(ids[a], ids[b]): float(cosines[a, b]) for a, b in near}


# Nothing is destroyed when lists are merged: a candidate may go into several events, and an event may come
# from several candidates, which tell who proposed it. Ideas that no sentence expresses (satire, abstract
# ideas) are left out with the reason, as in the paper.

OMISSION_REASONS = ("abstract idea", "satire", "no event", "not important")  # offered; any other will do


@dataclass(frozen=True)
class EventBoard(SuggestedSheet):
    """Columns of candidates, the events made of them, and what is left out with the reason."""

    step: ClassVar[str] = "merge"
    suggested: ClassVar[frozenset[str]] = frozenset({"make", "put"})
    stories: TopicStories
    cards: Mapping[str, CandidateCard]
    likeness: CandidateSimilarity
    judges: tuple[str, ...] = ()
    events: tuple[MergedEvent, ...] = ()
    omitted: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()  # ids of events that were joined or dropped

    @verb
    def make(self, candidates: tuple[str, ...], text: str = "", id: str = "", seq: int = 0) -> Self:
        """A new event, at the end; says what its first candidate says where no text is given.

        Without candidates it is an event that came up in the talk. `id` gives it a name of your own.
        """
        for candidate in candidates:
            self._expect_card(candidate)
        taken = {*self.gone, *(event.id for event in self.events)}
        if id in taken:
            raise Refused("event-id-taken", id=quoted(id))
        if id != " ".join(id.split()):
            raise Refused("event-id-blanks", id=quoted(id))
        ids = tuple(dict.fromkeys(candidates))
        wording = text or (self.cards[ids[0]].text if ids else "")
        name = id or unused_id(f"e{seq}", taken)
        new = MergedEvent(name, require_text(wording, "an event without candidates"), ids)
        return self._restored(ids, events=(*self.events, new))

    @verb
    def put(self, candidate: str, event: str) -> Self:
        """Count a candidate to an event too; where it was left out it no longer is."""
        self._expect_card(candidate)
        cards = tuple(dict.fromkeys((*self.event(event).cards, candidate)))
        return self._restored((candidate,), events=self._change(event, cards=cards))

    @verb
    def take(self, candidate: str, event: str) -> Self:
        """Take a candidate out of an event; the event keeps its text."""
        self._expect_card(candidate)
        rest = tuple(card for card in self.event(event).cards if card != candidate)
        return replace(self, events=self._change(event, cards=rest))

    @verb
    def reword(self, event: str, text: str) -> Self:
        """Say it in other words."""
        return replace(self, events=self._change(event, text=require_text(text, "an event")))

    @verb
    def move(self, event: str, to: int) -> Self:
        """Put an event at a place of the list, from 1."""
        return replace(self, events=move_item(self.events, self._place(event), to))

    @verb
    def join(self, event: str, into: str) -> Self:
        """Make one of two events: the candidates of the first go into the second, which keeps id and text."""
        if event == into:
            raise Refused("event-joined-with-itself", event=event)
        both = tuple(dict.fromkeys((*self.event(into).cards, *self.event(event).cards)))
        return replace(self, events=self._change(into, cards=both)).drop(event)

    @verb
    def drop(self, event: str) -> Self:
        """Undo the making of an event: its candidates are free again."""
        gone = self.event(event)
        rest = tuple(other for other in self.events if other is not gone)
        return replace(self, events=rest, gone=self.gone | {event})

    @verb
    def omit(self, candidate: str, why: str) -> Self:
        """Leave a candidate out, with the reason."""
        self._expect_card(candidate)
        used = self.events_of(candidate)
        if used:
            raise Refused("candidate-used", event=used[0].id)
        return replace(self, omitted={**self.omitted, candidate: require_text(why, "leaving a candidate out")})

    @verb
    def restore(self, candidate: str) -> Self:
        """Take a candidate in again that was left out."""
        self._expect_card(candidate)
        return self._restored((candidate,))

    @cached_property
    def columns(self) -> Mapping[str, tuple[CandidateCard, ...]]:
        """The candidates of each judge in her order; a judge without any has an empty column."""
        return {judge: tuple(c for c in self.cards.values() if c.judge == judge) for judge in self.judges}

    def event(self, id: str) -> MergedEvent:
        """Return an event of the merged list."""
        return self.events[self._place(id)]

    def cards_of(self, event: str) -> tuple[CandidateCard, ...]:
        return tuple(self.cards[card] for card in self.event(event).cards)

    def judges_of(self, event: str) -> tuple[str, ...]:
        """Return who proposed an event: the judges of its candidates."""
        return tuple(dict.fromkeys(card.judge for card in self.cards_of(event)))

    def events_of(self, candidate: str) -> tuple[MergedEvent, ...]:
        """Return the events that a candidate is in."""
        return tuple(event for event in self.events if candidate in event.cards)

    @cached_property
    def loose(self) -> tuple[CandidateCard, ...]:
        """Candidates that are in no event and not left out."""
        used = {card for event in self.events for card in event.cards}
        return tuple(c for c in self.cards.values() if c.id not in used and c.id not in self.omitted)

    @cached_property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """Candidates of two judges that may be one event and are not yet together, most alike first."""
        suggestions = []
        for both, cosine in self.likeness.pairs.items():
            id = suggestion_id(SIMILARITY, *both)
            apart = len({self.cards[card].judge for card in both}) > 1 and not {*both} & {*self.omitted}
            if apart and id not in self.declined and not any({*both} <= {*event.cards} for event in self.events):
                suggestions.append(Suggestion(id, (self._together(*both),), both, cosine))
        return tuple(suggestions)

    def _together(self, first: str, other: str) -> UnnumberedAction:
        """Return the action that puts two candidates into one event, into that of either where it is in one."""
        for used, loose in ((first, other), (other, first)):
            if events := self.events_of(used):
                return "put", {"candidate": loose, "event": events[0].id}
        return "make", {"candidates": [first, other]}

    @cached_property
    def facts(self) -> frozenset[object]:
        """The words of each event, and of each candidate its events or why it is left out."""
        events = ((event.id, event.text) for event in self.events)
        uses = ((card, frozenset(event.id for event in self.events_of(card))) for card in self.cards)
        return frozenset((*events, *uses, *self.omitted.items()))

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Candidates that nobody decided on; an empty list."""
        loose = (Note.of("candidate-loose", text=quoted(card.text), judge=card.judge) for card in self.loose)
        return (*loose, *self.doubles, *(() if self.events else ("there is no event; make at least one",)))

    @cached_property
    def doubles(self) -> tuple[str, ...]:
        """Events in the same words, and events of the same candidates of which one has no words of its own."""
        return tuple(
            Note.of("events-same", first=event.id, second=other.id, text=quoted(event.text))
            for event, other in combinations(self.events, 2)
            if event.text.casefold() == other.text.casefold()
            or (event.cards and {*event.cards} == {*other.cards} and (self._is_copy(event) or self._is_copy(other)))
        )

    def _is_copy(self, event: MergedEvent) -> bool:
        return any(event.text == self.cards[card].text for card in event.cards)

    @property
    def remarks(self) -> tuple[str, ...]:
        unproposed = [event for event in self.events if not event.cards]
        return tuple(Note.of("event-unproposed", text=quoted(event.text)) for event in unproposed)

    @property
    def progress(self) -> tuple[int, int]:
        return len(self.cards) - len(self.loose), len(self.cards)

    def _expect_card(self, candidate: str) -> None:
        expect_known("candidate", candidate, self.cards)

    def _place(self, event: str) -> int:
        return expect_known("event", event, [known.id for known in self.events])

    def _change(self, event: str, **changes: Any) -> tuple[MergedEvent, ...]:
        return changed_item(self.events, self._place(event), **changes)

    def _restored(self, candidates: Sequence[str], events: tuple[MergedEvent, ...] | None = None) -> Self:
        omitted = {card: why for card, why in self.omitted.items() if card not in candidates}
        return replace(self, events=self.events if events is None else events, omitted=omitted)


def start_board(desk: Desk) -> EventBoard:
    """Lay out all candidates of all judges, none decided on."""
    lists = each_work(desk.earlier, "list", ListingSheet)
    cards = [
        CandidateCard(f"{judge}/{candidate.id}", candidate.text, candidate.note, judge)
        for judge, listing in lists.items()
        for candidate in listing.candidates
    ]
    return EventBoard(
        stories=shared_work(desk.earlier, "split", SplittingSheet).stories,
        cards={card.id: card for card in cards},
        likeness=CandidateSimilarity({card.id: card.text for card in cards}),
        judges=tuple(lists),
    )
