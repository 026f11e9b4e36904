"""Tune a summariser or a generator by cross-validation: choose settings on some topics, and try them on the others.

cliometer tune TOPICS -s hybrid --grid threshold=0:1:0.05 --grid minimum=0:20:2
cliometer tune ARTICLES -s datewise --grid candidates=m,p,pm --like GOLD     timelines, each scored by its reference
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_function, add_output, given_settings

HELP = "choose the settings of a summariser or a generator by cross-validation"
EXAMPLE = "cliometer tune {demo}/posts -s centroid --grid threshold=0:1:0.25 --folds 2 -k 3"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.systems import tune

    parser.add("topics TOPICS", "a folder of topics, as for cliometer summarise, or with --like as for timelines")
    add_function(parser, tune)
    add_output(parser, "json", "csv", "latex", "digits")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Tune the summariser and print the settings."""
    from cliometer.api.systems import tune
    from cliometer.reporting.chapters.summaries import fold_table, setting_table, tuning_section

    with progress_bar(args, err, "topics") as bar:
        tuning = tune(args.topics, progress=bar, **given_settings(args, tune))
    forms: Forms = {
        "csv": lambda: setting_table(tuning),
        "latex": lambda: fold_table(tuning),
        "text": lambda: tuning_section(tuning),
    }
    return print_result(tuning, args, out, err, forms)
