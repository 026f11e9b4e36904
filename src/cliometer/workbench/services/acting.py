"""One action of one judge: checked, written, and only then said to be saved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.study.protocol.journal import REDO, UNDO, attempt
from cliometer.study.protocol.work import Action
from cliometer.workbench.models import Entry, Sheet
from cliometer.workbench.services.keeping import refuse_unkeepable
from cliometer.workbench.services.works import MEMORY, Loaded, current_step, fetched, load
from cliometer.workbench.services.writing import writing

_OP = re.compile(r"[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True)
class Outcome:
    """What an action came to; `repeated` where it had been done before, and nothing was done now."""

    seq: int
    loaded: Loaded
    repeated: bool = False


def act(sheet: Sheet | int, user: User, verb: str, details: Mapping[str, object], op: str) -> Outcome:
    """Do it, or raise Refused; the same op of the same person is done once, however often it is sent.

    The sheet as `fetched`, or its number.

    Rows of one sheet are written one after the other: on PostgreSQL the sheet is locked, on SQLite every
    writing transaction waits for the one before.
    """
    if not _OP.fullmatch(op):
        raise Refused("an action needs an op: 8 to 64 letters, digits, - or _, chosen anew for each action")
    refuse_unkeepable(details)
    if verb in (UNDO, REDO) and details:
        raise Refused(f"{verb} takes no details")
    with writing():
        sheet = _locked(sheet if isinstance(sheet, Sheet) else fetched().get(pk=sheet))
        before = None if sheet.superseded or sheet.submitted else load(sheet)
        if before is None or any(action.op == op for action in before.journal):
            done = Entry.objects.filter(sheet=sheet, by=user, op=op).first()
            if done is not None:
                return Outcome(done.seq, before or load(sheet), repeated=True)
        refuse_closed(sheet)
        before = before or load(sheet)
        now = timezone.now()
        action = Action(before.last + 1, user.username, verb, dict(details), op, now.isoformat())
        work = attempt(before.start, before.journal, action, before.work)
        Entry.objects.create(
            sheet=sheet, seq=action.seq, by=user, name=user.username, verb=verb,
            details=dict(details), op=op, at=now,
        )  # fmt: skip
        after = before.grown([action], work)
        transaction.on_commit(lambda: MEMORY.keep(sheet, after))
    return Outcome(action.seq, after)


def _locked(sheet: Sheet) -> Sheet:
    """The sheet, held until the end of the transaction; what others may have changed is read anew."""
    row = Sheet.objects.select_for_update().order_by().filter(pk=sheet.pk)
    now = copy(sheet)
    now.submitted, now.superseded = row.values_list("submitted", "superseded").get()
    return now


def refuse_closed(sheet: Sheet) -> None:
    """Refuse to change what was handed in, replaced, or is not open yet."""
    if sheet.superseded:
        raise Refused(
            "this sheet was replaced when its step was reopened; go to your studies for the new one"
        )
    if sheet.submitted:
        raise Refused("this sheet was handed in; ask the owner of the study to reopen the step")
    current = current_step(sheet)
    if current is None or current.name != sheet.step:
        raise Refused(f"the step {sheet.definition.title!r} is not open: earlier steps are not handed in")
