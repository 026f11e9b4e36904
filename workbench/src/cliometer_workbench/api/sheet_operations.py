"""Operations of the API on sheets, people and assignments, releases, the audit, and crowd platforms."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.paginator import Page
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Query, Status

from cliometer.errors import Refused, unknown
from cliometer_workbench.access import Seat, note_figures, refuse_while_blind
from cliometer_workbench.api import shapes
from cliometer_workbench.api.operations import AtSheet, InStudy, UserRequest, operation
from cliometer_workbench.api.shapes import work_document
from cliometer_workbench.api.study_operations import find_topic
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.preferences.vote_collection import documents_beside, export_csv, import_csv
from cliometer_workbench.models import Audit, Invitation, Release, Sheet, present_sheets, whole_sheets
from cliometer_workbench.services import seats, sheet_lifecycle
from cliometer_workbench.services.overview import roles_by_study
from cliometer_workbench.services.seats import invite
from cliometer_workbench.services.sheet_lifecycle import act, submit
from cliometer_workbench.services.study_releases import audit_page, export, freeze, journal_rows
from cliometer_workbench.services.worksheets import SheetHistory, load, sheet_states, siblings
from cliometer_workbench.study.steps import StudyStep, is_open


@operation("GET", "/sheets", "person", "[SheetShape]")
def my_sheets(request: UserRequest) -> list[dict[str, Any]]:
    """List your sheets, and those that your roles share, in all studies."""
    mine = Q(judge=request.user) | Q(judge__isnull=True, study__members__user=request.user)
    seated = present_sheets(Sheet.objects).filter(mine, study__members__user=request.user).distinct()
    roles = roles_by_study(request.user.seats)
    return [
        sheet_shape(sheet) for sheet in seated if sheet.judge_id or roles[sheet.study_id] & {*sheet.definition.roles}
    ]


@operation("GET", "/studies/{slug:study}/sheets", "owner", "[SheetShape]")
def study_sheets(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List all sheets of a study, without the work on them."""
    return [sheet_shape(sheet) for sheet in present_sheets(request.seat.study.sheets)]


@operation("GET", "/sheets/{int:sheet}", "reading", "SheetWork")
def read_sheet(request: AtSheet, sheet: int) -> dict[str, Any]:
    """Read a sheet with the work on it."""
    seat = request.seat
    loaded = load(seat.sheet)
    return sheet_shape(seat.sheet) | {
        "last": loaded.last,
        "progress": _progress(loaded),
        "unsettled": list(loaded.work.unsettled),
        "remarks": list(loaded.work.remarks),
        "work": work_document(loaded.work),
    }


@operation("GET", "/sheets/{int:sheet}/verbs", "reading", shapes.StepShape)
def sheet_verbs(request: AtSheet, sheet: int) -> StudyStep:
    """List the verbs of a sheet with their details."""
    return request.seat.sheet.definition


@operation("GET", "/sheets/{int:sheet}/sources", "reading", "[DocumentShape]")
def sheet_sources(request: AtSheet, sheet: int, asked: Query[shapes.ItemQuery]) -> list[dict[str, Any]]:
    """Read the documents beside an item of a preference study, where the study shows them."""
    return [
        {"id": document.id, "date": str(document.date or ""), "title": document.title, "text": document.text}
        for document in documents_beside(request.seat.sheet, asked.item)
    ]


@operation("POST", "/sheets/{int:sheet}/actions", "working", "OutcomeShape")
def do_action(request: AtSheet, sheet: int, action: shapes.NewAction) -> dict[str, Any]:
    """Carry out one action on a sheet; undo and redo are verbs too."""
    outcome = act(request.seat.sheet.pk, request.user, action.verb, action.details, action.op, action.seen)
    progress, skipped = _progress(outcome.history), [action.verb for action in outcome.skipped]
    return {"seq": outcome.seq, "repeated": outcome.repeated, "progress": progress, "skipped": skipped}


@operation("POST", "/sheets/{int:sheet}/hand-in", "working", "SheetShape")
def hand_in_sheet(request: AtSheet, sheet: int) -> dict[str, Any]:
    """Hand a sheet in; afterwards only the owner can reopen its step."""
    return sheet_shape(submit(request.seat.sheet.pk, request.user))


def sheet_shape(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet without its work."""
    return {
        "sheet": sheet.pk,
        "study": sheet.study.slug,
        "topic": sheet.topic.name if sheet.topic else "",
        "step": sheet.step,
        "judge": sheet.judge_name,
        "revision": sheet.revision,
        "open": not sheet.submitted and is_open(sheet.study.protocol, sheet.step, sheet_states(siblings(sheet))),
        "submitted": sheet.submitted,
    }


def _progress(loaded: SheetHistory) -> dict[str, int]:
    done, of = loaded.work.progress
    return {"done": done, "of": of}


@operation("GET", "/studies/{slug:study}/people", "owner", "[PersonShape]")
def list_people(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the people with a seat in a study."""
    people: dict[str, dict[str, Any]] = {}
    for seat in request.seat.study.members.select_related("user"):
        name = seat.user.username
        people.setdefault(name, {"name": name, "roles": [], "joined": seat.joined})["roles"].append(seat.role)
    return list(people.values())


@operation("POST", "/studies/{slug:study}/invitations", "owner", "InvitationLink", status=201)
def invite_people(request: InStudy, study: str, invitation: shapes.NewInvitation) -> Status[dict[str, str]]:
    """Make an invitation link, which gives a seat to whoever follows it."""
    asked = invitation
    token = invite(request.seat.study, asked.role, request.user, asked.uses, asked.days, asked.label)
    return Status(201, {"link": request.build_absolute_uri(reverse("join", kwargs={"token": token}))})


@operation("POST", "/studies/{slug:study}/roles", "owner", "RolesShape")
def change_roles(request: InStudy, study: str, asked: shapes.NewRoles) -> dict[str, Any]:
    """Give a person exactly these roles; without any, they lose the seat, and their work is kept."""
    person = _person(request.seat, asked.name)
    seats.change_roles(request.seat.study, person, asked.roles, request.user)
    return {"name": person.username, "roles": sorted(set(asked.roles))}


@operation("GET", "/studies/{slug:study}/invitations", "owner", "[InvitationShape]")
def list_invitations(request: InStudy, study: str) -> QuerySet[Invitation]:
    """List the invitations that are neither used up nor expired, without their links."""
    return seats.good_invitations(request.seat.study)


@operation("POST", "/studies/{slug:study}/invitations/revoke", "owner", "InvitationShape")
def revoke_invitation(request: InStudy, study: str, which: shapes.WhichInvitation) -> Any:
    """Make an invitation void."""
    invitation = get_object_or_404(request.seat.study.invitations, pk=which.invitation)
    shown = shapes.answer_type("InvitationShape").from_orm(invitation)
    seats.revoke(invitation, request.user)
    return shown


@operation("POST", "/studies/{slug:study}/assignments", "owner", "[SheetShape]", status=201)
def assign_sheets(request: InStudy, study: str, asked: shapes.NewAssignment) -> Status[list[dict[str, Any]]]:
    """Assign a step of a topic, or of all topics, to a judge."""
    study_row, judge = request.seat.study, _person(request.seat, asked.judge)
    step = study_row.protocol.step(asked.step)
    named = asked.topic and not step.spans
    topics = [find_topic(study_row, asked.topic)] if named else study_row.topics.all()
    made = sheet_lifecycle.assign_topics(study_row, topics, step, judge, request.user)
    return Status(201, [sheet_shape(sheet) for sheet in made])


@operation("POST", "/studies/{slug:study}/assignments/withdraw", "owner", "SheetShape")
def withdraw_sheet(request: InStudy, study: str, which: shapes.WhichSheet) -> dict[str, Any]:
    """Withdraw a sheet that is not handed in; the work on it is kept."""
    sheet_row = get_object_or_404(whole_sheets(request.seat.study.sheets), pk=which.sheet)
    sheet_lifecycle.withdraw(sheet_row, request.user)
    return sheet_shape(sheet_row) | {"open": False}


def _person(seat: Seat, name: str) -> User:
    """Return the person of that name with a seat in the study, or raise an error."""
    person = User.objects.filter(username=name, seats__study=seat.study).first()
    if person is None:
        raise unknown("person of this study", name, [seat.user.username for seat in seats.study_people(seat.study)])
    return person


@operation("GET", "/studies/{slug:study}/releases", "member", list[shapes.ReleaseShape])
def list_releases(request: InStudy, study: str) -> QuerySet[Release]:
    """List the releases of a study, the newest first."""
    return request.seat.study.releases.all()


@operation("POST", "/studies/{slug:study}/releases", "owner", shapes.ReleaseShape, status=201)
def freeze_release(request: InStudy, study: str, which: shapes.NewRelease) -> Status[Release]:
    """Freeze a release of the finished topics; the same state gives the same release again."""
    release, _ = freeze(request.seat.study, request.user, which.partial)
    return Status(201, release)


@operation("GET", "/studies/{slug:study}/releases/{digest}", "member", "ReleaseFiles")
def fetch_release(request: InStudy, study: str, digest: str) -> Release:
    """Fetch a release with its files."""
    release = get_object_or_404(request.seat.study.releases, digest=digest)
    refuse_while_blind(request.seat)
    return release


@operation("GET", "/studies/{slug:study}/releases/{digest}/{format}", "member", "ExportedFiles")
def export_release(request: InStudy, study: str, digest: str, format: str) -> dict[str, Any]:
    """Fetch a release in the format of another tool: label-studio, brat, xmi or csv."""
    release = get_object_or_404(request.seat.study.releases, digest=digest)
    refuse_while_blind(request.seat)
    return {"files": export(request.seat.study, format, release)}


@operation("GET", "/studies/{slug:study}/export/{format}", "owner", "ExportedFiles")
def export_study(request: InStudy, study: str, format: str) -> dict[str, Any]:
    """Fetch the present state of a study in the format of another tool: label-studio, brat, xmi or csv."""
    refuse_while_blind(request.seat)
    files = export(request.seat.study, format)
    note_figures(request.user, request.seat.study)
    return {"files": files}


@operation("GET", "/studies/{slug:study}/audit", "owner", "AuditPage")
def read_audit(request: InStudy, study: str, asked: Query[shapes.AuditQuery]) -> Page[Audit]:
    """Read a page of the audit, newest line first, filtered by `what` and `by`."""
    return audit_page(request.seat, asked.what, asked.by, asked.page)


@operation("GET", "/studies/{slug:study}/journal", "owner", "JournalRows")
def read_journal(request: InStudy, study: str) -> dict[str, Any]:
    """Read every action on every sheet, replaced ones included, except others' work that is still hidden from you."""
    return {"rows": list(journal_rows(request.seat))}


@operation("GET", "/studies/{slug:study}/crowd", "owner", shapes.CrowdTable)
def crowd_table(request: InStudy, study: str) -> dict[str, str]:
    """Export the pairs that lack votes, and hidden tests among them, as CSV."""
    _require_preferences(request.seat)
    return {"csv": export_csv(request.seat.study)}


@operation("POST", "/studies/{slug:study}/crowd", "owner", "NotesShape", status=201)
def crowd_answers(request: InStudy, study: str, table: shapes.CrowdTable) -> Status[dict[str, Any]]:
    """Import the table of answers from a crowd platform, all of it or nothing."""
    _require_preferences(request.seat)
    notes = import_csv(request.seat.study, table.csv.removeprefix("\ufeff"), request.user)
    return Status(201, {"notes": list(notes)})


def _require_preferences(seat: Seat) -> None:
    if not KINDS[seat.study.kind].compares:
        raise Refused("crowd-preferences-only")
