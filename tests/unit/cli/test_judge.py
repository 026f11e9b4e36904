"""`cliometer judge`: votes of a model, marked as such, with the key of an endpoint nowhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.endpoints import completion, endpoint, send
from tests.unit.cli.cliometer_command import DEMO, ROOT, cliometer

RUNS = (DEMO / "runs/lead", DEMO / "runs/mentions")
PREFERENCES = ("judge", "preferences", *RUNS, "-j")


def test_interrupted_work_can_be_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def judge(question):\n    raise KeyboardInterrupt\n")
    done = cliometer(*PREFERENCES, f"function(file={tmp_path / 'mine.py'})", "--store", tmp_path / "a.sqlite")
    assert (done.status, done.out) == (130, "") and "run the same command to go on" in done.err


def test_work_that_a_budget_ended_is_gone_on_with_by_force(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def judge(question):\n    return 'A'\n")
    votes = tmp_path / "votes.csv"
    judge = f"function(file={tmp_path / 'mine.py'})"
    asked = (*PREFERENCES, judge, "--store", tmp_path / "a.sqlite", "-o", votes)
    done = cliometer(*asked, "--calls", 5)
    assert f"wrote {votes}; 11 questions failed: to go on, run the same command with --force" in done.err
    assert cliometer(*asked).status == 2
    done = cliometer(*asked, "--force")
    assert f"wrote {votes}\n" in done.err
    assert "16 of 16 questions; 5 replies came from the store. This run took 11 calls" in done.out


def test_each_kind_of_question_is_a_subcommand() -> None:
    done = cliometer("judge", *RUNS, "-j", "words")
    assert done.status == 2 and "known: coverage, links, preferences" in done.err and done.err.count("\n") == 1


def test_a_gguf_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_text("no model")
    done = cliometer(*PREFERENCES, f"gguf(file={tmp_path / 'model.gguf'})", "--store", tmp_path / "a.sqlite")
    assert done.status == 2 and "model.gguf: is no GGUF file" in done.err


def test_a_killed_command_goes_on_where_it_was(tmp_path: Path) -> None:
    def slow(request: Any, number: int, body: Any) -> None:
        time.sleep(0 if number < 8 else 0.3)
        send(request, completion("A\nfirst"))

    with endpoint(slow) as stub:
        judge = f"endpoint(url={stub.url}, model=m, at_once=1)"
        words = [*PREFERENCES, judge, "--store", tmp_path / "a.sqlite", "-o", tmp_path / "votes.csv"]
        command = [sys.executable, "-m", "cliometer", *map(str, words)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        killed = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while len(stub.bodies) < 11 and time.monotonic() < deadline:
            time.sleep(0.02)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        assert not (tmp_path / "votes.csv").exists()
        before = len(stub.bodies)
        done = cliometer(*words)
        assert done.status == 0, done.err
        assert before - 1 <= 16 - (len(stub.bodies) - before) <= before  # no answer that had come was lost
    again = cliometer(*words[:-1], tmp_path / "again.csv", "--offline")
    assert again.status == 0 and "from_store:1.000" in again.out
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "votes.csv").read_bytes()
