"""Recompute the figures in a file of claims, and report which of them hold.

cliometer verify CLAIMS.toml                       whether each figure is exact, right as rounded, or wrong
cliometer verify CLAIMS.toml --path gold=FOLDER    read the data that the claims call {gold} from your copy
cliometer verify CLAIMS.toml --missing skip        report claims on missing runs or data as unchecked

The exit status is 1 if a claim does not hold.
"""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "recompute the figures of a paper from a file of claims"
    EXAMPLE = "cliometer verify {demo}/claims.toml"
    FUNCTION = "verify"
    ARGUMENTS = (("claims FILE.toml", "the claims; see docs/howto/publish-claims.md"),)
    OUTPUT = ("json", "csv", "latex")
    COUNTED = "runs"

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print; the status is 1 where a claim does not hold."""
        return super().show(result, args, out, err) or int(not result.holds)
