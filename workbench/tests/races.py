"""Two people at the same moment; runs behind the stage of a workbench on PostgreSQL (`Served.call`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from unittest.mock import patch


def _slowly(function: Callable[..., Any]) -> Callable[..., Any]:
    """So that the other one comes in between, where there is a gap."""

    def slow(*given: Any, **named: Any) -> Any:
        found = function(*given, **named)
        time.sleep(0.5)
        return found

    return slow


def _at_once(*calls: Callable[[], object]) -> None:
    from django.db import connections

    def call(one: Callable[[], object]) -> None:
        try:
            one()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        list(pool.map(call, calls))


def seat_numbers() -> list[int]:
    """Two judges take their seats at once."""
    from cliometer_workbench.services import seats
    from workbench.tests.app.people import Town

    town = Town()
    study = town.study("events", [], slug="seats")
    people = [town.person("ann"), town.person("bo")]
    tokens = [seats.invite(study, "judge", town.person("owner")) for _ in people]
    with patch.object(seats, "_next_number", _slowly(seats._next_number)):
        _at_once(*(lambda t=t, p=p: seats.accept(t, p) for t, p in zip(tokens, people, strict=True)))
    return sorted(study.members.values_list("number", flat=True))


def hand_in_both() -> tuple[int, int]:
    """Both hand their reopened lists in at once: what the next page answers, and how much was left out."""
    from cliometer_workbench.models import Audit
    from cliometer_workbench.services import sheet_lifecycle
    from cliometer_workbench.services.sheet_lifecycle import refuse_closed
    from workbench.tests.app.events.stages import JUDGES, through
    from workbench.tests.app.people import Town

    town = Town()
    study = through(town)
    sheet_lifecycle.reopen(study, study.topics.get(), "list", town.person("owner"))
    town.act("ann", town.sheet(study, "list", "ann"), "remove", event="c2")
    both = [(town.sheet(study, "list", name).pk, town.person(name)) for name in JUDGES]
    with patch.object(sheet_lifecycle, "refuse_closed", _slowly(refuse_closed)):
        _at_once(*(lambda pk=pk, by=by: sheet_lifecycle.submit(pk, by) for pk, by in both))
    page = town.client("ann").get(f"/sheets/{town.sheet(study, 'merge').pk}/")
    return page.status_code, Audit.objects.filter(what="left out").count()


def answer_while_taken_back() -> tuple[bool, int]:
    """A worker answers while the pairs are taken back: whether the hand is left, and how many answers were written."""
    from cliometer.errors import Refused
    from cliometer_workbench.kinds.preferences import vote_collection
    from cliometer_workbench.services.sheet_lifecycle import act
    from cliometer_workbench.study.preferences.ballot_plan import HAND
    from cliometer_workbench.study.steps import without_key
    from workbench.tests.app.people import Town
    from workbench.tests.app.preferences.test_crowd_links import Worker, link_of
    from workbench.tests.app.preferences.voters import ballot_of, study_of

    town = Town()
    worker = Worker(link_of(town, study_of(town, quiz=0)), "slow")
    worker.client.get(worker.begin()["Location"])
    sheet, item = worker.sheet, ballot_of(worker.sheet).questions[0].id

    def answer() -> None:
        time.sleep(0.25)
        with suppress(Refused):
            act(sheet.pk, worker.row.user, "answer", {"item": item, "choice": "left", "seconds": 9.0}, "op-race-1")

    with patch.object(vote_collection, "without_key", _slowly(without_key)):
        _at_once(lambda: vote_collection.take_back(sheet), answer)
    return HAND in worker.sheet.facts, worker.sheet.entries.count()
