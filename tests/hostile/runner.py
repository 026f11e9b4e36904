"""Runs commands in this process under a clock and a limit of memory, and says what none of them may do."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import resource
import shlex
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from unittest.mock import patch

from cliometer.cli.main import main
from cliometer.errors import CliometerError

SECONDS = 10  # of the processor's time that a run on a small file may take: machines are shared
MEMORY = 2 << 30  # bytes that it may take more than the process has at its start


def _piped() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(b"date,text\n1970-04-11,The rocket lifts off.\n"))


@dataclass(frozen=True)
class Fault:
    """What was wrong with a run; `place` is the same for the same cause."""

    place: str
    words: tuple[str, ...]
    detail: str


class OutOfTimeError(BaseException):
    """A run took too long; no handler for Exception may catch it."""


def _alarm(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTimeError


@contextlib.contextmanager
def limits() -> Iterator[None]:
    """Memory beyond MEMORY is refused to this process, and time is watched."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        used = int(statm.read().split()[5]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (used + MEMORY, hard))
    before = signal.signal(signal.SIGPROF, _alarm)
    try:
        yield
    finally:
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def attempt(words: list[str]) -> Fault | None:
    """Run one command; the first thing it must not do, or None."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict", newline="\n")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="\n")
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with contextlib.redirect_stderr(err), contextlib.redirect_stdout(out), patch("sys.stdin", _piped()):
            status = _status(words, out, err)
    except OutOfTimeError as error:
        return Fault(f"over {SECONDS} s: {_last_place(error)}", tuple(words), _tail(error))
    except BaseException as error:
        return Fault(f"{type(error).__name__}: {_last_place(error)}", tuple(words), _tail(error))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return _judge(words, status, _text(out), _text(err))


def _status(words: list[str], out: io.TextIOWrapper, err: io.TextIOWrapper) -> int:
    if words[0] == "read":  # a reader that no command but the workbench calls
        module, _, name = words[1].partition(":")
        try:
            getattr(importlib.import_module(module), name)(words[2])
        except CliometerError as error:
            err.write(f"cliometer: {' '.join(str(error).split())}\n")
            return 2
        return 0
    try:
        return main(words, out, err)
    except SystemExit as stopped:
        return int(stopped.code or 0)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode("utf-8")


def _judge(words: list[str], status: int, out: str, err: str) -> Fault | None:
    gates = any(word.startswith(("--gate", "--online", "--confident")) for word in words)
    if status not in (0, 2, 130) and not (status == 1 and gates):
        line = err.strip().splitlines()[-1] if err.strip() else ""
        found = re.search(r"\w+Error\S* in \S+|\w+Error", line)
        return Fault(f"status {status}: {found[0] if found else line[:80]}", tuple(words), err[-1500:])
    if "not enough memory" in err:
        return Fault("over 2 GB", tuple(words), err[-500:])
    if "Traceback" in err:
        return Fault("a traceback on standard error", tuple(words), err[-1500:])
    speaker = words[1] if words[0] == "compat" and len(words) > 1 else "cliometer"  # old tools name themselves
    complaints = [line for line in err.splitlines() if line.startswith(("cliometer", speaker))]
    if status == 2 and not err.startswith("usage: ") and (len(complaints) != 1 or not err.endswith("\n")):
        return Fault(f"{len(complaints)} complaints", tuple(words), err[-500:])
    if status == 2 and out:
        return Fault("half an answer", tuple(words), out[:300] + err[-300:])
    if status == 2 and len(err) > 3000:
        return Fault("a complaint of more than 3000 characters", tuple(words), err[:300])
    return None


def _last_place(error: BaseException) -> str:
    """The innermost line of ours."""
    ours = [
        step
        for step in traceback.extract_tb(error.__traceback__)
        if f"{os.sep}cliometer{os.sep}" in step.filename and f"{os.sep}site-packages{os.sep}" not in step.filename
    ]
    return f"{ours[-1].filename.rpartition(os.sep + 'cliometer' + os.sep)[2]}:{ours[-1].lineno}" if ours else "?"


def _tail(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))[-2500:]


def split(command: str, file: str) -> list[str]:
    """The words of a command on a file."""
    return [word.replace("{}", file) for word in shlex.split(command)]


def quiet_warnings() -> None:
    """What Python warns of is not the fuzzer's to show."""
    if not sys.warnoptions:
        import warnings

        warnings.simplefilter("ignore")
