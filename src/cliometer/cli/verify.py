"""Recompute the figures in a file of claims, and report which of them hold."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand


class Command(FunctionCommand):
    """`cliometer verify`."""

    def show(self, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print; the status is 1 where a claim does not hold."""
        return super().show(result, args, out, err) or int(not result.holds)
