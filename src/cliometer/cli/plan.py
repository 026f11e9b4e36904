"""Plan a study in which people compare the timelines of several runs, for the workbench.

cliometer plan RUN RUN... -o STUDY.zip                      all pairs on all topics
cliometer plan RUN RUN... --budget 300 -o STUDY.zip         as many pairs as 300 votes allow, drawn evenly
cliometer plan RUN RUN... -r GOLD -o STUDY.zip              with timelines that people wrote among them
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser, whole
from cliometer.cli.shared_arguments import keywords

HELP = "plan a study in which people compare timelines"
EXAMPLE = "cliometer plan {demo}/runs/lead {demo}/runs/mentions {demo}/runs/random --budget 48"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add("runs RUN", "systems: folders with <topic>.txt, timelines or texts", nargs="+")
    parser.add(
        "--criterion TEXT",
        "what is asked of each pair: overall, faithful, complete, readable, dates, or your own such as 'coverage: "
        "Which tells more of what matters?'; repeatable (default: overall, complete, readable)",
        default=[],
    )
    parser.add("--votes N", "votes on each pair on each topic (default: 3)", type=whole(1, 99), default=3)
    parser.add("--cap N", "the most pairs that a judge compares (default: 12)", type=whole(1, 1000), default=12)
    parser.add("--ties", "let judges say that neither is better")
    parser.add("--reasons required|optional|none", "whether judges say why (default: optional)", default="optional")
    parser.add("--topics COUNT", "draw so many topics (default: all)", type=whole(1))
    parser.add("--systems N", "draw so many systems (default: all)", type=whole(2))
    parser.add("--most N", "draw so many pairs, evenly over topics and systems (default: all)", type=whole(1))
    parser.add(
        "--budget N",
        "draw as many pairs as get all their votes from so many, each one pair judged by one person on all criteria",
        type=whole(1),
    )
    parser.add("--seed", "the seed of what is drawn (default: 0)", type=int, default=0)
    parser.add(
        "-r --references GOLD",
        "timelines that people wrote: they take part as the system reference (default: systems only)",
    )
    parser.add("-o --output FILE.zip", "the file that the workbench imports")
    parser.add("--force", "replace the file if it exists")
    parser.add("--json", "print one JSON document with everything")
    parser.add("--csv", "print a row for each pair on each topic")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Plan, write the file, and print what is planned."""
    from cliometer.api import plan

    asked = keywords(
        args, "votes", "cap", "ties", "reasons", "topics", "systems", "budget", "seed", "references", "output", "force"
    )
    result = plan(args.runs, criteria=args.criterion, pairs=args.most, **asked)
    return print_result(result, args, out, err)
