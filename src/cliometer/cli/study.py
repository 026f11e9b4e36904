"""Plan studies of people, and evaluate what they made: drafts of units, reasons of votes, agreement."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms, print_notes


class Draft(FunctionCommand):
    """`cliometer study draft`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not args.json and not args.output:
            print_notes(["nothing was written; name a file with -o to keep the drafts"], args, err)
        return super().show(result, args, out, err)


class Reasons(FunctionCommand):
    """`cliometer study reasons`."""

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.vote_judges import category_table

        return dict.fromkeys(("csv", "latex"), lambda: category_table(result))


class Agreement(FunctionCommand):
    """`cliometer study agreement`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        from cliometer.reporting.chapters.annotator_agreement import TABLES, chosen_tables

        super().show(result, args, out, err)
        if args.table and not args.json and not next(chosen_tables(result, args.table)).rows:
            print_notes([f"the table {args.table} is empty: {TABLES[args.table][1]}"], args, err)
        return 0

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters import result_section
        from cliometer.reporting.chapters.annotator_agreement import chosen_tables
        from cliometer.reporting.document import Listing

        tables = list(chosen_tables(result, args.table, digits=args.csv))
        return {
            "csv": lambda: [Listing("", table) for table in tables],
            "latex": lambda: [Listing("", table) for table in tables],
            "text": lambda: tables[0] if args.table else result_section(result),
        }


_OWN = {"draft": Draft, "reasons": Reasons, "agreement": Agreement}
COMMANDS = {"plan": FunctionCommand, "power": FunctionCommand, **_OWN}
