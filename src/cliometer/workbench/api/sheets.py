"""Sheets: what waits, what stands on one, one action, handing in."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from cliometer.study.protocol.steps import is_open
from cliometer.workbench.api.door import Asked, AtSheet, InStudy, operation
from cliometer.workbench.api.kinds import step_shape
from cliometer.workbench.api.plain import shown_work
from cliometer.workbench.api.shapes import Done, NewAction, SheetShape, SheetWork, StepShape
from cliometer.workbench.models import Sheet
from cliometer.workbench.services.acting import act
from cliometer.workbench.services.sheets import submit
from cliometer.workbench.services.works import Loaded, load, siblings, states

_WITH = ("study", "topic", "judge")


@operation("GET", "/sheets", "person", list[SheetShape])
def my_sheets(request: Asked) -> list[dict[str, Any]]:
    """List the sheets that are yours, or shared by your role, in all studies."""
    mine = Q(judge=request.user) | Q(judge__isnull=True, study__members__user=request.user)
    seated = Sheet.objects.filter(mine, study__members__user=request.user, superseded=False).distinct()
    roles = _roles(request)
    return [
        sheet_shape(sheet)
        for sheet in seated.select_related(*_WITH)
        if sheet.judge_id or roles[sheet.study_id] & {*sheet.definition.roles}
    ]


@operation("GET", "/studies/{slug:study}/sheets", "owner", list[SheetShape])
def study_sheets(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List all sheets of a study, without what stands on them."""
    rows = Sheet.objects.filter(study=request.seat.study, superseded=False).select_related(*_WITH)
    return [sheet_shape(sheet) for sheet in rows]


@operation("GET", "/sheets/{int:sheet}", "reading", SheetWork)
def read_sheet(request: AtSheet, sheet: int) -> dict[str, Any]:
    """Read a sheet and what stands on it."""
    seat = request.seat
    loaded = load(seat.sheet)
    return sheet_shape(seat.sheet) | {
        "last": loaded.last,
        "progress": _progress(loaded),
        "unsettled": list(loaded.work.unsettled),
        "remarks": list(loaded.work.remarks),
        "work": shown_work(loaded.work),
    }


@operation("GET", "/sheets/{int:sheet}/verbs", "reading", StepShape)
def sheet_verbs(request: AtSheet, sheet: int) -> StepShape:
    """List what can be done on a sheet: its verbs with their details."""
    return step_shape(request.seat.sheet.definition)


@operation("POST", "/sheets/{int:sheet}/actions", "working", Done)
def do_action(request: AtSheet, sheet: int, action: NewAction) -> dict[str, Any]:
    """Do one thing on a sheet; undo and redo are verbs, too."""
    outcome = act(request.seat.sheet.pk, request.user, action.verb, action.details, action.op)
    return {"seq": outcome.seq, "repeated": outcome.repeated, "progress": _progress(outcome.loaded)}


@operation("POST", "/sheets/{int:sheet}/hand-in", "working", SheetShape)
def hand_in_sheet(request: AtSheet, sheet: int) -> dict[str, Any]:
    """Hand a sheet in; afterwards only the owner can reopen its step."""
    return sheet_shape(submit(request.seat.sheet.pk, request.user))


def sheet_shape(sheet: Sheet) -> dict[str, Any]:
    """A sheet without its work."""
    return {
        "sheet": sheet.pk,
        "study": sheet.study.slug,
        "topic": sheet.topic.name if sheet.topic else "",
        "step": sheet.step,
        "judge": sheet.judge_name,
        "revision": sheet.revision,
        "open": not sheet.submitted and is_open(sheet.study.protocol, sheet.step, states(siblings(sheet))),
        "submitted": sheet.submitted,
    }


def _roles(request: Asked) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for study, role in request.user.seats.values_list("study_id", "role"):
        found.setdefault(study, set()).add(role)
    return found


def _progress(loaded: Loaded) -> dict[str, int]:
    done, of = loaded.work.progress
    return {"done": done, "of": of}
