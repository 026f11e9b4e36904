"""The workbench: 50 judges who link at once, served as people are served, on SQLite and on PostgreSQL.

Every judge has a page's own requests sent over a connection of her own, and waits for each answer. Client,
server and database share the machine. One judge alone on a long topic is timed first.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from workbench.tests import postgres
from workbench.tests.load.judges import Judges, Tally, compared
from workbench.tests.served import Served

JUDGES, ACTIONS = 50, 20_000
_ALONE = 300  # actions of one judge
_SIZE = "500 sentences, 60 events"


@case
def workbench(effort: Effort) -> Iterator[Row]:
    """First one judge, then fifty, on each database that there is."""
    judges, actions, single = effort.of((JUDGES, ACTIONS, _ALONE), (5, 50, 20))
    with _served("") as server:
        yield from _one_judge(server, single)
    with _served("") as server:
        yield from _many(server, "SQLite", judges, actions, Bar("<=", 0.25))
    programs = None if effort.quick else postgres.binaries()
    if programs is None:
        reason = effort.of("there is no PostgreSQL here", "quick")
        yield Row(f"workbench: {judges} judges, PostgreSQL", note=f"not counted: {reason}")
        return
    with postgres.cluster(programs) as cluster, _served(cluster.database()) as server:
        yield from _many(server, "PostgreSQL", judges, actions, None)


@contextmanager
def _served(database: str) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), database)
        server.start()
        try:
            yield server
        finally:
            server.close()


def _one_judge(server: Served, actions: int) -> Iterator[Row]:
    stage = server.call("workbench.tests.load.stage:study", judges=2)
    seconds = _first_view(server, stage)
    yield alone(f"workbench: first view of {_SIZE}", Quantity(seconds), Bar("<=", 1))
    only = {**stage, "judges": stage["judges"][:1]}
    tally = asyncio.run(Judges(server.port, only, actions, html=True).work())
    note = f"{len(tally.errors)} errors"
    yield alone(f"workbench: a link of {_SIZE}, p95", Quantity(tally.percentile(0.95)), Bar("<=", 0.15), note)


def _first_view(server: Served, stage: dict[str, Any]) -> float:
    sheet, cookie = stage["judges"][0]
    request = urllib.request.Request(f"{server.url}/sheets/{sheet}/", headers={"Cookie": f"sessionid={cookie}"})
    began = time.monotonic()
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()
    return time.monotonic() - began


def _many(server: Served, database: str, judges: int, actions: int, bar: Bar | None) -> Iterator[Row]:
    stage = server.call("workbench.tests.load.stage:study", judges=judges)
    tally = asyncio.run(Judges(server.port, stage, actions, html=True).work())
    name = f"workbench: {judges} judges, {actions:,} actions, {database}"
    yield alone(f"{name}, p95", Quantity(tally.percentile(0.95)), bar, _speed(tally))
    sheets = [sheet for sheet, _ in stage["judges"]]
    kept = compared(tally, server.call("workbench.tests.load.stage:journals", sheets=sheets))
    wrong = len(tally.errors) + tally.resent + kept.lost + kept.doubled + kept.unknown + kept.gaps
    wrong += actions - len(tally.acknowledged)
    note = f"{len(tally.errors)} errors, {kept.lost} lost, {kept.doubled} doubled"
    yield alone(f"{name}, wrong", Quantity(wrong, ""), Bar("<=", 0), note)


def _speed(tally: Tally) -> str:
    median, slowest = tally.percentile(0.5), max(tally.seconds)
    rate = len(tally.seconds) / tally.wall
    return f"median {Quantity(median)}, slowest {Quantity(slowest)}, {rate:.0f} requests a second"
