"""A shared task with 2,000 submissions, of which 100 are broken in ten ways: one command names every fault."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.processes import cliometer
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from benchmarks.tasks import DATES, LIMITS, make_task


@case
def submissions(effort: Effort) -> Iterator[Row]:
    """Check, score and rank all of them, and write the page; every fault must be named and nothing else."""
    count, topics, broken = effort.of((2000, 10, 100), (40, 2, 10))
    with TemporaryDirectory() as place:
        folder = Path(place)
        expected = make_task(folder, count, broken, topics)
        command = (
            "submissions",
            "rank",
            str(folder / "runs"),
            "-r",
            str(folder / "gold"),
            *LIMITS,
            "-m",
            "align+m1",
            "--json",
        )
        started = time.perf_counter()
        board = json.loads(subprocess.check_output(cliometer(*command, "-o", str(folder / "board"))))
        seconds = time.perf_counter() - started
        size = (folder / "board" / "leaderboard.html").stat().st_size / 1e6
    found = {fault["submission"]: fault["rule"] for fault in board["check"]["faults"] if fault["severity"] == "error"}
    named = sum(found.get(name) == rule for name, rule in expected.items())
    scored = len(board["comparison"]["comparisons"][0]["systems"])
    said = f"{count:,} submissions on {topics} topics of {DATES} dates in {seconds:.0f} s of wall time"
    yield alone("submissions: faults named", Quantity(named, ""), Bar(">=", broken), f"of {broken}, in ten ways")
    yield alone("submissions: others refused", Quantity(len(found) - named, ""), Bar("<=", 0))
    yield alone("submissions: scored", Quantity(scored, ""), Bar(">=", count - broken), said)
    yield alone("submissions: size of the page", Quantity(size, "MB"), note="leaderboard.html")
