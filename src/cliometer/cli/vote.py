"""Rank systems by what people prefer: by every voting rule, with ties, cycles, agreement, position bias.

cliometer vote VOTES.csv                         a vote a row: topic,judge,first,second,preferred,reason
cliometer vote ORDERINGS.csv                     ordering,count with orderings such as a > b = c
cliometer vote WINS.csv                          a matrix: how often the row's system beat the column's
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_json, print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import given_path

if TYPE_CHECKING:
    pass

HELP = "rank systems by people's preferences"
EXAMPLE = "cliometer vote {demo}/votes.csv"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths", nargs="+", type=given_path, metavar="FILE", help="votes; the format is recognised by content"
    )
    parser.add_argument("--pool", action="store_true", help="count all files together, as one data set")
    parser.add_argument(
        "--rule",
        action="append",
        metavar="RULE",
        help="ranked-pairs, copeland, borda, plurality, modal or bradley-terry; repeatable (default: all)",
    )
    parser.add_argument(
        "--strength",
        choices=("margin", "winning"),
        default="margin",
        help="what Ranked Pairs sorts majorities by: their margin (default), or the votes of the winner",
    )
    parser.add_argument("--by-topic", action="store_true", help="show what every topic amounts to")
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap intervals (default: 0)")
    parser.add_argument(
        "--resamples",
        type=int,
        default=1000,
        metavar="N",
        help="of the bootstrap, at least 100 (default: 1000)",
    )
    _configure_layout(parser)
    form = parser.alternatives()
    form.add_argument("--json", action="store_true", help="one JSON document with everything")
    form.add_argument("--csv", action="store_true", help="rank and points by rule and system, all digits")
    form.add_argument("--latex", action="store_true", help="the ranks for a paper (booktabs)")


def _configure_layout(parser: CommandParser) -> None:
    parser.add_argument(
        "--columns",
        action="append",
        metavar="ROLE=COLUMN,...",
        help="which column is topic, judge, first, second, preferred, loser, reason, ordering, count or "
        "dataset; repeatable",
    )
    parser.add_argument(
        "--pair",
        nargs=2,
        metavar=("A", "B"),
        help="the two systems that every row compares, where only a column says which is preferred: "
        "A (or first, 1, true), B (or second, 2, false) or tie",
    )
    parser.add_argument("--table", metavar="KEY", help="the member of a JSON object that holds the votes")
    parser.add_argument("--fill", metavar="KEY", help="the member that has the counts which are null in it")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Count the votes and print."""
    from cliometer.api import vote

    found = vote(
        args.paths,
        args.rule,
        args.strength,
        pool=args.pool,
        columns=args.columns or (),
        pair=args.pair,
        table=args.table,
        fill=args.fill,
        seed=args.seed,
        resamples=args.resamples,
    )
    if args.json:
        print_json(found.to_dict(), out)
        return 0
    from cliometer.report.chapters.base import FigureNames
    from cliometer.report.chapters.votes import polls, rank_table, rule_table, topic_table
    from cliometer.report.render.terminal import terminal

    print_notes(found.notes, err)
    if args.csv:
        out.write((topic_table if args.by_topic else rule_table)(found.tallies).csv())
    elif args.latex:
        out.write((topic_table if args.by_topic else rank_table)(found.tallies).latex())
    else:
        out.write(terminal(polls(found, FigureNames(), args.by_topic)))
    return 0
