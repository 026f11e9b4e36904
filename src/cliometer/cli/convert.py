"""Write a timeline file in another format."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import given_path
from cliometer.model.timeline import DUPLICATES

HELP = "write a timeline file in another format"
EXAMPLE = "cliometer convert {demo}/references/apollo-13/almanac.txt --to json"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("source IN", "a timeline file; its format is recognised by content", type=given_path)
    parser.add(
        "-o --output OUT",
        "the file to write (default: standard output), or a folder for one file a timeline",
        type=_output,
    )
    parser.add("--to FORMAT", "tilse, newstls, json, csv or markdown (default: by the ending of OUT)")
    parser.add("--from FORMAT", "do not recognise, take this", dest="source_format")
    parser.add(
        "--duplicates",
        "what to do where a date stands twice (default: append)",
        choices=DUPLICATES,
        default="append",
    )
    parser.add("--force", "replace OUT where it exists")


def _output(text: str) -> str:
    """As it was typed: a slash at the end, which a Path would lose, means a folder."""
    given_path(text)
    return text


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Convert, print the text where no file is named, and the notes on standard error."""
    from cliometer.io import convert

    text, reading = convert(args.source, args.output, args.to, args.source_format, args.duplicates, args.force)
    print_notes(reading.notes, err)
    out.write(text)
    return 0
