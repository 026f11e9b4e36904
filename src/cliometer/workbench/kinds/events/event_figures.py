"""Live tables 1 to 3 of Khandelwal et al. (2001), the files of a release, and feedback to judges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from cliometer.errors import InputError
from cliometer.model.score import Ratio
from cliometer.report.chapters.annotator_agreement import part_table
from cliometer.study.agreement_survey import AgreementSurvey, JudgedTopic
from cliometer.study.events.event_linking import LinkingSheet
from cliometer.study.events.event_listing import EventBoard
from cliometer.study.events.event_study import (
    SECONDS_PER_HOUR,
    EventOverlap,
    EventRelease,
    agreement_notes,
    event_overlaps,
    event_release_files,
    release_events,
    rows_by_agreement,
    running_agreement,
    verified_topic,
)
from cliometer.study.events.event_verification import VerificationSheet
from cliometer.study.events.story_sentences import SplittingSheet
from cliometer.study.link_agreement import TopicStatistics, topic_averages, topic_statistics
from cliometer.study.steps import EarlierWork, each_work, open_step, shared_work
from cliometer.workbench.kinds.base import Files
from cliometer.workbench.kinds.events.story_uploads import hours_elsewhere, part_of
from cliometer.workbench.models import Sheet, Study, StudyTopic
from cliometer.workbench.services.storage import active_seconds, step_times
from cliometer.workbench.services.worksheets import sheet_states, topic_works


def release_texts(study: Study) -> Files:
    """Return the topics of the study that are through."""
    found = [topic_release(study, topic) for topic in study.topics.all()]
    untimed = [one.topic.id for one in found if one.facts.hours is None]
    notes = [f"no time was measured for {', '.join(untimed)}"] if untimed else []
    notes += [f"{one.topic.id}: verified by {name}, who also linked" for one in found for name in one.own]
    return Files(event_release_files(found), tuple(notes))


def topic_release(study: Study, topic: StudyTopic) -> EventRelease:
    """Return one topic with the time of all its people in all steps and revisions."""
    found = release_events(topic.name, topic_works(topic), part=part_of(study.settings, topic.name))
    return replace(found, facts=replace(found.facts, hours=hours_of(study, topic)))


def hours_of(study: Study, topic: StudyTopic) -> float | None:
    """Return the hours measured here and told by imports; None where there are neither."""
    before = hours_elsewhere(study.settings, topic.name)
    here = sum(active_seconds(list(Sheet.objects.filter(topic=topic))).values()) / SECONDS_PER_HOUR
    return before if not here else (before or 0.0) + here


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
class EventTopicFigures:
    """A topic: its row of table 1, and what is known of its judges' agreement."""

    topic: StudyTopic
    state: str  # the step that is open; empty where all are through
    statistics: TopicStatistics
    judged: JudgedTopic | None
    events: tuple[EventFigures, ...]
    notes: tuple[str, ...]
    verified: bool  # whether A(e) can be told, though it may still move


def figures(study: Study) -> dict[str, Any]:
    """Return everything that can be said so far."""
    topics = [_topic(study, topic) for topic in study.topics.all()]
    done = [one for one in topics if not one.state]
    counted = done or [one for one in topics if one.verified]
    rows = [one.statistics for one in counted]
    return {
        "topics": topics,
        "counted": [one.topic for one in counted],
        "final": bool(done),
        "average": topic_averages(rows) if len(rows) > 1 else None,
        "parts": part_table(AgreementSurvey(events=tuple(rows))),
        "times": step_times(study),
    }


def _topic(study: Study, topic: StudyTopic) -> EventTopicFigures:
    sheets = list(
        Sheet.objects.filter(topic=topic, superseded=False).select_related("study", "topic", "judge")
    )
    found, current = topic_works(topic), open_step(study.protocol, sheet_states(sheets))
    judged, told = _judged(topic, found)
    rows = _event_rows(judged, found, sheets) if judged else ()
    return EventTopicFigures(
        topic,
        current.title if current else "",
        _statistics(study, topic, found, judged),
        judged,
        rows,
        told,
        "verify" in found,
    )


def _judged(topic: StudyTopic, found: EarlierWork) -> tuple[JudgedTopic | None, tuple[str, ...]]:
    """Return the agreement on a topic, None before anybody has linked, and what the figures do not show."""
    if not any(sheet.parts for sheet in each_work(found, "link", LinkingSheet).values()):
        return None, ()
    try:
        return running_agreement(topic.name, found), tuple(agreement_notes(found))
    except InputError as reason:
        return None, (str(reason),)


def _statistics(
    study: Study, topic: StudyTopic, found: EarlierWork, judged: JudgedTopic | None
) -> TopicStatistics:
    """Return the row of table 1; shares of sentences come with the verified links."""
    hours, part = hours_of(study, topic), part_of(study.settings, topic.name)
    if "verify" in found:
        agreement = judged.agreement if judged else None
        return topic_statistics(verified_topic(topic.name, found), agreement, hours, part)
    sources = shared_work(found, "split", SplittingSheet).sources if "split" in found else ()
    events = len(shared_work(found, "merge", EventBoard).events) if "merge" in found else 0
    sentences = sum(len(source.sentences) for source in sources)
    return TopicStatistics(topic.name, len(sources), events, sentences, hours=hours, part=part)


def _event_rows(judged: JudgedTopic, found: EarlierWork, sheets: Sequence[Sheet]) -> tuple[EventFigures, ...]:
    """Sort by agreement, worst first; by overlap where nobody has verified yet."""
    overlaps = {one.event: one for one in event_overlaps(judged)}
    rows = {row.event: row for row in rows_by_agreement(judged)}
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

    def __init__(self, found: EarlierWork, sheets: Sequence[Sheet]) -> None:
        self._board = shared_work(found, "merge", EventBoard)
        self._verify = next((sheet for sheet in sheets if sheet.step == "verify"), None)
        self._reached = "verify" in found
        self._links = [sheet for sheet in sheets if sheet.step == "link"]
        self._cases: dict[str, int] = {}
        if self._reached:
            for number, case in enumerate(shared_work(found, "verify", VerificationSheet).cases, start=1):
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
        """Return the first sentence in dispute, else the event."""
        if not overlap.disputed:
            return f"ev-{number}"
        first = overlap.disputed[0].split("+")[0]
        return f"s-{[*self._board.stories.marks.sentences].index(first) + 1}"


def _sheet(sheet: Sheet) -> str:
    return reverse("sheet", kwargs={"sheet": sheet.pk})


_MOST = 20  # examples of each kind


@dataclass(frozen=True)
class LinkDifference:
    """A link that only one side has."""

    event: str
    sentences: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class TopicFeedback:
    """One topic: what was kept of the judge's links, what was not, and what the judge did not link."""

    topic: StudyTopic
    kept: int
    rejected: tuple[LinkDifference, ...]
    missed: tuple[LinkDifference, ...]

    @property
    def share_kept(self) -> float | None:
        """Of the judge's links, those that were verified."""
        return Ratio(self.kept, self.kept + len(self.rejected)).value

    @property
    def share_found(self) -> float | None:
        """Of the verified links, those that the judge made."""
        return Ratio(self.kept, self.kept + len(self.missed)).value


def feedback(study: Study, user: User) -> dict[str, Any]:
    """Return the topics in which this person linked."""
    found = [_topic_feedback(topic, user.username) for topic in study.topics.all()]
    return {"topics": [one for one in found if one is not None], "most": _MOST}


def _topic_feedback(topic: StudyTopic, judge: str) -> TopicFeedback | None:
    found = topic_works(topic)
    mine, last = found.get("link", {}).get(judge), found.get("verify", {}).get("")
    if not isinstance(mine, LinkingSheet) or not isinstance(last, VerificationSheet):
        return None
    own = set(mine.parts)
    gold = {(part, event) for event, parts in last.verified.items() for part in parts}
    words = {event.id: event.text for event in last.events}
    return TopicFeedback(
        topic,
        len(own & gold),
        tuple(_differences(own - gold, last, words)),
        tuple(_differences(gold - own, last, words)),
    )


def _differences(
    parts: set[tuple[tuple[str, ...], str]], last: VerificationSheet, words: dict[str, str]
) -> Iterator[LinkDifference]:
    decided = [(case, decision) for case in last.cases if (decision := last.decision(case)) is not None]
    reasons = {(case.sentences, case.event): decision.reason for case, decision in decided}
    for sentences, event in sorted(parts, key=lambda part: (last.stories.places(part[0]), part[1])):
        said = tuple(last.stories.text(id) for id in sentences)
        yield LinkDifference(words[event], said, reasons.get((sentences, event), ""))
