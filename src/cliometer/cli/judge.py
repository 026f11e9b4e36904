"""Ask a model what people are asked: which of two texts is better, which content units or nuggets a text expresses."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.spelling import many


class Inquiry(FunctionCommand):
    """Questions to a model about runs."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        try:
            return super().run(args, out, err)
        except KeyboardInterrupt:
            err.write("cliometer: interrupted; the answers so far are in the store: run the same command to go on\n")
            return 130

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        for file in filter(None, (args.output, vars(args).get("sheet"))):
            rest = f"; {many(result.failed, 'question')} failed: to go on, run the same command with --force"
            err.write(f"wrote {file}{rest if result.failed else ''}\n")
        return super().show(result, args, out, err)


COMMANDS = dict.fromkeys(("preferences", "coverage", "links"), Inquiry)
