"""An event study as a whole: its steps, release, agreement figures, and a release read back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cliometer.errors import InputError, Refused
from cliometer.io.sheets import LINK_COLUMNS, TOGETHER, TOPIC_COLUMNS, Link, TopicFacts, csv_text
from cliometer.io.units import units_document
from cliometer.model.notes import Note
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.study import link_agreement
from cliometer.study.agreement_survey import JudgedTopic, judge_topic, links_by_topic, read_corpus_material
from cliometer.study.link_agreement import EventAgreementRow
from cliometer.study.topics import Topic
from cliometer_workbench.study.events.event_links import LinkingSheet, VerificationSheet, start_linking, start_verifying
from cliometer_workbench.study.events.event_listing import EventBoard, start_board, start_listing
from cliometer_workbench.study.events.story_sentences import SplittingSheet, start_splitting
from cliometer_workbench.study.journal import UnnumberedAction
from cliometer_workbench.study.steps import (
    SHARED,
    EarlierWork,
    ReopenedTopic,
    described_protocol,
    each_work,
    reopen_topic,
    shared_work,
)
from cliometer_workbench.study.suggestions import SuggestedAgreement, agreement_by_suggestion

EVENTS = described_protocol(
    "events", split=start_splitting, list=start_listing, merge=start_board, link=start_linking, verify=start_verifying
)
SECONDS_PER_HOUR = 3600


@dataclass(frozen=True)
class EventRelease:
    """A topic that is done: its events, the links of each judge, its part of the corpus and its hours."""

    topic: EventTopic
    links: tuple[Link, ...]
    facts: TopicFacts
    self_verifiers: tuple[str, ...] = ()  # verifiers who had linked themselves

    def under(self, names: Mapping[str, str]) -> EventRelease:
        """Return the release with these names of judges in place of theirs; links are ordered by them."""
        links = [replace(link, judge=names.get(link.judge, link.judge)) for link in self.links]
        places = {event.id: place for place, event in enumerate(self.topic.events)}
        links.sort(key=lambda link: (places[link.event], link.judge))
        independent = tuple(names.get(name, name) for name in self.self_verifiers)
        return replace(self, topic=name_judges(self.topic, names), links=tuple(links), self_verifiers=independent)


def name_judges(topic: EventTopic, names: Mapping[str, str]) -> EventTopic:
    """Return a topic with these names in place of those of the judges who proposed its events."""
    events = (replace(event, judges=tuple(names.get(name, name) for name in event.judges)) for event in topic.events)
    return replace(topic, events=tuple(events))


def judged_event(id: str, text: str, parts: Sequence[tuple[str, ...]], judges: Iterable[str]) -> JudgedEvent:
    """Return an event with the sentences that are linked to it, and the groups of several, by the judges' names."""
    links = tuple(part[0] for part in parts if len(part) == 1)
    return JudgedEvent(id, text, links, tuple(part for part in parts if len(part) > 1), tuple(judges))


def verified_topic(topic_id: str, works: EarlierWork, linked: bool = True) -> EventTopic:
    """Return the topic with its events and their verified links in the order of reading, or as linkers see it."""
    board = shared_work(works, "merge", EventBoard)
    verified = shared_work(works, "verify", VerificationSheet).verified if linked else {}
    events = (
        judged_event(event.id, event.text, verified.get(event.id, ()), board.judges_of(event.id))
        for event in board.events
    )
    return EventTopic(topic_id, shared_work(works, "split", SplittingSheet).sources, tuple(events))


def link_rows(works: EarlierWork) -> tuple[Link, ...]:
    """Return what each judge linked: by event, then judge, then in the order of reading."""
    board = shared_work(works, "merge", EventBoard)
    sheets = each_work(works, "link", LinkingSheet)
    return tuple(
        Link(sentences, event.id, judge)
        for event in board.events
        for judge, sheet in sheets.items()
        for sentences, linked in sheet.parts
        if linked == event.id
    )


def release_events(topic_id: str, works: EarlierWork, seconds: float | None = None, part: str = "") -> EventRelease:
    """Return all that is released of a topic; `seconds` is the active time of all its judges in all steps."""
    doubles = shared_work(works, "merge", EventBoard).doubles
    if doubles:
        raise Refused("lists-unmerged", topic_id=topic_id, reason=doubles[0])
    facts = TopicFacts(topic_id, part, None if seconds is None else seconds / SECONDS_PER_HOUR)
    linkers = shared_work(works, "verify", VerificationSheet).self_verifiers
    return EventRelease(verified_topic(topic_id, works), link_rows(works), facts, linkers)


EVENTS_FILE, LINKS_FILE, TOPICS_FILE = "events.json", "links.csv", "topics.csv"


def event_release_files(releases: Sequence[EventRelease]) -> dict[str, str]:
    """Return the name and the text of each file; a sheet that would have no rows is left out.

    The same releases give the same texts. They are to be written as they are, in UTF-8: the sheets end their
    lines with a carriage return and a line feed, as CSV does.
    """
    seen: dict[str, str] = {}  # a row of the sheet names no topic, its sentences must tell it
    for release in releases:
        for sentence in release.topic.marks.sentences:
            if sentence in seen:
                raise InputError(
                    "sentence-in-two-topics", other=seen[sentence], topic=release.topic.id, sentence=sentence
                )
        seen.update(dict.fromkeys(release.topic.marks.sentences, release.topic.id))
    links = [(TOGETHER.join(link.sentences), link.event, link.judge) for release in releases for link in release.links]
    facts = [
        (release.topic.id, release.facts.part, "" if release.facts.hours is None else repr(release.facts.hours))
        for release in releases
        if release.facts.part or release.facts.hours is not None
    ]
    files = {EVENTS_FILE: units_document(events=[release.topic for release in releases])}
    if links:
        files[LINKS_FILE] = csv_text(LINK_COLUMNS, links)
    if facts:
        files[TOPICS_FILE] = csv_text(TOPIC_COLUMNS, facts)
    return files


@dataclass(frozen=True)
class EventOverlap:
    """How far the linking judges agree on one event, each two of them on average; needs no verifier."""

    event: str
    dice: float | None
    disputed: tuple[str, ...]  # what some judges linked and others did not; groups joined by +


def running_agreement(topic_id: str, works: EarlierWork) -> JudgedTopic:
    """Return A(e) of each event, their mean, overlaps and alphas of the works at hand.

    Before the step verify there is no A(e); while it is under way, what is undecided counts as not accepted.
    """
    done = "verify" in works
    topic = verified_topic(topic_id, works, linked=done)
    links = link_agreement.topic_links(topic, link_rows(works))
    if not done:
        links = replace(links, events=tuple(replace(event, verified=None) for event in links.events))
    return judge_topic(links, {event.id: event.text for event in topic.events}, literal=False)


def rows_by_agreement(judged: JudgedTopic) -> tuple[EventAgreementRow, ...]:
    """Return table 2, worst agreement first; events that have none stand last."""
    return tuple(sorted(judged.events, key=lambda row: 2.0 if row.agreement is None else row.agreement))


def event_overlaps(judged: JudgedTopic) -> tuple[EventOverlap, ...]:
    """Return the overlap on each event, worst first; events without links stand last."""
    links, overlaps = judged.links, list[EventOverlap]()
    if links is None:
        return ()
    for event in links.events:
        pairs = link_agreement.pair_overlaps(replace(links, events=(event,)))
        shared = frozenset.intersection(*event.linked.values()) if event.linked else frozenset()
        disputed = tuple(sentence for sentence in links.sentences if sentence in event.union - shared)
        overlaps.append(EventOverlap(event.event, link_agreement.mean_or_none([pair.dice for pair in pairs]), disputed))
    return tuple(sorted(overlaps, key=lambda overlap: 2.0 if overlap.dice is None else overlap.dice))


def linking_by_suggestion(judged: JudgedTopic, works: EarlierWork) -> tuple[SuggestedAgreement, ...]:
    """Compare the links of sentences with and without a suggestion; empty where the study shows none."""
    hints = next((sheet.hints for sheet in each_work(works, "link", LinkingSheet).values()), None)
    return agreement_by_suggestion(judged.links, hints) if hints and judged.links else ()


def agreement_notes(works: EarlierWork) -> Iterator[str]:
    """Say what the figures do not show: judges who linked nothing, and decisions that are still open."""
    for judge, sheet in each_work(works, "link", LinkingSheet).items():
        if not sheet.parts:
            yield Note.of("judge-linked-nothing", judge=judge)
    if "verify" in works:
        waiting = len(shared_work(works, "verify", VerificationSheet).undecided)
        if waiting:
            yield Note.of("links-undecided", count=waiting)


IMPORTER = "import"  # who did what all do together


def reopen_events(topic: EventTopic, links: Iterable[Link] = (), by: str = IMPORTER) -> ReopenedTopic:
    """Reopen a released topic as a study; shared steps are done in the name of `by`.

    A release holds no flags, reasons or candidates that were left out, so neither do the works. An event of
    other origin that has no text is given its id for one.
    """
    rows = tuple(links)
    link_agreement.topic_links(topic, rows)  # what does not fit is refused at its place
    if any(judge == SHARED for event in topic.events for judge in event.judges):
        raise InputError("proposal-without-judge", topic=topic.id)
    try:
        return reopen_topic(EVENTS, Topic(topic.id, sources=topic.sources), _actions(topic, rows), by=by)
    except Refused as reason:
        raise InputError("topic-not-a-study", topic=topic.id, reason=reason) from None


def reopen_event_files(paths: Iterable[Path], by: str = IMPORTER) -> tuple[ReopenedTopic, ...]:
    """Reopen each topic with events in the files of a release, or of any corpus in those formats."""
    material = read_corpus_material(paths)
    links = links_by_topic(material.events, material.sheets)
    topics = [reopen_events(topic, links[topic.id], by) for topic in material.events]
    return tuple(replace(reopened, facts=material.facts.get(reopened.topic.id, reopened.facts)) for reopened in topics)


def _actions(topic: EventTopic, links: Sequence[Link]) -> Mapping[tuple[str, str], Sequence[UnnumberedAction]]:
    """Return the actions that lead to a release, by step and judge."""
    actions: dict[tuple[str, str], list[UnnumberedAction]] = defaultdict(list)

    def do(step: str, judge: str, verb: str, **details: Any) -> int:
        """Add one action and return its number in the journal, which names what it makes."""
        actions[step, judge].append((verb, details))
        return len(actions[step, judge])

    for event in topic.events:
        text = event.text or event.id
        cards = [f"{judge}/c{do('list', judge, 'add', text=text)}" for judge in event.judges]
        do("merge", SHARED, "make", candidates=cards, text=text, id=event.id)
    for link in links:
        if len(link.sentences) == 1:
            do("link", link.judge, "link", sentence=link.sentences[0], event=link.event)
        else:
            do("link", link.judge, "group", sentences=list(link.sentences), event=link.event)
    for judge in dict.fromkeys(link.judge for link in links):
        for source in topic.sources:
            do("link", judge, "read", story=source.id)
    for event in topic.events:
        linked = {link_agreement.link_item(link.sentences): link.sentences for link in links if link.event == event.id}
        kept = [link_agreement.link_item(part) for part in event.parts]
        for name, part in zip(kept, event.parts, strict=True):
            do("verify", SHARED, "accept" if name in linked else "add", sentences=list(part), event=event.id)
        for name, part in linked.items():
            if name not in kept:
                do("verify", SHARED, "reject", sentences=list(part), event=event.id)
    return actions
