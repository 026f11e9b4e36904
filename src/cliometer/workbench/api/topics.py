"""Topics of a study: listed, uploaded, sent as JSON."""

from __future__ import annotations

import json
from typing import Any

from ninja import File, Status, UploadedFile

from cliometer.errors import unknown
from cliometer.study.protocol.topics import read_topic
from cliometer.workbench.api.door import InStudy, operation
from cliometer.workbench.api.shapes import Added, NewTopics, TopicShape, WhichTopic
from cliometer.workbench.kinds.base import Imported
from cliometer.workbench.models import Study
from cliometer.workbench.services.importing import import_files, keep, remove_topic
from cliometer.workbench.services.works import topic_of


@operation("GET", "/studies/{slug:study}/topics", "owner", list[TopicShape])
def list_topics(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the topics of a study."""
    return _listed(request.seat.study)


def _listed(study: Study) -> list[dict[str, Any]]:
    return [
        {
            "topic": topic.id,
            "title": topic.title,
            "documents": len(topic.sources),
            "summaries": len(topic.summaries),
        }
        for topic in map(topic_of, study.topics.all())
    ]


@operation("POST", "/studies/{slug:study}/topics", "owner", Added, status=201)
def add_topics(request: InStudy, study: str, topics: NewTopics) -> Status[dict[str, Any]]:
    """Add topics that are sent as JSON: all of them, or none."""
    read = [read_topic(json.dumps(topic), f"topics[{place}]") for place, topic in enumerate(topics.topics)]
    notes = keep(request.seat.study, Imported(tuple(read)), request.user)
    return Status(201, {"notes": list(notes)})


@operation("POST", "/studies/{slug:study}/topics/remove", "owner", list[TopicShape])
def remove_one_topic(request: InStudy, study: str, which: WhichTopic) -> list[dict[str, Any]]:
    """Take a topic out again, as long as nobody has worked on it; answers with those that stay."""
    topics = {topic.name: topic for topic in request.seat.study.topics.all()}
    if which.topic not in topics:
        raise unknown("topic", which.topic, topics)
    remove_topic(request.seat.study, topics[which.topic], request.user)
    return _listed(request.seat.study)


@operation("POST", "/studies/{slug:study}/files", "owner", Added, status=201)
def upload_topics(request: InStudy, study: str, files: File[list[UploadedFile]]) -> Status[dict[str, Any]]:
    """Add topics from files, as on the page: whatever the kind of study reads, or a zip archive of it."""
    return Status(201, {"notes": list(import_files(request.seat.study, files, request.user))})
