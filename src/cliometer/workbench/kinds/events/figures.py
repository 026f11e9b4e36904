"""The owner's page of figures: tables 1 to 3 of Khandelwal et al. (2001), live, and the way to each place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from cliometer.errors import InputError
from cliometer.report.agreement_tables import part_table
from cliometer.study.agreement.events import TopicStatistics, averages, topic_statistics
from cliometer.study.agreement.survey import JudgedTopic, Survey
from cliometer.study.protocol.events.agreement import EventOverlap, event_overlaps, live, notes, worst_rows
from cliometer.study.protocol.events.board import Board
from cliometer.study.protocol.events.linking import Linking
from cliometer.study.protocol.events.release import release
from cliometer.study.protocol.events.splitting import Splitting
from cliometer.study.protocol.events.things import each_work, shared_work
from cliometer.study.protocol.events.verifying import Verifying
from cliometer.study.protocol.steps import Earlier, open_step
from cliometer.workbench.kinds.events.releases import hours_of
from cliometer.workbench.kinds.events.settings import part_of
from cliometer.workbench.kinds.events.times import step_times
from cliometer.workbench.models import Sheet, Study, StudyTopic
from cliometer.workbench.services.works import states, works


@dataclass(frozen=True)
class EventFigures:
    """A row of table 2: an event, its numbers, and where to look at it."""

    event: str
    text: str
    kept: int | None
    linked: int
    added: int | None
    agreement: float | None
    dice: float | None
    disputed: int
    places: tuple[tuple[str, str], ...]  # what a link says, and where it leads


@dataclass(frozen=True)
class TopicFigures:
    """A topic: its row of table 1, and what is known of its judges' agreement."""

    topic: StudyTopic
    state: str  # the step that is open; empty where all are through
    statistics: TopicStatistics
    judged: JudgedTopic | None
    events: tuple[EventFigures, ...]
    notes: tuple[str, ...]
    verified: bool  # whether A(e) can be told, though it may still move


def figures(study: Study) -> dict[str, Any]:
    """Everything that can be said so far."""
    topics = [_topic(study, topic) for topic in study.topics.all()]
    done = [one for one in topics if not one.state]
    counted = done or [one for one in topics if one.verified]
    rows = [one.statistics for one in counted]
    return {
        "topics": topics,
        "counted": [one.topic for one in counted],
        "final": bool(done),
        "average": averages(rows) if len(rows) > 1 else None,
        "parts": part_table(Survey(events=tuple(rows))),
        "times": step_times(study),
    }


def _topic(study: Study, topic: StudyTopic) -> TopicFigures:
    sheets = list(
        Sheet.objects.filter(topic=topic, superseded=False).select_related("study", "topic", "judge")
    )
    found, current = works(topic), open_step(study.protocol, states(sheets))
    judged, told = _judged(topic, found)
    rows = _event_rows(judged, found, sheets) if judged else ()
    return TopicFigures(
        topic,
        current.title if current else "",
        _statistics(study, topic, found, judged),
        judged,
        rows,
        told,
        "verify" in found,
    )


def _judged(topic: StudyTopic, found: Earlier) -> tuple[JudgedTopic | None, tuple[str, ...]]:
    """None before there are links of anybody."""
    if not any(sheet.parts for sheet in each_work(found, "link", Linking).values()):
        return None, ()
    try:
        return live(topic.name, found), notes(found)
    except InputError as reason:
        return None, (str(reason),)


def _statistics(
    study: Study, topic: StudyTopic, found: Earlier, judged: JudgedTopic | None
) -> TopicStatistics:
    """What of table 1 there is; shares of sentences come with the verified links."""
    hours, part = hours_of(study, topic), part_of(study.settings, topic.name)
    if "verify" in found:
        agreement = judged.agreement if judged else None
        return topic_statistics(release(topic.name, found), agreement, hours, part)
    sources = shared_work(found, "split", Splitting).sources if "split" in found else ()
    events = len(shared_work(found, "merge", Board).events) if "merge" in found else 0
    sentences = sum(len(source.sentences) for source in sources)
    return TopicStatistics(topic.name, len(sources), events, sentences, hours=hours, part=part)


def _event_rows(judged: JudgedTopic, found: Earlier, sheets: Sequence[Sheet]) -> tuple[EventFigures, ...]:
    """Worst agreement first; worst overlap first where nobody has verified yet."""
    overlaps = {one.event: one for one in event_overlaps(judged)}
    rows = {row.event: row for row in worst_rows(judged)}
    order = list(rows) if "verify" in found else list(overlaps)
    way = _Ways(found, sheets)
    return tuple(
        EventFigures(
            event,
            rows[event].text,
            rows[event].sentences,
            rows[event].union,
            rows[event].added,
            rows[event].agreement,
            overlaps[event].dice,
            len(overlaps[event].disputed),
            tuple(way.to(overlaps[event])),
        )
        for event in order
    )


class _Ways:
    """Where an event can be looked at: with the verifier, or on each judge's own sheet."""

    def __init__(self, found: Earlier, sheets: Sequence[Sheet]) -> None:
        self._board = shared_work(found, "merge", Board)
        self._verify = next((sheet for sheet in sheets if sheet.step == "verify"), None)
        self._reached = "verify" in found
        self._links = [sheet for sheet in sheets if sheet.step == "link"]
        self._cases: dict[str, int] = {}
        if self._reached:
            for number, case in enumerate(shared_work(found, "verify", Verifying).cases, start=1):
                self._cases.setdefault(case.event, number)

    def to(self, overlap: EventOverlap) -> Iterable[tuple[str, str]]:
        number = next(n for n, event in enumerate(self._board.events, start=1) if event.id == overlap.event)
        if self._reached and self._verify:
            if overlap.event in self._cases:
                yield "its links", f"{_sheet(self._verify)}#event-{number}"
            return
        for sheet in self._links:
            yield sheet.judge_name, f"{_sheet(sheet)}#{self._place(overlap, number)}"

    def _place(self, overlap: EventOverlap, number: int) -> str:
        """The first sentence in dispute, else the event."""
        if not overlap.disputed:
            return f"ev-{number}"
        first = overlap.disputed[0].split("+")[0]
        return f"s-{[*self._board.stories.marks.sentences].index(first) + 1}"


def _sheet(sheet: Sheet) -> str:
    return reverse("sheet", kwargs={"sheet": sheet.pk})
