"""What leaves a study of units: units with their links, second matchings, and the writers' timelines."""

from __future__ import annotations

from cliometer.io.native import NativeJson
from cliometer.study.protocol.units.release import release_texts, timelines
from cliometer.workbench.kinds.base import Files
from cliometer.workbench.kinds.units.names import file_name
from cliometer.workbench.models import Study, StudyTopic
from cliometer.workbench.services.works import works

UNITS, SECOND, TIMELINES = "units", "second", "timelines"


def release(study: Study) -> Files:
    """`cliometer score` and `agreement` read the folder of units, `--second` a file of second."""
    texts: dict[str, str] = {}
    for topic in study.topics.all():
        texts |= _topic_files(topic)
    return Files(texts)


def _topic_files(topic: StudyTopic) -> dict[str, str]:
    found, name = works(topic), file_name(topic.name)
    written = release_texts(topic.name, found)
    files = {f"{UNITS}/{name}.json": written.units}
    for judge, text in written.seconds.items():
        files[f"{SECOND}/{name}/{file_name(judge)}.json"] = text
    for timeline in timelines(found):
        files[f"{TIMELINES}/{name}/{file_name(timeline.name)}.json"] = NativeJson().write([timeline])
    return files
