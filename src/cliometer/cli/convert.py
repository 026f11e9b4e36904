"""Write a timeline file, or the judgements of a release, in another format.

cliometer convert IN -o OUT.json                      a timeline file, by the ending of OUT
cliometer convert RELEASE --to brat -o FOLDER/        a release, as Label Studio, brat, INCEpTION or a table read it
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_notes
from cliometer.cli.parser import CommandParser, path_argument
from cliometer.cli.shared_arguments import add_shared
from cliometer.model.timeline import DUPLICATES

HELP = "write a timeline file, or a release of judgements, in another format"
EXAMPLE = "cliometer convert {demo}/references/apollo-13/almanac.txt --to json"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "source IN",
        "a timeline file, whose format is recognised by content; for Parquet also a folder of runs; "
        "or a release of a study, a folder or its archive",
    )
    parser.add(
        "-o --output OUT",
        "the file to write (default: standard output), or a folder for one file per timeline; for a release a folder "
        "or a .zip",
        type=_output,
    )
    parser.add(
        "--to FORMAT",
        "the format to write: tilse, newstls, json, csv, tsv, markdown or parquet (default: by the ending of OUT); "
        "of a release label-studio, brat, xmi or csv",
    )
    parser.add("--from FORMAT", "the format of IN, if it should not be recognised by content", dest="source_format")
    parser.add(
        "--duplicates",
        "what to do if a file holds a date twice (default: append)",
        choices=DUPLICATES,
        default="append",
    )
    add_shared(parser, ["import"])
    parser.add("--force", "replace OUT if it exists")


def _output(text: str) -> str:
    """Return the output as it was typed: a slash at the end, which a Path would lose, means a folder."""
    path_argument(text)
    return text


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Convert the file, and print the text if no output is named."""
    from cliometer.io import convert
    from cliometer.study.exchange import convert_judgements, is_exchange

    if is_exchange(args.source, args.to):
        print_notes(convert_judgements(args.source, args.output, args.to, args.force), args, err)
        return 0
    text, reading = convert(args.source, args.output, args.to, args.source_format, args.duplicates, args.force)
    print_notes(reading.notes, args, err)
    out.write(text)
    return 0
