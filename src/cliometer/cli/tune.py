"""Tune a summariser or a generator by cross-validation: choose settings on some topics, and try them on the others.

cliometer tune TOPICS -s hybrid --grid threshold=0:1:0.05 --grid minimum=0:20:2
cliometer tune ARTICLES -s datewise --grid candidates=m,p,pm --like GOLD     timelines, each scored by its reference
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import Forms, print_result, progress_bar
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import (
    add_generation,
    add_posts,
    add_shared,
    generation_options,
    keywords,
    post_options,
)

HELP = "choose the settings of a summariser or a generator by cross-validation"
EXAMPLE = "cliometer tune {demo}/posts -s centroid --grid threshold=0:1:0.25 --folds 2 -k 3"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("topics TOPICS", "a folder of topics, as for cliometer summarise, or with --like as for timelines")
    parser.add(
        "-s --system EXPR",
        "the summariser, such as hybrid, or the generator; the settings that it names stay fixed",
        required=True,
    )
    parser.add(
        "--grid RANGE",
        "values to try: threshold=0:1:0.05 (from, to, step) or variant=paper,sumy; repeatable",
        required=True,
    )
    parser.add(
        "--loss METRIC", "a metric of sources or of references (default: jsd(tokens=posts); with --like align+m1)"
    )
    add_generation(parser)
    add_shared(parser, ["background", "import"])
    parser.add(
        "-r --references DIR",
        "texts that people wrote, DIR/<topic>.txt or DIR/<topic>/*.txt, for rouge_oracle or a loss such as rouge1",
    )
    parser.add("--folds N", "the number of folds of the topics (default: 5)", type=int, default=5)
    parser.add("--seed", "the seed of the folds (default: 0)", type=int, default=0)
    add_posts(parser)
    parser.add("--json", "print one JSON document: folds, losses, settings")
    parser.add("--csv", "print every setting with its mean loss, with all digits")
    parser.add("--latex", "print the folds as a table for a paper (booktabs)")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Tune the summariser and print the settings."""
    from cliometer.api import tune
    from cliometer.report.chapters.summaries import fold_table, setting_table, tuning_section

    asked = keywords(args, "background", "references", "folds", "seed") | post_options(args) | generation_options(args)
    with progress_bar(args, err, "topics") as bar:
        tuning = tune(args.topics, args.system, args.grid, args.loss, progress=bar, **asked)
    forms: Forms = {
        "csv": lambda: setting_table(tuning),
        "latex": lambda: fold_table(tuning),
        "text": lambda: tuning_section(tuning),
    }
    return print_result(tuning, args, out, err, forms)
