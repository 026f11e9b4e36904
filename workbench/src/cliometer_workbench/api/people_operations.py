"""Operations of the API on guidelines, pictures, and what people answer before they work."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404
from ninja import File, Status, UploadedFile

from cliometer.errors import InputError, Refused
from cliometer.spelling import listed
from cliometer_workbench.api import people_shapes as shapes
from cliometer_workbench.api.operations import InStudy, operation
from cliometer_workbench.models import Study
from cliometer_workbench.services import persons
from cliometer_workbench.services.admission import next_part
from cliometer_workbench.services.study_documents import (
    WHOLE,
    add_picture,
    current,
    keep_document,
    questionnaire,
    remove_picture,
)


@operation("GET", "/studies/{slug:study}/guidelines", "member", shapes.GuidelinesShape)
def read_guidelines(request: InStudy, study: str) -> dict[str, Any]:
    """Show the guidelines in force: Markdown by place ("" for the whole study, a step, or STEP/examples)."""
    return _guidelines(request.seat.study)


@operation("POST", "/studies/{slug:study}/guidelines", "owner", shapes.GuidelinesShape)
def change_guidelines(request: InStudy, study: str, asked: shapes.NewGuidelines) -> dict[str, Any]:
    """Replace the guidelines by a new version; where nothing changes, the version stays."""
    keep_document(request.seat.study, "guidelines", asked.texts, request.user)
    return _guidelines(request.seat.study)


def _guidelines(study: Study) -> dict[str, Any]:
    version = current(study, "guidelines")
    texts = version.document if version else {WHOLE: study.instructions} if study.instructions else {}
    return {"version": version.number if version else 0, "texts": texts}


@operation("GET", "/studies/{slug:study}/guidelines/versions", "owner", list[shapes.VersionShape])
def guideline_versions(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List all versions of the guidelines, the oldest first."""
    rows = request.seat.study.documents.filter(part="guidelines").select_related("created_by")
    return [
        {"version": version.number, "at": version.created, "by": version.created_by.username, "texts": version.document}
        for version in rows
    ]


@operation("POST", "/studies/{slug:study}/pictures", "owner", shapes.PictureShape, status=201)
def upload_picture(request: InStudy, study: str, picture: File[UploadedFile]) -> Status[dict[str, str]]:
    """Add a picture (PNG, JPEG, GIF or WebP, up to 1 MB) that guidelines and consent can show."""
    kept = add_picture(request.seat.study, picture, request.user)
    return Status(201, {"name": kept.name, "markdown": f"![]({kept.name})"})


@operation("POST", "/studies/{slug:study}/pictures/remove", "owner", list[str])
def remove_study_picture(request: InStudy, study: str, which: shapes.WhichPicture) -> list[str]:
    """Remove a picture that no version shows, and list those that remain."""
    remove_picture(request.seat.study, which.name, request.user)
    return list(request.seat.study.pictures.values_list("name", flat=True))


@operation("GET", "/studies/{slug:study}/admission", "owner", shapes.AdmissionShape)
def read_admission(request: InStudy, study: str) -> dict[str, Any]:
    """Show the consent, the questions and the quiz that people pass before they work."""
    return _admission(request.seat.study)


@operation("POST", "/studies/{slug:study}/admission", "owner", shapes.AdmissionShape)
def change_admission(request: InStudy, study: str, asked: shapes.NewAdmission) -> dict[str, Any]:
    """Change the consent, the questions and the quiz; parts that are not given stay, empty ones are asked no more."""
    study_row = request.seat.study
    consent = None if asked.consent is None else {WHOLE: asked.consent}
    given = {"questions": asked.questions, "knowledge": asked.knowledge, "consent": consent}
    with transaction.atomic():  # all or nothing
        for part, document in given.items():
            if document is not None:
                keep_document(study_row, part, document, request.user)
    return _admission(study_row)


def _admission(study: Study) -> dict[str, Any]:
    consent, *others = (current(study, part) for part in ("consent", "questions", "knowledge"))
    asked, quiz = (version.document if version else {} for version in others)
    versions = {part: number for part, number in study.versions.items() if part != "guidelines"}
    text = consent.document[WHOLE] if consent else ""
    return {"consent": text, "questions": asked, "knowledge": quiz, "versions": versions}


@operation("GET", "/studies/{slug:study}/admission/next", "member", shapes.GateShape)
def next_gate_of_study(request: InStudy, study: str) -> dict[str, Any]:
    """Show what the study asks you before you can work; `part` is empty where nothing is left."""
    study_row = request.seat.study
    part = next_part(study_row, request.user)
    version = current(study_row, part) if part else None
    if part is None or version is None:
        return {"part": "", "version": 0, "text": "", "questions": []}
    asked = () if part == "consent" else questionnaire(version.document).questions
    questions = [
        {"id": item.id, "text": item.text, "kind": item.kind, "options": list(item.options), "required": item.required}
        for item in asked
    ]
    return {"part": part, "version": version.number, "text": version.document.get(WHOLE, ""), "questions": questions}


@operation("POST", "/studies/{slug:study}/admission/answers", "member", shapes.GateShape)
def answer_gate(request: InStudy, study: str, asked: shapes.GateAnswer) -> dict[str, Any]:
    """Answer what the study asks you, and show what it asks next."""
    study_row = request.seat.study
    if asked.part not in study_row.versions:
        raise Http404
    if asked.part == "consent":
        if asked.agreed is None:
            raise InputError("agreed: say true or false")
        persons.answer_consent(study_row, request.user, asked.agreed, asked.version)
    else:
        given = {name: texts if isinstance(texts, list) else [texts] for name, texts in asked.answers.items()}
        problems = persons.answer_questions(study_row, request.user, asked.part, given)
        if problems:
            raise InputError(listed(f"{name}: {problem}" for name, problem in problems.items()))
    return next_gate_of_study(request, study)


@operation("GET", "/studies/{slug:study}/persons", "owner", list[shapes.PersonAnswersShape])
def list_persons(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List what people answered before they worked, with the codes of the releases."""
    study_row = request.seat.study
    codes = persons.judge_codes(study_row)
    return [
        {
            "name": standing.user.username, "code": codes.get(standing.user.username, ""), "next": standing.next or "",
            "answers": {
                part: {"version": answer.version, "passed": answer.passed, "at": answer.at, "details": answer.details}
                for part, answer in standing.answers.items()
            },
        }
        for standing in persons.standings(study_row)
    ]  # fmt: skip


@operation("POST", "/studies/{slug:study}/persons/admit", "owner", list[shapes.PersonAnswersShape])
def admit_person(request: InStudy, study: str, who: shapes.NewAdmittance) -> list[dict[str, Any]]:
    """Let somebody work whom the questions or the quiz kept out, and list everybody."""
    study_row = request.seat.study
    person = next((row.user for row in persons.standings(study_row) if row.user.username == who.name), None)
    if person is None:
        raise Refused("nobody of that name was asked anything in this study")
    persons.admit(study_row, person, who.part, request.user)
    return list_persons(request, study)
