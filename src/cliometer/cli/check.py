"""Check whether articles support each sentence of a timeline on its date, or contradict it."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import print_rulings
from cliometer.errors import UsageError


class Command(FunctionCommand):
    """`cliometer check`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.sources is None:
            raise UsageError("check-without-sources", path=args.paths[0])
        return super().run(args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print, and let the gates decide the exit status."""
        super().show(result, args, out, err)
        return print_rulings(result, args, err)
