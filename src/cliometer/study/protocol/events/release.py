"""What leaves a study of events: the topic with its verified events, and who linked what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cliometer.io.sheets.links import Link
from cliometer.io.sheets.topics import TopicFacts
from cliometer.model.judged_events import EventTopic, JudgedEvent
from cliometer.study.protocol.events.board import Board
from cliometer.study.protocol.events.linking import Linking
from cliometer.study.protocol.events.splitting import Splitting
from cliometer.study.protocol.events.things import each_work, shared_work
from cliometer.study.protocol.events.verifying import Verifying
from cliometer.study.protocol.steps import Earlier

SECONDS = 3600  # in an hour


@dataclass(frozen=True)
class Release:
    """A topic that is done: its events, the links of each judge, its part of the corpus and its hours."""

    topic: EventTopic
    links: tuple[Link, ...]
    facts: TopicFacts
    own: tuple[str, ...] = ()  # verifiers who had linked themselves


def release(topic_id: str, works: Earlier) -> EventTopic:
    """The topic with its verified events, links in the order of reading."""
    return _topic(topic_id, works, shared_work(works, "verify", Verifying))


def unverified(topic_id: str, works: Earlier) -> EventTopic:
    """The topic with its events before anybody verified a link: they have none yet."""
    return _topic(topic_id, works, None)


def link_rows(works: Earlier) -> tuple[Link, ...]:
    """What each judge linked: by event, then judge, then in the order of reading."""
    board = shared_work(works, "merge", Board)
    sheets = each_work(works, "link", Linking)
    return tuple(
        Link(sentences, event.id, judge)
        for event in board.events
        for judge, sheet in sheets.items()
        for sentences in sheet.linked_to(event.id)
    )


def release_of(topic_id: str, works: Earlier, seconds: float | None = None, part: str = "") -> Release:
    """All that is released of a topic; `seconds` is the active time of all its judges in all steps."""
    hours = None if seconds is None else seconds / SECONDS
    own = shared_work(works, "verify", Verifying).own
    return Release(release(topic_id, works), link_rows(works), TopicFacts(topic_id, part, hours), own)


def _topic(topic_id: str, works: Earlier, verified: Verifying | None) -> EventTopic:
    sources = shared_work(works, "split", Splitting).sources
    board = shared_work(works, "merge", Board)
    return EventTopic(topic_id, sources, tuple(_events(board, verified)))


def _events(board: Board, verified: Verifying | None) -> Iterator[JudgedEvent]:
    for event in board.events:
        parts = verified.verified[event.id] if verified else ()
        links = tuple(part[0] for part in parts if len(part) == 1)
        groups = tuple(part for part in parts if len(part) > 1)
        yield JudgedEvent(event.id, event.text, links, groups, board.judges_of(event.id))
