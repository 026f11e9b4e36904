"""Put metrics, or a model that judges, on trial: change good answers in known ways, and see what is noticed."""

from __future__ import annotations

import argparse
from typing import Any

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms


class Metrics(FunctionCommand):
    """`cliometer court metrics`."""

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.court import card_table, change_table, court_section

        verdicts = bool(args.verdicts or args.trials)
        return {
            "latex": lambda: (change_table if verdicts else card_table)(result),
            "text": lambda: court_section(result, verdicts=verdicts, ladders=args.ladders),
        }


class Judge(FunctionCommand):
    """`cliometer court judge`."""

    def forms(self, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.judged import trial_table

        return {"latex": lambda: trial_table(result)}


COMMANDS = {"metrics": Metrics, "judge": Judge}
