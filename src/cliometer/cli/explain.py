"""Explain a score: which dates, words, units, sentences or nuggets earned it."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms
from cliometer.cli.score import split_paths
from cliometer.errors import UsageError


class Command(FunctionCommand):
    """`cliometer explain`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        args.paths, args.references = split_paths(args)
        if len(args.paths) != 1:
            raise UsageError("explain-several-systems")
        return super().run(args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.explanation import explanation_section

        return {"text": lambda: explanation_section(result)}
