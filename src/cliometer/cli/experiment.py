"""Run a whole experiment: tune, summarise, score and rank; with votes, measure which metric agrees with people."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms, print_notes


class Command(FunctionCommand):
    """`cliometer experiment`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print how many files were written, and the report."""
        if args.output:
            files = sum(path.is_file() for path in args.output.rglob("*"))
            print_notes([f"{files} files were written to {args.output}"], args, err)
        return super().show(result, args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.chapters.experiment import measure_table

        return {"latex": lambda: measure_table(result.record), "text": lambda: result_section(result.record)}
