"""Summarise topics: choose k posts, or sentences of articles, of each topic by one summariser or several."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms
from cliometer.errors import UsageError


class Command(FunctionCommand):
    """`cliometer summarise`."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if args.list:
            from cliometer.reporting.registry_text import summariser_catalogue

            out.write(summariser_catalogue())
            return 0
        if args.topics is None:
            raise UsageError("topics-missing-at-all")
        return super().run(args, out, err)

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.base import frame_table
        from cliometer.reporting.chapters.summaries import summaries_section
        from cliometer.reporting.chapters.unit_scores import baseline_score_table, baseline_table
        from cliometer.systems.baselines import Trial

        if isinstance(result, Trial):
            return {"csv": lambda: baseline_score_table(result), "latex": lambda: baseline_table(result)}
        return {"text": lambda: summaries_section(result, texts=not args.output), "latex": lambda: frame_table(result)}
