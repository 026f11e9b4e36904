"""CPU time of the first `cliometer.score` of a process, imports not counted."""

from __future__ import annotations

from benchmarks.cases.pair import DATES, REFERENCE, SYSTEM
from benchmarks.clock import once
from benchmarks.peers import OURS
from benchmarks.texts import timeline
from cliometer import score

if __name__ == "__main__":
    system, reference = timeline(SYSTEM, DATES), timeline(REFERENCE, DATES)
    print(once(lambda: score(system, [reference], metrics=OURS)))
