"""Rank systems by what people prefer: by every voting rule, with ties, cycles, agreement, position bias.

cliometer vote VOTES.csv                         a row for each vote: topic,judge,first,second,preferred,reason
cliometer vote ORDERINGS.csv                     ordering,count with orderings such as a > b = c
cliometer vote WINS.csv                          a matrix: how often the row's system beat the column's
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings

HELP = "rank systems by people's preferences"
EXAMPLE = "cliometer vote {demo}/votes.csv"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.people import vote

    parser.add("paths FILE", "files of votes; their format is recognised by content", nargs="+")
    add_function(parser, vote)
    parser.add("--per-topic", "show the outcome of every topic")
    add_output(parser, "json", "csv", "latex", "digits")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Count the votes and print."""
    from cliometer.api.people import vote

    tallies = vote(args.paths, **given_settings(args, vote))
    from cliometer.reporting.chapters.base import FigureNames
    from cliometer.reporting.chapters.votes import polls, rank_table, rule_table, topic_table

    forms: Forms = {
        "csv": lambda: (topic_table if args.per_topic else rule_table)(tallies.tallies),
        "latex": lambda: (topic_table if args.per_topic else rank_table)(tallies.tallies),
        "text": lambda: polls(tallies, FigureNames(), args.per_topic),
    }
    return print_result(tallies, args, out, err, forms)
