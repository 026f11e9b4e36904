"""Explain a score: which dates, words, units, sentences or nuggets earned it."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, add_references, given_settings, split_paths

HELP = "show where a score comes from: dates, words, units, sentences or nuggets"
EXAMPLE = (
    "cliometer explain {demo}/runs/lead/apollo-13.txt {demo}/references/apollo-13/almanac.txt -m 'align+m1(rouge=1)'"
)


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.comparing import explain

    add_references(parser, "the system's timeline or other answer, then the gold of its topic")
    add_function(parser, explain)
    add_output(parser, "json", "digits")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Explain one pair and print it."""
    from cliometer.api import explain
    from cliometer.errors import UsageError
    from cliometer.reporting.chapters.explanation import explanation_section

    systems, references = split_paths(args.paths, args.references)
    if len(systems) != 1:
        raise UsageError("explain-several-systems")
    explained = explain(systems[0], references, **given_settings(args, explain))
    return print_result(explained, args, out, err, {"text": lambda: explanation_section(explained)})
