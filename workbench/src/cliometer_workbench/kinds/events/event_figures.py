"""Tables 1 to 3 of Khandelwal et al. (2001) for a running study, the files of a release, and feedback to judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from cliometer.errors import InputError
from cliometer.io.sheets import TOGETHER
from cliometer.model.notes import Note
from cliometer.model.score import Ratio
from cliometer.reporting.chapters.annotator_agreement import annotator_agreement, part_table
from cliometer.reporting.chapters.base import FigureNames
from cliometer.study.agreement_survey import AgreementSurvey, JudgedTopic
from cliometer.study.link_agreement import TopicStatistics, topic_averages, topic_statistics
from cliometer_workbench.formats.markup import DocumentMarkup, joined_markup
from cliometer_workbench.kinds.study_kind import NO_NAMES, ReleaseTexts
from cliometer_workbench.models import Sheet, Study, StudyTopic, present_sheets
from cliometer_workbench.services.charts import charts
from cliometer_workbench.services.storage import active_seconds, step_times
from cliometer_workbench.services.worksheets import sheet_states, suggestion_figures, topic_of, topic_works
from cliometer_workbench.study.events import event_study
from cliometer_workbench.study.events.event_links import EventLink, LinkingSheet, VerificationSheet
from cliometer_workbench.study.events.event_listing import EventBoard
from cliometer_workbench.study.events.event_study import SECONDS_PER_HOUR, EventOverlap
from cliometer_workbench.study.events.story_sentences import SplittingSheet
from cliometer_workbench.study.exchange import running_events
from cliometer_workbench.study.steps import EarlierWork, each_work, open_step, shared_work

PARTS = "parts"
HOURS_OF, PART_OF = "hours of", "part of"  # settings of an imported topic, whose id follows


def part_of(settings: Mapping[str, Any], topic: str) -> str:
    """Return the part of the corpus of a topic, from the owner's settings or else from its import."""
    for line in str(settings.get(PARTS, "")).splitlines():
        name, _, part = line.strip().rpartition(" ")
        if name.strip() == topic:
            return part
    return str(settings.get(f"{PART_OF} {topic}", ""))


def release_texts(study: Study, names: Mapping[str, str] = NO_NAMES) -> ReleaseTexts:
    """Return the files of a release with the finished topics of a study."""
    releases = []
    for topic in study.topics.all():
        part = part_of(study.settings, topic.name)
        release = event_study.release_events(topic.name, topic_works(topic), part=part).under(names)
        releases.append(replace(release, facts=replace(release.facts, hours=hours_of(study, topic))))
    untimed = [release.topic.id for release in releases if release.facts.hours is None]
    notes = [Note.of("time-unmeasured", topics=", ".join(untimed))] if untimed else []
    notes += [
        Note.of("topic-verifier-linked", topic=release.topic.id, judge=name)
        for release in releases
        for name in release.self_verifiers
    ]
    return ReleaseTexts(event_study.event_release_files(releases), tuple(notes))


def markup(study: Study) -> DocumentMarkup:
    """Return the stories with all links made so far."""
    return joined_markup(running_events(topic_of(row), topic_works(row)) for row in study.topics.all())


def hours_of(study: Study, topic: StudyTopic) -> float | None:
    """Return the hours that people spent on a topic in all steps and revisions, imported hours included."""
    given = study.settings.get(f"{HOURS_OF} {topic.name}")
    before = float(given) if isinstance(given, int | float) else None
    here = sum(active_seconds(list(Sheet.objects.filter(topic=topic))).values()) / SECONDS_PER_HOUR
    return before if not here else (before or 0.0) + here


def figures(study: Study) -> dict[str, Any]:
    """Return the context of the page of agreement: tables 1 to 3 as far as the study has come."""
    topics = [_topic(study, topic) for topic in study.topics.all()]
    done = [topic for topic in topics if not topic["state"]]
    counted = done or [topic for topic in topics if topic["verified"]]
    rows = [topic["statistics"] for topic in counted]
    judged = tuple(topic["judged"] for topic in topics if topic["judged"])
    report = annotator_agreement(AgreementSurvey(judged=judged), FigureNames())
    return {
        "topics": topics,
        "counted": [topic["topic"] for topic in counted],
        "final": bool(done),
        "average": topic_averages(rows) if len(rows) > 1 else None,
        "parts": part_table(AgreementSurvey(events=tuple(rows))),
        "times": step_times(study),
        "charts": list(charts(report, "agreement", "links")),
        "suggestion_use": suggestion_figures(study),
        "suggested": [(topic["topic"], row) for topic in topics for row in topic["suggested"]],
    }


def _topic(study: Study, topic: StudyTopic) -> dict[str, Any]:
    """Return the row of a topic in table 1, its open step, and the agreement of its judges so far."""
    sheets = list(present_sheets(topic.sheets))
    works, current = topic_works(topic), open_step(study.protocol, sheet_states(sheets))
    judged, notes = _judged_topic(topic, works)
    return {
        "topic": topic,
        "state": current.title if current else "",
        "statistics": _statistics(study, topic, works, judged),
        "judged": judged,
        "suggested": event_study.linking_by_suggestion(judged, works) if judged else (),
        "events": _event_rows(judged, works, sheets) if judged else [],
        "notes": notes,
        "verified": "verify" in works,  # A(e) is known, though it may still change
    }


def _judged_topic(topic: StudyTopic, works: EarlierWork) -> tuple[JudgedTopic | None, tuple[str, ...]]:
    """Return the agreement on a topic (None before anybody has linked), and notes on it."""
    if not any(sheet.parts for sheet in each_work(works, "link", LinkingSheet).values()):
        return None, ()
    try:
        return event_study.running_agreement(topic.name, works), tuple(event_study.agreement_notes(works))
    except InputError as reason:
        return None, (str(reason),)


def _statistics(study: Study, topic: StudyTopic, works: EarlierWork, judged: JudgedTopic | None) -> TopicStatistics:
    """Return the row of table 1; the shares of sentences are known once links are verified."""
    hours, part = hours_of(study, topic), part_of(study.settings, topic.name)
    if "verify" in works:
        agreement = judged.agreement if judged else None
        return topic_statistics(event_study.verified_topic(topic.name, works), agreement, hours, part)
    sources = shared_work(works, "split", SplittingSheet).sources if "split" in works else ()
    events = len(shared_work(works, "merge", EventBoard).events) if "merge" in works else 0
    sentences = sum(len(source.sentences) for source in sources)
    return TopicStatistics(topic.name, len(sources), events, sentences, hours=hours, part=part)


def _event_rows(judged: JudgedTopic, works: EarlierWork, sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return the rows of table 2, the worst agreement first; before verification, the worst overlap first."""
    overlaps = {overlap.event: overlap for overlap in event_study.event_overlaps(judged)}
    rows = {row.event: row for row in event_study.rows_by_agreement(judged)}
    return [
        {
            "event": event,
            "text": rows[event].text,
            "kept": rows[event].sentences,
            "linked": rows[event].union,
            "added": rows[event].added,
            "agreement": rows[event].agreement,
            "dice": overlaps[event].dice,
            "disputed": len(overlaps[event].disputed),
            "places": tuple(_event_places(overlaps[event], works, sheets)),
        }
        for event in (rows if "verify" in works else overlaps)
    ]


def _event_places(overlap: EventOverlap, works: EarlierWork, sheets: Sequence[Sheet]) -> Iterator[tuple[str, str]]:
    """Yield a label and URL for each sheet that shows an event: the verifier's, or else each judge's.

    The URL of a judge's sheet points at the first disputed sentence, or else at the event.
    """
    board = shared_work(works, "merge", EventBoard)
    number = [event.id for event in board.events].index(overlap.event) + 1
    verify = next((sheet for sheet in sheets if sheet.step == "verify"), None)
    if "verify" in works and verify:
        if any(case.event == overlap.event for case in shared_work(works, "verify", VerificationSheet).cases):
            yield "its links", f"{reverse('sheet', args=[verify.pk])}#event-{number}"
        return
    place = f"ev-{number}"
    if overlap.disputed:
        first = overlap.disputed[0].split(TOGETHER)[0]
        place = f"s-{[*board.stories.marks.sentences].index(first) + 1}"
    for sheet in sheets:
        if sheet.step == "link":
            yield sheet.judge_name, f"{reverse('sheet', args=[sheet.pk])}#{place}"


_MOST = 20  # examples of each kind


def feedback(study: Study, user: User) -> dict[str, Any]:
    """Return how the links of this person compare with the verified ones, for each topic."""
    comparisons = [_topic_feedback(topic, user.username) for topic in study.topics.all()]
    return {"topics": [comparison for comparison in comparisons if comparison is not None], "most": _MOST}


def _topic_feedback(topic: StudyTopic, judge: str) -> dict[str, Any] | None:
    """Return the judge's links that were kept, rejected and missed; None if the judge did not link."""
    works = topic_works(topic)
    mine, last = works.get("link", {}).get(judge), works.get("verify", {}).get("")
    if not isinstance(mine, LinkingSheet) or not isinstance(last, VerificationSheet):
        return None
    links = set(mine.parts)
    gold = {(part, event) for event, parts in last.verified.items() for part in parts}
    kept = len(links & gold)
    return {
        "topic": topic,
        "kept": kept,
        "share_kept": Ratio(kept, len(links)).value,
        "share_found": Ratio(kept, len(gold)).value,
        "rejected": list(_differences(links - gold, last)),
        "missed": list(_differences(gold - links, last)),
    }


def _differences(parts: set[EventLink], last: VerificationSheet) -> Iterator[dict[str, Any]]:
    words = {event.id: event.text for event in last.events}
    decided = [case for case in last.cases if case.key in last.decisions]
    reasons = {(case.sentences, case.event): last.decisions[case.key].reason for case in decided}
    for part in sorted(parts, key=lambda part: (last.stories.positions(part[0]), part[1])):
        sentences = tuple(last.stories.text(id) for id in part[0])
        yield {"event": words[part[1]], "sentences": sentences, "reason": reasons.get(part, "")}
