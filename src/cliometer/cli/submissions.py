"""Check the submissions to a shared task, score the valid ones, and write a leaderboard."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms, print_notes
from cliometer.errors import UsageError
from cliometer.spelling import many


class Rank(FunctionCommand):
    """`cliometer submissions rank`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.references:
            raise UsageError("rank-without-references")
        return super().run(args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
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

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.submissions import leaderboard_section

        return {"text": lambda: leaderboard_section(result)}


class Check(FunctionCommand):
    """`cliometer submissions check`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the faults; the status is 1 where a submission is not valid."""
        super().show(result, args, out, err)
        return 0 if result.passed() else 1


COMMANDS = {"rank": Rank, "check": Check}
