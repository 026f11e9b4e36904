"""A shared task: 200 systems on 20 topics of 40 dates, five metrics, ROUGE-1 and 2, on one core."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.clock import best
from benchmarks.peers import tilse
from benchmarks.processes import child
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, absent, alone, costlier, faster
from benchmarks.texts import Days, timeline

DATES = 40
_SAMPLE = 10  # pairs that tilse is given; with three, the luck of the draw moves the ratio by a sixth


@case
def campaign(effort: Effort) -> Iterator[Row]:
    """Speed and memory in a process of its own; tilse on a few of the same pairs."""
    systems, topics = effort.of((200, 20), (10, 4))
    found = child("campaign", systems, topics)
    pairs = systems * topics
    size = f"{systems} systems x {topics} topics x {DATES} dates in {found['seconds']:.1f} s"
    yield alone("campaign: pairs a second", Quantity(pairs / found["seconds"], "/s"), Bar(">=", 200), size)
    yield _against_tilse(found["seconds"] / pairs, topics, effort.of(300, None))
    yield alone("campaign: peak memory", Quantity(found["megabytes"], "MB"), Bar("<=", 1000), "inputs included")
    yield costlier("campaign: ledger, align+m1", found["ledger"], found["align+m1(rouge=1)"], most=4)
    memory = Quantity(found["megabytes with ledger"], "MB")
    yield alone("campaign: peak memory, ledger too", memory, Bar("<=", 1000), "inputs included")


def system(number: int, topic: int) -> Days:
    """What a system said on a topic."""
    return timeline(f"campaign/{number}/{topic}", DATES)


def reference(topic: int) -> Days:
    """The reference of a topic."""
    return timeline(f"campaign/reference/{topic}", DATES)


def _against_tilse(seconds_a_pair: float, topics: int, least: float | None) -> Row:
    """The bar is for the full size: a small campaign spends a good part of its time on warming up."""
    evaluate, name = tilse("reimpl"), "campaign: one pair, tilse Python mode"
    if evaluate is None:
        return absent(name, "tilse")
    sample = [(system(n, n % topics), reference(n % topics)) for n in range(_SAMPLE)]
    seconds = best(lambda: [evaluate(*pair) for pair in sample], 2) / _SAMPLE
    return faster(name, seconds_a_pair, seconds, least=least, note=f"peer on {_SAMPLE} of the pairs")
