"""How work grows and spreads: two processes against one, a real Dask cluster, a cache, and the cost of each size.

Times are wall times here, since that is what more cores save; they mean something on a quiet machine only.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.cases.campaign import DATES, reference, system
from benchmarks.clock import best
from benchmarks.peers import OURS
from benchmarks.processes import cliometer, python, running
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone, faster
from benchmarks.texts import timeline
from cliometer import score, write_timelines

METRICS = [word for metric in OURS for word in ("-m", metric)]
_ROUNDS = 3  # the best of so many, taken in turn
_PATIENCE = 30.0  # seconds that a scheduler and its workers may take to start


@case
def scale(effort: Effort) -> Iterator[Row]:
    """200 systems x 20 topics x 40 dates on disk, by one process, by two, by a cluster of two, and from a cache."""
    systems, topics, rounds = effort.of((200, 20, _ROUNDS), (10, 2, 1))
    with TemporaryDirectory() as place:
        folder = Path(place)
        write_campaign(folder, systems, topics)
        command = ["score", str(folder / "runs"), "-r", str(folder / "gold"), *METRICS, "--csv"]
        with _dask_cluster(folder) as cluster:
            ways: dict[str, list[str]] = {"one": [], "two": ["--jobs", "2"]}
            ways |= {"dask": ["--cluster", cluster.address]} if cluster.address else {}
            seconds, outputs = _wall_times(folder, command, ways, rounds)
        size = f"{systems} systems x {topics} topics x {DATES} dates, ten metrics; load {os.getloadavg()[0]:.1f}"
        same = len(set(outputs.values())) == 1
        yield faster("scale: --jobs 2", seconds["two"], seconds["one"], effort.of(1.7, None), size)
        if "dask" in seconds:
            beside = Bar("<=", 1.15)
            ratio = seconds["dask"] / seconds["two"]
            dask = Quantity(seconds["dask"]), Quantity(seconds["two"])
            yield Row("scale: Dask, two workers", *dask, ratio, beside, "against --jobs 2; the cluster runs already")
        else:
            yield Row("scale: Dask, two workers", note=f"not counted: {cluster.reason}")
        yield alone("scale: ways with the same bytes", Quantity(len(ways) if same else 0, ""), Bar(">=", len(ways)))
        yield from _cached(folder, command, outputs["one"])
    yield from _growth(effort)


def write_campaign(folder: Path, systems: int, topics: int) -> None:
    """Write runs of many systems, `runs/sNNN/tN.txt`, and a reference for each topic."""
    for topic in range(topics):
        (folder / "gold" / f"t{topic}").mkdir(parents=True)
        write_timelines(folder / "gold" / f"t{topic}" / "a.txt", reference(topic))
        for number in range(systems):
            run = folder / "runs" / f"s{number:03}"
            run.mkdir(parents=True, exist_ok=True)
            write_timelines(run / f"t{topic}.txt", system(number, topic))


@dataclass(frozen=True)
class Finished:
    """A command that has ended: its wall time, what it printed, and its notes."""

    seconds: float
    output: bytes
    notes: str


def _run(folder: Path, words: Sequence[str]) -> Finished:
    started = time.perf_counter()
    done = subprocess.run(cliometer(*words), cwd=folder, check=True, capture_output=True)
    return Finished(time.perf_counter() - started, done.stdout, done.stderr.decode())


def _wall_times(
    folder: Path, command: Sequence[str], ways: dict[str, list[str]], rounds: int
) -> tuple[dict[str, float], dict[str, bytes]]:
    """The least wall time of each way, taken in turn, and what it printed."""
    taken = [{name: _run(folder, [*command, *more]) for name, more in ways.items()} for _ in range(rounds)]
    seconds = {name: min(round[name].seconds for round in taken) for name in ways}
    return seconds, {name: taken[0][name].output for name in ways}


@dataclass(frozen=True)
class Cluster:
    """The address of a Dask scheduler, or the reason why there is none."""

    address: str = ""
    reason: str = ""


@contextmanager
def _dask_cluster(folder: Path) -> Iterator[Cluster]:
    """A scheduler with two workers of one thread; without it, the other ways are still measured."""
    if find_spec("distributed") is None:
        yield Cluster(reason="distributed is not installed")
        return
    file = folder / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(file)]
    scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", *common]
    worker = ["dask_worker", "--nthreads", "1", "--no-nanny", *common]
    settings = {**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", "OMP_NUM_THREADS": "1"}
    lines = [python("-m", f"distributed.cli.{module}", *words) for module, *words in (scheduler, worker, worker)]
    with running(lines, folder, settings):
        try:
            cluster = Cluster(_address(file))
        except (OSError, TimeoutError) as error:  # no connection, or too late
            cluster = Cluster(reason=f"the Dask cluster did not start: {error}")
        yield cluster


def _address(file: Path) -> str:
    """The address that a scheduler wrote down, once two workers have joined it."""
    from distributed import Client

    limit = time.monotonic() + _PATIENCE
    while not (file.exists() and file.read_text("utf-8").strip()):
        if time.monotonic() > limit:
            raise TimeoutError("the Dask scheduler did not start")
        time.sleep(0.1)
    address = str(json.loads(file.read_text("utf-8"))["address"])
    with Client(address, timeout=_PATIENCE) as client:
        client.wait_for_workers(2, timeout=_PATIENCE)
    return address


def _cached(folder: Path, command: Sequence[str], before: bytes) -> Iterator[Row]:
    """One of the systems changes; all others are found in the cache."""
    cache = ["--cache", str(folder / "cache")]
    filled, same_again = _run(folder, [*command, *cache]), _run(folder, [*command, *cache])
    for file in sorted((folder / "runs" / "s007").iterdir()):
        write_timelines(file, timeline(f"changed/{file.name}", DATES), force=True)
    full, again = _run(folder, command), _run(folder, [*command, *cache])
    same = filled.output == same_again.output == before and again.output == full.output
    said = re.search(r"found the scores of (\d+) of (\d+) texts", again.notes)
    found, asked = map(int, said.groups()) if said else (0, 1)
    note = f"of {asked:,} texts, whose files are not read either if they are found"
    idle = f"{same_again.seconds:.1f} s where nothing changed: start, list files, print"
    wall = f"{again.seconds:.1f} of {full.seconds:.1f} s, and {idle}"
    yield alone("scale: --cache, same bytes", Quantity(int(same), ""), Bar(">=", 1))
    yield alone("scale: --cache, % scored again", Quantity(100 - 100 * found / asked, ""), Bar("<=", 3), note)
    yield alone("scale: --cache, % of wall time", Quantity(100 * again.seconds / full.seconds, ""), note=wall)


_BASE = (100, 5, 20)  # systems, topics, dates


def _growth(effort: Effort) -> Iterator[Row]:
    """CPU time on one core where one size is doubled: what docs/scale.md fits its model to."""
    base = effort.of(_BASE, (10, 2, 5))
    for place, what in enumerate(("systems", "topics", "dates")):
        for factor in (1, 2, 4):
            size = [own * factor if at == place else own for at, own in enumerate(base)]
            pairs = size[0] * size[1]
            seconds = _scored(*size)
            note = f"{size[0]} systems x {size[1]} topics x {size[2]} dates, {pairs / seconds:,.0f} pairs/s"
            yield alone(f"scale: {what} x {factor}", Quantity(seconds), note=note)


def _scored(systems: int, topics: int, dates: int) -> float:
    runs = {f"s{s}": {f"t{t}": timeline(f"campaign/{s}/{t}", dates) for t in range(topics)} for s in range(systems)}
    gold = {f"t{t}": [timeline(f"campaign/reference/{t}", dates)] for t in range(topics)}
    return best(lambda: score(runs, gold, metrics=OURS), 2)
