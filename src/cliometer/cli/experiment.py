"""Run a whole experiment: tune, summarise, score and rank; with votes, measure which metric agrees with people.

cliometer experiment microblog TOPICS -o FOLDER            the experiment of Mackie et al. (2014)
cliometer experiment microblog TOPICS --config FILE.toml   with other settings
cliometer experiment FOLDER -o OTHER                       run a saved experiment again: identical files
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_notes, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings

HELP = "run a whole experiment from a small file"
EXAMPLE = "cliometer experiment microblog {demo}/posts --config {demo}/experiment.toml"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.systems import experiment

    parser.add("plan KIND|PLAN", "microblog; or a file that describes an experiment, or the folder of one")
    parser.add("topics TOPICS", "a folder of posts, as for summarise", nargs="?")
    add_function(parser, experiment)
    add_output(parser, "json", "csv", "latex")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the experiment, keep its files and print the report."""
    from cliometer.api.systems import experiment
    from cliometer.reporting.chapters import result_section
    from cliometer.reporting.chapters.experiment import measure_table

    with progress_bar(args, err, "steps") as bar:
        results = experiment(args.plan, args.topics, progress=bar, **given_settings(args, experiment))
    if args.output:
        files = sum(path.is_file() for path in args.output.rglob("*"))
        print_notes([f"{files} files were written to {args.output}"], args, err)
    forms: Forms = {
        "latex": lambda: measure_table(results.record),
        "text": lambda: result_section(results.record),
    }
    return print_result(results, args, out, err, forms)
