"""Write a timeline file, a release or nuggets in another format; or count the words of a corpus."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import print_json, print_notes
from cliometer.errors import UsageError


class Command(FunctionCommand):
    """`cliometer convert`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        from cliometer.api.making import BACKGROUND

        if args.json and args.to != BACKGROUND:
            raise UsageError("json-of-background-only")
        return super().run(args, out, err)

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the text if no output is named."""
        print_notes(result.notes, args, err)
        if args.json:
            print_json(result.to_dict(), out)
        else:
            out.write(result if isinstance(result, str) else f"{result}\n")
        return 0
