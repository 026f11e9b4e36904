"""`--jobs`: the output has the same bytes whatever the number of processes."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cliometer.cli.main import main
from cliometer.engine.backends import Processes
from cliometer.model.backend import _active

DEMO = Path(__file__).parents[3] / "src" / "cliometer" / "demo"
RUNS = f"{DEMO}/runs/lead {DEMO}/runs/random -r {DEMO}/references -m align+m1 -m date"
COMMANDS = {
    "score": f"score {RUNS} --json --verbose",
    "chance": f"score {RUNS} --chance --json",
    "compare": f"compare {RUNS} --test bootstrap --interval bca --resamples 200 --json",
    "court": f"court metrics {DEMO}/references -m date -m concat -t shift -t shuffle --json",
    "agree": f"agree scores {DEMO}/scores.csv --human {DEMO}/human.csv --resamples 200 --json",
    "tune": f"tune {DEMO}/posts -s centroid --grid threshold=0:1:0.5 --folds 2 -k 3 --json",
    "tune timelines": f"tune {DEMO}/articles -s random --like {DEMO}/references --grid seed=1,2 --tags no --json",
    "submissions": f"submissions rank {DEMO}/runs -r {DEMO}/references -m date --dates 14 --json",
    "timelines": f"timelines {DEMO}/articles -s mentions -s regression --like {DEMO}/references --tags no --json",
    "annotate": f"annotate {DEMO}/articles/apollo-13.jsonl",
    "experiment": f"experiment microblog {DEMO}/posts --config {DEMO}/experiment.toml --json",
    "summarise": f"summarise {DEMO}/posts -s centroid -s random -k 3 --json",
}


@pytest.fixture(scope="module")
def pools() -> Iterator[list[Processes]]:
    found = [Processes(2), Processes(3)]
    yield found
    for pool in found:
        pool.close(abort=True)


def _output(words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return main(words.split(), out, err), out.getvalue(), err.getvalue()


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_output_does_not_depend_on_the_number_of_jobs(words: str, pools: list[Processes]) -> None:
    alone = _output(words)
    assert alone[0] == 0
    for pool in pools:
        token = _active.set(pool)  # as --jobs does, but the processes serve all commands
        try:
            assert _output(words) == alone
        finally:
            _active.reset(token)


def test_jobs_are_a_number_or_all_cores() -> None:
    words = f"score {RUNS} --json"
    assert _output(f"{words} --jobs 2") == _output(f"{words} --jobs auto") == _output(words)
    with pytest.raises(SystemExit):
        _output(f"{words} --jobs 0")


SLOW = '''
import os, pathlib, time
from dataclasses import dataclass
from typing import ClassVar

from cliometer.metrics.base import metrics
from cliometer.metrics.timeline_rouge import Dates


@metrics.register
@dataclass(frozen=True, repr=False)
class Slow(Dates):
    """The dates, found slowly."""

    name: ClassVar[str] = "slow"

    def measure_in(self, comparison):
        pathlib.Path(__file__).with_name(str(os.getpid())).touch()
        time.sleep(SECONDS)
        return super().measure_in(comparison)
'''


def _started(folder: Path, seconds: float, *more: str) -> subprocess.Popen[str]:
    """Start a command with a metric that takes its time, and wait until two workers are at it."""
    (folder / "slow.py").write_text(SLOW.replace("SECONDS", str(seconds)), "utf-8")
    words = [
        "score", f"{DEMO}/runs/lead", "-r", f"{DEMO}/references", "-m", "slow", "--import",
        str(folder / "slow.py"),
    ]  # fmt: skip
    source = Path(__file__).parents[3] / "src"
    process = subprocess.Popen(
        [sys.executable, "-m", "cliometer", *words, "--json", *more],
        env={**os.environ, "PYTHONPATH": str(source)},
        start_new_session=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    end = time.monotonic() + 60
    while len(_workers(folder)) < 2 and time.monotonic() < end and process.poll() is None:
        time.sleep(0.02)
    return process


def _workers(folder: Path) -> list[int]:
    return [int(file.name) for file in folder.iterdir() if file.name.isdigit()]


def _is_gone(process: int) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def test_ctrl_c_ends_all_processes_at_once_and_cleanly(tmp_path: Path) -> None:
    process = _started(tmp_path, 600, "--jobs", "2")
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "cliometer: interrupted; nothing was written\n")
    assert all(map(_is_gone, _workers(tmp_path)))


def test_a_fault_in_a_metric_of_the_user_is_told_as_with_one_job(tmp_path: Path) -> None:
    processes = [_started(tmp_path, -1, *more) for more in ([], ["--jobs", "2"])]  # no sleep takes less than 0 seconds
    told = [(process.communicate(timeout=60)[1], process.returncode) for process in processes]
    assert told[0] == told[1]
    assert "slow.py:19: the metric slow failed: ValueError" in told[1][0] and told[1][1] == 2


def test_workers_end_with_a_command_that_is_killed(tmp_path: Path) -> None:
    process = _started(tmp_path, 600, "--jobs", "2")
    process.kill()
    process.communicate(timeout=30)
    assert all(map(_is_gone, _workers(tmp_path)))


def test_a_worker_that_is_killed_in_the_middle_changes_no_byte(tmp_path: Path) -> None:
    process = _started(tmp_path, 0.2, "--jobs", "2")
    os.kill(_workers(tmp_path)[0], signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    alone, _ = _started(tmp_path, 0).communicate(timeout=60)
    assert out == alone
