"""Work carried over into a reopened step: what no longer fits is left out, and named in the audit."""

from __future__ import annotations

from cliometer.study.protocol.journal import salvage
from cliometer.study.protocol.work import Work
from cliometer.workbench.models import Entry, Sheet
from cliometer.workbench.services.audit import record
from cliometer.workbench.services.writing import writing

LEFT_OUT = "left out"


def reconcile(sheet: Sheet, start: Work) -> bool:
    """Drop the copies that what comes before no longer allows; the originals stay. Whether it fits now.

    Done when such a sheet is first opened: whatever let its step open again, the ground is firm by then.
    """
    with writing():
        row = Sheet.objects.select_for_update(of=("self",)).get(pk=sheet.pk)
        if row.submitted or row.superseded:
            return False
        entries = list(Entry.objects.filter(sheet=sheet).order_by("seq"))
        carried = {entry.seq for entry in entries if entry.carried}
        _, left_out = salvage(start, [entry.action for entry in entries])
        if any(action.seq not in carried for action, _ in left_out):
            return False
        Entry.objects.filter(sheet=sheet, seq__in=[action.seq for action, _ in left_out]).delete()
        for action, why in left_out:
            told = f"{action.by}: {action.verb} {dict(action.details)}"
            record(sheet.study, None, LEFT_OUT, step=sheet.step, action=told, why=why)
    return True
