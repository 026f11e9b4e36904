"""Summarise topics: choose k posts, or sentences of articles, of each topic by one summariser or several.

cliometer summarise TOPICS -s centroid                    print the summaries
cliometer summarise TOPICS -s centroid -o RUNS            write RUNS/centroid/<topic>.txt, which score reads
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_posts, add_shared, keywords, post_options
from cliometer.errors import UsageError

HELP = "choose posts or sentences as summaries"
EXAMPLE = "cliometer summarise {demo}/posts -s centroid -s 'hybrid(threshold=0.4)' -k 3"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "topics TOPICS",
        "a folder of topics: <topic>.jsonl or .csv of posts, or .jsonl of articles; or one such file",
        nargs="?",
    )
    parser.add("-s --system EXPR", "a summariser such as 'hybrid(threshold=0.4)'; repeatable (default: centroid)")
    add_shared(parser, ["import"])
    add_posts(parser)
    parser.add(
        "-r --references REFS",
        "texts that people wrote, REFS/<topic>.txt or REFS/<topic>/*.txt, which rouge_oracle needs",
    )
    parser.add("-o --output RUNS", "a folder to which the summaries are written")
    parser.add("--force", "replace summaries that exist in RUNS")
    parser.add("--list", "describe all summarisers and stop")
    parser.add("--json", "print one JSON document: summaries, posts left out")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Summarise the topics, write the runs that were asked for, and print."""
    from cliometer.api import summarise

    if args.list:
        from cliometer.report.registry_text import summariser_catalogue

        out.write(summariser_catalogue())
        return 0
    if args.topics is None:
        raise UsageError("no topics were given; name a folder of posts or articles, or use --list")
    asked = keywords(args, "references", "output", "force") | post_options(args)
    with progress_bar(args, err, "topics") as bar:
        summaries = summarise(args.topics, args.system or ["centroid"], progress=bar, **asked)
    from cliometer.report.chapters.summaries import summaries_section

    section = summaries_section(summaries, texts=not args.output)
    return print_result(summaries, args, out, err, {"text": lambda: section})
