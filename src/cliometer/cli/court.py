"""Put metrics on trial: change good answers in ways whose effect is known, and see what each metric does.

cliometer court GOLD                             every metric, every trial
cliometer court GOLD -m align+m1 -t shuffle      one metric, one trial, in detail
cliometer court GOLD --systems RUN               change the answers of a system instead of the references

GOLD may also be sources, content units, judged events or nuggets; then RUN holds what is changed.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import ProgressBar, print_json, print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.plugins import add_import, import_modules
from cliometer.cli.shared_arguments import add_reading, given_path

HELP = "put metrics on trial: what they see, what they miss"
EXAMPLE = "cliometer court {demo}/references -m align+m1 -m concat -t merge -t 'shift(days=1)'"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "gold",
        type=given_path,
        metavar="GOLD",
        help="benchmark folder GOLD/<topic>/<reference>.txt, or other gold",
    )
    _add_trials(parser)
    _add_run(parser)
    _add_corpus(parser)
    add_reading(parser)
    parser.set_defaults(preset=None)  # so that one given for other gold is told from the usual one
    parser.add_argument("--seed", type=int, default=0, help="for trials that draw at random (default: 0)")
    add_import(parser)
    _add_output(parser)


def _add_trials(parser: CommandParser) -> None:
    parser.add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="EXPR",
        help="a metric; repeatable (default: all but the slowest)",
    )
    parser.add_argument(
        "-t",
        "--trial",
        action="append",
        metavar="EXPR",
        help="a perturbation such as 'shift(days=5)'; repeatable (default: all)",
    )


def _add_run(parser: CommandParser) -> None:
    parser.add_argument(
        "--systems",
        type=given_path,
        metavar="RUN",
        help="a run: its timelines, extracts or updates are changed, and scored against the gold",
    )
    for option, what in (
        ("--missing", "references that RUN has no timeline for"),
        ("--extra", "timelines of RUN without a reference"),
    ):
        parser.add_argument(
            option,
            choices=("error", "skip"),
            default="error",
            help=f"{what}: an error (default), or left out",
        )


def _add_corpus(parser: CommandParser) -> None:
    parser.add_argument(
        "--corpus",
        type=given_path,
        metavar="DIR",
        help="articles <topic>.jsonl[.gz] for the trial `add` (default: corpora or articles beside GOLD); "
        "none goes without",
    )


def _add_output(parser: CommandParser) -> None:
    parser.add_argument("--verdicts", action="store_true", help="a line for every trial and metric")
    parser.add_argument("--ladders", action="store_true", help="each perturbation from weak to strong")
    form = parser.alternatives()
    form.add_argument(
        "--json", action="store_true", help="one JSON document: rows, ladders, metrics, notes, signature"
    )
    form.add_argument("--csv", action="store_true", help="a line for every trial and metric, all digits")
    form.add_argument("--latex", action="store_true", help="the changes as a table for a paper (booktabs)")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Hold the trials and print what was found."""
    import_modules(args.modules, err)
    from cliometer.api import court
    from cliometer.report.chapters.court import change_table, court_section, full_table
    from cliometer.report.render.terminal import terminal

    with ProgressBar(err, "timelines") as bar:
        findings = court(
            args.gold,
            args.metric,
            args.trial,
            args.systems,
            corpus=args.corpus,
            preset=args.preset,
            seed=args.seed,
            duplicates=args.duplicates,
            missing=args.missing,
            extra=args.extra,
            progress=bar,
        )
    if args.json:
        print_json(findings.to_dict(), out)
        return 0
    print_notes(findings.notes, err)
    if args.csv or args.latex:
        out.write(full_table(findings).csv() if args.csv else change_table(findings).latex())
        err.write(f"signature {findings.signature}\n")
        return 0
    verdicts = bool(args.verdicts or args.trial)
    out.write(terminal(court_section(findings, verdicts=verdicts, ladders=args.ladders)))
    return 0
