"""The screens of a study of events: sentence boundaries, lists, the merging board, links and verification."""

from __future__ import annotations

import string
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from cliometer.io.sheets import TOGETHER
from cliometer_workbench.kinds.study_kind import Bench, Drawn, suggestion_rows, texts
from cliometer_workbench.study.events import event_links
from cliometer_workbench.study.events.event_listing import OMISSION_REASONS, EventBoard, ListingSheet
from cliometer_workbench.study.events.story_sentences import SplittingSheet, TopicStories
from cliometer_workbench.study.journal import SUGGESTION, Action


@dataclass(frozen=True)
class StoryRow:
    """The heading of a story."""

    number: int  # from 1
    id: str
    title: str
    date: str


def story_rows(stories: TopicStories) -> list[StoryRow]:
    """Return the headings of all stories; a story without a title has its id, without the topic, instead."""
    return [
        StoryRow(number, story.id, story.title or story.id.rpartition("/")[2], str(story.date or ""))
        for number, story in enumerate(stories.sources, start=1)
    ]


def sentence_name(stories: TopicStories, sentence: str) -> str:
    """Return the name of a sentence on pages, such as 2.7: the seventh of the second story."""
    story, number = stories.numbers[sentence]
    return f"{story}.{number}"


def stories_with_sentences(stories: TopicStories) -> list[tuple[StoryRow, list[tuple[str, int, str]]]]:
    """Return each story with the id, the number in the story and the text of its sentences."""
    return [
        (row, [(id, number, sentence.text) for number, (id, sentence) in enumerate(source.sentences.items(), start=1)])
        for row, source in zip(story_rows(stories), stories.sources, strict=True)
    ]


def split_context(bench: Bench, work: SplittingSheet) -> dict[str, Any]:
    """Return all stories with their sentences."""
    return {"stories": _stories(work), "suspects": len(work.suspects)}


def split_pieces(bench: Bench, work: SplittingSheet, action: Action | None) -> Drawn:
    """Return the story whose sentence boundaries changed."""
    sentence = next(iter(texts(action.details, "sentence")), "") if action else ""
    story = work.made.get(sentence) or work.given.marks.document_of.get(sentence)
    if story is None:
        return None
    changed = _stories(work)[work.given.ids.index(story)]
    return "workbench/events/split_pieces.html", {"story": changed, "suspects": len(work.suspects)}


def _stories(work: SplittingSheet) -> list[dict[str, Any]]:
    """Return each story with its sentences, and the reason why a sentence boundary may be wrong."""
    why, shown = dict(work.suspects), []
    for row, sentences in stories_with_sentences(work.stories):
        # a page shows a carriage return as a line feed or not at all; a blank keeps all offsets
        plain = [
            (id, following, number, text.replace("\r", " "), why.get(id, ""))
            for (id, number, text), following in zip(sentences, [*(line[0] for line in sentences[1:]), ""], strict=True)
        ]
        shown.append({"row": row, "lines": plain})
    return shown


def list_context(bench: Bench, work: ListingSheet) -> dict[str, Any]:
    """Return all stories, and the judge's list."""
    return {"stories": stories_with_sentences(work.stories), **list_pieces(bench, work, None)[1]}


def list_pieces(bench: Bench, work: ListingSheet, action: Action | None) -> tuple[str, dict[str, Any]]:
    """Return the judge's list alone, since the stories never change."""
    hints = suggestion_rows(work.suggestions, lambda hint: [("", str(hint.actions[0][1]["text"]), "")])
    return "workbench/events/list_pieces.html", {
        "candidates": work.candidates, "remarks": work.remarks, "suggestions": hints, "decline_key": "-",
    }  # fmt: skip


def board_context(bench: Bench, work: EventBoard) -> dict[str, Any]:
    """Return the columns, events and suggestions of the board."""
    rows = _cards(work)
    events = [
        {"number": place, "event": event, "cards": work.cards_of(event.id), "judges": work.judges_of(event.id)}
        for place, event in enumerate(work.events, start=1)
    ]
    return {
        "columns": {judge: [rows[card.id] for card in cards] for judge, cards in work.columns.items()},
        "events": events,
        "suggestions": suggestion_rows(
            work.suggestions,
            lambda suggestion: [("", work.cards[card].text, work.cards[card].judge) for card in suggestion.about],
            gettext("Make one"),
            gettext("Different"),
        ),
        "loose": len(work.loose),
        "reasons": OMISSION_REASONS,
        "remarks": work.remarks,
    }


def _cards(work: EventBoard) -> dict[str, dict[str, Any]]:
    """Return each candidate with the numbers of its events, the reason for omitting it, and similar candidates."""
    number = {id: place for place, id in enumerate(work.cards, start=1)}
    uses: dict[str, list[int]] = defaultdict(list)
    for place, event in enumerate(work.events, start=1):
        for card in event.cards:
            uses[card].append(place)
    alike: dict[str, list[str]] = defaultdict(list)
    for card, other in work.likeness.pairs:
        alike[card].append(str(number[other]))
        alike[other].append(str(number[card]))
    return {
        id: {"number": number[id], "card": card, "events": uses[id], "why": work.omitted.get(id, "")}
        | {"alike": " ".join(alike[id])}
        for id, card in work.cards.items()
    }


TAKEN = "jknpxgtfdsur"  # keys with other uses on this screen; events without a key are found by their words
EVENT_KEYS = "1234567890" + "".join(letter for letter in string.ascii_letters if letter not in TAKEN)


@dataclass(frozen=True)
class LinkRows:
    """The rows of a judge's linking sheet."""

    work: event_links.LinkingSheet

    @cached_property
    def events(self) -> dict[str, dict[str, Any]]:
        """Each event with its key, which may be empty, and the number of its sentences and groups."""
        keys, counts = dict(enumerate(EVENT_KEYS, start=1)), self.work.counts
        return {
            id: {"number": number, "id": id, "text": event.text, "key": keys.get(number, ""), "count": counts[id]}
            for number, (id, event) in enumerate(((event.id, event) for event in self.work.events), start=1)
        }

    @cached_property
    def stories(self) -> list[tuple[StoryRow, bool]]:
        return [(row, row.id in self.work.done) for row in story_rows(self.work.stories)]

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each sentence in the topic, from 1."""
        return {id: place for place, id in enumerate(self.work.stories.numbers, start=1)}

    def row(self, id: str) -> dict[str, Any]:
        """Return a sentence: `place` is its number in the topic, `missed` are events of its twins alone."""
        links = [self.events[event] for event in self.work.links_of(id)]
        twins = self.work.twins(id)
        elsewhere = dict.fromkeys(event for twin in twins for event in self.work.links_of(twin))
        return {
            "id": id,
            "place": self.places[id],
            "number": self.work.stories.numbers[id][1],
            "text": self.work.stories.text(id),
            "links": links,
            "linked": " ".join(str(event["number"]) for event in links),
            "groups": list(self._groups(id)) if self.work.groups else [],
            "flags": list(self.work.flags_of(id).items()),
            "twins": [(self.places[twin], sentence_name(self.work.stories, twin)) for twin in twins],
            "twin_places": " ".join(str(self.places[twin]) for twin in twins),
            "missed": [missed for event in elsewhere if (missed := self.events[event]) not in links],
            "suggested": [
                (self.events[str(row["parts"][0][1])], row)
                for row in suggestion_rows(self.work.suggestions_of(id), lambda hint: [("", hint.about[1], "")])
            ],
        }

    def _groups(self, id: str) -> Iterator[dict[str, Any]]:
        for group in self.work.groups_of(id):
            others = ", ".join(sentence_name(self.work.stories, line) for line in group.sentences if line != id)
            yield {"id": group.id, "event": self.events[group.event], "others": others}


def link_context(bench: Bench, work: event_links.LinkingSheet) -> dict[str, Any]:
    """Return all stories with their sentences, all events, and the first sentence of the next unread story."""
    rows = LinkRows(work)
    stories = [
        (row, done, [rows.row(id) for id in source.sentences])
        for (row, done), source in zip(rows.stories, work.stories.sources, strict=True)
    ]
    unread = [source.sentences for source in work.stories.sources if source.id == work.next_story]
    first = next((rows.places[id] for sentences in unread for id in sentences), 1)
    return {"stories": stories, "events": rows.events.values(), "flags": event_links.SENTENCE_FLAGS, "next": first}


def link_pieces(bench: Bench, work: event_links.LinkingSheet, action: Action | None) -> Drawn:
    """Return the changed rows of sentences and of their twins, with the changed events and stories."""
    touched = _changed_ids(bench, work, action) if action else None
    if touched is None:
        return None
    rows, (sentences, events, stories) = LinkRows(work), touched
    # the rows of twins show each other's links
    shown = dict.fromkeys(sentence for id in sentences for sentence in (id, *work.twins(id)))
    return "workbench/events/link_pieces.html", {
        "rows": [rows.row(id) for id in shown],
        "events": [rows.events[event] for event in events],
        "stories": [(row, done) for row, done in rows.stories if row.id in stories],
    }


def _changed_ids(bench: Bench, work: event_links.LinkingSheet, action: Action) -> tuple[tuple[str, ...], ...] | None:
    """Return the ids of sentences, events and stories that an action changed, or None if they are unknown."""
    if action.verb == "decline":
        hints = work.hints
        return tuple(hints.about(id)[0] for id in texts(action.details, SUGGESTION) if hints.about(id)), (), ()
    if action.verb == "ungroup":
        groups = [action for action in bench.history.journal if action.verb == "group"]
        name = texts(action.details, "group")
        made = next((action for action in groups if (f"g{action.seq}",) == name), None)
        return _changed_ids(bench, work, made) if made else None
    sentences = (*texts(action.details, "sentence"), *texts(action.details, "sentences"))
    events = texts(action.details, "event")
    known = {*sentences} <= {*work.stories.marks.sentences} and {*events} <= {event.id for event in work.events}
    return (sentences, events, texts(action.details, "story")) if known else None


VERDICTS: tuple[event_links.LinkVerdict, ...] = ("undecided", "accepted", "rejected", "agreed")


@dataclass(frozen=True)
class CaseRows:
    """The rows of a verification sheet."""

    work: event_links.VerificationSheet

    @cached_property
    def _events(self) -> dict[str, tuple[int, str]]:
        return {event.id: (number, event.text) for number, event in enumerate(self.work.events, start=1)}

    @cached_property
    def _stories(self) -> dict[str, StoryRow]:
        return {row.id: row for row in story_rows(self.work.stories)}

    def row(self, number: int, case: event_links.LinkCase) -> dict[str, Any]:
        """Return a case with its number, the text around its sentences, and the verdict."""
        event, text = self._events[case.event]
        return {
            "number": number,
            "case": case,
            "sentences": TOGETHER.join(case.sentences),  # no id holds this separator
            "event": event,
            "event_text": text,
            "story": self._stories[self.work.stories.story_of(case.sentences[0])],
            "lines": [(sentence_name(self.work.stories, id), self.work.stories.text(id)) for id in case.sentences],
            "before": self._neighbour(case.sentences[0], -1),
            "after": self._neighbour(case.sentences[-1], 1),
            "verdict": self.work.verdict(case),
            "decision": self.work.decision(case),
            "added": case.key in self.work.added,
        }

    def _neighbour(self, id: str, by: int) -> str:
        story, number = self.work.stories.numbers[id]
        texts = [sentence.text for sentence in self.work.stories.sources[story - 1].sentences.values()]
        return texts[number - 1 + by] if 0 <= number - 1 + by < len(texts) else ""


def verify_context(bench: Bench, work: event_links.VerificationSheet) -> dict[str, Any]:
    """Return all cases, and all sentences for links that the verifier adds."""
    rows = CaseRows(work)
    return {
        "cases": [rows.row(number, case) for number, case in enumerate(work.cases, start=1)],
        "events": list(enumerate(work.events, start=1)),
        "stories": stories_with_sentences(work.stories),
        **_counts(work),
    }


def verify_pieces(bench: Bench, work: event_links.VerificationSheet, action: Action | None) -> Drawn:
    """Return the changed case and the counts, or None if a case was added or removed."""
    if action is None:
        return None
    wanted = {*texts(action.details, "sentences")}, *texts(action.details, "event")
    for number, case in enumerate(work.linked.values(), start=1):
        if ({*case.sentences}, case.event) == wanted:
            row = CaseRows(work).row(number, case)
            return "workbench/events/verify_pieces.html", {"case": row, **_counts(work)}
    return None


def _counts(work: event_links.VerificationSheet) -> dict[str, Any]:
    verdicts = Counter(work.verdict(case) for case in work.linked.values())
    return {
        "counts": [(verdict, verdicts[verdict]) for verdict in VERDICTS],
        "disputed": len(work.disputed),
        "alone": len({judge for case in work.linked.values() for judge in (*case.judges, *case.others)}) < 2,
        "added": len(work.added),
        "remarks": work.remarks,
    }
