"""API: releases, the audit and journals of a study, and exchange with crowd platforms."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404
from ninja import Query, Status

from cliometer.errors import Refused
from cliometer.workbench.access import Seat, refuse_while_blind
from cliometer.workbench.api import shapes
from cliometer.workbench.api.operations import InStudy, operation
from cliometer.workbench.kinds.preferences.vote_collection import export_csv, import_csv
from cliometer.workbench.models import Release
from cliometer.workbench.services.releases import audit_page, freeze, journal_lines


@operation("GET", "/studies/{slug:study}/releases", "member", list[shapes.ReleaseShape])
def list_releases(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the releases of a study, the newest first."""
    return [_shape(release) for release in request.seat.study.releases.all()]


@operation("POST", "/studies/{slug:study}/releases", "owner", shapes.ReleaseShape, status=201)
def freeze_release(request: InStudy, study: str, which: shapes.NewRelease) -> Status[dict[str, Any]]:
    """Freeze what is through all steps; the same state gives the same release again."""
    release, _ = freeze(request.seat.study, request.user, which.partial)
    return Status(201, _shape(release))


@operation("GET", "/studies/{slug:study}/releases/{digest}", "member", shapes.ReleaseFiles)
def fetch_release(request: InStudy, study: str, digest: str) -> dict[str, Any]:
    """Fetch a release with its files."""
    release = request.seat.study.releases.filter(digest=digest).first()
    if release is None:
        raise Http404
    refuse_while_blind(request.seat)
    return _shape(release) | {"files": release.files}


def _shape(release: Release) -> dict[str, Any]:
    return {
        "digest": release.digest,
        "created": release.created,
        "notes": release.notes,
        "names": sorted(release.files),
    }


@operation("GET", "/studies/{slug:study}/audit", "owner", shapes.AuditPage)
def read_audit(request: InStudy, study: str, asked: Query[shapes.AuditQuery]) -> dict[str, Any]:
    """Read a page of the audit, the newest line first; `what` and `by` narrow it down."""
    found = audit_page(request.seat, asked.what, asked.by, asked.page)
    lines = [
        {"at": line.at, "by": line.by.username if line.by else "", "what": line.what, "details": line.details}
        for line in found.object_list
    ]
    return {"page": found.number, "pages": found.paginator.num_pages, "lines": lines}


@operation("GET", "/studies/{slug:study}/journal", "owner", shapes.JournalRows)
def read_journal(request: InStudy, study: str) -> dict[str, Any]:
    """Read every action on every sheet, replaced ones too; a blind step that you are at is left out."""
    return {"rows": [json.loads(line) for line in journal_lines(request.seat)]}


@operation("GET", "/studies/{slug:study}/crowd", "owner", shapes.CrowdTable)
def crowd_table(request: InStudy, study: str) -> dict[str, str]:
    """Give out the pairs that lack votes as CSV, hidden tests among them."""
    _only_votes(request.seat)
    return {"csv": export_csv(request.seat.study)}


@operation("POST", "/studies/{slug:study}/crowd", "owner", shapes.NotesShape, status=201)
def crowd_answers(request: InStudy, study: str, table: shapes.CrowdTable) -> Status[dict[str, Any]]:
    """Take the table of answers that a platform gave; all of it, or nothing."""
    _only_votes(request.seat)
    notes = import_csv(request.seat.study, table.csv.removeprefix("\ufeff"), request.user)
    return Status(201, {"notes": list(notes)})


def _only_votes(seat: Seat) -> None:
    if seat.study.kind != "preferences":
        raise Refused("only preference studies ask a crowd")
