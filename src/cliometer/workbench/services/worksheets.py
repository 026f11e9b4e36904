"""From the rows of a sheet to the work that stands on it, remembered between requests."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from cliometer.errors import Refused
from cliometer.study.journal import REDO, UNDO, Action, Worksheet, replay, salvage
from cliometer.study.steps import (
    SHARED,
    Desk,
    EarlierWork,
    SheetState,
    StudyStep,
    Topic,
    open_step,
    read_topic,
)
from cliometer.workbench.models import Entry, Member, Sheet, StudyTopic
from cliometer.workbench.services.storage import record, writing

LEFT_OUT = "left out"


def reconcile(sheet: Sheet, start: Worksheet) -> bool:
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


_MOST = 512  # sheets remembered
_HANDED_IN = ExpressionWrapper(Q(submitted__isnull=False), output_field=BooleanField())
Key = tuple[int, datetime, datetime | None]
NUMBER = "seat number"  # a fact of a sheet whose judge has no seat (any more)


@dataclass(frozen=True)
class SheetHistory:
    """A sheet as it stands: what it started from, what was done, and the outcome."""

    start: Worksheet
    journal: tuple[Action, ...]
    work: Worksheet

    @property
    def last(self) -> int:
        """The number of the last action."""
        return self.journal[-1].seq if self.journal else 0

    def grown(self, actions: Iterable[Action], work: Worksheet | None = None) -> SheetHistory:
        """Return the history with more actions; undo and redo need the whole journal."""
        more = tuple(actions)
        journal = (*self.journal, *more)
        if work is None and any(action.verb in (UNDO, REDO) for action in more):
            work = replay(self.start, journal)
        if work is None:
            work = self.work
            for action in more:
                work = work.do(action)
        return replace(self, journal=journal, work=work)


class _Memory:
    """The sheets used last; safe between threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, SheetHistory] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, sheet: Sheet) -> SheetHistory | None:
        with self._lock:
            return self._kept.get(_key(sheet))

    def keep(self, sheet: Sheet, loaded: SheetHistory) -> None:
        with self._lock:
            known = self._kept.get(_key(sheet))
            if known is None or known.last <= loaded.last:
                self._kept[_key(sheet)] = loaded
                self._kept.move_to_end(_key(sheet))
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


def _key(sheet: Sheet) -> Key:
    """Return number and moments: a number alone may come back after a restore."""
    return sheet.pk, sheet.created, sheet.submitted


MEMORY = _Memory()


def remembered_history(sheet: Sheet) -> SheetHistory:
    """Return the sheet as this process saw it last: enough to know what kind of work it holds."""
    return MEMORY.get(sheet) or load(sheet)


def sheet_rows() -> QuerySet[Sheet]:
    """Return sheets with what a request needs; documents and the judge are loaded when asked for."""
    return Sheet.objects.select_related("study", "topic").defer("topic__document")


def load(sheet: Sheet) -> SheetHistory:
    """Return the sheet as it stands; refused while earlier steps are not handed in."""
    known = MEMORY.get(sheet)
    if known is not None and sheet.submitted is not None:
        return known
    if known is None:
        start = sheet.definition.start(desk(sheet))
        known = SheetHistory(start, (), start)
    try:
        loaded = _read_on(sheet, known)
    except Refused:
        if not reconcile(sheet, known.start):
            raise
        fitting = _read_on(sheet, known)  # remembered only if the transaction that made it fit is committed
        transaction.on_commit(lambda: MEMORY.keep(sheet, fitting))
        return fitting
    MEMORY.keep(sheet, loaded)
    return loaded


def _read_on(sheet: Sheet, known: SheetHistory) -> SheetHistory:
    rows = Entry.objects.filter(sheet=sheet, seq__gt=known.last).order_by("seq")
    columns = rows.values_list("seq", "name", "verb", "details", "op", "at")
    new = [Action(seq, name, verb, told, op, at.isoformat()) for seq, name, verb, told, op, at in columns]
    return known.grown(new) if new else known


def desk(sheet: Sheet) -> Desk:
    """Return the topics, settings and earlier work that a sheet is laid out from."""
    if not is_reached(sheet):
        raise Refused(f"the step {sheet.definition.title!r} is not open yet: earlier steps are not handed in")
    rows = [sheet.topic] if sheet.topic else list(sheet.study.topics.all())
    facts = {name: fact for name, fact in sheet.facts.items() if name != NUMBER}
    return Desk(
        topics=tuple(topic_of(row) for row in rows),
        judge=sheet.judge_name,
        number=_number(sheet),
        settings=sheet.study.settings | facts,
        earlier=earlier_work(sheet),
    )


def _number(sheet: Sheet) -> int:
    """Return the judge's number, from the seat or, where that is gone, from the facts of the sheet."""
    if NUMBER in sheet.facts:
        return int(sheet.facts[NUMBER])
    member = Member.objects.filter(study=sheet.study, user=sheet.judge).order_by("number").first()
    return member.number if member else 0


def siblings(sheet: Sheet) -> list[Sheet]:
    """Return the current sheets of the same topic, this one among them."""
    found = list(_beside(sheet).select_related("judge"))
    for other in found:  # the documents of a topic are long: one copy will do
        other.study, other.topic = sheet.study, sheet.topic
    return found


def sibling_states(sheet: Sheet) -> list[SheetState]:
    """Return the states of the current sheets of the same topic."""
    rows = _beside(sheet).values_list("step", "judge__username", _HANDED_IN)
    return [SheetState(step, judge or SHARED, handed_in) for step, judge, handed_in in rows]


def current_step(sheet: Sheet) -> StudyStep | None:
    """Return the step that is open on the sheet's topic, with a query of a row or two a step."""
    rows = _beside(sheet).order_by().values_list("step", _HANDED_IN).distinct()
    return open_step(sheet.study.protocol, [SheetState(step, SHARED, done) for step, done in rows])


def _beside(sheet: Sheet) -> QuerySet[Sheet]:
    return Sheet.objects.filter(study=sheet.study_id, topic=sheet.topic_id, superseded=False)


def sheet_states(sheets: Iterable[Sheet]) -> list[SheetState]:
    """Return the states of sheets."""
    return [sheet.state for sheet in sheets]


def is_reached(sheet: Sheet) -> bool:
    """Return whether all steps before it were handed in."""
    return current_step(sheet) not in sheet.study.protocol.earlier(sheet.step)


def earlier_work(sheet: Sheet) -> EarlierWork:
    """Return the work of the steps before, by step and judge."""
    before = {step.name for step in sheet.study.protocol.earlier(sheet.step)}
    found: dict[str, dict[str, Worksheet]] = {name: {} for name in before}
    for other in siblings(sheet):
        if other.step in before:
            found[other.step][other.judge_name or SHARED] = load(other).work
    return found


def topic_works(topic: StudyTopic) -> dict[str, dict[str, Worksheet]]:
    """Return all work on a topic that can be shown, by step and judge."""
    found: dict[str, dict[str, Worksheet]] = {}
    rows = Sheet.objects.filter(topic=topic, superseded=False).select_related("judge", "study", "topic")
    for sheet in rows:
        if is_reached(sheet):
            found.setdefault(sheet.step, {})[sheet.judge_name] = load(sheet).work
    return found


_parsed = lru_cache(maxsize=64)(read_topic)


def topic_of(row: StudyTopic) -> Topic:
    """Return the topic, parsed once."""
    return _parsed(row.document)
