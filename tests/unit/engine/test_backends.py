"""Backends: pieces of work in other processes give the same results in the same order, and their faults are named."""

import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest

from cliometer.engine.backends import Processes, Serial, using_backend
from cliometer.errors import BackendError, InputError, UsageError
from cliometer.model.backend import active_backend
from tests.unit.cli.cliometer_command import DEMO


@pytest.fixture(scope="module")
def pool() -> Iterator[Processes]:
    backend = Processes(2)
    yield backend
    backend.close(abort=True)


def refusal(piece: int) -> int:
    if piece == 3:
        raise InputError("is odd", "three.txt", 3)
    return piece


def killed_once(folder: Path, piece: int) -> int:
    """Kill the worker that computes piece 5 for the first time."""
    mark = folder / "killed"
    if piece == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return piece * piece


def _killed_always(piece: int) -> int:
    if piece == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return piece


def test_results_come_in_the_order_of_the_pieces(pool: Processes) -> None:
    assert list(pool.map(operator.neg, range(20))) == list(Serial().map(operator.neg, range(20)))


def test_what_is_shared_comes_before_the_piece(pool: Processes) -> None:
    assert list(pool.map(operator.sub, [1, 2], shared=10)) == list(Serial().map(operator.sub, [1, 2], shared=10))


def test_a_piece_that_was_lost_with_its_worker_is_computed_again(pool: Processes, tmp_path: Path) -> None:
    assert list(pool.map(killed_once, range(12), shared=tmp_path)) == [piece * piece for piece in range(12)]
    assert (tmp_path / "killed").exists()


def test_a_piece_at_which_workers_keep_dying_is_named(pool: Processes) -> None:
    with pytest.raises(BackendError, match="a worker died again and again at piece no 2;"):
        list(pool.map(_killed_always, range(6), label=lambda piece: f"piece no {piece}"))


def test_what_cannot_be_sent_is_refused(pool: Processes) -> None:
    with pytest.raises(UsageError, match="cannot be sent to another process"):
        list(pool.map(lambda piece: piece, [1, 2]))


@pytest.mark.parametrize("way", ["jobs=2", "cluster='local'"])
def test_a_script_without_a_main_guard_gets_the_message_alone(way: str, tmp_path: Path) -> None:
    script = tmp_path / "study.py"
    call = f"cliometer.score({str(DEMO / 'runs/lead')!r}, {str(DEMO / 'references')!r}, metrics=['date'], {way})"
    script.write_text(f"import cliometer\n{call}\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    *calls, message = done.stderr.splitlines()
    assert 'put the call under if __name__ == "__main__":' in message
    assert done.stderr.count("Traceback") == 1, done.stderr
    assert not [line for line in calls if "multiprocessing" in line or "distributed" in line]
    script.write_text(f"import cliometer\nif __name__ == '__main__':\n    {call}\n")
    assert subprocess.run([sys.executable, script], timeout=120).returncode == 0


def _end_late(status: int) -> None:
    time.sleep(0.3)
    os._exit(status)


def test_a_worker_that_is_still_ending_is_asked_for_its_status() -> None:
    backend, late = Processes(2), get_context("spawn").Process(target=_end_late, args=(77,))
    late.start()
    backend._started = [late]
    with pytest.raises(UsageError, match="put the call under if __name__"):
        backend.recover()


def test_a_backend_holds_within_its_block() -> None:
    with using_backend(Processes(2)) as backend:
        assert active_backend() is backend
    assert isinstance(active_backend(), Serial)
