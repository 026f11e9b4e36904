"""Steps 4 and 5 of an event study: judges link sentences to events, and a verifier decides on every link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Literal, Self

from cliometer.errors import Missing, Refused
from cliometer.grouping import by_key
from cliometer.model.notes import Note
from cliometer.spelling import listed, quoted
from cliometer.study.link_agreement import link_item
from cliometer_workbench.study.events.event_listing import EventBoard, MergedEvent
from cliometer_workbench.study.events.story_sentences import TopicStories
from cliometer_workbench.study.journal import Worksheet, verb
from cliometer_workbench.study.steps import Desk, each_work, expect_known, shared_work, without_key
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
            raise Refused("group-of-one")
        if any((group.sentences, group.event) == (ordered, event) for group in self.groups.values()):
            return self
        new = SentenceGroup(f"g{seq}", ordered, event)
        return replace(self, groups={**self.groups, new.id: new})

    @verb
    def ungroup(self, group: str) -> Self:
        """Dissolve a group."""
        if group not in self.groups:
            raise Missing("group-missing", group=group)
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

    def flags_of(self, sentence: str) -> Mapping[str, str]:
        """Return the flags of a sentence with their notes."""
        return self.flags.get(sentence, {})

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
    def unsettled(self) -> tuple[str, ...]:
        """Stories that are not marked as read."""
        unread = (source for source in self.stories.sources if source.id not in self.done)
        return tuple(Note.of("story-unread", story=quoted(source.title or source.id)) for source in unread)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Events without a sentence, and sentences that say the same but are linked otherwise."""
        bare = [event.text for event in self.events if not self.counts[event.id]]
        return (
            *(Note.of("event-linkless", event=quoted(text)) for text in bare),
            *(Note.of("twin-linked", sentence=sentence, other=other, event=e) for sentence, e, other in self.neglected),
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


LinkKey = tuple[str, str]
"""What is linked (sentences joined in one order) and the event."""


@dataclass(frozen=True)
class LinkCase:
    """A sentence, or a group, that somebody linked to an event: who did, and who did not."""

    sentences: tuple[str, ...]
    event: str
    judges: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def key(self) -> LinkKey:
        """The same for the same sentences in any order."""
        return link_item(self.sentences), self.event

    @property
    def agreed(self) -> bool:
        """Whether all judges, two at least, linked it."""
        return len(self.judges) > 1 and not self.others


@dataclass(frozen=True)
class SentenceFlag:
    """A sentence that a judge flagged."""

    sentence: str
    flag: str
    note: str
    judge: str


def find_link_cases(board: EventBoard, sheets: Mapping[str, LinkingSheet]) -> list[LinkCase]:
    """Return what anybody linked: disagreements first, then by event and place."""
    who = by_key((part, judge) for judge, sheet in sheets.items() for part in sheet.parts)
    cases = [
        LinkCase(sentences, event, tuple(judges), tuple(judge for judge in sheets if judge not in judges))
        for (sentences, event), judges in who.items()
    ]
    place = {event.id: number for number, event in enumerate(board.events)}
    return sorted(cases, key=lambda c: (c.agreed, place[c.event], board.stories.positions(c.sentences)))


def find_flags(stories: TopicStories, sheets: Mapping[str, LinkingSheet]) -> tuple[SentenceFlag, ...]:
    """Return what anybody flagged, in the order of reading."""
    all_flags = [
        SentenceFlag(sentence, flag, note, judge)
        for judge, sheet in sheets.items()
        for sentence, flags in sheet.flags.items()
        for flag, note in flags.items()
    ]
    return tuple(sorted(all_flags, key=lambda flag: (stories.positions((flag.sentence,)), flag.flag, flag.judge)))


PREACCEPT = "preaccept"
LinkVerdict = Literal["accepted", "rejected", "agreed", "undecided"]


@dataclass(frozen=True)
class LinkDecision:
    """What the verifier said of a case, why, and who it was."""

    accepted: bool
    reason: str = ""
    by: str = ""


@dataclass(frozen=True)
class VerificationSheet(Worksheet):
    """The cases, and the verifier's decisions on them."""

    step: ClassVar[str] = "verify"
    stories: TopicStories
    events: tuple[MergedEvent, ...]
    linked: Mapping[LinkKey, LinkCase]  # by the judges; disagreements first, then by event and place
    preaccept: bool = True
    flagged: tuple[SentenceFlag, ...] = ()
    linkers: tuple[str, ...] = ()  # whose links these are
    added: Mapping[LinkKey, LinkCase] = field(default_factory=dict)  # by the verifier
    decisions: Mapping[LinkKey, LinkDecision] = field(default_factory=dict)

    @verb
    def accept(self, sentences: tuple[str, ...], event: str, reason: str = "", by: str = "") -> Self:
        """The judges who linked it are right."""
        return self._decide(self._known(sentences, event), LinkDecision(True, reason, by))

    @verb
    def reject(self, sentences: tuple[str, ...], event: str, reason: str = "", by: str = "") -> Self:
        """The judges who linked it are wrong."""
        case = self._known(sentences, event)
        if case.key in self.added:
            return self.clear(sentences, event)
        return self._decide(case, LinkDecision(False, reason, by))

    @verb
    def add(self, sentences: tuple[str, ...], event: str, reason: str = "", by: str = "") -> Self:
        """Link what no judge linked; what one did is accepted."""
        case = self._case(sentences, event)
        decided = self._decide(case, LinkDecision(True, reason, by))
        return decided if case.key in self.linked else replace(decided, added={**self.added, case.key: case})

    @verb
    def clear(self, sentences: tuple[str, ...], event: str) -> Self:
        """Take a decision back, as if nobody had decided yet."""
        key = self._case(sentences, event).key
        return replace(self, decisions=without_key(self.decisions, key), added=without_key(self.added, key))

    @cached_property
    def cases(self) -> tuple[LinkCase, ...]:
        """Disagreements, then what all agreed on, then what the verifier added."""
        return (*self.linked.values(), *self.added.values())

    @property
    def disputed(self) -> tuple[LinkCase, ...]:
        return tuple(case for case in self.linked.values() if not case.agreed)

    def verdict(self, case: LinkCase) -> LinkVerdict:
        """Return what holds for a case: `agreed` is accepted because all judges linked it, without a look."""
        decision = self.decisions.get(case.key)
        if decision is None:
            return "agreed" if case.agreed and self.preaccept else "undecided"
        return "accepted" if decision.accepted else "rejected"

    @cached_property
    def undecided(self) -> tuple[LinkCase, ...]:
        """What waits for a decision, disagreements first."""
        return tuple(case for case in self.linked.values() if self.verdict(case) == "undecided")

    @cached_property
    def verified(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """The final mapping: sentences and groups of each event, in the order of reading."""
        parts_of: dict[str, list[tuple[str, ...]]] = {event.id: [] for event in self.events}
        for case in self.cases:
            if self.verdict(case) in ("accepted", "agreed"):
                parts_of[case.event].append(case.sentences)
        return {event: tuple(sorted(parts, key=self.stories.positions)) for event, parts in parts_of.items()}

    @cached_property
    def facts(self) -> frozenset[object]:
        """The decisions, and the links that were added."""
        return frozenset((*self.decisions.items(), *self.added))

    @property
    def unsettled(self) -> tuple[str, ...]:
        events, problems = {event.id: quoted(event.text) for event in self.events}, []
        for case in self.undecided:
            others = Note.of("not-linked-by", others=listed(case.others)) if case.others else ""
            wording = listed(quoted(self.stories.text(sentence)) for sentence in case.sentences)
            about = {"sentence": wording, "event": events[case.event], "judges": listed(case.judges)}
            problems.append(Note.of("case-undecided", **about, others=others))
        return tuple(problems)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Events that keep no sentence, which no system can find; and who decided on links of their own."""
        bare = [event.text for event in self.events if not self.verified[event.id]]
        return (
            *(Note.of("event-unlinked", event=quoted(text)) for text in bare),
            *(Note.of("verifier-linked", judge=name) for name in self.self_verifiers),
        )

    @property
    def self_verifiers(self) -> tuple[str, ...]:
        verifiers = {decision.by for decision in self.decisions.values()}
        return tuple(name for name in self.linkers if name in verifiers)

    @property
    def progress(self) -> tuple[int, int]:
        """Cases decided, of all that judges linked."""
        return len(self.linked) - len(self.undecided), len(self.linked)

    def _case(self, sentences: tuple[str, ...], event: str) -> LinkCase:
        expect_known("event", event, [known.id for known in self.events])
        ordered = self.stories.in_order(sentences)
        if not ordered:
            raise Refused("sentence-needed")
        key = link_item(ordered), event
        return self.linked.get(key) or self.added.get(key) or LinkCase(ordered, event)

    def _known(self, sentences: tuple[str, ...], event: str) -> LinkCase:
        case = self._case(sentences, event)
        if case.key not in self.linked and case.key not in self.added:
            raise Refused("link-missing", sentences=listed(case.sentences), event=event)
        return case

    def _decide(self, case: LinkCase, decision: LinkDecision) -> Self:
        return replace(self, decisions={**self.decisions, case.key: decision})


def start_verifying(desk: Desk) -> VerificationSheet:
    """Lay out everything that a judge linked; a setting says whether agreed links are accepted at once."""
    preaccept = desk.settings.get(PREACCEPT, True)
    if not isinstance(preaccept, bool):
        raise Refused("setting-yes-expected", setting=PREACCEPT)
    board = shared_work(desk.earlier, "merge", EventBoard)
    sheets = each_work(desk.earlier, "link", LinkingSheet)
    linked = {case.key: case for case in find_link_cases(board, sheets)}
    flagged = find_flags(board.stories, sheets)
    return VerificationSheet(board.stories, board.events, linked, preaccept, flagged, tuple(sheets))
