"""What waits for a person: open sheets, whose turn it is, and what comes after handing in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Max, Q

from cliometer.spelling import listed, many
from cliometer.study.steps import StudyStep, is_open, may_read, open_step
from cliometer.workbench.access import Seat, SheetSeat
from cliometer.workbench.models import Entry, Member, Sheet, Study
from cliometer.workbench.services.overview import progress
from cliometer.workbench.services.releases import readiness
from cliometer.workbench.services.sheets import people
from cliometer.workbench.services.storage import handed_in_for_all, is_started
from cliometer.workbench.services.studies import spans_topics
from cliometer.workbench.services.worksheets import sheet_states


@dataclass(frozen=True)
class OpenSheet:
    """An open sheet, and how far it is."""

    sheet: Sheet
    done: int
    of: int
    begun: bool


def open_tasks(user: User, study: Study | None = None) -> list[OpenSheet]:
    """Open sheets of one's own and shared ones that one's roles reach, the one used last first."""
    roles = _roles(user, study)
    rows = Sheet.objects.filter(study__in=roles, superseded=False).select_related("study", "topic", "judge")
    places: dict[tuple[int, int | None], list[Sheet]] = {}
    for sheet in rows:
        places.setdefault((sheet.study_id, sheet.topic_id), []).append(sheet)
    opened = [
        sheet
        for own in places.values()
        for sheet in own
        if not sheet.submitted
        and is_open(sheet.study.protocol, sheet.step, sheet_states(own))
        and (
            sheet.judge_id == user.pk
            or (sheet.judge_id is None and roles[sheet.study_id] & {*sheet.definition.roles})
        )
    ]
    last = dict(Entry.objects.filter(sheet__in=opened, by=user).values_list("sheet").annotate(last=Max("at")))
    opened.sort(key=lambda sheet: last[sheet.pk].timestamp() if sheet.pk in last else 0.0, reverse=True)
    return [OpenSheet(sheet, *progress(sheet), sheet.pk in last) for sheet in opened]


def finished_sheets(user: User, study: Study) -> list[Sheet]:
    """Return what one has done in a study; shared sheets that one handed in for all are among it."""
    shared = [sheet for sheet, by in handed_in_for_all(study).items() if by == user.pk]
    rows = study.sheets.filter(Q(judge=user) | Q(pk__in=shared), superseded=False, submitted__isnull=False)
    return list(rows.select_related("study", "topic", "judge").order_by("submitted"))


def _roles(user: User, study: Study | None) -> dict[int, set[str]]:
    """Return a person's roles by study; archived studies are left out, unless one is asked for."""
    seats = Member.objects.filter(user=user)
    seats = seats.filter(study__archived=False) if study is None else seats.filter(study=study)
    found: dict[int, set[str]] = {}
    for number, role in seats.values_list("study_id", "role"):
        found.setdefault(number, set()).add(role)
    return found


MOST = 5  # topics that are named
_DOES = {
    "owner": "you run it",
    "judge": "you work on the sheets that are given to you",
    "verifier": "you settle what the judges leave open",
    "reader": "you look on: you can read every topic that is through all steps, and the releases",
}


@dataclass(frozen=True)
class PersonStanding:
    """In words: what one is here, whether it has begun, and what one waits for."""

    roles: tuple[tuple[str, str], ...]  # each with what it means
    begun: bool
    waits: tuple[str, ...]
    through: bool  # all steps of all topics
    works: bool  # has a role in some step

    @property
    def short(self) -> str:
        if not self.begun:
            return "not started yet"
        if self.through:
            return "through all steps"
        return self.waits[0] if self.waits else ""


def standing(seat: Seat) -> PersonStanding:
    """Return where a study stands, as far as the person may know: who is at work, never on what."""
    study = seat.study
    places = _places(study)
    opened = [(name, sheets, open_step(study.protocol, sheet_states(sheets))) for name, sheets in places]
    waits = []
    for name, sheets, step in opened:
        if step is not None:
            mine = [sheet for sheet in sheets if sheet.step == step.name and not sheet.submitted]
            told = f"“{step.title}” {_waits_for(seat, step, mine)}{_your_turn(seat, sheets, step)}"
            waits.append(f"{name}: {told}" if name else told)
    begun = is_started(study) or any(sheets for _, sheets in places)
    held = [role for role in _DOES if role in seat.roles]
    return PersonStanding(
        tuple((role, _DOES[role]) for role in held),
        begun,
        (*waits[:MOST], *([f"and {len(waits) - MOST} more topics"] if waits[MOST:] else ())) if begun else (),
        bool(places) and not waits,
        any(seat.roles & {*step.roles} for step in study.protocol.steps),
    )


def _places(study: Study) -> list[tuple[str, list[Sheet]]]:
    """Return topics (the study, where a sheet holds them all) with their sheets."""
    sheets = list(study.sheets.filter(superseded=False).select_related("study", "judge").order_by("pk"))
    if spans_topics(study):
        return [("", sheets)]
    return [
        (str(topic), [sheet for sheet in sheets if sheet.topic_id == topic.pk])
        for topic in study.topics.defer("document")
    ]


def _waits_for(seat: Seat, step: StudyStep, mine: Sequence[Sheet]) -> str:
    if not mine:
        return "waits until the owner gives it to somebody"
    if step.scope == "shared":
        names = [user.username for user in people(seat.study, step.roles)]
        shared = "; one of them hands it in for all" if len(names) > 1 else ""
        return f"is open to {listed(names, MOST) if names else 'nobody yet'}{shared}"
    if step.spans:  # judges of such a study never meet: how many must do
        others = sum(sheet.judge_id != seat.user.pk for sheet in mine)
        return f"waits for {many(others, 'judge')}"
    return f"waits for {listed((sheet.judge_name for sheet in mine), MOST)}"


def _your_turn(seat: Seat, sheets: Sequence[Sheet], step: StudyStep) -> str:
    """Return what comes for this person afterwards."""
    own = {sheet.step for sheet in sheets if sheet.judge_id == seat.user.pk}
    for later in seat.study.protocol.later(step.name):
        if seat.roles & {*later.roles} and (later.scope == "shared" or later.name in own):
            return f". Your next step after it: “{later.title}”"
    return ""


def readable_sheets(seat: Seat) -> list[Sheet]:
    """Return others' sheets of topics that are through, which everybody with a seat may read."""
    study = seat.study
    found = []
    for _, sheets in _places(study):
        around = sheet_states(sheets)
        if sheets and open_step(study.protocol, around) is None:
            found += [
                sheet
                for sheet in sheets
                if sheet.judge_id != seat.user.pk
                and may_read(study.protocol, sheet.state, around, seat.user.username, seat.roles)
            ]
    return found


def handed_in_message(seat: SheetSeat, already: bool = False) -> str:
    """Return what was done, and what is next."""
    done = "This was handed in already" if already else "Handed in"
    shared = "" if already or seat.sheet.judge_id else ", for all who share it"
    return f"{done}: {_named(seat.sheet)}{shared}. Next: {_next(seat)}."


def can_freeze(seat: SheetSeat) -> bool:
    """Return whether the owner has a release to freeze now."""
    return seat.owner and readiness(seat.study).whole


def _next(seat: SheetSeat) -> str:
    tasks = open_tasks(seat.user, seat.study)
    if tasks:
        return _named(tasks[0].sheet)
    if can_freeze(seat):
        return "freeze a release, for everything is through"
    now = standing(seat)
    return "nothing, everything is handed in" if now.through else "; ".join(now.waits[:1]) or "nothing"


def _named(sheet: Sheet) -> str:
    return f"“{sheet.definition.title}” of {sheet.topic}" if sheet.topic else f"“{sheet.definition.title}”"
