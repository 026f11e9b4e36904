"""Write a timeline file, the judgements of a release, or nuggets in another format; or count the words of a corpus.

cliometer convert IN -o OUT.json                      a timeline file, by the ending of OUT
cliometer convert RELEASE --to brat -o FOLDER/        a release, as Label Studio, brat, INCEpTION or a table read it
cliometer convert FILE --to nuggetizer -o OUT.jsonl   nuggets, assignments or answers as AutoNuggetizer has them;
                                                      --to nuggetbank: nuggets as AutoJudge has them
cliometer convert CORPUS... --to background -o FILE   word counts as a background for topic words; if FILE ends in .gz,
                                                      it is compressed
cliometer convert FILE... --to background             what such files, or those of SIMetrix, hold
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_json, print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings
from cliometer.errors import UsageError

HELP = "write a timeline file or a release in another format; count the words of a corpus"
EXAMPLE = "cliometer convert {demo}/references/apollo-13/almanac.txt --to json"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.making import convert

    parser.add(
        "source IN",
        "a timeline file, whose format is recognised by content; for Parquet also a folder of runs; "
        "or a release of a study, a folder or its archive; for a background corpora, as score reads sources",
        nargs="+",
    )
    add_function(parser, convert)
    add_output(parser, "json")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Convert the file, and print the text if no output is named."""
    from cliometer.api.making import BACKGROUND, convert

    if args.json and args.to != BACKGROUND:
        raise UsageError("json-of-background-only")
    conversion = convert(args.source, **given_settings(args, convert))
    print_notes(conversion.notes, args, err)
    if args.json:
        print_json(conversion.to_dict(), out)
    else:
        out.write(f"{conversion}\n" if args.to == BACKGROUND else str(conversion))
    return 0
