"""Explain a score: which dates, words, units, sentences or nuggets earned it."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import READING, add_shared, keywords, split_paths

HELP = "show where a score comes from: dates, words, units, sentences or nuggets"
EXAMPLE = (
    "cliometer explain {demo}/runs/lead/apollo-13.txt {demo}/references/apollo-13/almanac.txt -m 'align+m1(rouge=1)'"
)


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    add_shared(parser, READING, "the system's timeline or other answer, then the gold of its topic")
    parser.add(
        "-m --metric EXPR",
        "the metric to explain (default: align+m1(rouge=1), or the first of the usual ones for other gold)",
        action="append",
    )
    parser.add("--system NAME", "the system to explain, if the run holds several")
    parser.add("--topic NAME", "the topic to explain, if run and gold hold several")
    add_shared(parser, ["background", "import"])
    parser.add("--json", "print one JSON document with every date")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Explain one pair and print it."""
    from cliometer.api import explain
    from cliometer.errors import UsageError
    from cliometer.report.chapters.explanation import explanation_section

    systems, references = split_paths(args.paths, args.references)
    if len(systems) != 1:
        raise UsageError("explain takes one system; give the others to cliometer score")
    metric, *others = args.metric or [None]
    if others:
        raise UsageError(f"explain takes one metric, found {len(others) + 1}; explain them one by one")
    asked = keywords(args, "preset", "topic", "duplicates", "background")
    explained = explain(systems[0], references, metric, system_name=args.system, **asked)
    return print_result(explained, args, out, err, {"text": lambda: explanation_section(explained)})
