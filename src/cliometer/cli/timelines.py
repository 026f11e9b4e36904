"""Make timelines from the dated articles of topics, as long as references are, by one generator or several.

cliometer timelines ARTICLES -s datewise -s random --like GOLD -o RUNS     write RUNS/<system>/<topic>/<reference>.txt
cliometer timelines ARTICLES -s datewise --dates 20 --sentences 2          give the lengths, print the timelines
"""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms
from cliometer.errors import UsageError


class Command(FunctionCommand):
    __doc__ = __doc__
    HELP = "make timelines from dated articles"
    EXAMPLE = "cliometer timelines {demo}/articles -s datewise -s random --like {demo}/references --tags no"
    FUNCTION = "timelines"
    ARGUMENTS = (
        (
            "articles ARTICLES",
            "dated articles: <topic>.jsonl or .csv, folders of texts, web pages or TimeML; a folder of topics or one "
            "topic",
            {"nargs": "?"},
        ),
    )
    SWITCHES = (("--list", "describe all generators and stop"),)
    OUTPUT = ("json",)
    COUNTED = "timelines"

    @classmethod
    def run(cls, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.list:
            from cliometer.reporting.registry_text import generator_catalogue

            out.write(generator_catalogue())
            return 0
        if args.articles is None:
            raise UsageError("articles-missing")
        return super().run(args, out, err)

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.summaries import generated_section
        from cliometer.reporting.render.terminal import terminal

        return {"text": lambda: terminal(generated_section(result, texts=not args.output))}
