"""Other processes of the same interpreter: our own measuring modules, and commands whose CPU time counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.clock import best, children
from benchmarks.texts import ROOT

_PATIENCE = 10.0  # seconds that a process may take to end


def child(module: str, *arguments: object) -> Any:
    """The JSON value that a module under `benchmarks.children` prints."""
    command = [sys.executable, "-m", f"benchmarks.children.{module}", *map(str, arguments)]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def python(*arguments: str) -> list[str]:
    """A command line for this interpreter."""
    return [sys.executable, *arguments]


def cliometer(*arguments: str) -> list[str]:
    """The console script beside this interpreter, or the module where there is none."""
    script = Path(sys.executable).with_name("cliometer")
    return [str(script), *arguments] if os.access(script, os.X_OK) else python("-m", "cliometer", *arguments)


def command_time(command: Sequence[str], times: int) -> float:
    """The least CPU time, user and system, of a command."""

    def run() -> None:
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return best(run, times, children)


@contextmanager
def running(commands: Sequence[Sequence[str]], folder: Path, settings: Mapping[str, str]) -> Iterator[list[int]]:
    """Commands that run meanwhile, by their process ids; the last one started is ended first."""
    with ExitStack() as stack:
        processes = []
        for command in commands:
            quiet = subprocess.Popen(
                command, cwd=folder, env=dict(settings), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            stack.callback(_end, quiet)
            processes.append(quiet.pid)
        yield processes


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, and kill one that does not in time."""
    process.terminate()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
