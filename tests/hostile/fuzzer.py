"""Many runs from one seed: mutated files through every command that reads them, and odd argument lists.

    python -m tests.hostile.fuzzer --files 1000 --arguments 500 --seed 7

Run number n of a seed is the same run on every machine, so that a fault can be repeated: --only n.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random

from tests.hostile import stage
from tests.hostile.arguments import odd_words
from tests.hostile.mutations import mutate
from tests.hostile.runner import Fault, attempt, limits, quiet_warnings, split


@contextmanager
def staged() -> Iterator[Path]:
    """A filled folder, which is the working folder meanwhile."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            stage.build(Path(name))
            yield Path(name)
        finally:
            os.chdir(before)


def _fresh_output() -> None:
    """Forget what a run wrote; what it may not replace would refuse the next."""
    shutil.rmtree("out", ignore_errors=True)
    Path("out").mkdir()


def file_run(seed: int, number: int) -> Fault | None:
    """Mutate one file of the stage and give it to one command that reads it."""
    random = Random(f"{seed}/file/{number}")
    kind = stage.FORMATS[number % len(stage.FORMATS)]
    path = Path(kind.file)
    good = path.read_bytes()
    if path.suffix == ".gz" and random.random() < 0.7:  # what is inside
        names, content = mutate(gzip.decompress(good), random)
        content = gzip.compress(content, mtime=0)
    else:
        names, content = mutate(good, random)
    words = split(random.choice(kind.commands), kind.file)
    path.write_bytes(content)
    try:
        fault = attempt(words)
    finally:
        path.write_bytes(good)
        _fresh_output()
    return fault and Fault(fault.place, fault.words, f"run {number}: {kind.name}, {names}\n{fault.detail}")


def argument_run(seed: int, number: int) -> Fault | None:
    """Run one odd argument list; the stage is made anew where it wrote into it."""
    fault = attempt(odd_words(Random(f"{seed}/arguments/{number}")))
    _fresh_output()
    return fault and Fault(fault.place, fault.words, f"run {number}\n{fault.detail}")


def share(task: tuple[str, int, list[int]]) -> list[Fault]:
    """Some of the runs, in a process of its own."""
    what, seed, numbers = task
    run = file_run if what == "file" else argument_run
    quiet_warnings()
    faults = []
    for start in range(0, len(numbers), 2000):  # odd arguments may write files: a new stage now and then
        with staged(), limits():
            faults += [fault for number in numbers[start : start + 2000] if (fault := run(seed, number))]
    return faults


def fuzz(files: int, arguments: int, seed: int, processes: int = 1) -> list[Fault]:
    """All faults of so many runs, in the order of their numbers."""
    tasks = [
        (what, seed, list(range(first, count, processes)))
        for what, count in (("file", files), ("arguments", arguments))
        for first in range(processes)
        if count
    ]
    if processes == 1:
        return [fault for task in tasks for fault in share(task)]
    spawn = get_context("spawn")  # a fork of a process that has threads, such as a drawer of charts, may never end
    with ProcessPoolExecutor(processes, spawn) as pool:
        return [fault for faults in pool.map(share, tasks) for fault in faults]


def summary(faults: Iterable[Fault]) -> str:
    """Every cause once, with how often it was met and one example."""
    causes: dict[str, list[Fault]] = {}
    for fault in faults:
        causes.setdefault(fault.place, []).append(fault)
    return "\n".join(
        f"{len(group)} x {place}\n  cliometer {' '.join(map(repr, group[0].words))[:300]}\n  {group[0].detail}"
        for place, group in sorted(causes.items(), key=lambda item: -len(item[1]))
    )


def _main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.fuzzer", description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--arguments", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--only", type=int, nargs=2, metavar=("FILE", "ARGUMENTS"), help="one run of each kind; -1: none"
    )
    asked = parser.parse_args(argv)
    if asked.only:
        runs = [("file", asked.only[0]), ("arguments", asked.only[1])]
        faults = [fault for what, number in runs if number >= 0 for fault in share((what, asked.seed, [number]))]
    else:
        faults = fuzz(asked.files, asked.arguments, asked.seed, asked.processes)
    print(summary(faults) or "no fault")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
