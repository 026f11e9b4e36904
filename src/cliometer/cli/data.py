"""Say what a folder of data is: its parts, whether it is a known data set as distributed, and what is known of that.

cliometer data FOLDER                          parts, counts and dates; files that are changed, missing or extra
cliometer data FOLDER --articles ARTICLES      articles that hold a reference nearly word for word
cliometer data FOLDER --manifest > mine.toml   a manifest of a data set of your own
cliometer data COPY --known mine.toml          whether a copy of it is complete

The exit status is 1 where a known data set is changed or incomplete. A folder that is no known data set is described.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings

HELP = "say what a folder of data is, and whether it is complete"
EXAMPLE = "cliometer data {demo}/references --articles {demo}/articles"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.reading import data

    parser.add("folder FOLDER", "a folder of references, articles or other gold, or of such folders")
    add_function(parser, data)
    parser.add("--manifest", "print a manifest of the folder (TOML) and stop")
    add_output(parser, "json")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Describe and print; 1 where a known data set is changed."""
    from cliometer.api.reading import data

    report = data(args.folder, **given_settings(args, data))
    if args.manifest:
        out.write(report.manifest())
        return 0
    return print_result(report, args, out, err) or int(any(each.state == "changed" for each in report.data))
