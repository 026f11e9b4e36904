"""Other processes of the same interpreter: our own measuring modules, and commands whose CPU time counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.clock import best, children
from benchmarks.texts import ROOT


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
