"""Tune a summariser or a generator by cross-validation: choose settings on some topics, and try them on the others."""

from __future__ import annotations

import argparse
from typing import Any

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms


class Command(FunctionCommand):
    """`cliometer tune`."""

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.summaries import fold_table, setting_table

        return {"csv": lambda: setting_table(result), "latex": lambda: fold_table(result)}
