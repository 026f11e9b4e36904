"""What leaves a study of events: events, links of all judges, and hours, as files that commands read."""

from __future__ import annotations

from dataclasses import replace

from cliometer.study.protocol.events.files import release_files
from cliometer.study.protocol.events.release import SECONDS, Release, release_of
from cliometer.workbench.kinds.base import Files
from cliometer.workbench.kinds.events.settings import hours_elsewhere, part_of
from cliometer.workbench.models import Sheet, Study, StudyTopic
from cliometer.workbench.services.timing import seconds_of
from cliometer.workbench.services.works import works


def release(study: Study) -> Files:
    """The topics of the study that are through."""
    found = [topic_release(study, topic) for topic in study.topics.all()]
    untimed = [one.topic.id for one in found if one.facts.hours is None]
    notes = [f"no time was measured for {', '.join(untimed)}"] if untimed else []
    notes += [f"{one.topic.id}: verified by {name}, who also linked" for one in found for name in one.own]
    return Files(release_files(found), tuple(notes))


def topic_release(study: Study, topic: StudyTopic) -> Release:
    """One topic, with the time of all its people in all steps and revisions."""
    found = release_of(topic.name, works(topic), part=part_of(study.settings, topic.name))
    return replace(found, facts=replace(found.facts, hours=hours_of(study, topic)))


def hours_of(study: Study, topic: StudyTopic) -> float | None:
    """Measured here and told by imports; None where there is neither."""
    before = hours_elsewhere(study.settings, topic.name)
    here = sum(seconds_of(list(Sheet.objects.filter(topic=topic))).values()) / SECONDS
    return before if not here else (before or 0.0) + here
