"""Check the submissions to a shared task, score the valid ones, and write a leaderboard.

A folder holds a folder (or a file) for each run; several paths are the runs themselves.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_notes, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, add_references, given_settings
from cliometer.errors import UsageError
from cliometer.spelling import many

if TYPE_CHECKING:
    from cliometer.engine.leaderboard import Leaderboard

HELP = "check and score the runs of a shared task"


class Rank:
    """Check the submissions to a shared task, score the valid ones, and write a leaderboard.

    cliometer submissions rank FOLDER -r GOLD -o BOARD    write BOARD/leaderboard.html and tables (CSV)

    FOLDER holds a folder (or a file) for each run; several paths are the runs themselves. A run that is not valid is
    reported and not scored; all others are. GOLD is a benchmark folder GOLD/<topic>/<reference>.txt.
    """

    HELP = "check submissions, score the valid ones, and rank them"
    EXAMPLE = "cliometer submissions rank {demo}/runs -r {demo}/references -m align+m1 -m date"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.tasks import submissions

        add_references(parser, "the folder of submissions, or the submissions")
        add_function(parser, submissions)
        add_output(parser, "json", "csv", "digits")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Check, score and print."""
        from cliometer.api.tasks import submissions
        from cliometer.reporting.chapters.submissions import leaderboard_section

        if not args.references:
            raise UsageError("rank-without-references")
        with progress_bar(args, err, "done") as bar:
            board = submissions(args.paths, args.references, progress=bar, **given_settings(args, submissions))
        print_notes([board.cache_note] if board.cache_note else (), args, err)
        print_result(board, args, out, err, {"text": lambda: leaderboard_section(board)}, board.signature)
        return _warned(board, args, err)


class Check:
    """Check the submissions to a shared task: exit status 1 if one is not valid.

    cliometer submissions check FOLDER -r GOLD
    cliometer submissions check RUN... --track crisisfacts --requests FILE
    """

    HELP = "check submissions without scoring them"
    EXAMPLE = "cliometer submissions check {demo}/runs -r {demo}/references --dates 20"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.tasks import check_submissions

        add_references(parser, "the folder of submissions, or the submissions")
        add_function(parser, check_submissions)
        add_output(parser, "json", "csv")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Check and print; the status is 1 where a submission is not valid."""
        from cliometer.api.tasks import check_submissions
        from cliometer.reporting.chapters.submissions import check_section

        settings = given_settings(args, check_submissions)
        with progress_bar(args, err, "submissions") as bar:
            check = check_submissions(args.paths, args.references, progress=bar, **settings)
        print_result(check, args, out, err, {"text": lambda: check_section(check)})
        return 0 if check.passed() else 1


def _warned(board: Leaderboard, args: argparse.Namespace, err: TextIO) -> int:
    """Say how many submissions were not scored; the status is 2 where that is all of them."""
    check = board.check
    refused = len(check.submissions) - len(check.valid)
    if refused:
        share = f"{refused} of {many(len(check.submissions), 'submission')}"
        print_notes([f"{share} {'is' if refused == 1 else 'are'} not valid and not scored"], args, err, "warning")
    if args.output and not args.quiet and board.comparison:
        err.write(f"wrote {args.output / 'leaderboard.html'}, with leaderboard.csv, topics.csv and faults.csv\n")
    return 0 if board.comparison else 2


COMMANDS = {"rank": Rank, "check": Check}
