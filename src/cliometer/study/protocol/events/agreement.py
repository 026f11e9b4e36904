"""How far judges agree while a study runs: the figures that `cliometer agreement` gives for its release."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cliometer.model.judged_events import EventTopic
from cliometer.study.agreement.events import EventRow, TopicStatistics, event_rows, topic_statistics
from cliometer.study.agreement.judges import LinkedEvent, TopicLinks, mean
from cliometer.study.agreement.linking import topic_links
from cliometer.study.agreement.overlap import PairOverlap, cell_alpha, pair_overlaps, set_alpha
from cliometer.study.agreement.survey import JudgedTopic, Survey
from cliometer.study.protocol.events.linking import Linking
from cliometer.study.protocol.events.release import Release, link_rows, release, unverified
from cliometer.study.protocol.events.things import each_work, shared_work
from cliometer.study.protocol.events.verifying import Verifying
from cliometer.study.protocol.steps import Earlier


@dataclass(frozen=True)
class EventOverlap:
    """How far the linking judges agree on one event, each two of them on average; needs no verifier."""

    event: str
    text: str
    union: int
    dice: float | None
    jaccard: float | None
    pairs: tuple[PairOverlap, ...]
    disputed: tuple[str, ...]  # what some judges linked and others did not; groups joined by +


def live(topic_id: str, works: Earlier, literal: bool = False) -> JudgedTopic:
    """A(e) of each event, their mean, overlaps and alphas of the works at hand.

    Before the step verify there is no A(e); while it is under way, what is undecided counts as not accepted.
    """
    done = "verify" in works
    topic = release(topic_id, works) if done else unverified(topic_id, works)
    links = topic_links(topic, link_rows(works))
    return _judged(topic, links if done else _without_verifier(links), literal)


def worst_rows(judged: JudgedTopic) -> tuple[EventRow, ...]:
    """Table 2, worst agreement first; events that have none stand last."""
    return tuple(sorted(judged.rows, key=lambda row: 2.0 if row.agreement is None else row.agreement))


def event_overlaps(judged: JudgedTopic) -> tuple[EventOverlap, ...]:
    """Dice and Jaccard of each event, worst first; events that nobody linked anything to stand last."""
    texts = {row.event: row.text for row in judged.rows}
    found = [_overlap(judged.links, event, texts[event.event]) for event in judged.links.events]
    return tuple(sorted(found, key=lambda one: 2.0 if one.dice is None else one.dice))


def notes(works: Earlier) -> tuple[str, ...]:
    """What the figures do not show: judges who linked nothing, and decisions that are still out."""
    return tuple(_notes(works))


def statistics(
    topic_id: str, works: Earlier, hours: float | None = None, part: str = "", literal: bool = False
) -> TopicStatistics:
    """The row of table 1 of a verified topic, and what `averages` and `parts` add up for table 3."""
    judged = live(topic_id, works, literal) if link_rows(works) else None
    return topic_statistics(release(topic_id, works), judged.agreement if judged else None, hours, part)


def survey_of(releases: Iterable[Release], literal: bool = False) -> Survey:
    """Tables 1 to 3 of the paper for topics that are done, as `report/agreement_tables` shows them."""
    given = list(releases)
    judged = [_released(one, literal) for one in given if one.links]
    agreement = {topic.links.topic: topic.agreement for topic in judged}
    rows = [
        topic_statistics(one.topic, agreement.get(one.topic.id), one.facts.hours, one.facts.part)
        for one in given
    ]
    return Survey(events=tuple(rows), judged=tuple(judged), literal=literal)


def _released(one: Release, literal: bool) -> JudgedTopic:
    return _judged(one.topic, topic_links(one.topic, one.links), literal)


def _judged(topic: EventTopic, links: TopicLinks, literal: bool) -> JudgedTopic:
    texts = {event.id: event.text for event in topic.events}
    return JudgedTopic(
        links,
        event_rows(links, texts, literal),
        links.agreement(literal),
        pair_overlaps(links),
        set_alpha(links) if links.judges else None,
        cell_alpha(links) if links.judges else None,
    )


def _without_verifier(links: TopicLinks) -> TopicLinks:
    return replace(links, events=tuple(replace(event, verified=None) for event in links.events))


def _overlap(links: TopicLinks, event: LinkedEvent, text: str) -> EventOverlap:
    pairs = pair_overlaps(replace(links, events=(event,)))
    return EventOverlap(
        event.event,
        text,
        len(event.union),
        mean([pair.dice for pair in pairs]),
        mean([pair.jaccard for pair in pairs]),
        pairs,
        _disputed(links.sentences, event),
    )


def _disputed(items: Sequence[str], event: LinkedEvent) -> tuple[str, ...]:
    shared = frozenset.intersection(*event.linked.values()) if event.linked else frozenset()
    return tuple(one for one in items if one in event.union - shared)


def _notes(works: Earlier) -> Iterator[str]:
    for judge, sheet in each_work(works, "link", Linking).items():
        if not sheet.parts:
            yield f"{judge} linked nothing and is left out of the agreement"
    if "verify" in works:
        waiting = len(shared_work(works, "verify", Verifying).undecided)
        if waiting:
            yield f"undecided links: {waiting}; the agreement counts them as not accepted so far"
