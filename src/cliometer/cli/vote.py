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
from cliometer.cli.shared_arguments import add_shared, keywords

HELP = "rank systems by people's preferences"
EXAMPLE = "cliometer vote {demo}/votes.csv"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("paths FILE", "files of votes; their format is recognised by content", nargs="+")
    parser.add("--pool", "count all files together, as one data set")
    parser.add(
        "--rule RULE", "ranked-pairs, copeland, borda, plurality, modal or bradley-terry; repeatable (default: all)"
    )
    parser.add(
        "--strength margin|winning",
        "the order in which Ranked Pairs takes majorities: by margin (default), or by the votes of the winner",
    )
    parser.add("--per-topic", "show the outcome of every topic", once="--by-topic", action="store_true")
    parser.add("--seed", "the seed of the bootstrap interval of alpha (default: 0)", type=int, default=0)
    add_shared(parser, ["resamples"])
    parser.add(
        "--pair A B",
        "the two systems that every row compares, where only a column says which is preferred: "
        "A (or first, 1, true), B (or second, 2, false) or tie",
        nargs=2,
    )
    parser.add("--table KEY", "the member of a JSON object that holds the votes")
    parser.add("--fill KEY", "the member of the same object with the counts that are null in --table")
    parser.add("--json", "print one JSON document with everything")
    parser.add("--csv", "print rank and points by rule and system, with all digits")
    parser.add("--latex", "print the ranks for a paper (booktabs)")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Count the votes and print."""
    from cliometer.api import vote

    asked = keywords(args, "pool", "pair", "table", "fill", "seed", "resamples")
    tallies = vote(args.paths, args.rule, args.strength, **asked)
    from cliometer.report.chapters.base import FigureNames
    from cliometer.report.chapters.votes import polls, rank_table, rule_table, topic_table

    forms: Forms = {
        "csv": lambda: (topic_table if args.per_topic else rule_table)(tallies.tallies),
        "latex": lambda: (topic_table if args.per_topic else rank_table)(tallies.tallies),
        "text": lambda: polls(tallies, FigureNames(), args.per_topic),
    }
    return print_result(tallies, args, out, err, forms)
