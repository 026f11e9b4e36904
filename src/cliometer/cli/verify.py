"""Recompute the figures in a file of claims, and report which of them hold.

cliometer verify CLAIMS.toml                       whether each figure is exact, right as rounded, or wrong
cliometer verify CLAIMS.toml --path gold=FOLDER    read the data that the claims call {gold} from your copy
cliometer verify CLAIMS.toml --missing skip        report claims on missing runs or data as unchecked

The exit status is 1 if a claim does not hold.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings

HELP = "recompute the figures of a paper from a file of claims"
EXAMPLE = "cliometer verify {demo}/claims.toml"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.verification import verify

    parser.add("claims FILE.toml", "the claims; see docs/howto/publish-claims.md")
    add_function(parser, verify)
    add_output(parser, "json", "csv", "latex")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Recompute and print; 1 where a claim does not hold."""
    from cliometer.api.verification import verify

    with progress_bar(args, err, "runs") as bar:
        verification = verify(args.claims, progress=bar, **given_settings(args, verify))
    return print_result(verification, args, out, err) or int(not verification.holds)
