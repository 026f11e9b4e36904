"""Run simple baselines on content units: first, last and random events or sentences, by section or not.

cliometer baselines UNITS.json                   score all of them with the pyramid, test each pair
cliometer baselines FOLDER --write RUNS          and write what they selected, one file a baseline
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_json, print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import given_path
from cliometer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cliometer.model.units import UnitTopic
    from cliometer.systems.baselines import Trial

HELP = "score simple baselines on content units"
EXAMPLE = "cliometer baselines {demo}/units"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths", nargs="+", type=given_path, metavar="GOLD", help="content units (JSON), or folders of them"
    )
    parser.add_argument(
        "--baseline", action="append", metavar="ID", help="1, 1b, 2, ... 10; repeatable (default: all)"
    )
    parser.add_argument(
        "--runs", type=int, default=100, metavar="N", help="of the random ones (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random ones (default: 0)")
    parser.add_argument(
        "--write",
        type=given_path,
        metavar="DIR",
        help="write what each selected to DIR/baseline-<id>.json; of the random ones the first run",
    )
    form = parser.alternatives()
    form.add_argument("--json", action="store_true", help="one JSON document: scores, tests, notes")
    form.add_argument("--csv", action="store_true", help="every score, a line each, all digits")
    form.add_argument("--latex", action="store_true", help="the table for a paper (booktabs)")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Score, print, and write what was asked for."""
    from dataclasses import replace

    from cliometer.io.topic_folders import read_unit_gold
    from cliometer.report.chapters.base import FigureNames
    from cliometer.report.chapters.unit_scores import baseline_score_table, baseline_table, baselines
    from cliometer.report.render.terminal import terminal
    from cliometer.systems.baselines import run_baselines

    gold = read_unit_gold(args.paths)
    trial = run_baselines(gold.units, args.baseline, args.runs, args.seed)
    trial = replace(trial, notes=(*gold.notes, *trial.notes))
    if args.write:
        _write(args.write, trial, gold.units)
    if args.json:
        print_json(trial.to_dict(), out)
        return 0
    print_notes(trial.notes, err)
    if args.csv or args.latex:
        out.write(baseline_score_table(trial).csv() if args.csv else baseline_table(trial).latex())
    else:
        out.write(terminal(baselines(trial, FigureNames())))
    return 0


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
