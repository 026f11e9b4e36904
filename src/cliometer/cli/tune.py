"""Tune a summariser by cross-validation: choose settings on some topics, and see how they do on the others.

cliometer tune TOPICS -s hybrid --grid threshold=0:1:0.05 --grid minimum=0:20:2
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import ProgressBar, print_json, print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_background, add_posts, given_path, post_options

HELP = "choose a summariser's settings by cross-validation"
EXAMPLE = "cliometer tune {demo}/posts -s centroid --grid threshold=0:1:0.25 --folds 2 -k 3"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "topics", type=given_path, metavar="TOPICS", help="a folder of topics, as for cliometer summarise"
    )
    parser.add_argument(
        "-s",
        "--system",
        required=True,
        metavar="EXPR",
        help="the summariser, such as hybrid; settings in it stay",
    )
    parser.add_argument(
        "--grid",
        action="append",
        required=True,
        metavar="RANGE",
        help="values to try: threshold=0:1:0.05 (from, to, step) or variant=paper,sumy; repeatable",
    )
    parser.add_argument(
        "--loss",
        metavar="METRIC",
        help="a metric against sources, or against references (default: jsd(tokens=posts))",
    )
    add_background(parser)
    parser.add_argument(
        "-r",
        "--references",
        type=given_path,
        metavar="DIR",
        help="what people wrote, DIR/<topic>.txt or DIR/<topic>/*.txt, for rouge_oracle or a loss as rouge1",
    )
    parser.add_argument("--folds", type=int, default=5, metavar="N", help="parts of the topics (default: 5)")
    parser.add_argument("--seed", type=int, default=0, help="of the folds (default: 0)")
    add_posts(parser)
    form = parser.alternatives()
    form.add_argument("--json", action="store_true", help="one JSON document: folds, losses, settings")
    form.add_argument("--csv", action="store_true", help="every setting with its mean loss, all digits")
    form.add_argument("--latex", action="store_true", help="the folds as a table for a paper (booktabs)")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Tune and print."""
    from cliometer.api import tune
    from cliometer.report.chapters.unit_scores import fold_table, tuning
    from cliometer.report.render.terminal import terminal
    from cliometer.text.tables import Table
    from cliometer.version import __version__

    with ProgressBar(err, "topics") as bar:
        found = tune(
            args.topics,
            args.system,
            args.grid,
            args.loss,
            background=args.background,
            references=args.references,
            folds=args.folds,
            seed=args.seed,
            progress=bar,
            **post_options(args),
        )
    if args.json:
        head = {"cliometer": __version__, "seed": found.seed, "notes": list(found.notes)}
        print_json({**head, **found.to_dict()}, out)
        return 0
    print_notes(found.notes, err)
    if args.csv or args.latex:
        settings: list[list[str | float]] = [
            [str(setting), mean] for setting, mean in zip(found.grid, found.means, strict=True)
        ]
        out.write(Table(["setting", "loss"], settings).csv() if args.csv else fold_table(found).latex())
    else:
        out.write(terminal(tuning(found)))
    return 0
