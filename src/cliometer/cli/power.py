"""Say how many topics and judges a preference study needs to find a difference, or what a design would find.

cliometer power                                      topics, judges and votes for shares from 0.55 to 0.8
cliometer power --share 0.6 --systems 4              for one share, among four systems
cliometer power --topics 20 --votes 3                the power of a design, and the smallest difference it finds
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser, whole
from cliometer.cli.shared_arguments import add_shared, keywords

HELP = "say how many topics and judges a preference study needs"
EXAMPLE = "cliometer power --topics 20 --systems 3"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "--share X",
        "the true share of votes for the better of two systems; repeatable (default: 0.55 to 0.8)",
        type=float,
    )
    parser.add("--topics COUNT", "the topics of the study (default: as many as are needed)", type=whole(2))
    parser.add("--votes N", "votes on each pair on each topic (default: 3)", type=whole(1), default=3)
    parser.add("--systems N", "the systems, every two of which are compared (default: 2)", type=whole(2), default=2)
    parser.add("--cap N", "the most pairs that a judge compares (default: 12)", type=whole(1), default=12)
    parser.add("--ties X", "the share of votes that are ties (default: 0)", type=float, default=0.0)
    parser.add("--correlation R", "that of two votes on one pair and topic (default: 0.1)", type=float, default=0.1)
    parser.add(
        "--judge-correlation R", "that of two votes of one judge on two systems (default: 0)", type=float, default=0.0
    )
    parser.add("--level", "the level of the test (default: 0.05)", type=float, default=0.05)
    parser.add("--power", "the probability of finding the difference (default: 0.8)", type=float, default=0.8)
    parser.add("--json", "print one JSON document with everything")
    parser.add("--csv", "print a row for each share, with all digits")
    parser.add("--latex", "print the table for a paper (booktabs)")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Compute and print."""
    from cliometer.api import power

    asked = keywords(
        args, "topics", "votes", "systems", "cap", "ties", "correlation", "judge_correlation", "level", "power"
    )
    result = power(args.share, **asked) if args.share else power(**asked)
    from cliometer.report.chapters.vote_plans import power_table

    return print_result(result, args, out, err, {"latex": lambda: power_table(result)})
