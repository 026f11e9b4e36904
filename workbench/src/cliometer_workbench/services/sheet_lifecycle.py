"""The life of a sheet: it is laid out, assigned, worked on, handed in, withdrawn or reopened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from cliometer.errors import Overtaken, Refused
from cliometer.model.notes import joined
from cliometer_workbench.access import readers, refuse_readers
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.models import (
    Entry,
    Member,
    Sheet,
    Study,
    StudyTopic,
    present_sheets,
    unfinished_sheets,
    whole_sheets,
)
from cliometer_workbench.services.storage import record, refuse_unstorable, writing
from cliometer_workbench.services.worksheets import MEMORY, SheetHistory, current_step, load, sheet_rows
from cliometer_workbench.study.journal import REDO, UNDO, Action, attempt, overtaken_by, skip_changed, standing_actions
from cliometer_workbench.study.steps import StudyStep

_OP = re.compile(r"[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True)
class Outcome:
    """The outcome of an action; `repeated` if the same request had been carried out before.

    `skipped` are actions that an undo did not take back, because others have changed their outcome since.
    """

    seq: int
    history: SheetHistory
    repeated: bool = False
    skipped: tuple[Action, ...] = ()


def act(
    sheet: Sheet | int, user: User, verb: str, details: Mapping[str, object], op: str, seen: int | None = None
) -> Outcome:
    """Carry out an action, or raise Refused; an action with the same op and person is carried out only once.

    `sheet` is a row of `sheet_rows` or a number. `seen` is the number of the last action that the person saw: where
    somebody else has changed since then what this action rests on, it is refused. Actions on one sheet are written one
    after the other: on PostgreSQL the sheet is locked, on SQLite every writing transaction waits for the one before.
    """
    if not _OP.fullmatch(op):
        raise Refused("op-expected")
    refuse_unstorable(details)
    if verb in (UNDO, REDO) and details:
        raise Refused("details-unexpected", verb=verb)
    with writing():
        sheet = copy(sheet) if isinstance(sheet, Sheet) else sheet_rows().get(pk=sheet)
        row = Sheet.objects.select_for_update().order_by().filter(pk=sheet.pk)  # locked until the end
        present = row.values_list("submitted", "superseded", "created", "facts")
        sheet.submitted, sheet.superseded, sheet.created, sheet.facts = present.get()
        before = None if sheet.superseded or sheet.submitted else load(sheet)
        if before is None or any(action.op == op for action in before.journal):
            done = Entry.objects.filter(sheet=sheet, by=user, op=op).first()
            if done is not None:
                return Outcome(done.seq, before or load(sheet), repeated=True)
        refuse_closed(sheet)
        before = before or load(sheet)
        now, details = timezone.now(), before.work.journal_details(verb, details)
        action = Action(before.last + 1, user.username, verb, details, op, now.isoformat())
        other = None if seen is None else overtaken_by(before.start, before.journal, action, seen, before.work)
        if other is not None:
            raise Overtaken("changed-by-other", person=other.by, verb=other.verb)
        skipped: tuple[Action, ...] = ()
        if verb == UNDO:
            action, work, skipped = skip_changed(before.start, before.journal, action, before.work)
        else:
            work = attempt(before.start, before.journal, action, before.work)
        Entry.objects.create(
            sheet=sheet, seq=action.seq, by=user, name=user.username, verb=verb,
            details=action.details, op=op, at=now, guidelines=sheet.study.versions.get("guidelines", 0),
        )  # fmt: skip
        after = before.extend([action], work)
        transaction.on_commit(lambda: MEMORY.keep(sheet, after))
    return Outcome(action.seq, after, skipped=skipped)


def refuse_closed(sheet: Sheet) -> None:
    """Refuse to change a sheet that was handed in or replaced, or whose step is not open."""
    if sheet.superseded:
        raise Refused("sheet-replaced")
    if sheet.submitted:
        raise Refused("sheet-handed-in")
    current = current_step(sheet)
    if current is None or current.name != sheet.step:
        raise Refused("step-not-open", step=sheet.definition.title)


def lock_study(study_id: int) -> None:
    """Lock the study against changes of its open steps; judges can still write on their sheets."""
    Study.objects.select_for_update(no_key=True).get(pk=study_id)


def lay_out(study: Study, by: User | None = None) -> list[Sheet]:
    """Create the sheets that the steps of all topics lack, and return them; calling it again is safe."""
    made = []
    with transaction.atomic():
        lock_study(study.pk)
        places: list[StudyTopic | None] = [*study.topics.all(), None]
        for topic in places:
            for step in study.protocol.steps:
                if step.spans == (topic is None):
                    made += _missing_sheets(study, topic, step)
        if made:
            record(study, by, "sheets laid out", count=len(made))
    return made


def _missing_sheets(study: Study, topic: StudyTopic | None, step: StudyStep) -> list[Sheet]:
    every = Sheet.objects.filter(study=study, topic=topic, step=step.name)
    there = every.filter(superseded=False)
    if step.scope == "shared":
        return [] if there.exists() else [Sheet.objects.create(study=study, topic=topic, step=step.name)]
    ever = set(every.values_list("judge_id", flat=True))
    if step.crew == "none" or (step.crew == "one" and there.exists()):
        return []
    if there.filter(submitted__isnull=False).exists() and not _deals_hands(study):
        return []
    unblind = readers(study, topic, step)
    crew = [user for user in people(study, step.roles) if user.pk not in unblind]
    chosen = crew[:1] if step.crew == "one" else crew
    laid = [
        _create_sheet(study, topic, step.name, user)
        for user in chosen
        if user.pk not in ever  # a withdrawn sheet is only assigned again by the owner
    ]
    return [sheet for sheet in laid if sheet is not None]


def _deals_hands(study: Study) -> bool:
    """Return whether each judge is dealt a hand of what is missing, so that judges can join late."""
    return KINDS[study.kind].facts is not None


def _create_sheet(
    study: Study,
    topic: StudyTopic | None,
    step: str,
    judge: User,
    revision: int = 1,
    facts: Mapping[str, object] | None = None,
) -> Sheet | None:
    """Return a new sheet with the facts or the hand that the judge is dealt, or None if nothing is left to deal."""
    deal = KINDS[study.kind].facts
    kept = facts if facts is not None else deal(study, judge, step) if deal else {}
    if kept is None:
        return None
    about = {"study": study, "topic": topic, "step": step, "judge": judge}
    return Sheet.objects.create(**about, facts=dict(kept), revision=revision)


def people(study: Study, roles: Iterable[str]) -> list[User]:
    """Return the people who have one of the roles, in the order of their numbers."""
    seats = Member.objects.filter(study=study, role__in=list(roles)).select_related("user")
    return list(dict.fromkeys(seat.user for seat in seats))


def assign(
    study: Study,
    topic: StudyTopic | None,
    step: str,
    judge: User,
    by: User,
    facts: Mapping[str, object] | None = None,
) -> Sheet:
    """Assign a step to a judge, and return the sheet, which keeps the facts or else what its kind of study deals."""
    definition = study.protocol.step(step)
    if definition.scope != "each":
        raise Refused("sheet-shared", step=definition.title)
    if judge not in people(study, definition.roles):
        raise Refused("role-missing", person=judge.username, step=definition.title, roles=", ".join(definition.roles))
    with transaction.atomic():
        lock_study(study.pk)
        last = Sheet.objects.filter(study=study, topic=topic, step=step, judge=judge).order_by("-revision").first()
        if last is not None and not last.superseded:
            return last
        later = [other.name for other in study.protocol.later(step)]
        resting = Sheet.objects.filter(study=study, topic=topic, step__in=later, superseded=False)
        if resting.filter(Q(submitted__isnull=False) | Q(entries__carried=False)).exists():
            raise Refused("step-rested-on", step=definition.title)
        apart = {*definition.hides, *(other.name for other in study.protocol.steps if step in other.hides)}
        theirs = Sheet.objects.filter(study=study, topic=topic, judge=judge, superseded=False)
        for sheet in theirs.filter(step__in=apart):  # the second opinion must come from another person
            held = f"{judge.username} has {sheet.definition.title!r} already"
            raise Refused("assignment-refused", reason=held, step=definition.title)
        refuse_readers(judge, study, topic, definition)
        # the cache may hold them as they were without the sheet that is created now
        resting.update(created=timezone.now())
        record(study, by, "assigned", step=step, topic=str(topic or ""), judge=judge.username)
        if last is not None and facts is None and (last.entries.exists() or not _deals_hands(study)):
            return _next_revision(last)
        made = _create_sheet(study, topic, step, judge, last.revision + 1 if last else 1, facts)
        if made is None:
            raise Refused("assignment-nothing-left")
        return made


def assign_topics(study: Study, topics: Iterable[StudyTopic], step: StudyStep, judge: User, by: User) -> list[Sheet]:
    """Assign a step of these topics to a judge, or of the study where a sheet spans it; return the sheets."""
    places = [None] if step.spans else [*topics]
    if not study.topics.exists():
        raise Refused("study-without-topics")
    if not places:
        raise Refused("topic-absent")
    return [assign(study, topic, step.name, judge, by) for topic in places]


def withdraw(sheet: Sheet, by: User | None) -> None:
    """Withdraw a sheet from a judge; the work on it is kept. Nobody withdraws it where a time ran out."""
    if sheet.judge is None:
        raise Refused("shared-sheet-withdrawn")
    with transaction.atomic():
        lock_study(sheet.study_id)
        if not unfinished_sheets(Sheet.objects).filter(pk=sheet.pk).update(superseded=True):
            raise Refused("handed-in-sheet-withdrawn")
        record(sheet.study, by, "withdrawn", step=sheet.step, judge=sheet.judge_name)


def submit(sheet_id: int, user: User) -> Sheet:
    """Hand a sheet in, or refuse while something on it is unsettled."""
    with transaction.atomic():
        lock_study(Sheet.objects.values_list("study_id", flat=True).get(pk=sheet_id))
        sheet = whole_sheets(Sheet.objects).select_for_update(of=("self",)).get(pk=sheet_id)
        if sheet.submitted:
            return sheet
        refuse_closed(sheet)
        unsettled = load(sheet).work.unsettled
        if unsettled:
            raise Refused("sheet-unfinished", reasons=joined(unsettled, 1))
        sheet.submitted, sheet.submitted_by = timezone.now(), user
        sheet.save(update_fields=["submitted", "submitted_by"])
        record(sheet.study, user, "handed in", step=sheet.step, topic=str(sheet.topic or ""), sheet=sheet.pk)
        if _deals_hands(sheet.study) and sheet.study.started:
            lay_out(sheet.study)  # the votes that this sheet did not bring go to judges without a sheet
    return sheet


def reopen(study: Study, topic: StudyTopic | None, step: str, by: User) -> list[str]:
    """Reopen a step and all steps after it, as new revisions that begin with the present work; return their names.

    When a later step opens again, actions that no longer fit are left out and named in the audit.
    """
    names = [step, *(later.name for later in study.protocol.later(step))]
    with transaction.atomic():
        lock_study(study.pk)
        rows = present_sheets(study.sheets).select_for_update(of=("self",))
        old = list(rows.filter(topic=topic, step__in=names))
        if not any(sheet.submitted for sheet in old if sheet.step == step):
            raise Refused("step-open-already", step=study.protocol.step(step).title)
        Sheet.objects.filter(pk__in=[sheet.pk for sheet in old]).update(superseded=True)
        for sheet in old:
            _next_revision(sheet)
        record(study, by, "reopened", step=step, topic=str(topic or ""))
    return names


def _next_revision(sheet: Sheet) -> Sheet:
    """Return a new sheet that starts with the work on the old one, whose journal stays as it is."""
    new = Sheet.objects.create(
        study=sheet.study, topic=sheet.topic, step=sheet.step, judge=sheet.judge,
        revision=sheet.revision + 1, facts=sheet.facts,
    )  # fmt: skip
    rows = list(Entry.objects.filter(sheet=sheet).order_by("seq"))
    stand = {action.seq for action in standing_actions(row.action for row in rows)}
    kept = [row for row in rows if row.seq in stand]
    for row in kept:
        row.pk, row.sheet, row.carried = None, new, True
    Entry.objects.bulk_create(kept)
    return new
