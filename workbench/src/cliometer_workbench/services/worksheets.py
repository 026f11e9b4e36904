"""The work on a sheet, replayed from its journal and cached between requests."""

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
from cliometer.study.topics import Topic, read_topic
from cliometer_workbench.models import Entry, Member, Sheet, Study, StudyTopic, present_sheets
from cliometer_workbench.services.storage import record, writing
from cliometer_workbench.study.journal import REDO, UNDO, Action, Worksheet, replay, salvage
from cliometer_workbench.study.steps import SHARED, Desk, EarlierWork, SheetState, StudyStep, open_step
from cliometer_workbench.study.suggestions import joined_use, suggestion_use

LEFT_OUT = "left out"


def reconcile(sheet: Sheet, start: Worksheet) -> bool:
    """Drop copied actions that no longer fit the earlier steps, and return whether the sheet can be replayed now.

    This happens when a reopened sheet is first opened, since the earlier steps are handed in by then. The original
    actions stay on the replaced sheet.
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
            text = f"{action.by}: {action.verb} {dict(action.details)}"
            record(sheet.study, None, LEFT_OUT, step=sheet.step, action=text, why=why)
    return True


_MOST = 512  # sheets in the cache
_HANDED_IN = ExpressionWrapper(Q(submitted__isnull=False), output_field=BooleanField())
Key = tuple[int, datetime, datetime | None]
NUMBER = "seat number"  # a fact of a sheet whose judge has no seat any more


@dataclass(frozen=True)
class SheetHistory:
    """The history of a sheet: the work it started from, the actions, and the present work."""

    start: Worksheet
    journal: tuple[Action, ...]
    work: Worksheet

    @property
    def last(self) -> int:
        """The number of the last action."""
        return self.journal[-1].seq if self.journal else 0

    def extend(self, actions: Iterable[Action], work: Worksheet | None = None) -> SheetHistory:
        """Return the history with more actions; `work` is their outcome where it is known."""
        added = tuple(actions)
        journal = (*self.journal, *added)
        if work is None and any(action.verb in (UNDO, REDO) for action in added):
            work = replay(self.start, journal)
        if work is None:
            work = self.work
            for action in added:
                work = work.do(action)
        return replace(self, journal=journal, work=work)


class _Memory:
    """A thread-safe cache of the histories of the sheets used last."""

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
    """Return the key of a sheet in the cache: its times too, since a restored backup may use its number again."""
    return sheet.pk, sheet.created, sheet.submitted


MEMORY = _Memory()


def cached_history(sheet: Sheet) -> SheetHistory:
    """Return a history of the sheet that may be out of date, which is enough to know the kind of its work."""
    return MEMORY.get(sheet) or load(sheet)


def sheet_rows() -> QuerySet[Sheet]:
    """Return the query of sheets with their studies and topics, but without documents and judges."""
    return Sheet.objects.select_related("study", "topic").defer("topic__document")


def load(sheet: Sheet) -> SheetHistory:
    """Return the history of a sheet, or refuse while earlier steps are not handed in."""
    known = MEMORY.get(sheet)
    if known is not None and sheet.submitted is not None:
        return known
    if known is None:
        start = sheet.definition.start(desk(sheet))
        known = SheetHistory(start, (), start)
    try:
        loaded = _with_new_rows(sheet, known)
    except Refused:
        if not reconcile(sheet, known.start):
            raise
        fitting = _with_new_rows(sheet, known)  # cached only if the transaction that made it fit is committed
        transaction.on_commit(lambda: MEMORY.keep(sheet, fitting))
        return fitting
    MEMORY.keep(sheet, loaded)
    return loaded


def _with_new_rows(sheet: Sheet, known: SheetHistory) -> SheetHistory:
    rows = Entry.objects.filter(sheet=sheet, seq__gt=known.last).order_by("seq")
    columns = rows.values_list("seq", "name", "verb", "details", "op", "at")
    new = [Action(seq, name, verb, details, op, at.isoformat()) for seq, name, verb, details, op, at in columns]
    return known.extend(new) if new else known


def desk(sheet: Sheet) -> Desk:
    """Return the topics, settings and earlier work from which a sheet is laid out."""
    if not is_reached(sheet):
        raise Refused("step-not-open-yet", step=sheet.definition.title)
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
    """Return the judge's number, which the facts of the sheet keep after the seat is gone."""
    if NUMBER in sheet.facts:
        return int(sheet.facts[NUMBER])
    member = Member.objects.filter(study=sheet.study, user=sheet.judge).order_by("number").first()
    return member.number if member else 0


def siblings(sheet: Sheet) -> list[Sheet]:
    """Return the current sheets of the same topic, this one among them."""
    sheets = list(_sibling_rows(sheet).select_related("judge"))
    for other in sheets:  # the documents of a topic are long, so all share one copy
        other.study, other.topic = sheet.study, sheet.topic
    return sheets


def sibling_states(sheet: Sheet) -> list[SheetState]:
    """Return the states of the current sheets of the same topic."""
    rows = _sibling_rows(sheet).values_list("step", "judge__first_name", "judge__username", _HANDED_IN)
    return [SheetState(step, imported or judge or SHARED, handed_in) for step, imported, judge, handed_in in rows]


def current_step(sheet: Sheet) -> StudyStep | None:
    """Return the open step of the sheet's topic, by a query of one or two rows per step."""
    rows = _sibling_rows(sheet).order_by().values_list("step", _HANDED_IN).distinct()
    return open_step(sheet.study.protocol, [SheetState(step, SHARED, done) for step, done in rows])


def _sibling_rows(sheet: Sheet) -> QuerySet[Sheet]:
    return Sheet.objects.filter(study=sheet.study_id, topic=sheet.topic_id, superseded=False)


def sheet_states(sheets: Iterable[Sheet]) -> list[SheetState]:
    """Return the states of sheets."""
    return [sheet.state for sheet in sheets]


def is_reached(sheet: Sheet) -> bool:
    """Return whether all steps before that of the sheet are handed in."""
    return current_step(sheet) not in sheet.study.protocol.earlier(sheet.step)


def earlier_work(sheet: Sheet) -> EarlierWork:
    """Return the work of the steps before, by step and judge."""
    before = {step.name for step in sheet.study.protocol.earlier(sheet.step)}
    works: dict[str, dict[str, Worksheet]] = {name: {} for name in before}
    for other in siblings(sheet):
        if other.step in before:
            works[other.step][other.judge_name or SHARED] = load(other).work
    return works


def topic_works(topic: StudyTopic) -> dict[str, dict[str, Worksheet]]:
    """Return all work on a topic in the steps reached so far, by step and judge."""
    works: dict[str, dict[str, Worksheet]] = {}
    for sheet in present_sheets(topic.sheets):
        if is_reached(sheet):
            works.setdefault(sheet.step, {})[sheet.judge_name] = load(sheet).work
    return works


_parse_topic = lru_cache(maxsize=64)(read_topic)


def topic_of(row: StudyTopic) -> Topic:
    """Return the topic of a row, parsed once and cached."""
    return _parse_topic(row.document)


def suggestion_figures(study: Study) -> list[dict[str, object]]:
    """Return for each step and source how many suggestions were accepted and refused on all its sheets."""
    figures = []
    sheets = list(sheet_rows().filter(study=study, superseded=False))
    for step in study.protocol.steps:
        uses = [
            suggestion_use(load(sheet).journal) for sheet in sheets if sheet.step == step.name and is_reached(sheet)
        ]
        for source, (accepted, declined) in joined_use(uses).items():
            share = accepted / (accepted + declined)
            about = {"step": step.title, "source": source, "share": share}
            figures.append(about | {"accepted": accepted, "declined": declined})
    return figures
