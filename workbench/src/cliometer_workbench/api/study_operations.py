"""Operations of the API on kinds of study, studies with their settings and figures, and topics."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ninja import File, Status, UploadedFile

from cliometer.errors import InputError, unknown
from cliometer.study.topics import read_topic
from cliometer_workbench.access import note_figures, refuse_while_blind, roles_in
from cliometer_workbench.api import shapes
from cliometer_workbench.api.operations import InStudy, UserRequest, operation
from cliometer_workbench.api.shapes import json_value
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.study_kind import ImportBatch
from cliometer_workbench.models import PROTOCOLS, Study, StudyTopic
from cliometer_workbench.services.imports import import_files, keep, remove_topic
from cliometer_workbench.services.sheet_lifecycle import reopen
from cliometer_workbench.services.study_lifecycle import change, create, has_work, set_archived, start
from cliometer_workbench.services.worksheets import topic_of
from cliometer_workbench.study.steps import StudyProtocol
from cliometer_workbench.views.forms import form_problems


@operation("GET", "/kinds", "person", "[KindShape]")
def kinds(request: UserRequest) -> list[StudyProtocol]:
    """List the kinds of study with their steps, and the verbs of each step."""
    return list(PROTOCOLS.values())


@operation("GET", "/studies", "person", "[StudyShape]")
def list_studies(request: UserRequest) -> list[dict[str, Any]]:
    """List the studies in which you have a seat."""
    rows = Study.objects.filter(members__user=request.user).distinct()
    return [study_shape(study, roles_in(request.user, study)) for study in rows]


@operation("POST", "/studies", "staff", "StudyShape", status=201)
def create_study(request: UserRequest, study: shapes.NewStudy) -> Status[dict[str, Any]]:
    """Create a study, which you own; only staff may."""
    title = study.title.strip()
    if not title:
        raise InputError("study-title-missing")
    settings = check_settings(study.kind, study.settings)
    made = create(study.kind, title, request.user, study.instructions, settings)
    return Status(201, study_shape(made, frozenset({"owner"})))


@operation("GET", "/studies/{slug:study}", "member", "StudyShape")
def show_study(request: InStudy, study: str) -> dict[str, Any]:
    """Show a study."""
    return study_shape(request.seat.study, request.seat.roles)


@operation("POST", "/studies/{slug:study}/archive", "owner", "StudyShape")
def archive_study(request: InStudy, study: str, asked: shapes.Archiving) -> dict[str, Any]:
    """Archive a study, or restore it; nothing else changes."""
    set_archived(request.seat.study, request.user, asked.archived)
    return study_shape(request.seat.study, request.seat.roles)


@operation("POST", "/studies/{slug:study}/start", "owner", "LayoutShape")
def begin_study(request: InStudy, study: str) -> dict[str, int]:
    """Start a study by giving out its sheets; call it again after adding people or topics."""
    return {"sheets": start(request.seat.study, request.user)}


@operation("POST", "/studies/{slug:study}/reopen", "owner", "ReopeningShape")
def reopen_study_step(request: InStudy, study: str, which: shapes.StepOfTopic) -> dict[str, list[str]]:
    """Reopen a step of a topic and all steps after it, as new revisions."""
    study_row = request.seat.study
    study_row.protocol.step(which.step)
    topic = find_topic(study_row, which.topic) if which.topic else None
    return {"steps": reopen(study_row, topic, which.step, request.user)}


def find_topic(study: Study, name: str) -> StudyTopic:
    """Return the topic of that name, or raise an error that suggests similar names."""
    topics = {topic.name: topic for topic in study.topics.all()}
    if name not in topics:
        raise unknown("topic", name, topics)
    return topics[name]


@operation("GET", "/studies/{slug:study}/figures", "owner", "FiguresShape")
def figures(request: InStudy, study: str) -> dict[str, Any]:
    """Show the figures of the page of agreement or votes."""
    study_row = request.seat.study
    refuse_while_blind(request.seat)
    counted = json_value(KINDS[study_row.kind].figures(study_row))
    note_figures(request.user, study_row)
    return {"figures": counted}


def study_shape(study: Study, roles: frozenset[str]) -> dict[str, Any]:
    """Return a study as its members may see it, without the settings, which reveal the test questions."""
    return {
        "slug": study.slug, "kind": study.kind, "title": study.title, "instructions": study.instructions,
        "created": study.created, "roles": sorted(roles), "topics": study.topics.count(),
        "archived": study.archived,
    }  # fmt: skip


def check_settings(kind: str, given: Mapping[str, object]) -> dict[str, Any]:
    """Return settings checked by the form of the page, with its defaults for those that are not given."""
    offered = KINDS[kind].settings_form()
    strange = [name for name in given if name not in offered.fields]
    if strange:
        raise unknown("setting", strange[0], offered.fields)
    proposed = {name: offered.get_initial_for_field(field, name) for name, field in offered.fields.items()}
    form = KINDS[kind].settings_form(proposed | dict(given))
    if not form.is_valid():
        raise InputError("settings-invalid", problems=form_problems(form))
    return dict(form.cleaned_data)


@operation("GET", "/studies/{slug:study}/settings", "owner", "StudySettings")
def read_settings(request: InStudy, study: str) -> dict[str, Any]:
    """Show the title, instructions and settings of a study."""
    study_row = request.seat.study
    return {
        "title": study_row.title, "instructions": study_row.instructions, "coded": study_row.coded,
        "settings": json_value(_form_settings(study_row)), "locked": has_work(study_row),
    }  # fmt: skip


@operation("POST", "/studies/{slug:study}/settings", "owner", "StudySettings")
def change_settings(request: InStudy, study: str, asked: shapes.NewSettings) -> dict[str, Any]:
    """Change the title and instructions, and while nobody has worked the settings; fields not given stay.

    Settings that figures alone depend on (`models_counted`) can be changed at any time.
    """
    study_row = request.seat.study
    title = study_row.title if asked.title is None else asked.title.strip()
    if not title:
        raise InputError("study-title-missing")
    words = study_row.instructions if asked.instructions is None else asked.instructions
    settings = None
    if asked.settings is not None:
        checked = check_settings(study_row.kind, _form_settings(study_row) | asked.settings)
        settings = study_row.settings | {
            name: checked[name] for name in (asked.settings if has_work(study_row) else checked)
        }
    change(study_row, request.user, title, words, settings, asked.coded)
    return read_settings(request, study)


def _form_settings(study: Study) -> dict[str, Any]:
    """Return the settings of a study that the form offers, without those that the workbench adds."""
    fields = KINDS[study.kind].settings_form().fields
    return {name: study.settings[name] for name in fields if name in study.settings}


@operation("GET", "/studies/{slug:study}/topics", "owner", "[TopicShape]")
def list_topics(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the topics of a study."""
    topics = map(topic_of, request.seat.study.topics.all())
    return [
        {"topic": topic.id, "title": topic.title, "documents": len(topic.sources), "summaries": len(topic.summaries)}
        for topic in topics
    ]


@operation("POST", "/studies/{slug:study}/topics", "owner", "NotesShape", status=201)
def add_topics(request: InStudy, study: str, topics: shapes.NewTopics) -> Status[dict[str, Any]]:
    """Add topics that are sent as JSON, all or none."""
    read = [read_topic(json.dumps(topic), f"topics[{place}]") for place, topic in enumerate(topics.topics)]
    notes = keep(request.seat.study, ImportBatch(tuple(read)), request.user)
    return Status(201, {"notes": list(notes)})


@operation("POST", "/studies/{slug:study}/topics/remove", "owner", "[TopicShape]")
def remove_one_topic(request: InStudy, study: str, which: shapes.WhichTopic) -> list[dict[str, Any]]:
    """Remove a topic on which nobody has worked, and list those that remain."""
    remove_topic(request.seat.study, find_topic(request.seat.study, which.topic), request.user)
    return list_topics(request, study)


@operation("POST", "/studies/{slug:study}/files", "owner", "NotesShape", status=201)
def upload_topics(request: InStudy, study: str, files: File[list[UploadedFile]]) -> Status[dict[str, Any]]:
    """Add topics from files that the kind of study reads, or from a zip archive of them."""
    return Status(201, {"notes": list(import_files(request.seat.study, files, request.user))})
