"""Write a report: one web page with tables, charts and aligned timelines, which works offline."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_notes, watched
from cliometer.cli.parser import CommandParser, given_settings


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.reports import report

    parser.add_references("results of commands; with -r: systems, as for cliometer score")
    parser.add_function(report)
    parser.add_output()
    parser.add("--open", "open the report in the browser")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Make the report, write it, and print the paths of its files."""
    from cliometer.api.reports import report

    settings = given_settings(args, report)
    if args.figures and str(args.output) == "report.html":
        settings["output"] = None  # which was not asked for
    with watched(args, err, "topics") as watching:
        files = report(args.paths, references=args.references, **settings | watching)
    print_notes(files.notes, args, err)
    out.writelines(f"{path}\n" for path in files.paths)
    if args.open and settings["output"]:
        import webbrowser

        webbrowser.open(files.paths[-1].resolve().as_uri())
    return 0
