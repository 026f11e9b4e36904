"""The screens of a study of events: sentence boundaries, lists, the merging board, links and verification."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable, Iterator
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


def story_rows(stories: TopicStories) -> list[dict[str, Any]]:
    """Return each story with the id, the number in the story and the text of its sentences.

    A story without a title has its id, without the topic, instead.
    """
    return [
        {
            "number": number,
            "id": story.id,
            "title": story.title or story.id.rpartition("/")[2],
            "date": str(story.date or ""),
            "sentences": [(id, n, sentence.text) for n, (id, sentence) in enumerate(story.sentences.items(), start=1)],
        }
        for number, story in enumerate(stories.sources, start=1)
    ]


def sentence_name(stories: TopicStories, sentence: str) -> str:
    """Return the name of a sentence on pages, such as 2.7: the seventh of the second story."""
    story, number = stories.numbers[sentence]
    return f"{story}.{number}"


def split_context(bench: Bench, work: SplittingSheet) -> dict[str, Any]:
    """Return each story with its sentences, and the reason why a sentence boundary may be wrong."""
    why, stories = dict(work.suspects), story_rows(work.stories)
    for story in stories:
        following = [*(id for id, _, _ in story["sentences"][1:]), ""]
        story["lines"] = [
            # a page shows a carriage return as a line feed or not at all; a blank keeps all offsets
            (id, after, number, text.replace("\r", " "), why.get(id, ""))
            for (id, number, text), after in zip(story["sentences"], following, strict=True)
        ]
    return {"stories": stories}


def split_pieces(bench: Bench, work: SplittingSheet, action: Action | None) -> Drawn:
    """Return the story whose sentence boundaries changed."""
    sentence = next(iter(texts(action.details, "sentence")), "") if action else ""
    story = work.made.get(sentence) or work.given.marks.document_of.get(sentence)
    if story is None:
        return None
    changed = split_context(bench, work)["stories"][work.given.ids.index(story)]
    return "workbench/events/split_pieces.html", {"story": changed}


def list_context(bench: Bench, work: ListingSheet) -> dict[str, Any]:
    """Return all stories, and the judge's list."""
    return {"stories": story_rows(work.stories), **list_pieces(bench, work, None)[1]}


def list_pieces(bench: Bench, work: ListingSheet, action: Action | None) -> tuple[str, dict[str, Any]]:
    """Return the suggestions for the judge's list alone, since the stories never change."""
    hints = suggestion_rows(work.suggestions, lambda hint: [("", str(hint.actions[0][1]["text"]), "")])
    return "workbench/events/list_pieces.html", {"suggestions": hints}


def board_context(bench: Bench, work: EventBoard) -> dict[str, Any]:
    """Return the columns, events and suggestions of the board."""
    rows = _cards(work)
    return {
        "columns": {judge: [rows[card.id] for card in cards] for judge, cards in work.columns.items()},
        "events": [(event, work.cards_of(event.id), work.judges_of(event.id)) for event in work.events],
        "suggestions": suggestion_rows(
            work.suggestions,
            lambda suggestion: [("", work.cards[card].text, work.cards[card].judge) for card in suggestion.about],
            gettext("Make one"),
            gettext("Different"),
        ),
        "reasons": OMISSION_REASONS,
    }


def _cards(work: EventBoard) -> dict[str, dict[str, Any]]:
    """Return each candidate with the numbers of its events, the reason for omitting it, and similar candidates."""
    rows: dict[str, dict[str, Any]] = {
        id: {"number": number, "card": card, "events": [], "why": work.omitted.get(id, ""), "alike": []}
        for number, (id, card) in enumerate(work.cards.items(), start=1)
    }
    for place, event in enumerate(work.events, start=1):
        for card in event.cards:
            rows[card]["events"].append(place)
    for first, other in work.likeness.pairs:
        rows[first]["alike"].append(rows[other]["number"])
        rows[other]["alike"].append(rows[first]["number"])
    return rows


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
        for group in (group for group in self.work.groups.values() if id in group.sentences):
            others = ", ".join(sentence_name(self.work.stories, line) for line in group.sentences if line != id)
            yield {"id": group.id, "event": self.events[group.event], "others": others}


def link_context(bench: Bench, work: event_links.LinkingSheet) -> dict[str, Any]:
    """Return all stories with their sentences, all events, and the first sentence of the next unread story."""
    rows, stories = LinkRows(work), story_rows(work.stories)
    for story in stories:
        story["rows"] = [rows.row(id) for id, _, _ in story["sentences"]]
    unread = (row["place"] for story in stories if story["id"] not in work.done for row in story["rows"])
    flags, first = event_links.SENTENCE_FLAGS, next(unread, 1)
    return {"stories": stories, "events": rows.events.values(), "flags": flags, "next": first}


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
        "stories": [story for story in story_rows(work.stories) if story["id"] in stories],
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


def case_rows(
    work: event_links.VerificationSheet, cases: Iterable[tuple[int, event_links.LinkCase]]
) -> Iterator[dict[str, Any]]:
    """Yield each of the numbered cases with the text around its sentences, and the verdict."""
    events = {event.id: (number, event.text) for number, event in enumerate(work.events, start=1)}
    stories = story_rows(work.stories)
    for number, case in cases:
        (story, first), (_, last) = (work.stories.numbers[case.sentences[place]] for place in (0, -1))
        lines = ["", *(text for _, _, text in stories[story - 1]["sentences"]), ""]
        event, text = events[case.event]
        yield {
            "number": number,
            "case": case,
            "sentences": TOGETHER.join(case.sentences),  # no id holds this separator
            "event": event,
            "event_text": text,
            "story": stories[story - 1],
            "lines": [(sentence_name(work.stories, id), work.stories.text(id)) for id in case.sentences],
            "before": lines[first - 1],
            "after": lines[last + 1],
            "verdict": work.verdict(case),
            "decision": work.decisions.get(case.key),
            "added": case.key in work.added,
        }


def verify_context(bench: Bench, work: event_links.VerificationSheet) -> dict[str, Any]:
    """Return all cases, and all sentences for links that the verifier adds."""
    cases = list(case_rows(work, enumerate(work.cases, start=1)))
    return {"cases": cases, "stories": story_rows(work.stories), **_counts(work)}


def verify_pieces(bench: Bench, work: event_links.VerificationSheet, action: Action | None) -> Drawn:
    """Return the changed case and the counts, or None if a case was added or removed."""
    if action is None:
        return None
    wanted = {*texts(action.details, "sentences")}, *texts(action.details, "event")
    for number, case in enumerate(work.linked.values(), start=1):
        if ({*case.sentences}, case.event) == wanted:
            row = next(case_rows(work, [(number, case)]))
            return "workbench/events/verify_pieces.html", {"case": row, **_counts(work)}
    return None


def _counts(work: event_links.VerificationSheet) -> dict[str, Any]:
    verdicts = Counter(work.verdict(case) for case in work.linked.values())
    return {
        "counts": [(verdict, verdicts[verdict]) for verdict in VERDICTS],
        "alone": len({judge for case in work.linked.values() for judge in (*case.judges, *case.others)}) < 2,
    }
