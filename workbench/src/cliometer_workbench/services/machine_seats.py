"""Models that take a seat in a study: they are given one, asked in the background within a budget, and stopped.

A model is no person of the study: it has no account, no sheet and no vote, and nothing that counts people counts it.
What it answered is kept with its seat, and each answer, as it comes, in one file of the workbench's folder, from which
a run that was killed goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import AbstractContextManager
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from cliometer.errors import CliometerError, Refused, UsageError
from cliometer.judges.coverage import CoveragePlan, judge_coverage
from cliometer.judges.judge import Budget, Judge, fault_counts, parse_judge
from cliometer.judges.preferences import PreferencePlan, judge_preferences
from cliometer.judges.store import Inquiry
from cliometer.model.display import Progress
from cliometer_workbench.kinds.machine_work import MachineResult, machine_work
from cliometer_workbench.models import MachineSeat, Study
from cliometer_workbench.services.storage import HAS_LOCKS, file_lock, record

RULE = "words"  # costs nothing, and shows how far length and shared words alone explain what people say
WAITING, RUNNING, STOPPED, DONE, INCOMPLETE, FAILED = "waiting", "running", "stopped", "done", "incomplete", "failed"
_STOPPED = "the owner stopped the model"
_LOG = logging.getLogger("workbench")


def offered_judges() -> list[Judge]:
    """Return the models to which owners may give a seat: those that the server was started with, and the rule."""
    return [parse_judge(expression) for expression in dict.fromkeys((RULE, *settings.CONFIG.judges))]


def give_seat(study: Study, judge: Judge, by: User, calls: int | None = None, tokens: int | None = None) -> MachineSeat:
    """Give a model a seat with a budget over all its runs; None is no limit."""
    try:
        with transaction.atomic():
            seat = MachineSeat.objects.create(
                study=study, name=judge.label[:150], expression=str(judge), calls_limit=calls, tokens_limit=tokens,
                created_by=by,
            )  # fmt: skip
            record(study, by, "model seated", model=seat.name, calls=calls, tokens=tokens)
    except IntegrityError:
        raise Refused("model-seated", model=judge.label) from None
    return seat


def remove_seat(seat: MachineSeat, by: User) -> None:
    """Take the seat of a model away with what it answered; releases keep what they hold."""
    if is_at_work(seat):
        raise Refused("model-at-work-stop", model=seat.name)
    record(seat.study, by, "model removed", model=seat.name, calls=seat.calls, tokens=seat.tokens)
    seat.delete()
    machine_work(seat.study).renew(seat.study)


def stop_seat(seat: MachineSeat, by: User) -> None:
    """Let a model make no further call; what it answered is kept."""
    if MachineSeat.objects.filter(pk=seat.pk, state=RUNNING).update(state=STOPPED):
        record(seat.study, by, "model stopped", model=seat.name)


def run_in_background(seat: MachineSeat, by: User) -> None:
    """Ask the model in a thread of this process, once the present transaction has ended."""
    if is_at_work(seat):
        raise Refused("model-at-work", model=seat.name)
    machine_work(seat.study).plan(seat.study)  # refuses where there is nothing to ask yet
    record(seat.study, by, "model asked", model=seat.name)
    thread = threading.Thread(target=_run_quietly, args=(seat.pk,), daemon=True)
    transaction.on_commit(thread.start)


SEAT_ACTIONS = {"run": run_in_background, "stop": stop_seat, "remove": remove_seat}


def _run_quietly(number: int) -> None:
    try:
        run_seat(number)
    except CliometerError:  # the seat tells what it was
        pass
    except Exception:
        _LOG.exception("a model's seat failed")
        MachineSeat.objects.filter(pk=number).update(state=FAILED, fault="the workbench failed; its log says how")
    finally:
        connection.close()


def run_seat(number: int, progress: Progress | None = None) -> MachineSeat:
    """Ask the model all that it has not answered yet, keep what it says, and return its seat.

    What it spends is written down before each call, so that its budget holds over runs that are killed, too.
    """
    with _claim(number) as mine:
        if not mine:
            raise Refused("model-at-work-now")
        seat = MachineSeat.objects.select_related("study").get(pk=number)
        rows = MachineSeat.objects.filter(pk=number)
        rows.update(state=RUNNING, fault="")
        began, budget = time.monotonic(), _budget(seat)
        try:
            result = _ask(seat, machine_work(seat.study).plan(seat.study), budget, _progress(seat, progress))
        except CliometerError as error:
            rows.update(state=FAILED, fault=str(error)[:2000], done=seat.done)
            raise
        else:
            faults = [record.fault for record in result.records if record.fault]
            absent = "; ".join(f"{fault} ({count})" for fault, count in fault_counts(faults).items())
            done, asked = len(result.records) - len(faults), len(result.records)
            rows.update(answers=result.to_dict(), done=done, asked=asked, fault=absent[:2000])
            rows.filter(state=RUNNING).update(state=INCOMPLETE if faults else DONE)
            machine_work(seat.study).renew(seat.study)
        finally:
            passed = F("seconds") + time.monotonic() - began
            rows.update(seconds=passed, calls=budget.calls_spent, tokens=budget.tokens_spent)
    return rows.select_related("study").get()


def _ask(seat: MachineSeat, plan: PreferencePlan | CoveragePlan, budget: Budget, progress: Progress) -> MachineResult:
    store = answers_store(seat.study_id)
    inquiry = Inquiry(parse_judge(seat.expression), store, budget=budget, progress=progress)
    return judge_coverage(plan, inquiry) if isinstance(plan, CoveragePlan) else judge_preferences(plan, inquiry)


def answers_store(study: int) -> Path:
    """Return the file in which the answers of models to the questions of a study are kept."""
    return Path(settings.CONFIG.folder) / f"judge-{study}.sqlite"


def _budget(seat: MachineSeat) -> Budget:
    """Return the seat's budget, of which each call is written down before it is made."""
    runner, rows = threading.current_thread(), MachineSeat.objects.filter(pk=seat.pk, state=RUNNING)

    def book(calls: int, tokens: int) -> str:
        try:
            return "" if rows.update(calls=calls, tokens=tokens) else _STOPPED
        finally:
            if threading.current_thread() is not runner:  # a thread of an endpoint, which has a connection of its own
                connection.close()

    return Budget(seat.calls_limit, seat.tokens_limit, book, (seat.calls, seat.tokens))


def _progress(seat: MachineSeat, also: Progress | None) -> Progress:
    """Return what writes down, once a second, how many of the questions have a reply."""
    latest = [0.0]

    def tell(done: int, of: int) -> None:
        if also:
            also(done, of)
        if time.monotonic() - latest[0] >= 1:
            latest[0], known = time.monotonic(), max(0, seat.asked - of)  # these had an answer before
            MachineSeat.objects.filter(pk=seat.pk).update(done=known + done, asked=known + of)

    return tell


def is_at_work(seat: MachineSeat) -> bool:
    """Return whether a process asks the model now; one that was killed does not."""
    if seat.state != RUNNING:
        return False
    with _claim(seat.pk) as free:
        return not (free and HAS_LOCKS)  # without locks, what the database says must do


def _claim(number: int) -> AbstractContextManager[bool]:
    """Hold the lock of a seat; False where another process has it."""
    return file_lock(f"judge-{number}.lock", wait=False)


def command_seat(slug: str, expression: str, calls: int | None, tokens: int | None, by: User) -> MachineSeat:
    """Return the seat that a command names: that of the model, with the budget given, or a new one."""
    study = Study.objects.filter(slug=slug).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("slug", flat=True)[:10])
        raise UsageError("study-unknown", study=slug, known=known or "none")
    judge = parse_judge(expression)
    machine_work(study).plan(study)
    seat = MachineSeat.objects.filter(study=study, name=judge.label[:150]).first()
    if seat is None:
        return give_seat(study, judge, by, calls, tokens)
    seat.expression = str(judge)
    seat.calls_limit, seat.tokens_limit = calls, tokens
    seat.save(update_fields=["expression", "calls_limit", "tokens_limit"])
    return seat
