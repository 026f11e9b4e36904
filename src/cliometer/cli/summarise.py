"""Summarise topics: choose k posts, or sentences of articles, of each topic by one summariser or several.

cliometer summarise TOPICS -s centroid                    print the summaries
cliometer summarise TOPICS -s centroid -o RUNS            write RUNS/centroid/<topic>.txt, which score reads
cliometer summarise UNITS                                 run simple baselines on content units (JSON): score them
                                                          with the pyramid, and test each pair

The baselines of content units are first, last and random events or sentences, by section or not.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings
from cliometer.errors import UsageError

HELP = "choose posts or sentences as summaries; run baselines on content units"
EXAMPLE = "cliometer summarise {demo}/posts -s centroid -s 'hybrid(threshold=0.4)' -k 3"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.systems import summarise

    parser.add(
        "topics TOPICS",
        "a folder of topics: <topic>.jsonl or .csv of posts, or .jsonl of articles; or one such file; or content units",
        nargs="?",
    )
    add_function(parser, summarise)
    parser.add("--list", "describe all summarisers and stop")
    add_output(parser, "json", "csv", "latex", "digits")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Summarise the topics, write the runs that were asked for, and print."""
    from cliometer.api.systems import summarise

    if args.list:
        from cliometer.reporting.registry_text import summariser_catalogue

        out.write(summariser_catalogue())
        return 0
    if args.topics is None:
        raise UsageError("topics-missing-at-all")
    with progress_bar(args, err, "topics") as bar:
        made = summarise(args.topics, progress=bar, **given_settings(args, summarise))
    from cliometer.reporting.chapters.base import frame_table
    from cliometer.reporting.chapters.summaries import summaries_section
    from cliometer.reporting.chapters.unit_scores import baseline_score_table, baseline_table
    from cliometer.systems.baselines import Trial

    forms: Forms
    if isinstance(made, Trial):
        forms = {"csv": lambda: baseline_score_table(made), "latex": lambda: baseline_table(made)}
    else:
        section = summaries_section(made, texts=not args.output)
        forms = {"text": lambda: section, "latex": lambda: frame_table(made)}
    return print_result(made, args, out, err, forms)
