"""Make timelines from the dated articles of topics, as long as references are, by one generator or several.

cliometer timelines ARTICLES -s datewise -s random --like GOLD -o RUNS     write RUNS/<system>/<topic>/<reference>.txt
cliometer timelines ARTICLES -s datewise --dates 20 --sentences 2          lengths by hand, printed
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_generation, add_shared, generation_options, keywords
from cliometer.errors import UsageError

HELP = "make timelines from dated articles"
EXAMPLE = "cliometer timelines {demo}/articles -s datewise -s random --like {demo}/references --no-cache"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "articles ARTICLES",
        "dated articles: <topic>.jsonl or .csv, folders of texts, web pages or TimeML; a folder of topics or one topic",
        nargs="?",
    )
    parser.add("-s --system EXPR", "a generator such as 'datewise(dates=supervised)'; repeatable (default: datewise)")
    add_shared(parser, ["import"])
    add_generation(parser)
    parser.add("--dates N", "without --like: the number of dates", type=int)
    parser.add("--sentences N", "without --like: the number of sentences a date (default: 1)", type=int, default=1)
    parser.add("--first DATE", "without --like: the first day (default: that of the articles)")
    parser.add("--last DATE", "without --like: the last day (default: that of the articles)")
    parser.add(
        "-o --output RUNS", "a folder to which the timelines are written; a second call makes only what is missing"
    )
    parser.add("--force", "replace timelines that exist in RUNS")
    parser.add("--list", "describe all generators and stop")
    parser.add("--json", "print one JSON document: timelines, what each was made with, notes")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Make the timelines, write the runs that were asked for, and print."""
    from cliometer.api import timelines

    if args.list:
        from cliometer.report.registry_text import generator_catalogue

        out.write(generator_catalogue())
        return 0
    if args.articles is None:
        raise UsageError("no articles were given; name a folder of articles, or use --list")
    asked = keywords(args, "dates", "sentences", "first", "last", "output", "force") | generation_options(args)
    with progress_bar(args, err, "timelines") as bar:
        made = timelines(args.articles, args.system or ["datewise"], progress=bar, **asked)
    from cliometer.report.chapters.summaries import generated_section
    from cliometer.report.render.terminal import terminal

    section = generated_section(made, texts=not args.output)
    return print_result(made, args, out, err, {"text": lambda: terminal(section)})
