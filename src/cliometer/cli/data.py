"""Describe a folder of data: its parts, whether it is a known data set as distributed, and the problems known of it."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand


class Command(FunctionCommand):
    """`cliometer data`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print the description; the status is 1 where a known data set is changed."""
        if args.manifest:
            out.write(result.manifest())
            return 0
        super().show(result, args, out, err)
        return int(any(each.state == "changed" for each in result.data))
