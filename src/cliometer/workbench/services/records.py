"""The record of a study, for its owners: the audit, and every row of every journal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.paginator import Page, Paginator

from cliometer.workbench.access import Seat, SheetSeat, at_blind_work
from cliometer.workbench.models import Audit, Entry, Sheet
from cliometer.workbench.services.blindness import note_reading

PAGE = 50
_WORDS_OF_JUDGES = "left out"  # the one kind of line that quotes what a judge did


def audit_page(seat: Seat, what: str, by: str, number: int) -> Page[Audit]:
    """Lines of the audit, newest first; an owner at blind work is not told what others wrote."""
    rows = Audit.objects.filter(study=seat.study).select_related("by")
    if what:
        rows = rows.filter(what=what)
    if by:
        rows = rows.filter(by__username=by)
    page = Paginator(rows, PAGE).get_page(number)
    if at_blind_work(seat):
        for row in page.object_list:
            if row.what == _WORDS_OF_JUDGES:
                row.details = {"step": row.details.get("step"), "action": "shown when your work is handed in"}
    return page


def choices(seat: Seat) -> dict[str, list[str]]:
    """What the audit can be narrowed to."""
    rows = Audit.objects.filter(study=seat.study).order_by()
    kinds = rows.values_list("what", flat=True).distinct()
    names = rows.filter(by__isnull=False).values_list("by__username", flat=True).distinct()
    return {"kinds": sorted(kinds), "names": sorted(name for name in names if name)}


def journal_lines(seat: Seat) -> Iterator[str]:
    """Every action on every sheet, replaced ones too, one JSON object a line.

    A blind step that the owner is at herself is left out, and a line says so.
    """
    sheets = seat.study.sheets.select_related("study", "topic", "judge").order_by("pk")
    for sheet in sheets:
        about = _about(sheet)
        entries = Entry.objects.filter(sheet=sheet).order_by("seq")
        if not SheetSeat(seat.user, seat.study, seat.roles, sheet).may_read:
            if entries.exists():
                yield _line(about | {"left_out": "you are at this blind step yourself; hand in first"})
            continue
        note_reading(seat.user, sheet)
        for entry in entries.iterator():
            yield _line(about | _row(entry))


def _about(sheet: Sheet) -> dict[str, Any]:
    return {
        "sheet": sheet.pk, "topic": sheet.topic.name if sheet.topic else None, "step": sheet.step,
        "judge": sheet.judge_name or None, "revision": sheet.revision, "superseded": sheet.superseded,
        "submitted": sheet.submitted.isoformat() if sheet.submitted else None,
    }  # fmt: skip


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq, "by": entry.name, "verb": entry.verb, "details": entry.details, "op": entry.op,
        "at": entry.at.isoformat(), "carried": entry.carried,
    }  # fmt: skip


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
