"""Operations of the API on crowd links, seats of models, guidelines, and what people answer before they work."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import File, Status, UploadedFile
from pydantic import Field, JsonValue

from cliometer.errors import InputError, Refused, unknown
from cliometer.spelling import listed
from cliometer_workbench.access import refuse_while_blind
from cliometer_workbench.api import shapes
from cliometer_workbench.api.operations import InStudy, operation
from cliometer_workbench.api.shapes import Number, RequestBody
from cliometer_workbench.models import MachineSeat, journal_name
from cliometer_workbench.services import crowd_links, machine_seats, persons, study_documents
from cliometer_workbench.services.admission import GATES, next_part
from cliometer_workbench.services.study_documents import (
    WHOLE,
    current,
    current_document,
    guideline_texts,
    keep_document,
)
from cliometer_workbench.views.crowd_pages import link_address
from cliometer_workbench.views.forms import CrowdLinkForm, form_problems

MarkdownText = Annotated[str, Field(max_length=20_000)]
GateName = Literal["consent", "questions", "knowledge"]


class NewGuidelines(RequestBody):
    """Guidelines in Markdown by place: "" for the whole study, a step, or STEP/examples; others are refused."""

    texts: Annotated[dict[str, MarkdownText], Field(max_length=40)]


class WhichPicture(RequestBody):
    """A picture of the study."""

    name: Annotated[str, Field(max_length=100)]


class NewAdmission(RequestBody):
    """What people pass before they work; parts that are not given stay, and empty ones are asked no more.

    `questions` and `knowledge` have `questions` (id, text, kind, options, required, excluded, least, most, right), and
    `knowledge` has `needed`, the right answers that are needed.
    """

    consent: MarkdownText | None = None
    questions: dict[str, JsonValue] | None = None
    knowledge: dict[str, JsonValue] | None = None


class GateAnswer(RequestBody):
    """The answer to a page: `agreed` with the `version` that was read, or `answers` by question."""

    part: GateName
    version: Annotated[int, Field(ge=0, le=2**31)] = 0
    agreed: bool | None = None
    answers: Annotated[
        dict[str, Annotated[str, Field(max_length=2000)] | Annotated[list[str], Field(max_length=50)]],
        Field(default_factory=dict),
    ]


class NewAdmittance(RequestBody):
    """A person, and the part that kept them out."""

    name: Annotated[str, Field(max_length=150)]
    part: Literal["questions", "knowledge"]


class NewModelSeat(RequestBody):
    """A model that the server offers, and the most that it may spend over all its runs; null is no limit."""

    model: Annotated[str, Field(max_length=200)]
    calls: Annotated[int, Field(ge=1, le=10**9)] | None = None
    tokens: Annotated[int, Field(ge=1, le=10**12)] | None = None


class ModelSeatAction(RequestBody):
    """What is to become of a model's seat: `run` asks what has no answer yet, in the background."""

    number: Number
    what: Literal["run", "stop", "remove"]


@operation("POST", "/studies/{slug:study}/crowd-links", "owner", "InvitationLink", status=201)
def make_crowd_link(request: InStudy, study: str, asked: shapes.NewCrowdLink) -> Status[dict[str, str]]:
    """Make a link for workers of a crowd service, which is shown only once."""
    form = CrowdLinkForm(asked.model_dump())
    if not form.is_valid():
        raise InputError("form-invalid", problems=form_problems(form))
    token = crowd_links.make_link(request.seat.study, request.user, **form.cleaned_data)
    return Status(201, {"link": link_address(request, token, asked.service)})


@operation("GET", "/studies/{slug:study}/crowd-links", "owner", "[CrowdLinkShape]")
def list_crowd_links(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the crowd links of a study, without their addresses, each with its workers by state."""
    same = ("service", "label", "places", "expires")
    return [
        {"number": link.pk, "open": opened, "workers": counts} | {name: getattr(link, name) for name in same}
        for link, counts, opened in crowd_links.link_counts(request.seat.study)
    ]


@operation("POST", "/studies/{slug:study}/crowd-links/close", "owner", "[CrowdLinkShape]")
def close_crowd_link(request: InStudy, study: str, which: shapes.WhichCrowdLink) -> list[dict[str, Any]]:
    """Close a crowd link, so that nobody else begins; those who have begun can finish."""
    crowd_links.close_link(get_object_or_404(request.seat.study.crowd_links, pk=which.number), request.user)
    return list_crowd_links(request, study)


@operation("GET", "/studies/{slug:study}/workers", "owner", list[crowd_links.PaymentRow])
def list_workers(request: InStudy, study: str) -> list[crowd_links.PaymentRow]:
    """List the workers who came by crowd links, with the ids of the service, their codes and their states."""
    refuse_while_blind(request.seat)
    return crowd_links.payment_rows(request.seat.study)


@operation("GET", "/studies/{slug:study}/models", "owner", "ModelSeatList")
def list_model_seats(request: InStudy, study: str) -> dict[str, Any]:
    """List the models that the server offers, and those with a seat in the study, with their costs."""
    offered = [judge.label for judge in machine_seats.offered_judges()]
    return {"offered": offered, "seats": list(request.seat.study.machines.all())}


@operation("POST", "/studies/{slug:study}/models", "owner", shapes.ModelSeatShape, status=201)
def give_model_seat(request: InStudy, study: str, asked: NewModelSeat) -> Status[MachineSeat]:
    """Give a model that the server offers a seat with a budget; it is asked by a further request."""
    offered = {judge.label: judge for judge in machine_seats.offered_judges()}
    if asked.model not in offered:
        raise unknown("model", asked.model, offered)
    made = machine_seats.give_seat(request.seat.study, offered[asked.model], request.user, asked.calls, asked.tokens)
    return Status(201, made)


@operation("POST", "/studies/{slug:study}/models/change", "owner", "ModelSeatList")
def change_model_seat(request: InStudy, study: str, asked: ModelSeatAction) -> dict[str, Any]:
    """Ask a model in the background, let it make no further call, or take its seat away with what it answered."""
    seat = get_object_or_404(request.seat.study.machines.select_related("study"), pk=asked.number)
    machine_seats.SEAT_ACTIONS[asked.what](seat, request.user)
    return list_model_seats(request, study)


@operation("GET", "/studies/{slug:study}/guidelines", "member", "GuidelinesShape")
def read_guidelines(request: InStudy, study: str) -> dict[str, Any]:
    """Show the guidelines in force: Markdown by place ("" for the whole study, a step, or STEP/examples)."""
    study_row = request.seat.study
    return {"version": study_row.versions.get("guidelines", 0), "texts": guideline_texts(study_row)}


@operation("POST", "/studies/{slug:study}/guidelines", "owner", "GuidelinesShape")
def change_guidelines(request: InStudy, study: str, asked: NewGuidelines) -> dict[str, Any]:
    """Replace the guidelines by a new version; where nothing changes, the version stays."""
    keep_document(request.seat.study, "guidelines", asked.texts, request.user)
    return read_guidelines(request, study)


@operation("GET", "/studies/{slug:study}/guidelines/versions", "owner", "[VersionShape]")
def guideline_versions(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List all versions of the guidelines, the oldest first."""
    rows = request.seat.study.documents.filter(part="guidelines").select_related("created_by")
    return [
        {"version": version.number, "at": version.created, "by": version.created_by.username, "texts": version.document}
        for version in rows
    ]


@operation("POST", "/studies/{slug:study}/pictures", "owner", "PictureShape", status=201)
def upload_picture(request: InStudy, study: str, picture: File[UploadedFile]) -> Status[dict[str, str]]:
    """Add a picture (PNG, JPEG, GIF or WebP, up to 1 MB) that guidelines and consent can show."""
    kept = study_documents.add_picture(request.seat.study, picture, request.user)
    return Status(201, {"name": kept.name, "markdown": f"![]({kept.name})"})


@operation("POST", "/studies/{slug:study}/pictures/remove", "owner", list[str])
def remove_study_picture(request: InStudy, study: str, which: WhichPicture) -> list[str]:
    """Remove a picture that no version shows, and list those that remain."""
    study_documents.remove_picture(request.seat.study, which.name, request.user)
    return list(request.seat.study.pictures.values_list("name", flat=True))


@operation("GET", "/studies/{slug:study}/admission", "owner", "AdmissionShape")
def read_admission(request: InStudy, study: str) -> dict[str, Any]:
    """Show the consent, the questions and the quiz that people pass before they work."""
    study_row = request.seat.study
    documents = {part: current_document(study_row, part) for part in GATES}
    versions = {part: number for part, number in study_row.versions.items() if part != "guidelines"}
    return documents | {"consent": documents["consent"].get(WHOLE, ""), "versions": versions}


@operation("POST", "/studies/{slug:study}/admission", "owner", "AdmissionShape")
def change_admission(request: InStudy, study: str, asked: NewAdmission) -> dict[str, Any]:
    """Change the consent, the questions and the quiz; parts that are not given stay, empty ones are asked no more."""
    consent = None if asked.consent is None else {WHOLE: asked.consent}
    given = {"questions": asked.questions, "knowledge": asked.knowledge, "consent": consent}
    study_documents.keep_documents(request.seat.study, given, request.user)
    return read_admission(request, study)


@operation("GET", "/studies/{slug:study}/admission/next", "member", "GateShape")
def next_gate_of_study(request: InStudy, study: str) -> dict[str, Any]:
    """Show what the study asks you before you can work; `part` is empty where nothing is left."""
    study_row = request.seat.study
    part = next_part(study_row, request.user)
    version = current(study_row, part) if part else None
    if part is None or version is None:
        return {"part": "", "version": 0, "text": "", "questions": []}
    asked = [] if part == "consent" else list(study_documents.questionnaire(version.document).questions)
    return {"part": part, "version": version.number, "text": version.document.get(WHOLE, ""), "questions": asked}


@operation("POST", "/studies/{slug:study}/admission/answers", "member", "GateShape")
def answer_gate(request: InStudy, study: str, asked: GateAnswer) -> dict[str, Any]:
    """Answer what the study asks you, and show what it asks next."""
    study_row = request.seat.study
    if asked.part not in study_row.versions:
        raise Http404
    if asked.part == "consent":
        if asked.agreed is None:
            raise InputError("agreed-expected")
        persons.answer_consent(study_row, request.user, asked.agreed, asked.version)
    else:
        given = {name: texts if isinstance(texts, list) else [texts] for name, texts in asked.answers.items()}
        problems = persons.answer_questions(study_row, request.user, asked.part, given)
        if problems:
            raise InputError(
                "form-invalid", problems=listed(f"{name}: {problem}" for name, problem in problems.items())
            )
    return next_gate_of_study(request, study)


@operation("GET", "/studies/{slug:study}/persons", "owner", "[PersonAnswersShape]")
def list_persons(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List what people answered before they worked, with the codes of the releases."""
    study_row = request.seat.study
    codes = persons.judge_codes(study_row)
    return [
        {"name": standing.user.username, "code": codes.get(journal_name(standing.user), "")}
        | {"next": standing.next or ""}
        | {"answers": standing.answers}
        for standing in persons.standings(study_row)
    ]


@operation("POST", "/studies/{slug:study}/persons/admit", "owner", "[PersonAnswersShape]")
def admit_person(request: InStudy, study: str, who: NewAdmittance) -> list[dict[str, Any]]:
    """Let somebody work whom the questions or the quiz kept out, and list everybody."""
    study_row = request.seat.study
    person = next((row.user for row in persons.standings(study_row) if row.user.username == who.name), None)
    if person is None:
        raise Refused("person-unasked")
    persons.admit(study_row, person, who.part, request.user)
    return list_persons(request, study)
