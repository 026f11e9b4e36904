"""Show how released code scores timelines, and score runs under several such protocols.

cliometer protocols                              the protocols, with their answers to each question
cliometer protocols show NAME                    one protocol, with its source
cliometer protocols compare RUN... -r GOLD       scores and ranks of each run under every protocol

cliometer score --protocol NAME, compare and report compute a result under one of them.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_output
from cliometer.errors import UsageError

HELP = "show how released code scores timelines, and score runs under each protocol"
EXAMPLE = "cliometer protocols"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    add_output(parser, "json", "csv", "latex")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print all cards."""
    from cliometer.api.protocols import list_protocols

    return print_result(list_protocols(), args, out, err)


class Show(FunctionCommand):
    """Explain one protocol: each question, its answer and what that means, and where the code stands.

    cliometer protocols show chronos
    cliometer protocols show "tilse(tasks=joint)"          a protocol with another answer
    cliometer protocols show mine.toml                     a card of your own
    """

    HELP = "explain one protocol, with its source"
    EXAMPLE = "cliometer protocols show chronos"
    FUNCTION = "show_protocol"
    ARGUMENTS = (("name NAME", "a protocol, maybe with other answers, or the path of a card"),)
    OUTPUT = ("json", "csv", "latex")


class Compare(FunctionCommand):
    """Score runs under several protocols: show scores, ranks, which runs change places, and which answer causes it.

    cliometer protocols compare RUN... -r GOLD              under all six; each waterfall starts at news-tls
    cliometer protocols compare RUN... -r GOLD -p tilse -p "tilse(tasks=joint)"

    A waterfall changes one protocol into another, one answer at a time. cliometer report draws the result of --json.
    """

    HELP = "score runs under several protocols, and show what makes them differ"
    EXAMPLE = (
        "cliometer protocols compare {demo}/runs/lead {demo}/runs/mentions -r {demo}/references -p news-tls -p chronos"
    )

    FUNCTION = "compare_protocols"
    PATHS = "systems: run folders RUN/<topic>.txt"
    COUNTED = "protocols"
    SIGNED = True

    @classmethod
    def run(cls, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.references:
            raise UsageError("compare-without-references", gold="GOLD", scores="")
        return super().run(args, out, err)


COMMANDS = {"show": Show, "compare": Compare}
