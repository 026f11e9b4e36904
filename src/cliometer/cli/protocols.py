"""Show how released code scores timelines, and score runs under several such protocols."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser
from cliometer.errors import UsageError


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add_output("json", "csv", "latex")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print all cards."""
    from cliometer.api.protocols import list_protocols

    return print_result(list_protocols(), args, out, err)


class Compare(FunctionCommand):
    """`cliometer protocols compare`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.references:
            raise UsageError("compare-without-references", gold="GOLD", scores="")
        return super().run(args, out, err)


COMMANDS = {"show": FunctionCommand, "compare": Compare}
