"""The long run of the fuzzer: mutated files of every format through every command that reads it, odd arguments."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from tests.hostile.fuzzer import fuzz as run
from tests.hostile.fuzzer import summary

_FILES, _ARGUMENTS, _SEED = 50_000, 20_000, 1


@case
def fuzz(effort: Effort) -> Iterator[Row]:
    """Faults: exceptions that are not ours, runs over 10 s or 2 GB, and an exit status that we do not document."""
    files, arguments = effort.of((_FILES, _ARGUMENTS), (100, 40))
    faults = run(files, arguments, _SEED, processes=os.cpu_count() or 1)
    if faults:
        print(summary(faults), file=sys.stderr)
    note = f"{files:,} mutated files, {arguments:,} argument lists"
    yield alone("fuzz: faults", Quantity(len(faults), ""), Bar("<=", 0), note)
