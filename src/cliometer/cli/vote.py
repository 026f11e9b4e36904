"""Rank systems by what people prefer: by every voting rule, with ties, cycles, agreement, position bias.

cliometer vote VOTES.csv                         a row for each vote: topic,judge,first,second,preferred,reason
cliometer vote ORDERINGS.csv                     ordering,count with orderings such as a > b = c
cliometer vote WINS.csv                          a matrix: how often the row's system beat the column's
"""

from __future__ import annotations

import argparse
from typing import Any

from cliometer.cli.function_command import SEVERAL, FunctionCommand
from cliometer.cli.output import Forms


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "rank systems by people's preferences"
    EXAMPLE = "cliometer vote {demo}/votes.csv"
    FUNCTION = "vote"
    ARGUMENTS = (("paths FILE", "files of votes; their format is recognised by content", SEVERAL),)
    SWITCHES = (("--per-topic", "show the outcome of every topic"),)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.base import FigureNames
        from cliometer.reporting.chapters.votes import polls, rank_table, rule_table, topic_table

        return {
            "csv": lambda: (topic_table if args.per_topic else rule_table)(result.tallies),
            "latex": lambda: (topic_table if args.per_topic else rank_table)(result.tallies),
            "text": lambda: polls(result, FigureNames(), args.per_topic),
        }
