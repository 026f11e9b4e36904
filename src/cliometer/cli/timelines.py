"""Make timelines from the dated articles of topics, as long as references are, by one generator or several.

cliometer timelines ARTICLES -s datewise -s random --like GOLD -o RUNS     write RUNS/<system>/<topic>/<reference>.txt
cliometer timelines ARTICLES -s datewise --dates 20 --sentences 2          lengths by hand, printed
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings
from cliometer.errors import UsageError

HELP = "make timelines from dated articles"
EXAMPLE = "cliometer timelines {demo}/articles -s datewise -s random --like {demo}/references --tags no"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.systems import timelines

    parser.add(
        "articles ARTICLES",
        "dated articles: <topic>.jsonl or .csv, folders of texts, web pages or TimeML; a folder of topics or one topic",
        nargs="?",
    )
    add_function(parser, timelines)
    parser.add("--list", "describe all generators and stop")
    add_output(parser, "json")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Make the timelines, write the runs that were asked for, and print."""
    from cliometer.api.systems import timelines

    if args.list:
        from cliometer.reporting.registry_text import generator_catalogue

        out.write(generator_catalogue())
        return 0
    if args.articles is None:
        raise UsageError("articles-missing")
    with progress_bar(args, err, "timelines") as bar:
        made = timelines(args.articles, progress=bar, **given_settings(args, timelines))
    from cliometer.reporting.chapters.summaries import generated_section
    from cliometer.reporting.render.terminal import terminal

    section = generated_section(made, texts=not args.output)
    return print_result(made, args, out, err, {"text": lambda: terminal(section)})
