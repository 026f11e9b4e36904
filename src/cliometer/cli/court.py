"""Put metrics, or a model that judges, on trial: change good answers in known ways, and see what is noticed."""

from __future__ import annotations

import argparse
from typing import Any

from cliometer.cli.function_command import FunctionCommand
from cliometer.cli.output import Forms

HELP = "put metrics or a model that judges on trial: show which changes of a timeline they notice"


class Metrics(FunctionCommand):
    """Put metrics on trial: change good answers in known ways, and see how each metric reacts.

    cliometer court metrics GOLD                            every metric, every trial
    cliometer court metrics GOLD -m align+m1 -t shuffle     one metric, one trial, in detail
    cliometer court metrics GOLD --systems RUN              change the answers of a system instead of the references

    GOLD may also be sources, content units, judged events or nuggets; then --systems RUN is required.
    """

    HELP = "show which changes of a timeline metrics notice"
    EXAMPLE = "cliometer court metrics {demo}/references -m align+m1 -m concat -t merge -t 'shift(days=1)'"
    FUNCTION = "court_metrics"
    ARGUMENTS = (("gold GOLD", "a benchmark folder GOLD/<topic>/<reference>.txt, or other gold"),)
    SWITCHES = (
        ("--verdicts", "print a line for every trial and metric"),
        ("--ladders", "print the effect of each perturbation from weak to strong"),
    )
    COUNTED = "timelines"
    SIGNED = True

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.court import card_table, change_table, court_section

        verdicts = bool(args.verdicts or args.trials)
        return {
            "latex": lambda: (change_table if verdicts else card_table)(result),
            "text": lambda: court_section(result, verdicts=verdicts, ladders=args.ladders),
        }


class Judge(FunctionCommand):
    """Put a model on trial: does it prefer timelines to damaged ones, in both orders?

    cliometer court judge GOLD -j EXPR                      every trial that makes timelines worse, or as good
    """

    HELP = "show whether a model prefers timelines to damaged ones"
    EXAMPLE = "cliometer court judge {demo}/references -j words -t omit --most 2"
    FUNCTION = "court_judge"
    ARGUMENTS = (("gold GOLD", "a benchmark folder GOLD/<topic>/<reference>.txt"),)
    COUNTED = "questions"

    @classmethod
    def forms(cls, result: Any, args: argparse.Namespace) -> Forms:
        from cliometer.reporting.chapters.judged import trial_table

        return {"latex": lambda: trial_table(result)}


COMMANDS = {"metrics": Metrics, "judge": Judge}
