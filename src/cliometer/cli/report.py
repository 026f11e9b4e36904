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
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_notes, progress_bar
from cliometer.cli.parser import CommandParser, path_argument, whole
from cliometer.cli.shared_arguments import EVALUATION, add_shared, file_evaluation
from cliometer.errors import UsageError

if TYPE_CHECKING:
    from cliometer.report.document import Document

HELP = "show results as a web page, Markdown, LaTeX or figures"
EXAMPLE = (
    "cliometer report {demo}/runs/lead/rosetta.txt {demo}/runs/mentions/rosetta.txt "
    "-r {demo}/references/rosetta/almanac.txt -o report.html"
)

_OF_RUNS = (
    *("metric", "preset", "duplicates", "per_reference", "missing", "extra", "background", "modules", "cache"),
    *("topics", "baseline", "resamples", "seed"),
)


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    add_shared(parser, [*EVALUATION, "cache"], "results of commands; with -r: systems, as for cliometer score")
    parser.add(
        "-o --output FILE",
        "the report: .html, .md or .tex (default: report.html; a report that exists there is replaced)",
    )
    parser.add("--figures FOLDER", "also write every figure to this folder")
    parser.add("--figure-format svg|pdf|png", "the format of the files of --figures (default: svg)")
    parser.add("--title", "the title of the report", type=str)
    parser.add(
        "--topics N", "the number of topics that are shown with their texts (default: 40)", type=whole(0), default=40
    )
    parser.add("--baseline RUN", "compare all others with this run only", type=str)
    parser.add(
        "--resamples N", "the number of resamples of tests and intervals (default: 10000)", type=int, default=10_000
    )
    parser.add("--seed", "the seed of the resamples (default: 0)", type=int, default=0)
    parser.add("--force", "replace files that are not reports, too")
    parser.add("--open", "open the report in the browser")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Make the report, write it, and print the paths of its files."""
    from cliometer.report.assembly import publish, refuse_place, write_pictures

    output = args.output or (None if args.figures else path_argument("report.html"))
    if output:
        refuse_place(output, args.force)
    document = _document(args, err)
    written = write_pictures(document, args.figures, args.figure_format, args.force) if args.figures else []
    written += publish(document, output, args.force) if output else []
    print_notes(document.notes, args, err)
    out.writelines(f"{path}\n" for path in written)
    if args.open and output:
        import webbrowser

        webbrowser.open(output.resolve().as_uri())
    return 0


def _document(args: argparse.Namespace, err: TextIO) -> Document:
    if not args.references:
        from cliometer.report.assembly import results_document

        _refuse_options_of_runs(args)
        return results_document(args.paths, args.title)
    from cliometer.engine.compare.figures import Design
    from cliometer.report.assembly import runs_document

    design = Design(resamples=args.resamples, seed=args.seed, baseline=args.baseline)
    files = file_evaluation(args)
    evaluation, notes = files.read()
    with progress_bar(args, err, "topics") as bar:
        document = runs_document(evaluation, design, files.systems, notes, args.title, args.topics, bar)
    print_notes([evaluation.cache.note] if evaluation.cache else (), args, err)
    return document


def _refuse_options_of_runs(args: argparse.Namespace) -> None:
    """Refuse options that would have changed the scores of a result, which was scored already."""
    parser = CommandParser("cliometer report")
    configure(parser)
    for name in _OF_RUNS:
        if getattr(args, name) != parser.get_default(name):
            option = {"modules": "import"}.get(name, name.replace("_", "-"))
            raise UsageError(f"--{option} is for runs, but no gold was given; add -r GOLD, or leave it out")
