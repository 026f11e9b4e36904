"""Run a whole experiment: tune, summarise, score and rank; with votes, measure which metric agrees with people.

cliometer experiment microblog TOPICS -o FOLDER            the experiment of Mackie et al. (2014)
cliometer experiment microblog TOPICS --config FILE.toml   with other settings
cliometer experiment FOLDER -o OTHER                       run a saved experiment again: identical files
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, TextIO

from cliometer.cli.output import print_notes, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_shared
from cliometer.errors import InputError, UsageError

HELP = "run a whole experiment from a small file"
EXAMPLE = "cliometer experiment microblog {demo}/posts --config {demo}/experiment.toml"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("what KIND|PLAN", "microblog; or a file that describes an experiment, or the folder of one")
    parser.add("topics TOPICS", "a folder of posts, as for summarise", nargs="?")
    parser.add("-o --output FOLDER", "the folder that keeps plan, summaries, scores and report")
    parser.add("--force", "replace an experiment that exists in FOLDER")
    parser.add("--config FILE.toml", "a file of settings; all others keep their defaults")
    parser.add("--votes FILE", "preferences of people, as for cliometer vote")
    add_shared(parser, ["background", "import"])
    parser.add("--folds N", "the number of folds of the topics (default: 5)", type=int)
    parser.add("--seed", "the seed of folds and intervals (default: 0)", type=int)
    parser.add("--json", "print results.json instead of the report")
    parser.add("--csv", "print every score on a line, with all digits")
    parser.add("--latex", "print the table of scores and ranks (booktabs)")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the experiment, keep its files and print the report."""
    from cliometer.experiments.experiment import refuse_folder, run_microblog, write_folder
    from cliometer.report.chapters.base import FigureNames
    from cliometer.report.chapters.experiment import experiment, experiment_files, measure_table
    from cliometer.report.render.terminal import terminal

    plan = _plan(args)
    if args.output:
        refuse_folder(args.output, args.force)
    with progress_bar(args, err, "steps") as bar:
        found = run_microblog(plan, bar)
    files = experiment_files(found)
    if args.output:
        write_folder(args.output, files, args.force)
    written = [f"{len(files)} files were written to {args.output}"] if args.output else []
    print_notes([*written, *(() if args.json else found.notes)], args, err)
    if args.latex:
        out.write(measure_table(found.record).latex())
    elif args.json or args.csv:
        out.write(files["results.json" if args.json else "scores.csv"])
    else:
        out.write(terminal(experiment(found.record, FigureNames())))
    return 0


def _plan(args: argparse.Namespace) -> Any:
    """Return the plan of a file that stands alone, or of a kind with topics and what else was given."""
    from cliometer.experiments.experiment import read_plan

    names = ("topics", "votes", "folds", "seed")
    given = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    given = {name: str(value) if isinstance(value, Path) else value for name, value in given.items()}
    if args.background:
        given["background"] = [str(path) for path in args.background]
    alone = _alone(args.what)
    if alone is None:
        return read_plan(args.config, args.what, given)
    if args.config:
        raise UsageError(f"{args.what} and --config are two files of settings; give one")
    return read_plan(alone, given=given)


def _alone(what: str) -> Path | None:
    """Return the file that describes an experiment by itself: named, or kept in a folder; None for a kind."""
    from cliometer.experiments.experiment import KINDS

    path = Path(what)
    if what in KINDS:
        return None
    if path.is_dir():
        if not (path / "plan.toml").is_file():
            raise InputError("holds no plan.toml, so it is not a saved experiment; name a kind or a file", path)
        return path / "plan.toml"
    return path if path.suffix == ".toml" or path.is_file() else None
