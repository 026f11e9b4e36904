"""Make timelines from the dated articles of topics, as long as references are, by one generator or several."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms
from cliometer.errors import UsageError


class Command(FunctionCommand):
    """`cliometer timelines`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.list:
            from cliometer.reporting.registry_text import generator_catalogue

            out.write(generator_catalogue())
            return 0
        if args.articles is None:
            raise UsageError("articles-missing")
        return super().run(args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.summaries import generated_section
        from cliometer.reporting.render.terminal import terminal

        return {"text": lambda: terminal(generated_section(result, texts=not args.output))}
