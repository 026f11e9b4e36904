"""Many judges at once on a really served workbench: nothing fails, nothing is lost, nothing is done twice.

These are short; `python -m benchmarks workbench` runs the long ones, and holds them to the clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.tests import postgres
from workbench.tests.load.judges import Judges, Kept, Tally, compared
from workbench.tests.served import Served

ALL_KEPT = Kept(lost=0, doubled=0, unknown=0, gaps=0)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    found = Served(tmp_path_factory.mktemp("data"))
    yield found
    found.close()


@pytest.fixture
def served_by_postgres(tmp_path: Path) -> Iterator[Served]:
    programs = postgres.binaries()
    if programs is None:
        pytest.skip("there is no PostgreSQL here: apt-get install postgresql")
    with postgres.cluster(programs) as cluster:
        found = Served(tmp_path / "data", cluster.database())
        yield found
        found.close()


def staged(server: Served, judges: int) -> dict[str, Any]:
    """Start it unless it runs, with a study of its own that is ready to be linked."""
    if not server.runs:
        server.start()
    found: dict[str, Any] = server.call("workbench.tests.load.stage:study", judges=judges)
    return found


def kept(server: Served, stage: dict[str, Any], tally: Tally) -> Kept:
    sheets = [sheet for sheet, _ in stage["judges"]]
    return compared(tally, server.call("workbench.tests.load.stage:journals", sheets=sheets))


def test_fifty_judges_link_at_once_on_sqlite(served: Served) -> None:
    stage = staged(served, 50)
    tally = asyncio.run(Judges(served.port, stage, 600).work())
    assert (tally.errors, tally.resent, len(tally.acknowledged)) == ([], 0, 600)
    assert tally.repeats == len(tally.seconds) - 600 > 0
    assert kept(served, stage, tally) == ALL_KEPT
    assert '"level": "error"' not in served.log


def test_fifty_judges_link_at_once_on_postgresql(served_by_postgres: Served) -> None:
    stage = staged(served_by_postgres, 50)
    tally = asyncio.run(Judges(served_by_postgres.port, stage, 600).work())
    assert (tally.errors, tally.resent, len(tally.acknowledged)) == ([], 0, 600)
    assert kept(served_by_postgres, stage, tally) == ALL_KEPT


async def midway(judges: Judges, then: Callable[[], object]) -> Tally:
    """Let them work, and do something when a third of it is done."""
    work = asyncio.create_task(judges.work())
    third = judges.each * len(judges.stage["judges"]) // 3
    while len(judges.tally.acknowledged) < third:
        await asyncio.sleep(0.01)
    await asyncio.to_thread(then)
    return await work


def test_what_was_acknowledged_outlives_kill_9_and_the_judges_go_on(served: Served) -> None:
    stage = staged(served, 20)
    before: dict[tuple[int, str], int] = {}

    def kill() -> None:
        served.kill()
        before.update(judges.tally.acknowledged)
        rows = served.call("workbench.tests.load.stage:journals", sheets=[sheet for sheet, _ in stage["judges"]])
        there = {(int(sheet), op): seq for sheet, entries in rows.items() for seq, op, _ in entries}
        assert {key: there.get(key) for key in before} == before
        assert served.call("workbench.tests.load.stage:integrity") == "ok"
        served.start()

    judges = Judges(served.port, stage, 300)
    tally = asyncio.run(midway(judges, kill))
    assert before and tally.resent
    assert (tally.errors, len(tally.acknowledged)) == ([], 300)
    assert kept(served, stage, tally) == ALL_KEPT
    assert served.call("workbench.tests.load.stage:integrity") == "ok"


def test_a_server_that_is_told_to_stop_answers_what_it_has_done(served: Served) -> None:
    stage = staged(served, 20)
    judges = Judges(served.port, stage, 600)
    judges.patient = False
    status: list[int] = []
    tally = asyncio.run(midway(judges, lambda: status.append(served.stop())))
    assert (status, tally.errors) == ([0], [])
    assert len(tally.acknowledged) < 600
    assert kept(served, stage, tally) == ALL_KEPT
