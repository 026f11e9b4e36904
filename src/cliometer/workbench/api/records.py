"""The record of a study, for its owners: the audit, and the journals of all sheets."""

from __future__ import annotations

import json
from typing import Any

from ninja import Query

from cliometer.workbench.api.door import InStudy, operation
from cliometer.workbench.api.shapes import AuditPage, AuditQuery, JournalRows
from cliometer.workbench.services.records import audit_page, journal_lines


@operation("GET", "/studies/{slug:study}/audit", "owner", AuditPage)
def read_audit(request: InStudy, study: str, asked: Query[AuditQuery]) -> dict[str, Any]:
    """Read a page of the audit, the newest line first; `what` and `by` narrow it down."""
    found = audit_page(request.seat, asked.what, asked.by, asked.page)
    lines = [
        {"at": line.at, "by": line.by.username if line.by else "", "what": line.what, "details": line.details}
        for line in found.object_list
    ]
    return {"page": found.number, "pages": found.paginator.num_pages, "lines": lines}


@operation("GET", "/studies/{slug:study}/journal", "owner", JournalRows)
def read_journal(request: InStudy, study: str) -> dict[str, Any]:
    """Read every action on every sheet, replaced ones too; a blind step that you are at is left out."""
    return {"rows": [json.loads(line) for line in journal_lines(request.seat)]}
