"""Check whether articles support each sentence of a timeline on its date, or contradict it.

cliometer check TIMELINE... --sources ARTICLES
cliometer check RUNS --sources ARTICLES --gate "contradictions = 0, dated >= 0.9"

Each sentence is supported on its date, supported on another date, supported without a date, contradicted (number, name,
negation) or unsupported. The table lists the sentences that are not supported on their date; --json has all, with their
evidence, and cliometer report makes a page of it. English only. With --gate the exit status is 1 if a system fails it.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result, progress_bar
from cliometer.cli.parser import CommandParser, path_argument
from cliometer.cli.shared_arguments import add_function, add_output, given_settings
from cliometer.errors import UsageError

HELP = "check the sentences of timelines against the articles they were made from"
EXAMPLE = "cliometer check {demo}/runs/lead/rosetta.txt --sources {demo}/articles/rosetta.jsonl"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.checking import check

    parser.add("paths TIMELINE", "timelines, or runs RUN/<topic>.txt", nargs="+")
    parser.add("--sources ARTICLES", "dated articles: a folder of topics or one topic", type=path_argument)
    add_function(parser, check)
    add_output(parser, "json", "csv")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Check, print, and let the gates decide the exit status."""
    from cliometer.api.checking import check

    if args.sources is None:
        raise UsageError("check-without-sources", path=args.paths[0])
    with progress_bar(args, err, "timelines") as bar:
        checked = check(args.paths, args.sources, progress=bar, **given_settings(args, check))
    print_result(checked, args, out, err)
    rulings = (ruling for ruling in checked.rulings if not (args.quiet and ruling.passed))
    err.writelines(f"{ruling.line()}\n" for ruling in rulings)
    return 0 if checked.passed() else 1
