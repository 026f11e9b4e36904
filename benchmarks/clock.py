"""CPU time of this process, all threads, and of its children; best of several: the machine may be busy.

And the most memory that it ever had.
"""

from __future__ import annotations

import gc
import re
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

Call = Callable[[], object]
Clock = Callable[[], float]
THREAD_SETTINGS = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "RAYON_NUM_THREADS",
)
ONE_CORE = dict.fromkeys(THREAD_SETTINGS, "1")


def race(calls: Mapping[str, Call], times: int, clock: Clock = time.process_time) -> dict[str, float]:
    """The least CPU time of each call; they take turns, so that a busy moment hits all of them.

    What was loaded before does not burden the garbage collector.
    """
    gc.collect()
    gc.freeze()
    rounds = [{name: once(call, clock) for name, call in calls.items()} for _ in range(times)]
    gc.unfreeze()
    return {name: min(round[name] for round in rounds) for name in calls}


def best(call: Call, times: int, clock: Clock = time.process_time) -> float:
    """The least CPU time of several calls."""
    return race({"": call}, times, clock)[""]


def once(call: Call, clock: Clock = time.process_time) -> float:
    """CPU time of one call."""
    start = clock()
    call()
    return clock() - start


def children() -> float:
    """CPU time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def family() -> float:
    """CPU time of this process and of its children."""
    return time.process_time() + children()


def peak_megabytes() -> float:
    """The most memory of this process so far.

    Linux's `ru_maxrss` of a child starts at what its parent held, so the status of the process is read there.
    """
    status = Path("/proc/self/status")
    if status.exists():
        kilobytes = re.search(r"VmHWM:\s+(\d+)", status.read_text())
        if kilobytes:
            return int(kilobytes[1]) * 1024 / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most * 1024 / 1e6
