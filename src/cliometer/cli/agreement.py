"""Measure how far the people who made a corpus agree with each other, and describe the corpus.

cliometer agreement EVENTS.json LINKS.csv        judged events, with a sheet sentence,event,judge
cliometer agreement UNITS.json                   content units: pyramid shape, splits of the writers
cliometer agreement FOLDER                       all of them, with a sheet topic,part,hours
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_notes, print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_shared

HELP = "measure how far judges and writers agree, and describe their corpus"
EXAMPLE = "cliometer agreement {demo}/events"
_TABLES = ("topics", "events", "parts", "judges", "units", "splits", "unseen", "matching")


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("paths PATH", "units or events (JSON), judges' sheets (CSV), or folders of them", nargs="+")
    parser.add(
        "--verifier JUDGE", "the judge of the sheet who verified (default: the links of the events file are verified)"
    )
    parser.add("--literal", "count links that the verifier added as agreed, too; the agreement may then exceed 1")
    parser.add("--second UNITS", "the same units linked by a second person (JSON)")
    parser.add("--unseen N", "the number of units that no writer chose (default: estimated)", type=int)
    parser.add("--table", "print this table only", choices=_TABLES)
    parser.add("--json", "print one JSON document with everything")
    parser.add("--csv", "print the tables with all digits")
    parser.add("--latex", "print the tables for a paper (booktabs)")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, survey and print."""
    from cliometer.api import agreement

    survey = agreement(args.paths, args.verifier, literal=args.literal, second=args.second, unseen=args.unseen)
    from cliometer.report.chapters import result_section
    from cliometer.report.chapters.annotator_agreement import TABLES, chosen_tables
    from cliometer.report.document import Listing

    tables = list(chosen_tables(survey, args.table, digits=args.csv))
    forms: Forms = {
        "csv": lambda: [Listing("", table) for table in tables],
        "latex": lambda: [Listing("", table) for table in tables],
        "text": lambda: tables[0] if args.table else result_section(survey),
    }
    print_result(survey, args, out, err, forms)
    if args.table and not args.json and not tables[0].rows:
        print_notes([f"the table {args.table} is empty: {TABLES[args.table][1]}"], args, err)
    return 0
