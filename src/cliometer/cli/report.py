"""Write a report: one web page with tables, charts and aligned timelines, which needs no network."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_notes, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, add_references, given_settings, opened_cache


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.reports import report

    add_references(parser, "results of commands; with -r: systems, as for cliometer score")
    add_function(parser, report)
    add_output(parser)
    parser.add("--open", "open the report in the browser")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Make the report, write it, and print the paths of its files."""
    from cliometer.api.reports import report

    settings = given_settings(args, report)
    if args.figures and str(args.output) == "report.html":
        settings["output"] = None  # which was not asked for
    with progress_bar(args, err, "topics") as bar, opened_cache(args, err) as cache:
        files = report(args.paths, references=args.references, progress=bar, **settings | cache)
    print_notes(files.notes, args, err)
    out.writelines(f"{path}\n" for path in files.paths)
    if args.open and settings["output"]:
        import webbrowser

        webbrowser.open(files.paths[-1].resolve().as_uri())
    return 0
