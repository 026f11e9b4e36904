"""Check whether articles support each sentence of a timeline on its date, or contradict it.

cliometer check TIMELINE... --sources ARTICLES
cliometer check RUNS --sources ARTICLES --gate "contradictions = 0, dated >= 0.9"

Each sentence is supported on its date, supported on another date, supported without a date, contradicted (number, name,
negation) or unsupported. The table lists the sentences that are not supported on their date; --json has all, with their
evidence, and cliometer report makes a page of it. English only. With --gate the exit status is 1 if a system fails it.
"""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import SEVERAL, FunctionCommand
from cliometer.cli.output import print_rulings
from cliometer.cli.parser import path_argument
from cliometer.errors import UsageError


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "check the sentences of timelines against the articles they were made from"
    EXAMPLE = "cliometer check {demo}/runs/lead/rosetta.txt --sources {demo}/articles/rosetta.jsonl"
    FUNCTION = "check"
    ARGUMENTS = (
        ("paths TIMELINE", "timelines, or runs RUN/<topic>.txt", SEVERAL),
        ("--sources ARTICLES", "dated articles: a folder of topics or one topic", {"type": path_argument}),
    )
    OUTPUT = ("json", "csv")
    COUNTED = "timelines"

    @classmethod
    def run(cls, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.sources is None:
            raise UsageError("check-without-sources", path=args.paths[0])
        return super().run(args, out, err)

    @classmethod
    def show(cls, result: Any, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Print, and let the gates decide the exit status."""
        super().show(result, args, out, err)
        return print_rulings(result, args, err)
