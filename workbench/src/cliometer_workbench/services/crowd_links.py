"""Crowd links: workers of a service get a seat without a password, and at the end a code or a return address.

The ids of a service stand in the table of workers alone. Journals, audit and releases name a worker by a random name.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.io.sheets import csv_text
from cliometer.spelling import many
from cliometer_workbench.config import digest
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.languages import speak
from cliometer_workbench.models import CrowdLink, CrowdWorker, Sheet, Study, whole_sheets
from cliometer_workbench.services.admission import next_gate
from cliometer_workbench.services.seats import FailureCount, count_failure, new_link, seat, seconds_to_wait
from cliometer_workbench.services.sheet_lifecycle import assign, lay_out, lock_study, submit, withdraw
from cliometer_workbench.services.storage import record
from cliometer_workbench.services.study_documents import current_document
from cliometer_workbench.services.worksheets import SheetHistory, load
from cliometer_workbench.study.crowd_services import Outcome, WorkerIds, fill_address
from cliometer_workbench.study.journal import Worksheet

SEATS_OF_ADDRESS = 30  # that one address may take a day before it must wait
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is mistaken for another
_CODE_LENGTH = 10


def takes_workers(study: Study) -> bool:
    """Return whether workers can come and go in such a study, since each is dealt what is missing."""
    return KINDS[study.kind].facts is not None


def make_link(study: Study, by: User, days: int, once: str = "", **terms: Any) -> str:
    """Return the token of a new link with these terms, the fields of `CrowdLink`; see `new_link`."""
    if not takes_workers(study):
        raise Refused("crowd-not-taken")
    with transaction.atomic():
        token, is_new = new_link(study.crowd_links, by, days, once, **terms)
        if is_new:
            record(study, by, "crowd link made", service=terms["service"], places=terms["places"], label=terms["label"])
    return token


def find_link(token: str) -> CrowdLink | None:
    """Return the link of a token, or None."""
    return CrowdLink.objects.select_related("study").filter(digest=digest(token)).first()


def open_links(study: Study) -> QuerySet[CrowdLink]:
    """Return the links of a study that are neither closed nor expired."""
    return study.crowd_links.filter(closed__isnull=True, expires__gt=timezone.now())


def close_link(link: CrowdLink, by: User) -> None:
    """Let nobody else begin; those who have begun can finish."""
    if link.closed is None:
        link.closed = timezone.now()
        link.save(update_fields=["closed"])
        record(link.study, by, "crowd link closed", service=link.service, label=link.label)


def closed_reason(link: CrowdLink) -> Refused | None:
    """Return why nobody can begin by a link, or None where the link is open."""
    if link.closed or link.study.archived:
        return Refused("crowd-link-closed")
    if link.expires < timezone.now():
        return Refused("crowd-link-expired")
    return None if link.study.started else Refused("crowd-link-early")


def is_full(link: CrowdLink) -> bool:
    """Return whether all places of a link are taken, by those who finished and those at work."""
    busy = Q(user__sheets__superseded=False, user__sheets__submitted__isnull=True)
    return link.workers.filter(Q(finished__isnull=False) | busy).distinct().count() >= link.places


def begin(link: CrowdLink, ids: WorkerIds, address: str, known: User | None = None) -> CrowdWorker:
    """Return the worker with these ids, with a seat and a sheet; `known` is who is signed in with this browser.

    Somebody who comes back has the same seat. From another browser the submission must be the same as well, so that
    the id of a worker alone opens nothing.
    """
    with transaction.atomic():
        lock_study(link.study_id)
        there = CrowdWorker.objects.select_related("link", "user", "study").filter(study=link.study, worker=ids.worker)
        worker = there.first()
        if worker is None:
            return _new_worker(link, ids, address)
        if worker.user != known and worker.submission != ids.submission:
            raise Refused("worker-elsewhere")
        if worker.submission != ids.submission and not (worker.finished or worker.screened):
            worker.submission, worker.project, worker.submit_to = ids.submission, ids.study, ids.submit_to
            worker.save(update_fields=["submission", "project", "submit_to"])
        _resume(worker)
    return worker


def _new_worker(link: CrowdLink, ids: WorkerIds, address: str) -> CrowdWorker:
    reason = closed_reason(link)
    if reason:
        raise reason
    counts = [FailureCount(f"work:{address}", SEATS_OF_ADDRESS)]
    if seconds_to_wait(counts):
        raise Refused("address-busy", time=many(seconds_to_wait(counts), "second"))
    release_idle(link.study)
    user = User(username=f"worker-{secrets.token_hex(5)}")
    user.set_unusable_password()
    if not is_full(link):
        user.save()
        about = {"worker": ids.worker, "project": ids.study, "submission": ids.submission, "submit_to": ids.submit_to}
        worker = CrowdWorker.objects.create(link=link, study=link.study, user=user, **about)
        seat(link.study, user, "judge")
        lay_out(link.study)
    if user.pk is None or not _open_sheets(worker):
        raise Refused("places-taken")  # which undoes the transaction
    record(link.study, user, "joined by link", service=link.service, label=link.label)
    count_failure(counts)
    return worker


def _sheets(worker: CrowdWorker) -> QuerySet[Sheet]:
    return whole_sheets(worker.study.sheets).filter(judge=worker.user).order_by("pk")


def _open_sheets(worker: CrowdWorker) -> QuerySet[Sheet]:
    return _sheets(worker).filter(superseded=False, submitted__isnull=True)


HOLD = timedelta(minutes=5)  # for which pairs wait for the first answer of a worker who does nothing


def release_idle(study: Study, but: Sheet | None = None) -> int:
    """Withdraw the sheets of workers who did nothing for as long as their links allow; return their number.

    Answers on such a sheet count, and the rest is dealt to others. Pairs without an answer are taken back earlier.
    """
    open_still = study.sheets.filter(superseded=False, submitted__isnull=True, judge__crowd_worker__isnull=False)
    open_still = open_still.exclude(pk=but.pk) if but else open_still
    take_back = KINDS[study.kind].take_back
    rows = open_still.select_related("study", "topic", "judge__crowd_worker__link")
    count = 0
    for sheet in rows.annotate(acted=Max("entries__at"), looked=Max("stretches__ended")):
        assert sheet.judge is not None
        signs = [sign for sign in (sheet.created, sheet.acted, sheet.looked) if sign]
        quiet, idle = timezone.now() - max(signs), sheet.judge.crowd_worker.link.idle
        if idle and quiet > timedelta(minutes=idle):
            withdraw(sheet, None)
            count += 1
        elif quiet > HOLD and take_back is not None:
            take_back(sheet)
    return count


def _resume(worker: CrowdWorker) -> None:
    """Give a worker who comes back late the sheet again, if nobody else was dealt what is left of it."""
    last = _sheets(worker).last()
    if worker.finished or worker.screened or last is None or not last.superseded:
        return
    still_free = KINDS[worker.study.kind].still_free
    if not last.entries.exists() or (still_free is not None and still_free(last)):
        with suppress(Refused):  # nothing is left to deal
            assign(worker.study, last.topic, last.step, worker.user, worker.user)


def dealt(sheet: Sheet, history: SheetHistory) -> SheetHistory:
    """Return the history of a sheet, which is dealt what lacks votes once its worker has passed the quiz."""
    late_facts = KINDS[sheet.study.kind].late_facts
    if not history.work.awaits_hand or late_facts is None:
        return history
    with transaction.atomic():
        lock_study(sheet.study_id)
        sheet = whole_sheets(Sheet.objects).get(pk=sheet.pk)
        if sheet.submitted or sheet.superseded or not load(sheet).work.awaits_hand:
            return load(sheet)
        release_idle(sheet.study, but=sheet)
        facts = late_facts(sheet)
        if facts is not None:
            sheet.facts, sheet.created = sheet.facts | facts, timezone.now()  # the cache may hold it as it was
            sheet.save(update_fields=["facts", "created"])
    return load(sheet)


def screen_out(sheet: Sheet, user: User, work: Worksheet) -> str | None:
    """Return the address of the page with the code for a worker who finally failed the quiz; None for others."""
    if not work.screened or sheet.superseded or worker_of(user) is None:
        return None
    submit(sheet.pk, user)
    return exit_address(sheet.study, user, "finished")


def worker_of(user: User) -> CrowdWorker | None:
    """Return the worker whose account this is; None for judges and owners."""
    return CrowdWorker.objects.select_related("link", "study", "user").filter(user=user).first()


def next_place(worker: CrowdWorker) -> str:
    """Return the address of the page on which a worker goes on."""
    sheet = None if worker.finished or worker.screened else _open_sheets(worker).first()
    if sheet is None:
        return reverse("worker_end")
    return next_gate(worker.study, worker.user) or reverse("sheet", args=[sheet.pk])


def show_wording(study: Study) -> None:
    """Show the page of this request in the language and with the texts that the owner chose for workers, if any."""
    if wording := current_document(study, "wording"):
        speak(wording)


def can_go_on(worker: CrowdWorker) -> bool:
    """Return whether a worker has an open sheet or has left; a sheet that was withdrawn must be dealt again first."""
    return bool(worker.finished or worker.screened or _open_sheets(worker))


def exit_address(study: Study, user: User, outcome: Outcome, why: str = "") -> str | None:
    """Record how a worker leaves a study, and return the address of the page with the code; None for other people.

    A worker who has handed in but failed a quiz is screened out. A code is issued once.
    """
    rows = CrowdWorker.objects.select_related("link", "study", "user").filter(study=study, user=user)
    if not rows.exists():
        return None
    with transaction.atomic():
        lock_study(study.pk)  # before anything is read, so that no code is issued twice
        worker = rows.get()
        if not worker.finished and not worker.screened:
            _leave(worker, outcome, why)
    return next_place(worker)


def _leave(worker: CrowdWorker, outcome: Outcome, why: str) -> None:
    if outcome == "screened out":
        worker.screened = why[:300] or "screened out"
        for sheet in _open_sheets(worker):
            withdraw(sheet, worker.user)
    elif _open_sheets(worker).exists():
        return
    else:
        works = [load(sheet).work for sheet in _sheets(worker).filter(superseded=False)]
        worker.screened = next((work.screened[:300] for work in works if work.screened), "")
    if worker.screened:
        worker.code = worker.link.screen_code
    else:
        worker.finished = timezone.now()
        worker.code = _new_code(worker.study) if worker.link.codes == "unique" else worker.link.code
    worker.save(update_fields=["screened", "finished", "code"])
    details = {"why": worker.screened} if worker.screened else {}
    record(worker.study, worker.user, "screened out" if worker.screened else "finished", **details)


def _new_code(study: Study) -> str:
    """Return a code that no other worker of the study has."""
    taken = set(study.workers.values_list("code", flat=True))
    while (code := "".join(secrets.choice(_LETTERS) for place in range(_CODE_LENGTH))) in taken:
        pass
    return code


def return_address(worker: CrowdWorker) -> str:
    """Return the address of the service to which a worker returns; empty where the owner named none."""
    link = worker.link
    address = link.screen_address if worker.screened else link.address if worker.finished else ""
    return fill_address(address, worker.code, worker.ids) if address else ""


@dataclass(frozen=True)
class PaymentRow:
    """A worker in the payment list; `judge` is the name in journals and releases."""

    worker: str
    study: str
    submission: str
    link: str
    judge: str
    started: datetime
    finished: datetime | None
    code: str
    answers: int
    status: str
    why: str


def payment_rows(study: Study) -> list[PaymentRow]:
    """Return all workers of a study with what they did and whether it counts, in the order in which they came."""
    release_idle(study)
    sheets = whole_sheets(study.sheets).filter(judge__crowd_worker__isnull=False)
    sheets_by_judge: dict[int | None, list[Sheet]] = {}
    for sheet in sheets.order_by("pk"):
        sheets_by_judge.setdefault(sheet.judge_id, []).append(sheet)
    workers = study.workers.select_related("link", "user")
    return [_payment_row(worker, sheets_by_judge.get(worker.user_id, [])[-1:]) for worker in workers]


def _payment_row(worker: CrowdWorker, sheets: list[Sheet]) -> PaymentRow:
    works = [load(sheet).work for sheet in sheets]
    aside = next((work.aside for work in works if work.aside), "")
    status, why = "unfinished", ""
    if worker.screened:
        status, why = "screened out", worker.screened
    elif worker.finished:
        status, why = ("set aside", aside) if aside else ("finished", "")
    elif any(sheet.superseded for sheet in sheets):
        why = "the sheet was withdrawn, or the time ran out; the answers on it count"
    return PaymentRow(
        worker.worker, worker.project, worker.submission, worker.link.label or worker.link.service,
        worker.user.username, worker.began, worker.finished, worker.code,
        sum(work.progress[0] for work in works), status, why,
    )  # fmt: skip


def payment_csv(study: Study) -> str:
    """Return the payment list as CSV, with times in UTC."""
    columns = [field.name for field in fields(PaymentRow)]
    rows = [
        [value.isoformat(timespec="seconds") if isinstance(value, datetime) else value for value in astuple(row)]
        for row in payment_rows(study)
    ]
    return csv_text(columns, rows)


_STATES = {"finished": "finished", "set aside": "aside", "screened out": "screened", "unfinished": "unfinished"}


def link_counts(study: Study) -> list[tuple[CrowdLink, dict[str, int], bool]]:
    """Return the links of a study, each with its number of workers by state, and whether it is open."""
    links = list(study.crowd_links.all())
    counts = {link.pk: dict.fromkeys(_STATES.values(), 0) for link in links}
    states = {row.judge: _STATES[row.status] for row in payment_rows(study)} if links else {}
    for link, name in study.workers.values_list("link_id", "user__username"):
        counts[link][states[name]] += 1
    opened = set(open_links(study).values_list("pk", flat=True))
    return [(link, counts[link.pk], link.pk in opened) for link in links]
