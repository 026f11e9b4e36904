"""`cliometer` as a test calls it: within this process, or as a process of its own."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from cliometer.cli.main import main

ROOT = Path(__file__).parents[3]
DEMO = ROOT / "src" / "cliometer" / "demo"
SOURCES = os.pathsep.join(
    [str(ROOT / "src"), str(ROOT / "workbench/src"), *filter(None, [os.environ.get("PYTHONPATH")])]
)


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    status: int
    out: str
    err: str


def cliometer(*words: object) -> Finished:
    """Within this process; what argparse prints counts as well."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main([str(word) for word in words], out, err)
        except SystemExit as stopped:
            status = int(stopped.code or 0)
    return Finished(status, out.getvalue(), err.getvalue())


def process(*words: object, **environment: str) -> Finished:
    """As a process of its own, with buffers as users have them."""
    ours = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    ours |= {"PYTHONPATH": SOURCES, "PYTHONIOENCODING": "utf-8"} | environment
    command = [sys.executable, "-m", "cliometer", *(str(word) for word in words)]
    done = subprocess.run(command, capture_output=True, env=ours, timeout=60)
    return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())
