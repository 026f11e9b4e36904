"""Run simple baselines on content units: first, last and random events or sentences, by section or not.

cliometer baselines UNITS.json                   score all of them with the pyramid, test each pair
cliometer baselines FOLDER -o RUNS               also write what they selected, one file for each
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import Forms, print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_shared
from cliometer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cliometer.model.units import UnitTopic
    from cliometer.systems.baselines import Trial

HELP = "score simple baselines on content units"
EXAMPLE = "cliometer baselines {demo}/units"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("paths GOLD", "content units (JSON), or folders of them", nargs="+")
    parser.add("-s --system ID", "a baseline: 1, 1b, 2, ... 10; repeatable (default: all)", once="--baseline")
    parser.add("--runs N", "the number of runs of the random baselines (default: 100)", type=int, default=100)
    parser.add("--seed", "the seed of the random baselines (default: 0)", type=int, default=0)
    parser.add(
        "-o --output DIR",
        "write what each baseline selected to DIR/baseline-<id>.json; for random ones the first run",
        once="--write",
    )
    parser.add("--json", "print one JSON document: scores, tests, notes")
    parser.add("--csv", "print every score on a line, with all digits")
    parser.add("--latex", "print the table for a paper (booktabs)")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Score, print, and write what was asked for."""
    from dataclasses import replace

    from cliometer.io.topic_folders import read_unit_gold
    from cliometer.report.chapters.unit_scores import baseline_score_table, baseline_table
    from cliometer.systems.baselines import run_baselines

    gold = read_unit_gold(args.paths)
    trial = run_baselines(gold.units, args.system, args.runs, args.seed)
    trial = replace(trial, notes=(*gold.notes, *trial.notes))
    if args.output:
        _write(args.output, trial, gold.units)
    forms: Forms = {"csv": lambda: baseline_score_table(trial), "latex": lambda: baseline_table(trial)}
    return print_result(trial, args, out, err, forms)


def _write(folder: Path, trial: Trial, topics: Sequence[UnitTopic]) -> None:
    from cliometer.io.extracts import write_extracts
    from cliometer.systems.baselines import BASELINES, extracts, runnable

    paths = {BASELINES[one.id]: folder / f"baseline-{one.id}.json" for one in trial.baselines}
    for path in paths.values():
        if path.exists():  # before any is written, so that nothing is half done
            raise InputError("exists already; name another folder for the runs", path)
    folder.mkdir(parents=True, exist_ok=True)
    for baseline, path in paths.items():
        own = [topic for topic in topics if runnable(baseline, topic)]
        write_extracts(path, [extracts(baseline, topic, 1, trial.seed)[0] for topic in own])
