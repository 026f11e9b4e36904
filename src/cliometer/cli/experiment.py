"""Run a whole experiment: tune, summarise, score and rank; with votes, measure which metric agrees with people.

cliometer experiment microblog TOPICS -o FOLDER            the experiment of Mackie et al. (2014)
cliometer experiment microblog TOPICS --config FILE.toml   with other settings
cliometer experiment FOLDER -o OTHER                       run a saved experiment again: identical files
"""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms, print_notes


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "run a whole experiment from a small file"
    EXAMPLE = "cliometer experiment microblog {demo}/posts --config {demo}/experiment.toml"
    FUNCTION = "experiment"
    ARGUMENTS = (
        ("plan KIND|PLAN", "microblog; or a file that describes an experiment, or the folder of one"),
        ("topics TOPICS", "a folder of posts, as for summarise", {"nargs": "?"}),
    )
    OUTPUT = ("json", "csv", "latex")
    COUNTED = "steps"

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print how many files were written, and the report."""
        if args.output:
            files = sum(path.is_file() for path in args.output.rglob("*"))
            print_notes([f"{files} files were written to {args.output}"], args, err)
        return super().show(result, args, out, err)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.chapters.experiment import measure_table

        return {"latex": lambda: measure_table(result.record), "text": lambda: result_section(result.record)}
