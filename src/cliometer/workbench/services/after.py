"""What comes after a sheet is handed in: words for whoever did it, and where to go."""

from __future__ import annotations

from cliometer.workbench.access import SheetSeat
from cliometer.workbench.models import Sheet
from cliometer.workbench.services.desks import waiting
from cliometer.workbench.services.releasing import readiness
from cliometer.workbench.services.waiting import standing


def told(seat: SheetSeat, already: bool = False) -> str:
    """What was done, and what is next."""
    done = "This was handed in already" if already else "Handed in"
    shared = "" if already or seat.sheet.judge_id else ", for all who share it"
    return f"{done}: {_named(seat.sheet)}{shared}. Next: {_next(seat)}."


def to_be_frozen(seat: SheetSeat) -> bool:
    """Whether the owner has a release to freeze now."""
    if not seat.owner:
        return False
    ready = readiness(seat.study)
    return bool(ready.done) and not (ready.waiting or ready.gaps.lacks or ready.gaps.bar)


def _next(seat: SheetSeat) -> str:
    tasks = waiting(seat.user, seat.study)
    if tasks:
        return _named(tasks[0].sheet)
    if to_be_frozen(seat):
        return "freeze a release, for everything is through"
    now = standing(seat)
    return "nothing, everything is handed in" if now.through else "; ".join(now.waits[:1]) or "nothing"


def _named(sheet: Sheet) -> str:
    return f"“{sheet.definition.title}” of {sheet.topic}" if sheet.topic else f"“{sheet.definition.title}”"
