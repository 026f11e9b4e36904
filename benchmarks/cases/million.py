"""Many systems on many topics, Parquet to Parquet: pairs a second of two workers beside one core, and peak memory.

A million pairs are 10,000 systems on 100 topics with ten dates each. `--pairs` chooses how many there are; systems and
topics shrink together.
"""

from __future__ import annotations

import math
import random
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.processes import python
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from benchmarks.texts import ROOT, summary, timeline
from cliometer import write_timelines

_DATES = 10
_SAMPLE = 10_000  # pairs by which the rate of one core is measured
_MOST_MEMORY = 1536  # megabytes of any process
_HALVES = 300  # of sentences, a topic; a sentence is a first half and a second one


@case
def million(effort: Effort) -> Iterator[Row]:
    """Score a table with two workers and a part of it with one, and look at the memory of all processes."""
    pairs = effort.of(effort.pairs, min(effort.pairs, 400))
    topics = max(4, round(math.sqrt(pairs / 100)))
    systems = max(2, pairs // topics)
    with tempfile.TemporaryDirectory(prefix="cliometer-million-") as folder:
        root = Path(folder)
        gold = _write_gold(root / "gold", topics)
        table = _write_table(root / "systems.parquet", systems, topics)
        sample = _write_table(root / "sample.parquet", max(2, min(systems, _SAMPLE // topics)), topics)
        alone_rate = _rate(sample, gold, root / "one", 1, max(2, min(systems, _SAMPLE // topics)) * topics)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        rate = _rate(table, gold, root / "two", 2, systems * topics)
        peak = max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024
        size = f"{systems:,} systems x {topics} topics x {_DATES} dates, {table.stat().st_size / 1e6:.0f} MB"
    name = f"million: {systems * topics:,} pairs, Parquet to Parquet"
    yield alone(f"{name}, one core", Quantity(alone_rate, "/s"), note="pairs a second, on a sample")
    yield alone(f"{name}, two workers", Quantity(rate, "/s"), note=f"{rate / alone_rate:.2f} x one core; {size}")
    yield alone(f"{name}, peak memory of any process", Quantity(peak, "MB"), Bar("<=", _MOST_MEMORY))


def _rate(table: Path, gold: Path, folder: Path, jobs: int, pairs: int) -> float:
    """Pairs a second of `cliometer score` with so many workers, start and reading included."""
    words = ["score", str(table), str(gold), "--output", str(folder), "--jobs", str(jobs), "--quiet"]
    metrics = [word for metric in ("align+m1(rouge=1)", "align+m1(rouge=2)", "date") for word in ("-m", metric)]
    start = time.perf_counter()
    command = python("-m", "cliometer", *words, *metrics)
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return pairs / (time.perf_counter() - start)


def _write_gold(folder: Path, topics: int) -> Path:
    """Two references a topic."""
    for topic in range(topics):
        (folder / f"topic-{topic:03}").mkdir(parents=True)
        for writer in ("first", "second"):
            days = timeline(f"million/{topic}/{writer}", _DATES)
            short = {date: said[:1] for date, said in days.items()}
            write_timelines(folder / f"topic-{topic:03}" / f"{writer}.json", [short])
    return folder


def _write_table(path: Path, systems: int, topics: int) -> Path:
    """A sentence a date, put together of halves, so that few stand twice; topics one after the other."""
    pyarrow, compute, parquet = map(import_module, ("pyarrow", "pyarrow.compute", "pyarrow.parquet"))
    text = pyarrow.string()
    schema = pyarrow.schema([(name, text) for name in ("system", "topic", "date", "sentence")])
    names = pyarrow.array([f"system-{number:05}" for number in range(systems)])
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for topic in range(topics):
            rng = np.random.default_rng(topic)
            dates, heads, tails = _pools(topic)
            chosen = np.argsort(rng.random((systems, len(dates))), axis=1)[:, :_DATES]
            rows = systems * _DATES
            said = [pool.take(pyarrow.array(rng.integers(len(pool), size=rows))) for pool in (heads, tails)]
            columns = [
                names.take(pyarrow.array(np.repeat(np.arange(systems), _DATES))),
                pyarrow.repeat(f"topic-{topic:03}", rows),
                dates.take(pyarrow.array(np.sort(chosen, axis=1).ravel())),
                compute.binary_join_element_wise(*said, " "),
            ]
            writer.write_table(pyarrow.table(columns, schema=schema), row_group_size=100_000)
    return path


def _pools(topic: int) -> list[Any]:
    """The dates of a topic, and the halves of its sentences."""
    pyarrow = import_module("pyarrow")
    rng = random.Random(f"million/{topic}")
    words = [rng.choice(summary(rng)).split() for _ in range(_HALVES)]
    halves = (
        [" ".join(own[: len(own) // 2 + 1]) for own in words],
        [" ".join(own[len(own) // 2 + 1 :]) for own in words],
    )
    dates = sorted({date for writer in ("first", "second") for date in timeline(f"million/{topic}/{writer}", _DATES)})
    return [pyarrow.array(some) for some in (dates, *halves)]
