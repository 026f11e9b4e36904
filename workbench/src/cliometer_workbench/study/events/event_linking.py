"""Step 4 of an event study: each judge links sentences to the events that they mention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Self

from cliometer.errors import Missing, Refused
from cliometer.spelling import quoted
from cliometer_workbench.study.events.event_listing import EventBoard, MergedEvent
from cliometer_workbench.study.events.story_sentences import TopicStories
from cliometer_workbench.study.journal import verb
from cliometer_workbench.study.steps import Desk, expect_known, shared_work, without_key
from cliometer_workbench.study.suggestions import SuggestedLinks, SuggestedSheet, Suggestion, shown_share

SENTENCE_FLAGS = ("satire", "abstract", "contradiction", "splitter error")
EventLink = tuple[tuple[str, ...], str]
"""A sentence, or several that belong together, and the event that they mention."""


@dataclass(frozen=True)
class SentenceGroup:
    """Sentences that mention an event only together, in the order of reading."""

    id: str
    sentences: tuple[str, ...]
    event: str


@dataclass(frozen=True)
class LinkingSheet(SuggestedSheet):
    """One judge's links, groups and flags, and the stories that she has read."""

    step: ClassVar[str] = "link"
    suggested: ClassVar[frozenset[str]] = frozenset({"link", "link_all", "group"})
    stories: TopicStories
    events: tuple[MergedEvent, ...]
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # events of each sentence
    groups: Mapping[str, SentenceGroup] = field(default_factory=dict)
    flags: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # notes by flag of each sentence
    done: frozenset[str] = frozenset()  # stories
    hints: SuggestedLinks = field(default_factory=SuggestedLinks, compare=False, repr=False)  # held back ones too

    @verb
    def link(self, sentence: str, event: str) -> Self:
        """This sentence mentions this event."""
        return self.link_all((sentence,), event)

    @verb
    def link_all(self, sentences: tuple[str, ...], event: str) -> Self:
        """Each of these sentences mentions this event."""
        self._expect_event(event)
        new = [id for id in self.stories.in_order(sentences) if event not in self.links_of(id)]
        return replace(self, links={**self.links, **{id: (*self.links_of(id), event) for id in new}})

    @verb
    def unlink(self, sentence: str, event: str) -> Self:
        """It does not mention it."""
        self._expect_event(event)
        (id,) = self.stories.in_order((sentence,))
        rest = tuple(other for other in self.links_of(id) if other != event)
        return replace(self, links={**self.links, id: rest} if rest else without_key(self.links, id))

    @verb
    def group(self, sentences: tuple[str, ...], event: str, seq: int = 0) -> Self:
        """These sentences mention this event, but only together."""
        self._expect_event(event)
        ordered = self.stories.in_order(sentences)
        if len(ordered) < 2:
            raise Refused("a group needs two sentences or more; link a single one")
        if any((group.sentences, group.event) == (ordered, event) for group in self.groups.values()):
            return self
        new = SentenceGroup(f"g{seq}", ordered, event)
        return replace(self, groups={**self.groups, new.id: new})

    @verb
    def ungroup(self, group: str) -> Self:
        """Dissolve a group."""
        if group not in self.groups:
            raise Missing(f"there is no group {group}; it may have been dissolved already")
        return replace(self, groups=without_key(self.groups, group))

    @verb
    def flag(self, sentence: str, flag: str, note: str = "") -> Self:
        """Something is the matter with this sentence: satire, abstract, contradiction, splitter error."""
        expect_known("flag", flag, SENTENCE_FLAGS)
        (id,) = self.stories.in_order((sentence,))
        return replace(self, flags={**self.flags, id: {**self.flags_of(id), flag: note}})

    @verb
    def unflag(self, sentence: str, flag: str) -> Self:
        """Take a flag away."""
        expect_known("flag", flag, SENTENCE_FLAGS)
        (id,) = self.stories.in_order((sentence,))
        rest = without_key(self.flags_of(id), flag)
        return replace(self, flags={**self.flags, id: rest} if rest else without_key(self.flags, id))

    @verb
    def read(self, story: str) -> Self:
        """This story is read to its end."""
        expect_known("story", story, self.stories.ids)
        return replace(self, done=self.done | {story})

    @verb
    def unread(self, story: str) -> Self:
        """It is to be read again."""
        expect_known("story", story, self.stories.ids)
        return replace(self, done=self.done - {story})

    def links_of(self, sentence: str) -> tuple[str, ...]:
        """Return the events that a sentence is linked to, by itself."""
        return self.links.get(sentence, ())

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        return tuple(suggestion for sentence in self.hints.by_sentence for suggestion in self.suggestions_of(sentence))

    def suggestions_of(self, sentence: str) -> tuple[Suggestion, ...]:
        """Return the suggested links of a sentence that were neither made nor declined."""
        hints = self.hints.by_sentence.get(sentence, ())
        return tuple(
            hint for hint in hints if hint.about[1] not in self.links_of(sentence) and hint.id not in self.declined
        )

    def groups_of(self, sentence: str) -> tuple[SentenceGroup, ...]:
        """Return the groups that a sentence is in."""
        return tuple(group for group in self.groups.values() if sentence in group.sentences)

    def flags_of(self, sentence: str) -> Mapping[str, str]:
        """Return the flags of a sentence with their notes."""
        return self.flags.get(sentence, {})

    def linked_to(self, event: str) -> tuple[tuple[str, ...], ...]:
        """Return the sentences and groups that mention an event, in the order of reading."""
        return tuple(sentences for sentences, other in self.parts if other == event)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many sentences and groups are linked to each event."""
        alone = Counter(event for events in self.links.values() for event in events)
        together = Counter(group.event for group in self.groups.values())
        return {event.id: alone[event.id] + together[event.id] for event in self.events}

    @cached_property
    def parts(self) -> tuple[EventLink, ...]:
        """Everything that is linked, in the order of reading; a group stands at its first sentence."""
        alone = [((sentence,), event) for sentence, events in self.links.items() for event in events]
        together = [(group.sentences, group.event) for group in self.groups.values()]
        return tuple(sorted((*alone, *together), key=lambda part: self.stories.positions(part[0])))

    def twins(self, sentence: str) -> tuple[str, ...]:
        """Return where the same sentence, or nearly the same, stands elsewhere."""
        return self.stories.twins.get(sentence, ())

    @cached_property
    def neglected(self) -> tuple[tuple[str, str, str], ...]:
        """A sentence, an event it is not linked to, and its twin that is linked to that event."""
        gaps = [
            (twin, event, sentence)
            for sentence, events in self.links.items()
            for twin in self.twins(sentence)
            for event in events
            if event not in self.links_of(twin)
        ]
        first = {(twin, event): (twin, event, sentence) for twin, event, sentence in reversed(gaps)}
        return tuple(sorted(first.values(), key=lambda three: self.stories.positions(three[:1])))

    @property
    def next_story(self) -> str | None:
        """The first story that is not marked as read: where to go on."""
        return next((story for story in self.stories.ids if story not in self.done), None)

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Stories that are not marked as read."""
        return tuple(
            f"the story {quoted(source.title or source.id)} is not marked as read"
            for source in self.stories.sources
            if source.id not in self.done
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Events without a sentence, and sentences that say the same but are linked otherwise."""
        bare = [event.text for event in self.events if not self.counts[event.id]]
        return (
            *(f"no sentence is linked to {quoted(text)}" for text in bare),
            *(f"{sentence} says what {other} says, which is linked to {e}" for sentence, e, other in self.neglected),
        )

    @property
    def progress(self) -> tuple[int, int]:
        return len(self.done), len(self.stories.ids)

    def _expect_event(self, event: str) -> None:
        expect_known("event", event, [known.id for known in self.events])


def start_linking(desk: Desk) -> LinkingSheet:
    """Lay out the merged events beside the stories, nothing linked."""
    board, share = shared_work(desk.earlier, "merge", EventBoard), shown_share(desk.settings)
    if not share:
        return LinkingSheet(board.stories, board.events)
    sentences = {id: sentence.text for id, sentence in board.stories.marks.sentences.items()}
    events = {event.id: (event.text,) for event in board.events}
    hints = SuggestedLinks(sentences, events, desk.topics[0].suggestions, share)
    return LinkingSheet(board.stories, board.events, hints=hints)
