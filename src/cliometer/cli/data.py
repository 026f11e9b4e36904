"""Describe a folder of data: its parts, whether it is a known data set as distributed, and the problems known of it.

cliometer data FOLDER                          parts, counts and dates; files that are changed, missing or extra
cliometer data FOLDER --articles ARTICLES      articles that hold a reference nearly word for word
cliometer data FOLDER --manifest > mine.toml   a manifest of a data set of your own
cliometer data COPY --known mine.toml          check whether a copy of it is complete

The exit status is 1 if a known data set is changed or incomplete. Any other folder is described, with exit status 0.
"""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "describe a folder of data, and check whether it is complete"
    EXAMPLE = "cliometer data {demo}/references --articles {demo}/articles"
    FUNCTION = "data"
    ARGUMENTS = (("folder FOLDER", "a folder of references, articles or other gold, or of such folders"),)
    SWITCHES = (("--manifest", "print a manifest of the folder (TOML) and stop"),)
    OUTPUT = ("json",)

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the description; the status is 1 where a known data set is changed."""
        if args.manifest:
            out.write(result.manifest())
            return 0
        super().show(result, args, out, err)
        return int(any(each.state == "changed" for each in result.data))
