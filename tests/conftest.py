"""Hypothesis without deadlines: machines are noisy, and the first call of a function may import much.

`make check` asks for the profile `quick`, which tries few examples; `make test` runs under `steady`, always the same
examples; `make soak` looks for new ones under `thorough`.
"""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Bytecode is kept whatever the shell says: a start of the command would compile some three hundred files otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# One thread for each product of matrices, as the command line has: threads that wait for each other double the cost.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
gc.set_threshold(100_000)  # likewise; each look at all objects passes ten thousand tests, too

settings.register_profile("base", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # no clock decides
settings.register_profile("thorough", settings.get_profile("base"), max_examples=500)
settings.register_profile("steady", settings.get_profile("base"), derandomize=True, max_examples=30)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=12)
settings.load_profile("steady")


@pytest.fixture
def own_classes() -> Iterator[None]:
    """Take the classes out of the registries again that a test puts into them."""
    from cliometer.cli.plugins import _registries
    from cliometer.court.perturbations import date_changes as _  # noqa: F401  # the package registers all

    names = {registry.kind: set(registry.names) for registry in _registries()}
    yield
    for registry in _registries():
        for name in registry._classes.keys() - names[registry.kind]:
            del registry._classes[name]


@pytest.fixture(scope="module")
def dask_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a Dask scheduler and two workers as processes of their own, and yield the scheduler's address.

    They end with the file that uses them: idle workers still cost a tenth of a core.
    """
    folder = tmp_path_factory.mktemp("dask")
    root = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    file = folder / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    python = [sys.executable, "-m"]
    commands = [
        [*python, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *common],
        *[[*python, "distributed.cli.dask_worker", *common, "--nthreads", "1", "--local-directory", str(folder)]] * 2,
    ]
    started: list[subprocess.Popen[bytes]] = []
    with (folder / "log").open("wb") as log:
        try:
            for command in commands:
                started.append(subprocess.Popen(command, cwd=root, env=environment, stdout=log, stderr=log))
                end = time.monotonic() + 60
                while not file.exists() and time.monotonic() < end:
                    time.sleep(0.05)
            from distributed import Client

            with Client(scheduler_file=str(file), set_as_default=False) as client:
                client.wait_for_workers(2, timeout=60)
            yield str(json.loads(file.read_text("utf-8"))["address"])
        finally:
            for process in reversed(started):
                process.terminate()
            for process in started:
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
