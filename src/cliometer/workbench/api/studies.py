"""Studies: list, make, show, start, reopen; and their figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ninja import Status

from cliometer.errors import InputError, unknown
from cliometer.workbench.access import refuse_while_blind, roles_in
from cliometer.workbench.api.door import Asked, InStudy, operation
from cliometer.workbench.api.plain import plain
from cliometer.workbench.api.shapes import (
    Figures,
    Laid,
    NewPlace,
    NewStudy,
    Reopened,
    StepOfTopic,
    StudyShape,
)
from cliometer.workbench.kinds import KINDS
from cliometer.workbench.models import Study, StudyTopic
from cliometer.workbench.services.archiving import put_aside
from cliometer.workbench.services.blindness import note_figures
from cliometer.workbench.services.sheets import reopen
from cliometer.workbench.services.studies import create, start


@operation("GET", "/studies", "person", list[StudyShape])
def list_studies(request: Asked) -> list[dict[str, Any]]:
    """List the studies in which you have a seat."""
    rows = Study.objects.filter(members__user=request.user).distinct()
    return [study_shape(study, roles_in(request.user, study)) for study in rows]


@operation("POST", "/studies", "staff", StudyShape, status=201)
def create_study(request: Asked, study: NewStudy) -> Status[dict[str, Any]]:
    """Begin a study, which you own then; staff only."""
    title = study.title.strip()
    if not title:
        raise InputError("a study needs a title")
    settings = checked_settings(study.kind, study.settings)
    made = create(study.kind, title, request.user, study.instructions, settings)
    return Status(201, study_shape(made, frozenset({"owner"})))


@operation("GET", "/studies/{slug:study}", "member", StudyShape)
def show_study(request: InStudy, study: str) -> dict[str, Any]:
    """Show a study."""
    return study_shape(request.seat.study, request.seat.roles)


@operation("POST", "/studies/{slug:study}/archive", "owner", StudyShape)
def archive_study(request: InStudy, study: str, asked: NewPlace) -> dict[str, Any]:
    """Put a study aside, or back; nothing else changes."""
    put_aside(request.seat.study, request.user, asked.archived)
    return study_shape(request.seat.study, request.seat.roles)


@operation("POST", "/studies/{slug:study}/start", "owner", Laid)
def begin_study(request: InStudy, study: str) -> dict[str, int]:
    """Give out the sheets; safe to call again after more people or topics came."""
    return {"sheets": start(request.seat.study, request.user)}


@operation("POST", "/studies/{slug:study}/reopen", "owner", Reopened)
def reopen_study_step(request: InStudy, study: str, which: StepOfTopic) -> dict[str, list[str]]:
    """Open a step of a topic again, and all steps after it, as a new revision."""
    found = request.seat.study
    topics = {topic.name: topic for topic in found.topics.all()}
    if which.topic and which.topic not in topics:
        raise unknown("topic", which.topic, topics)
    found.protocol.step(which.step)
    topic: StudyTopic | None = topics.get(which.topic)
    return {"steps": reopen(found, topic, which.step, request.user)}


@operation("GET", "/studies/{slug:study}/figures", "owner", Figures)
def figures(request: InStudy, study: str) -> dict[str, Any]:
    """Show the figures of the page of agreement, or of votes."""
    found = request.seat.study
    refuse_while_blind(request.seat)
    counted = plain(KINDS[found.kind].figures(found))
    note_figures(request.user, found)
    return {"figures": counted}


def study_shape(study: Study, roles: frozenset[str]) -> dict[str, Any]:
    """A study as its members may know it: its settings would tell which questions are tests."""
    return {
        "slug": study.slug, "kind": study.kind, "title": study.title, "instructions": study.instructions,
        "created": study.created, "roles": sorted(roles), "topics": study.topics.count(),
        "archived": study.archived,
    }  # fmt: skip


def checked_settings(kind: str, given: Mapping[str, object]) -> dict[str, Any]:
    """Settings by the same form that the page has; those not given are as it proposes them."""
    offered = KINDS[kind].settings_form()
    strange = [name for name in given if name not in offered.fields]
    if strange:
        raise unknown("setting", strange[0], offered.fields)
    proposed = {name: offered.get_initial_for_field(field, name) for name, field in offered.fields.items()}
    form = KINDS[kind].settings_form(proposed | dict(given))
    if not form.is_valid():
        problems = [f"{name}: {' '.join(map(str, said))}" for name, said in form.errors.items()]
        raise InputError("settings: " + "; ".join(problems))
    return dict(form.cleaned_data)
