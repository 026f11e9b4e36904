"""Sort the reasons that people gave for their votes into categories: by a codebook, and by coders.

cliometer reasons VOTES... --codebook FILE                        suggestions, and reasons without one
cliometer reasons VOTES... --codebook FILE --sheet SHEET.csv      a sheet for coders to fill in
cliometer reasons VOTES... --codebook FILE --codes A.csv B.csv    the categories of the coders, and their agreement
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import Forms, print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_shared
from cliometer.errors import UsageError

if TYPE_CHECKING:
    from cliometer.study.reason_coding import ReasonSurvey

HELP = "sort the reasons of preferences into categories"
EXAMPLE = "cliometer reasons {demo}/votes.csv --codebook {demo}/codebook.toml"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("paths VOTES", "votes with reasons, as for cliometer vote", nargs="+")
    parser.add("--codebook FILE.toml", "the categories, each with name, description and phrases", required=True)
    parser.add("--codes CODER.csv", "sheets that coders filled in", nargs="+", default=[])
    parser.add("--sheet FILE.csv", "write a sheet for coders to this file")
    parser.add("--blind", "leave the suggestions out of the sheet")
    parser.add("--force", "replace a sheet that exists")
    parser.add("--seed", "the seed of the bootstrap interval (default: 0)", type=int, default=0)
    add_shared(parser, ["resamples"])
    parser.add("--json", "print one JSON document with every reason")
    parser.add("--csv", "print category, weight and examples, with all digits")
    parser.add("--latex", "print the same table for a paper (booktabs)")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, count and print."""
    if args.blind and not args.sheet:
        raise UsageError("--blind is about the sheet for coders; name it with --sheet FILE.csv")
    survey = _survey(args)
    from cliometer.report.chapters.vote_judges import category_table

    tables: Forms = dict.fromkeys(("csv", "latex"), lambda: category_table(survey))
    return print_result(survey, args, out, err, tables)


def _survey(args: argparse.Namespace) -> ReasonSurvey:
    from cliometer.io.text_files import write_whole
    from cliometer.io.votes import read_all_votes
    from cliometer.stats.samples import FEWEST_RESAMPLES_TO_REPORT, checked_resamples
    from cliometer.study.reason_coding import coding_sheet, read_codebook, read_coding_sheet, reasons_of, survey_reasons

    checked_resamples(args.resamples, FEWEST_RESAMPLES_TO_REPORT)
    codebook = read_codebook(args.codebook)
    polls = read_all_votes(args.paths)
    reasons, silent = reasons_of(polls)
    coders = [read_coding_sheet(path, reasons, codebook) for path in args.codes]
    found = survey_reasons(reasons, silent, codebook, coders, seed=args.seed, resamples=args.resamples)
    notes = tuple(note for poll in polls for note in poll.notes) + found.notes
    if args.sheet:
        write_whole(args.sheet, coding_sheet(reasons, codebook, args.blind), args.force)
        notes += (f"{args.sheet}: {len(reasons)} reasons to be coded in the column category",)
    return replace(found, notes=notes)
