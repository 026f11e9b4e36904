"""Compare metrics with people or with each other, and models that judge with people."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms, print_notes
from cliometer.cli.parser import CommandParser, Exclusion


class Comparison(FunctionCommand):
    """A comparison of scores, which are computed first where references are given."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.json:
            print_notes(result.warnings, args, err, "warning")
        return super().show(result, args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.document import Listing

        section = result_section(result)
        return {"latex": lambda: [Listing(title, table) for title, table in section.tables()], "text": lambda: section}


class Scores(Comparison):
    """`cliometer agree scores`, which needs human scores from one of two places."""

    def configure(self, parser: CommandParser) -> None:
        super().configure(parser)
        options = [action for action in parser.arguments if action.dest in ("human", "human_metric")]
        parser.exclusions.append(Exclusion(options, required=True))


COMMANDS = {"scores": Scores, **dict.fromkeys(("votes", "metrics", "people", "judges"), Comparison)}
