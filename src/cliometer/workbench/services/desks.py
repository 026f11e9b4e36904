"""What waits for a person: the sheets that are open to them, where they left off first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Max, Q

from cliometer.study.protocol.steps import is_open
from cliometer.workbench.models import Entry, Member, Sheet, Study
from cliometer.workbench.services.audit import handed_in_for_all
from cliometer.workbench.services.grid import progress
from cliometer.workbench.services.works import states


@dataclass(frozen=True)
class Task:
    """An open sheet, and how far it is."""

    sheet: Sheet
    done: int
    of: int
    begun: bool


def waiting(user: User, study: Study | None = None) -> list[Task]:
    """Open sheets of one's own and shared ones that one's roles reach, the one used last first."""
    roles = _roles(user, study)
    rows = Sheet.objects.filter(study__in=roles, superseded=False).select_related("study", "topic", "judge")
    opened = [
        sheet
        for sheet in _open(rows)
        if sheet.judge_id == user.pk
        or (sheet.judge_id is None and roles[sheet.study_id] & {*sheet.definition.roles})
    ]
    last = dict(Entry.objects.filter(sheet__in=opened, by=user).values_list("sheet").annotate(last=Max("at")))
    opened.sort(key=lambda sheet: last[sheet.pk].timestamp() if sheet.pk in last else 0.0, reverse=True)
    return [Task(sheet, *progress(sheet), sheet.pk in last) for sheet in opened]


def handed_in(user: User, study: Study) -> list[Sheet]:
    """What one has done in a study; shared sheets that one handed in for all are among it."""
    shared = [sheet for sheet, by in handed_in_for_all(study).items() if by == user.pk]
    rows = study.sheets.filter(Q(judge=user) | Q(pk__in=shared), superseded=False, submitted__isnull=False)
    return list(rows.select_related("study", "topic", "judge").order_by("submitted"))


def _roles(user: User, study: Study | None) -> dict[int, set[str]]:
    """By study; those that were put aside are left out, unless one is asked for."""
    seats = Member.objects.filter(user=user)
    seats = seats.filter(study__archived=False) if study is None else seats.filter(study=study)
    found: dict[int, set[str]] = {}
    for number, role in seats.values_list("study_id", "role"):
        found.setdefault(number, set()).add(role)
    return found


def _open(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Those that can be worked on now."""
    places: dict[tuple[int, int | None], list[Sheet]] = {}
    for sheet in sheets:
        places.setdefault((sheet.study_id, sheet.topic_id), []).append(sheet)
    return [
        sheet
        for mine in places.values()
        for sheet in mine
        if not sheet.submitted and is_open(sheet.study.protocol, sheet.step, states(mine))
    ]
