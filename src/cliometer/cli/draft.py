"""Draft content units, the facts that several writers tell, from their timelines; for a person to confirm.

cliometer draft GOLD -o units.json               GOLD/<topic>/<writer>.txt, as for score
"""

from __future__ import annotations

import argparse
from typing import TextIO

from cliometer.cli.output import print_notes
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import given_path

HELP = "draft content units from several writers' timelines"
EXAMPLE = "cliometer draft {demo}/references"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "gold", type=given_path, metavar="GOLD", help="a benchmark folder, or one file with several timelines"
    )
    parser.add_argument("-o", "--output", type=given_path, metavar="FILE", help="write the drafts here")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    parser.add_argument(
        "--threshold",
        type=float,
        default=0.1,
        metavar="X",
        help="how alike lines must be, 0 to 1 (default: 0.1)",
    )
    parser.add_argument(
        "--days", type=int, default=0, metavar="N", help="how far apart their dates may be (default: 0)"
    )
    parser.add_argument(
        "--entry", choices=("sentence", "day"), default="sentence", help="what counts as a line of a timeline"
    )


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Draft, write, and say how many units of how many writers there are."""
    from cliometer.io import read_references
    from cliometer.io.units import write_units
    from cliometer.report.chapters.annotator_agreement import draft_table
    from cliometer.study.unit_drafts import DraftOptions, draft_topic

    rule = DraftOptions(args.threshold, args.days, args.entry)
    gold, notes = read_references(args.gold)
    topics = [draft_topic(topic, references, rule) for topic, references in gold.items()]
    print_notes(notes, err)
    if args.output:
        write_units(args.output, units=topics, force=args.force)
    out.write(draft_table(topics).text())
    if not args.output:
        err.write("note: nothing was written; name a file with -o to keep the drafts\n")
    return 0
