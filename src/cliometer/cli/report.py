"""Write a report: one web page with tables, charts and aligned timelines, which needs no network.

cliometer report RUN... -r GOLD -o report.html   score runs, compare them, and show the results
cliometer report RESULT... -o report.html        what other commands (score, compare, court, vote, ...)
                                                 printed with --json, the folder of an experiment, or the
                                                 release of a study; - is standard input

The ending of the output chooses the format: .html, .md (Markdown with SVG figures) or .tex (booktabs tables with
PDF figures). --figures FOLDER writes every figure as a file of its own.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_notes, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, add_references, given_settings, opened_cache

HELP = "show results as a web page, Markdown, LaTeX or figures"
EXAMPLE = (
    "cliometer report {demo}/runs/lead/rosetta.txt {demo}/runs/mentions/rosetta.txt "
    "-r {demo}/references/rosetta/almanac.txt -o report.html"
)


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
