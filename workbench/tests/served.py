"""A workbench that is really served, by a process of its own, in a folder of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from cliometer_workbench.config import ServerConfig
from cliometer_workbench.server import answers
from tests.unit.cli.cliometer_command import ROOT, SOURCES


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """The server, and a way behind its stage; `url` has no slash at its end."""

    def __init__(self, folder: Path, database: str = "", workers: int = 2) -> None:
        self.config = ServerConfig(str(folder), database)
        self.folder = folder
        self.workers = workers
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = ["--data", self.config.folder, "--port", str(self.port), "--workers", str(self.workers)]
        words += ["--database", self.config.database, "--no-browser"]
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "out.txt").open("ab") as out, (self.folder / "log.jsonl").open("ab") as log:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "cliometer", "workbench", *words],
                stdout=out, stderr=log, cwd=ROOT, env=environment(), start_new_session=True,
            )  # fmt: skip
        if not answers(f"{self.url}/health", 60):
            raise AssertionError(f"no answer from the server:\n{self.log}")

    @property
    def runs(self) -> bool:
        """Whether it was started and has not stopped."""
        return self._server is not None and self._server.poll() is None

    @property
    def pid(self) -> int:
        """The process that was started; it leads a group of its own."""
        assert self._server is not None
        return self._server.pid

    @property
    def link(self) -> str:
        """The one-time link that the last start printed."""
        lines = (self.folder / "out.txt").read_text(encoding="utf-8").splitlines()
        return [line.split()[2] for line in lines if line.startswith("sign in")][-1]

    @property
    def log(self) -> str:
        """All that was logged."""
        return (self.folder / "log.jsonl").read_text(encoding="utf-8")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell the server to stop, and wait for it; its exit status."""
        assert self._server is not None
        self._server.send_signal(how)
        return self._server.wait(60)

    def stop_waiting(self) -> int:
        """Wait for a server that was told otherwise; its exit status."""
        assert self._server is not None
        return self._server.wait(60)

    def kill(self) -> None:
        """kill -9 of the whole group: nobody gets to tidy up."""
        os.killpg(self.pid, signal.SIGKILL)
        assert self._server is not None
        self._server.wait(60)

    def call(self, function: str, **arguments: Any) -> Any:
        """Call `module:function` in a process with the same database; takes and gives what JSON can hold."""
        stage = self._stage
        assert stage.stdin and stage.stdout
        stage.stdin.write(json.dumps({"call": function, "with": arguments}) + "\n")
        stage.stdin.flush()
        answer = json.loads(stage.stdout.readline())
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    @cached_property
    def _stage(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "workbench.tests.backstage", json.dumps(asdict(self.config))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment(),
        )  # fmt: skip

    def close(self) -> None:
        """Stop all of it."""
        if "_stage" in self.__dict__:
            assert self._stage.stdin
            self._stage.stdin.close()
            self._stage.wait(60)
        if self.runs:
            self.stop()


def environment() -> dict[str, str]:
    """Ours, with the sources in reach and without what another workbench was told."""
    kept = {name: value for name, value in os.environ.items() if name != "CLIOMETER_WORKBENCH"}
    return kept | {"PYTHONPATH": os.pathsep.join([SOURCES, str(ROOT)])}
