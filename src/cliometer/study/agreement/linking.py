"""From what judges filled in to the links of each topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cliometer.errors import InputError, unknown
from cliometer.io.sheets.links import TOGETHER, Link
from cliometer.model.judged_events import EventTopic, JudgedEvent
from cliometer.study.agreement.judges import Linked, LinkedEvent, TopicLinks


def item(sentences: Sequence[str]) -> str:
    """A sentence, or a group of them in one order, as one thing that is linked or not."""
    return TOGETHER.join(sorted(sentences))


def topic_links(topic: EventTopic, links: Sequence[Link], verifier: str | None = None) -> TopicLinks:
    """The judges' links of a topic; verified is what the topic itself holds, or what a verifier linked."""
    _check(topic, links)
    judges = _judges(links, verifier)
    events = [
        LinkedEvent(event.id, _linked(links, event.id, judges), _verified(event, links, verifier))
        for event in topic.events
    ]
    return TopicLinks(topic.id, _items(topic.marks.sentences, links), tuple(events))


def sheet_links(name: str, links: Sequence[Link], verifier: str | None = None) -> TopicLinks:
    """The links of a sheet alone; only what somebody linked is known of its sentences and events."""
    judges = _judges(links, verifier)
    events = [
        LinkedEvent(event, _linked(links, event, judges), _of(links, event, verifier) if verifier else None)
        for event in dict.fromkeys(link.event for link in links)
    ]
    sentences = dict.fromkeys(sentence for link in links for sentence in link.sentences)
    return TopicLinks(name, _items(sentences, links), tuple(events))


def expect_judge(name: str, links: Iterable[Link]) -> None:
    """Fail where nobody of that name linked anything in any topic."""
    judges = dict.fromkeys(link.judge for link in links)
    if name not in judges:
        raise unknown("judge", name, judges)


def belongs(topic: EventTopic, link: Link) -> bool:
    """Whether the topic has the event and all the sentences of a link."""
    known = any(event.id == link.event for event in topic.events)
    return known and all(sentence in topic.marks.sentences for sentence in link.sentences)


def _check(topic: EventTopic, links: Iterable[Link]) -> None:
    events = [event.id for event in topic.events]
    for link in links:
        where = f"link of {link.judge}"
        if link.event not in events:
            complaint = f"topic {topic.id}: {where}: {unknown('event', link.event, events)}"
            raise InputError(complaint, link.file, link.line)
        try:
            topic.marks.expect_sentences(link.sentences, where)
        except InputError as error:
            raise InputError(error.message, link.file, link.line) from None


def _judges(links: Iterable[Link], verifier: str | None) -> tuple[str, ...]:
    """Whoever linked; a verifier may have kept nothing in one of several topics."""
    judges = dict.fromkeys(link.judge for link in links)
    return tuple(judge for judge in judges if judge != verifier)


def _linked(links: Iterable[Link], event: str, judges: Iterable[str]) -> dict[str, Linked]:
    found: dict[str, set[str]] = {judge: set() for judge in judges}
    for link in links:
        if link.event == event and link.judge in found:
            found[link.judge].add(item(link.sentences))
    return {judge: frozenset(items) for judge, items in found.items()}


def _verified(event: JudgedEvent, links: Iterable[Link], verifier: str | None) -> Linked:
    if verifier is not None:
        return _of(links, event.id, verifier)
    return frozenset(item(part) for part in event.parts)


def _of(links: Iterable[Link], event: str, judge: str) -> Linked:
    return _linked(links, event, (judge,))[judge]


def _items(sentences: Iterable[str], links: Iterable[Link]) -> tuple[str, ...]:
    """All sentences, and each group that somebody linked."""
    return tuple(dict.fromkeys((*sentences, *(item(link.sentences) for link in links))))
