"""Scores under a protocol against plain scores of the same files by the same metrics."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.cases.campaign import DATES
from benchmarks.cases.scale import write_campaign
from benchmarks.clock import race
from benchmarks.registry import Effort, case
from benchmarks.rows import Row, costlier
from cliometer import score
from cliometer.engine.protocols.cards import cards

_MOST = 1.1  # times the seconds of plain scores


@case
def protocols(effort: Effort) -> Iterator[Row]:
    """200 systems x 20 topics on disk, under each protocol and by its metrics alone, in turn and in one process."""
    systems, topics = (40, 4) if effort.quick else (200, 20)
    with TemporaryDirectory() as place:
        folder = Path(place)
        write_campaign(folder, systems, topics)
        runs, gold = sorted((folder / "runs").iterdir()), folder / "gold"
        for name in ("news-tls", "chronos"):
            metrics = cards()[name].metrics
            calls = {
                "plain": partial(score, runs, gold, metrics),
                "protocol": partial(score, runs, gold, protocol=name),
            }
            seconds = race(calls, 1 if effort.quick else 2)
            note = f"{systems} systems x {topics} topics x {DATES} dates, {len(metrics)} metrics"
            most = 2.0 if effort.quick else _MOST
            yield costlier(f"protocols: {name} against plain score", seconds["protocol"], seconds["plain"], most, note)
