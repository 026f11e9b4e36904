"""Print what to cite for a run: BibTeX entries, the signature, and a sentence for a paper's methods section.

cliometer cite RESULT.json                       what a command printed with --json (or -, from a pipe)
cliometer cite 'cliometer:0.1.0|preset:...'      a signature; quote it, or the shell reads the | in it
cliometer cite align+m1                          a metric
cliometer cite                                   Cliometer itself
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_json, print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_shared

if TYPE_CHECKING:
    from cliometer.report.citations import CitableRun

HELP = "print what to cite for a result, a signature or a metric, as BibTeX"
EXAMPLE = "cliometer cite align+m1"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "given RESULT",
        "a JSON result, a text with signatures in it, the folder of an experiment, the release of a "
        "study, a signature, a metric, or - for standard input (default: Cliometer alone)",
        nargs="*",
    )
    add_shared(parser, ["import"])
    parser.add("--bibtex", "print the BibTeX entries only")
    parser.add("--json", "print one JSON document: runs, works, BibTeX")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Recognise the results, and print the works to cite for them."""
    from cliometer.report.citation_methods import bibtex
    from cliometer.report.citations import all_works, citation_document, citation_text

    runs = _runs(args.given)
    if args.json:
        print_json(citation_document(runs), out)
        return 0
    if args.bibtex:
        print_notes((f"{used.name} names no work of our list" for run in runs for used in run.uncited), args, err)
    out.write(bibtex(all_works(runs)) if args.bibtex else citation_text(runs))
    return 0


def _runs(given: list[str]) -> list[CitableRun]:
    from cliometer.report.citations import CitableRun, runs_of
    from cliometer.version import __version__

    if not given:
        return [CitableRun("", "program", __version__, None, ())]
    return [run for one in given for run in runs_of(one)]
