"""Rank systems by what people prefer: by every voting rule, with ties, cycles, agreement, position bias."""

from __future__ import annotations

import argparse
from typing import Any

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms


class Command(FunctionCommand):
    """`cliometer vote`."""

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.base import FigureNames
        from cliometer.reporting.chapters.votes import polls, rank_table, rule_table, topic_table

        return {
            "csv": lambda: (topic_table if args.per_topic else rule_table)(result.tallies),
            "latex": lambda: (topic_table if args.per_topic else rank_table)(result.tallies),
            "text": lambda: polls(result, FigureNames(), args.per_topic),
        }
