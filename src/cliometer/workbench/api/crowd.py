"""To a crowd platform and back; of preference studies alone."""

from __future__ import annotations

from typing import Any

from ninja import Status

from cliometer.errors import Refused
from cliometer.workbench.access import Seat
from cliometer.workbench.api.door import InStudy, operation
from cliometer.workbench.api.shapes import Added, CrowdTable
from cliometer.workbench.kinds.preferences.crowd import export_csv, import_csv


@operation("GET", "/studies/{slug:study}/crowd", "owner", CrowdTable)
def crowd_table(request: InStudy, study: str) -> dict[str, str]:
    """Give out the pairs that lack votes as CSV, hidden tests among them."""
    _only_votes(request.seat)
    return {"csv": export_csv(request.seat.study)}


@operation("POST", "/studies/{slug:study}/crowd", "owner", Added, status=201)
def crowd_answers(request: InStudy, study: str, table: CrowdTable) -> Status[dict[str, Any]]:
    """Take the table of answers that a platform gave; all of it, or nothing."""
    _only_votes(request.seat)
    notes = import_csv(request.seat.study, table.csv.removeprefix("\ufeff"), request.user)
    return Status(201, {"notes": list(notes)})


def _only_votes(seat: Seat) -> None:
    if seat.study.kind != "preferences":
        raise Refused("only preference studies ask a crowd")
