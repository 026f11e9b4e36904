"""Files become topics, and work that was done elsewhere becomes sheets: all of it, or nothing."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction

from cliometer.errors import CliometerError, InputError, Refused
from cliometer.study.protocol.topics import Topic, write_topic
from cliometer.workbench.kinds import KINDS
from cliometer.workbench.kinds.base import Imported
from cliometer.workbench.models import Sheet, Study, StudyTopic
from cliometer.workbench.secrets import digest
from cliometer.workbench.services.audit import record
from cliometer.workbench.services.crowd import keep_crowd
from cliometer.workbench.services.imported_work import keep_work
from cliometer.workbench.services.keeping import refuse_unkeepable
from cliometer.workbench.services.sheets import lay_out
from cliometer.workbench.services.studies import begun, forget_layout, hold_sheets, spans
from cliometer.workbench.services.unpacking import unpack

_LONGEST_ID, _LONGEST_TITLE = 200, 300


def import_files(study: Study, uploads: Iterable[File[bytes]], by: User) -> tuple[str, ...]:
    """Read what somebody uploaded and keep it; returns what should be known of it."""
    imported = read_files(study.kind, uploads)
    return keep(study, imported, by)


def read_files(kind: str, uploads: Iterable[File[bytes]]) -> Imported:
    """What the files hold; an error names the file as the person knows it."""
    with tempfile.TemporaryDirectory(prefix="cliometer-upload-") as folder:
        unpacked = unpack(uploads, Path(folder))
        try:
            found = KINDS[kind].read(unpacked.paths)
        except CliometerError as error:
            raise InputError(_without(str(error), folder)) from None
        except RecursionError:
            raise InputError("a file is nested too deeply to be read") from None
        notes = (*unpacked.notes, *(_without(note, folder) for note in found.notes))
    if not found.topics:
        raise InputError(f"the files hold no topic; expected: {KINDS[kind].uploads}")
    return replace(found, notes=notes)


def keep(study: Study, imported: Imported, by: User) -> tuple[str, ...]:
    """Add the topics with their work; refused as a whole where one of them cannot be added."""
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        hold_sheets(locked)
        refuse_more_topics(locked)
        waiting = _was_laid_out(locked)
        if spans(locked):
            forget_layout(locked)
        _keep_topics(locked, imported.topics)
        refuse_unkeepable([dict(imported.settings), imported.crowd, _acts(imported)])
        _keep_settings(locked, imported)
        notes = keep_work(locked, imported, by)
        if imported.crowd:
            notes = (*notes, *keep_crowd(locked, imported.crowd, by))
        names = [topic.id for topic in imported.topics]
        told = [*imported.notes, *notes]
        refuse_unkeepable(told)
        record(locked, by, "topics added", topics=names[:50], count=len(names), notes=told[:50])
        if waiting:
            lay_out(locked, by)
    study.settings = locked.settings
    return (*imported.notes, *notes)


def _acts(imported: Imported) -> list[object]:
    """All that came with it as work, as values."""
    return [
        [*place, [[one.by, one.verb, dict(one.details)] for one in actions]]
        for place, actions in imported.actions.items()
    ]


def refuse_more_topics(study: Study) -> None:
    """Where one sheet holds all topics, what judges were dealt must not change under their hands."""
    if spans(study) and begun(study):
        raise Refused(
            "judges have begun, and their sheets hold pairs of all topics: make a new study for more topics"
        )


def remove_topic(study: Study, topic: StudyTopic, by: User) -> None:
    """Take a topic out again, as long as nobody has worked on it."""
    with transaction.atomic():
        hold_sheets(study)
        if begun(study, None if spans(study) else topic):
            raise Refused(f"somebody has worked on {topic}; what people did is never thrown away")
        waiting = _was_laid_out(study)
        if spans(study):
            forget_layout(study)
        Sheet.objects.filter(study=study, topic=topic).delete()
        record(study, by, "topic removed", topic=topic.name)
        topic.delete()
        if waiting and spans(study) and study.topics.exists():
            lay_out(study, by)


def _was_laid_out(study: Study) -> bool:
    """Whether new topics get their sheets at once; sheets may also be there by an import alone."""
    return study.sheets.exists() and (spans(study) or study.audit.filter(what="started").exists())


def _keep_topics(study: Study, topics: Sequence[Topic]) -> None:
    there = set(study.topics.values_list("name", flat=True))
    last = study.topics.order_by("-order").first()
    first = last.order + 1 if last else 0
    for order, topic in enumerate(topics, start=first):
        if topic.id in there:
            raise InputError(f"the study has a topic {topic.id} already; rename it, or remove the old one")
        if len(topic.id) > _LONGEST_ID:
            raise InputError(f"the name of the topic {topic.id[:40]}... is too long")
        there.add(topic.id)
        document = write_topic(topic)
        refuse_unkeepable([topic.id, topic.title, json.loads(document)])
        StudyTopic.objects.create(
            study=study, name=topic.id, title=topic.title[:_LONGEST_TITLE], order=order,
            document=document, digest=digest(document),
        )  # fmt: skip


def _keep_settings(study: Study, imported: Imported) -> None:
    changes = {
        name: value
        for name, value in imported.settings.items()
        if name not in study.settings or study.settings[name] != value
    }
    if begun(study) and not all(_of_new_topic(name, study, imported) for name in changes):
        raise Refused(
            "the files bring settings of their own, and somebody has worked here: make a new study of them"
        )
    if changes:
        study.settings = study.settings | changes
        study.save(update_fields=["settings"])


def _of_new_topic(name: str, study: Study, imported: Imported) -> bool:
    """Whether a setting is about a topic that is only now added, as its name tells."""
    return name not in study.settings and any(name.endswith(f" {topic.id}") for topic in imported.topics)


def _without(text: str, folder: str) -> str:
    """Paths as the person knows them."""
    return text.replace(f"{Path(folder).resolve()}/", "").replace(f"{folder}/", "")
