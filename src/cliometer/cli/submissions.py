"""Check the submissions to a shared task, score the valid ones, and write a leaderboard.

A folder holds a folder (or a file) for each run; several paths are the runs themselves.
"""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms, print_notes
from cliometer.errors import UsageError
from cliometer.spelling import many

HELP = "check and score the runs of a shared task"
PATHS = "the folder of submissions, or the submissions"


class Rank(FunctionCommand):
    """Check the submissions to a shared task, score the valid ones, and write a leaderboard.

    cliometer submissions rank FOLDER -r GOLD -o BOARD    write BOARD/leaderboard.html and tables (CSV)

    FOLDER holds a folder (or a file) for each run; several paths are the runs themselves. A run that is not valid is
    reported and not scored; all others are. GOLD is a benchmark folder GOLD/<topic>/<reference>.txt.
    """

    HELP = "check submissions, score the valid ones, and rank them"
    EXAMPLE = "cliometer submissions rank {demo}/runs -r {demo}/references -m align+m1 -m date"

    FUNCTION = "submissions"
    PATHS = PATHS
    OUTPUT = ("json", "csv", "digits")
    COUNTED = "done"
    SIGNED = True

    @classmethod
    def run(cls, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.references:
            raise UsageError("rank-without-references")
        return super().run(args, out, err)

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print, and report how many submissions were not scored; the status is 2 where that is all of them."""
        super().show(result, args, out, err)
        check = result.check
        refused = len(check.submissions) - len(check.valid)
        if refused:
            share = f"{refused} of {many(len(check.submissions), 'submission')}"
            print_notes([f"{share} {'is' if refused == 1 else 'are'} not valid and not scored"], args, err, "warning")
        if args.output and not args.quiet and result.comparison:
            err.write(f"wrote {args.output / 'leaderboard.html'}, with leaderboard.csv, topics.csv and faults.csv\n")
        return 0 if result.comparison else 2

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.submissions import leaderboard_section

        return {"text": lambda: leaderboard_section(result)}


class Check(FunctionCommand):
    """Check the submissions to a shared task: exit status 1 if one is not valid.

    cliometer submissions check FOLDER -r GOLD
    cliometer submissions check RUN... --track crisisfacts --requests FILE
    """

    HELP = "check submissions without scoring them"
    EXAMPLE = "cliometer submissions check {demo}/runs -r {demo}/references --dates 20"

    FUNCTION = "check_submissions"
    PATHS = PATHS
    OUTPUT = ("json", "csv")
    COUNTED = "submissions"

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the faults; the status is 1 where a submission is not valid."""
        super().show(result, args, out, err)
        return 0 if result.passed() else 1


COMMANDS = {"rank": Rank, "check": Check}
