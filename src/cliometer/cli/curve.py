"""Draw nu-precision over nu-recall along rankings of sentences, or check that a log of decisions was online.

cliometer curve RANKING... --references EVENTS   precision at recall 0, 0.1, ..., 1, mean over topics
cliometer curve LOG -r EVENTS --online           was each story ranked before the next one was seen?

nu stands for novel and useful: a sentence counts where it is on the topic and tells an event that no sentence
before it told.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import given_path

if TYPE_CHECKING:
    from cliometer.engine.curves import OnlineFault

HELP = "draw nu-precision over nu-recall along rankings"
EXAMPLE = "cliometer curve {demo}/rankings/first.json -r {demo}/events/berlin-wall.json"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "paths RUN",
        'rankings of sentences: extracts (JSON) with "ranked": true; see docs/formats.md',
        nargs="+",
        type=given_path,
    )
    parser.add(
        "-r --references EVENTS",
        "judged events: a file of ours, or a folder of them",
        nargs="+",
        type=given_path,
        required=True,
    )
    parser.add("-m --metric EXPR", "nu (default), or nu(variant=sentence) and the like", default="nu")
    parser.add(
        "--ties document|expected",
        "sentences of one score: in the order of the stream (default), or the mean over all orders",
        default="document",
    )
    parser.add(
        "--missing error|skip|zero",
        "topics that a run lacks: an error (default), left out of its mean, or precision 0 throughout",
        default="error",
    )
    parser.add(
        "--online",
        "do not draw: check that logs (ranked: false) keep the rule of a stream; exit status 1 if not",
    )
    parser.add("--json", "one JSON document with every point")
    parser.add("--csv", "every point, a line each, all digits")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Draw, or check."""
    from cliometer.engine.curves import check_online, draw_curves
    from cliometer.report.chapters.base import FigureNames
    from cliometer.report.chapters.unit_scores import curve, curve_point_table
    from cliometer.report.render.terminal import terminal

    if args.online:
        faults = check_online(args.paths, args.references)
        out.write(_faults(faults, args))
        return 1 if faults else 0
    curves = draw_curves(args.paths, args.references, args.metric, args.ties, args.missing)
    forms = {"csv": lambda: curve_point_table(curves).csv(), "text": lambda: terminal(curve(curves, FigureNames()))}
    return print_result(curves, args, out, err, forms)


def _faults(faults: list[OnlineFault], args: argparse.Namespace) -> str:
    from cliometer.text.tables import Table

    if args.json:
        listed = [fault.to_dict() for fault in faults]
        return json.dumps({"online": not faults, "faults": listed}, indent=1, ensure_ascii=False) + "\n"
    if args.csv:
        return Table(["system", "topic", "fault"], [list(fault.to_dict().values()) for fault in faults]).csv()
    return "".join(f"{fault}\n" for fault in faults) or "online: every story was ranked in its turn\n"
