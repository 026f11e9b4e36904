"""The benchmark program ends, ends what it started, and reports what it measured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks import processes
from benchmarks.cases import scale
from benchmarks.processes import python, running
from benchmarks.registry import CASES
from benchmarks.texts import ROOT

_STUBBORN = (
    "import signal, time, pathlib; signal.signal(15, signal.SIG_IGN); pathlib.Path('up').touch(); time.sleep(99)"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "cases", [("pair", "units"), pytest.param(tuple(CASES), marks=pytest.mark.soak)], ids=["two", "all"]
)
def test_a_quick_run_ends_and_leaves_no_process_behind(cases: tuple[str, ...], tmp_path: Path) -> None:
    command = python("-m", "benchmarks", *cases, "--quick", "--json", str(tmp_path / "rows.json"))
    program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        printed = program.communicate(timeout=480)[0]
        assert program.returncode == 0, printed
        last = time.monotonic() + 20
        with pytest.raises(ProcessLookupError):
            while time.monotonic() < last:  # the last process may need a moment to end
                os.killpg(program.pid, 0)
                time.sleep(0.2)
    finally:
        subprocess.run([sys.executable, "-c", f"import os; os.killpg({program.pid}, 9)"], stderr=subprocess.DEVNULL)
    names = {row["name"].split(":")[0] for row in json.loads((tmp_path / "rows.json").read_text())["rows"]}
    assert names & set(CASES) == set(cases)


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_a_process_that_ignores_the_request_to_end_is_killed(
    error: type[BaseException] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_PATIENCE", 0.2)
    ids: list[int] = []
    try:
        with running([python("-c", _STUBBORN)], tmp_path, os.environ) as ids:
            while not (tmp_path / "up").exists():
                time.sleep(0.02)
            if error:
                raise error
    except KeyboardInterrupt:
        pass
    for process in ids:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_without_a_cluster_that_starts_the_other_ways_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def nothing(commands: Sequence[object], *_: object) -> Iterator[list[int]]:
        yield []

    def late(file: Path) -> str:
        raise TimeoutError("no scheduler")

    monkeypatch.setattr(scale, "running", nothing)
    monkeypatch.setattr(scale, "_address", late)
    with scale._dask_cluster(tmp_path) as cluster:
        assert (cluster.address, cluster.reason) == ("", "the Dask cluster did not start: no scheduler")
