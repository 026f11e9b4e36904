"""Put metrics, or a model that judges, on trial: change good answers in known ways, and see what is noticed."""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings, stored_settings

HELP = "put metrics or a model that judges on trial: show which changes of a timeline they notice"


class Metrics:
    """Put metrics on trial: change good answers in known ways, and see how each metric reacts.

    cliometer court metrics GOLD                            every metric, every trial
    cliometer court metrics GOLD -m align+m1 -t shuffle     one metric, one trial, in detail
    cliometer court metrics GOLD --systems RUN              change the answers of a system instead of the references

    GOLD may also be sources, content units, judged events or nuggets; then --systems RUN is required.
    """

    HELP = "show which changes of a timeline metrics notice"
    EXAMPLE = "cliometer court metrics {demo}/references -m align+m1 -m concat -t merge -t 'shift(days=1)'"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.trials import court_metrics

        parser.add("gold GOLD", "a benchmark folder GOLD/<topic>/<reference>.txt, or other gold")
        add_function(parser, court_metrics)
        parser.add("--verdicts", "print a line for every trial and metric")
        parser.add("--ladders", "print the effect of each perturbation from weak to strong")
        add_output(parser, "json", "csv", "latex", "digits")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Run the trials and print the findings."""
        from cliometer.api.trials import court_metrics
        from cliometer.reporting.chapters.court import card_table, change_table, court_section

        with progress_bar(args, err, "timelines") as bar:
            findings = court_metrics(args.gold, progress=bar, **given_settings(args, court_metrics))
        verdicts = bool(args.verdicts or args.trials)
        forms: Forms = {
            "latex": lambda: (change_table if verdicts else card_table)(findings),
            "text": lambda: court_section(findings, verdicts=verdicts, ladders=args.ladders),
        }
        return print_result(findings, args, out, err, forms, findings.signature)


class Judge:
    """Put a model on trial: does it prefer timelines to damaged ones, in both orders?

    cliometer court judge GOLD -j EXPR                      every trial that makes timelines worse, or as good
    """

    HELP = "show whether a model prefers timelines to damaged ones"
    EXAMPLE = "cliometer court judge {demo}/references -j words -t omit --most 2"

    @staticmethod
    def configure(parser: CommandParser) -> None:
        """Declare the arguments."""
        from cliometer.api.trials import court_judge

        parser.add("gold GOLD", "a benchmark folder GOLD/<topic>/<reference>.txt")
        add_function(parser, court_judge)
        add_output(parser, "json", "csv", "latex", "digits")

    @staticmethod
    def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Run the trials and print the card."""
        from cliometer.api.trials import court_judge
        from cliometer.reporting.chapters.judged import trial_table

        with progress_bar(args, err, "questions") as bar:
            card = court_judge(args.gold, progress=bar, **stored_settings(args, court_judge))
        return print_result(card, args, out, err, {"latex": lambda: trial_table(card)})


COMMANDS = {"metrics": Metrics, "judge": Judge}
