"""The screens for linking sentences to events, and for verifying the links that judges disagree on."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from cliometer.io.sheets import TOGETHER
from cliometer.study.events.event_linking import SENTENCE_FLAGS, LinkingSheet
from cliometer.study.events.event_verification import LinkCase, LinkDecision, LinkVerdict, VerificationSheet
from cliometer.study.journal import Action
from cliometer.workbench.kinds.base import Bench, shown_action, texts
from cliometer.workbench.kinds.events.board_screens import StoryRow, story_rows

TAKEN = "jknpxgtfdsur"  # letters that do something else on this screen
EVENT_KEYS = "1234567890" + "".join(
    letter for letter in string.ascii_letters if letter not in TAKEN
)  # after these an event is found by its words


@dataclass(frozen=True)
class EventLine:
    """An event of the list with its key, which may be none, and how many sentences and groups it has."""

    number: int
    id: str
    text: str
    key: str
    count: int


@dataclass(frozen=True)
class GroupChip:
    """A group that a sentence is in; the numbers of its sentences in their stories."""

    id: str
    event: EventLine
    others: str


@dataclass(frozen=True)
class SentenceRow:
    """A sentence; `place` numbers it in the topic, `number` in its story."""

    id: str
    place: int
    number: int
    text: str
    links: tuple[EventLine, ...]
    groups: tuple[GroupChip, ...]
    flags: tuple[tuple[str, str], ...]
    twins: tuple[tuple[int, str], ...]  # place and name of the same sentence elsewhere
    missed: tuple[EventLine, ...]  # events that a twin is linked to

    @property
    def linked(self) -> str:
        return " ".join(str(event.number) for event in self.links)

    @property
    def twin_places(self) -> str:
        return " ".join(str(place) for place, _ in self.twins)


@dataclass(frozen=True)
class LinkRows:
    """One judge's sheet, to be asked for rows."""

    work: LinkingSheet

    @cached_property
    def events(self) -> dict[str, EventLine]:
        counts = self.work.counts
        return {
            event.id: EventLine(
                number, event.id, event.text, EVENT_KEYS[number - 1 : number], counts[event.id]
            )
            for number, event in enumerate(self.work.events, start=1)
        }

    @cached_property
    def stories(self) -> list[tuple[StoryRow, bool]]:
        return [(row, row.id in self.work.done) for row in story_rows(self.work.stories)]

    @cached_property
    def _names(self) -> dict[str, tuple[int, int, int]]:
        """Of each sentence: its place, the number of its story, its number in the story."""
        found: dict[str, tuple[int, int, int]] = {}
        for story, source in enumerate(self.work.stories.sources, start=1):
            for number, id in enumerate(source.sentences, start=1):
                found[id] = (len(found) + 1, story, number)
        return found

    def place(self, sentence: str) -> int:
        return self._names[sentence][0]

    def row(self, id: str) -> SentenceRow:
        place, _, number = self._names[id]
        links, twins = self.work.links_of(id), self.work.twins(id)
        missed = dict.fromkeys(
            event for twin in twins for event in self.work.links_of(twin) if event not in links
        )
        return SentenceRow(
            id,
            place,
            number,
            self.work.stories.text(id),
            tuple(self.events[event] for event in links),
            tuple(self._groups(id)) if self.work.groups else (),
            tuple(self.work.flags_of(id).items()),
            tuple((self.place(twin), self._name(twin)) for twin in twins),
            tuple(self.events[event] for event in missed),
        )

    def _name(self, sentence: str) -> str:
        _, story, number = self._names[sentence]
        return f"{story}.{number}"

    def _groups(self, id: str) -> Iterator[GroupChip]:
        for group in self.work.groups_of(id):
            others = ", ".join(self._name(one) for one in group.sentences if one != id)
            yield GroupChip(group.id, self.events[group.event], others)


@dataclass(frozen=True)
class LinkChange:
    """What one action concerns."""

    sentences: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    stories: tuple[str, ...] = ()


def link_context(bench: Bench) -> dict[str, Any]:
    """Return all stories with their sentences, and all events."""
    work = cast("LinkingSheet", bench.work)
    rows = LinkRows(work)
    stories = [
        (row, done, [rows.row(id) for id in source.sentences])
        for (row, done), source in zip(rows.stories, work.stories.sources, strict=True)
    ]
    return {
        "stories": stories,
        "events": list(rows.events.values()),
        "flags": SENTENCE_FLAGS,
        "next": _next(rows),
    }


def link_pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """Return the rows of sentences that changed and of their twins, with events and heads of stories."""
    work, action = cast("LinkingSheet", bench.work), shown_action(bench, verb, details)
    touched = _touched(bench, action) if action else None
    if touched is None:
        return None
    rows = LinkRows(work)
    return "workbench/events/link_pieces.html", {
        # what is pointed out at the twins of a sentence may have changed, too
        "rows": [
            rows.row(id)
            for id in dict.fromkeys(one for id in touched.sentences for one in (id, *work.twins(id)))
        ],
        "events": [rows.events[event] for event in touched.events],
        "stories": [(row, done) for row, done in rows.stories if row.id in touched.stories],
    }


def _next(rows: LinkRows) -> int:
    """Return the first sentence of the first story that is not read."""
    story = rows.work.next_story
    sources = [source for source in rows.work.stories.sources if source.id == story]
    first = next((id for source in sources for id in source.sentences), None)
    return rows.place(first) if first else 1


def _touched(bench: Bench, action: Action) -> LinkChange | None:
    """Return what an action changed, or None where that is unknown and the whole page is drawn."""
    if action.verb == "ungroup":
        groups = [one for one in bench.loaded.journal if one.verb == "group"]
        name = texts(action.details, "group")
        made = next((one for one in groups if (f"g{one.seq}",) == name), None)
        return _touched(bench, made) if made else None
    work = cast("LinkingSheet", bench.work)
    found = LinkChange(
        (*texts(action.details, "sentence"), *texts(action.details, "sentences")),
        texts(action.details, "event"),
        texts(action.details, "story"),
    )
    events = {event.id for event in work.events}
    known = {*found.sentences} <= {*work.stories.marks.sentences} and {*found.events} <= events
    return found if known else None


VERDICTS: tuple[LinkVerdict, ...] = ("undecided", "accepted", "rejected", "agreed")


@dataclass(frozen=True)
class CaseRow:
    """A case; `before` and `after` are what stands around its sentences."""

    number: int  # from 1, as the protocol orders cases
    case: LinkCase
    event: int
    event_text: str
    story: StoryRow
    lines: tuple[tuple[str, str], ...]  # the number in the story, and the sentence
    before: str
    after: str
    verdict: LinkVerdict
    decision: LinkDecision | None
    added: bool

    @property
    def sentences(self) -> str:
        """Their ids in one text; no id holds the sign between them."""
        return TOGETHER.join(self.case.sentences)


@dataclass(frozen=True)
class CaseRows:
    """The sheet, to be asked for rows."""

    work: VerificationSheet

    @cached_property
    def _events(self) -> dict[str, tuple[int, str]]:
        return {event.id: (number, event.text) for number, event in enumerate(self.work.events, start=1)}

    @cached_property
    def _stories(self) -> dict[str, StoryRow]:
        return {row.id: row for row in story_rows(self.work.stories)}

    @cached_property
    def _order(self) -> dict[str, tuple[tuple[str, ...], int]]:
        """Of each sentence: the sentences of its story, and its place among them."""
        found: dict[str, tuple[tuple[str, ...], int]] = {}
        for source in self.work.stories.sources:
            ids = tuple(source.sentences)
            found |= {id: (ids, place) for place, id in enumerate(ids)}
        return found

    def all(self) -> Iterator[CaseRow]:
        """Yield all cases, disagreements first."""
        for number, case in enumerate(self.work.cases, start=1):
            yield self.row(number, case)

    def row(self, number: int, case: LinkCase) -> CaseRow:
        event, text = self._events[case.event]
        return CaseRow(
            number,
            case,
            event,
            text,
            self._stories[self.work.stories.story_of(case.sentences[0])],
            tuple((self._name(id), self.work.stories.text(id)) for id in case.sentences),
            self._beside(case.sentences[0], -1),
            self._beside(case.sentences[-1], 1),
            self.work.verdict(case),
            self.work.decision(case),
            case.key in self.work.added,
        )

    def _name(self, id: str) -> str:
        story = self._stories[self.work.stories.story_of(id)]
        return f"{story.number}.{self._order[id][1] + 1}"

    def _beside(self, id: str, by: int) -> str:
        ids, place = self._order[id]
        return self.work.stories.text(ids[place + by]) if 0 <= place + by < len(ids) else ""


def verify_context(bench: Bench) -> dict[str, Any]:
    """Return all cases; all sentences, for links that no judge made."""
    work = cast("VerificationSheet", bench.work)
    return {
        "cases": list(CaseRows(work).all()),
        "events": list(enumerate(work.events, start=1)),
        "stories": _sentences(work),
        **_counts(work),
    }


def verify_pieces(
    bench: Bench, verb: str, details: Mapping[str, object]
) -> tuple[str, dict[str, Any]] | None:
    """Return the case and the counts; all of it where a case came or went."""
    work, action = cast("VerificationSheet", bench.work), shown_action(bench, verb, details)
    if action is None:
        return None
    wanted = {*texts(action.details, "sentences")}, *texts(action.details, "event")
    for number, case in enumerate(work.linked.values(), start=1):
        if ({*case.sentences}, case.event) == wanted:
            row = CaseRows(work).row(number, case)
            return "workbench/events/verify_pieces.html", {"case": row, **_counts(work)}
    return None


def _counts(work: VerificationSheet) -> dict[str, Any]:
    verdicts = Counter(work.verdict(case) for case in work.linked.values())
    return {
        "counts": [(verdict, verdicts[verdict]) for verdict in VERDICTS],
        "disputed": len(work.disputed),
        "alone": len({judge for case in work.linked.values() for judge in (*case.judges, *case.others)}) < 2,
        "added": len(work.added),
        "remarks": work.remarks,
    }


def _sentences(work: VerificationSheet) -> list[tuple[StoryRow, list[tuple[str, int, str]]]]:
    return [
        (row, [(id, number, one.text) for number, (id, one) in enumerate(source.sentences.items(), start=1)])
        for row, source in zip(story_rows(work.stories), work.stories.sources, strict=True)
    ]
