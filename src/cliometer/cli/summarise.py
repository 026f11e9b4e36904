"""Summarise topics: choose k posts, or sentences of articles, of each topic by one summariser or several.

cliometer summarise TOPICS -s centroid                    print the summaries
cliometer summarise TOPICS -s centroid -o RUNS            write RUNS/centroid/<topic>.txt, which score reads
cliometer summarise UNITS                                 run simple baselines on content units (JSON): score them
                                                          with the pyramid, and test each pair

The baselines of content units are first, last and random events or sentences, by section or not.
"""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms
from cliometer.errors import UsageError


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "choose posts or sentences as summaries; run baselines on content units"
    EXAMPLE = "cliometer summarise {demo}/posts -s centroid -s 'hybrid(threshold=0.4)' -k 3"
    FUNCTION = "summarise"
    ARGUMENTS = (
        (
            "topics TOPICS",
            "a folder of topics: <topic>.jsonl or .csv of posts, or .jsonl of articles; or one such file; or content "
            "units",
            {"nargs": "?"},
        ),
    )
    SWITCHES = (("--list", "describe all summarisers and stop"),)

    @classmethod
    def run(cls, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.list:
            from cliometer.reporting.registry_text import summariser_catalogue

            out.write(summariser_catalogue())
            return 0
        if args.topics is None:
            raise UsageError("topics-missing-at-all")
        return super().run(args, out, err)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.base import frame_table
        from cliometer.reporting.chapters.summaries import summaries_section
        from cliometer.reporting.chapters.unit_scores import baseline_score_table, baseline_table
        from cliometer.systems.baselines import Trial

        if isinstance(result, Trial):
            return {"csv": lambda: baseline_score_table(result), "latex": lambda: baseline_table(result)}
        return {"text": lambda: summaries_section(result, texts=not args.output), "latex": lambda: frame_table(result)}
