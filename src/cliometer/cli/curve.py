"""Draw nu-precision over nu-recall along rankings of sentences, or check that a log of decisions was online.

cliometer curve RANKING... --references EVENTS   precision at recall 0, 0.1, ..., 1, mean over topics
cliometer curve LOG -r EVENTS --online           was each story ranked before the next one was seen?

nu stands for novel and useful: a sentence counts if it is on the topic and reports an event that no sentence
before it reported.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import print_json, print_result
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import add_shared
from cliometer.model.records import head

if TYPE_CHECKING:
    from cliometer.engine.curves import OnlineFault

HELP = "draw nu-precision over nu-recall along rankings"
EXAMPLE = "cliometer curve {demo}/rankings/first.json -r {demo}/events/berlin-wall.json"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    parser.add(
        "paths RUN", 'rankings of sentences: extracts (JSON) with "ranked": true; see docs/formats.md', nargs="+"
    )
    parser.add(
        "-r --references EVENTS", "judged events: a file (our JSON), or a folder of them", nargs="+", required=True
    )
    parser.add("-m --metric EXPR", "the metric: nu (default), or a variant such as nu(variant=sentence)", default="nu")
    parser.add(
        "--ties document|expected",
        "how sentences with one score are ordered: as in the stream (default), or as the mean over all orders",
    )
    parser.add(
        "--missing error|skip|zero",
        "what to do with topics that a run lacks: report an error (default), skip them, or count precision 0",
    )
    parser.add(
        "--online", "do not draw, but check that logs (ranked: false) keep the rule of a stream; exit status 1 if not"
    )
    parser.add("--json", "print one JSON document with every point")
    parser.add("--csv", "print every point on a line, with all digits")
    add_shared(parser, ["digits"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Draw the curves, or check the logs."""
    from cliometer.engine.curves import check_online, draw_curves
    from cliometer.report.chapters.unit_scores import curve_point_table

    if args.online:
        faults = check_online(args.paths, args.references)
        if args.json:
            listed = [fault.to_dict() for fault in faults]
            print_json({**head("online"), "online": not faults, "faults": listed}, out)
        else:
            out.write(_faults(faults, args))
        return 1 if faults else 0
    curves = draw_curves(args.paths, args.references, args.metric, args.ties, args.missing)
    return print_result(curves, args, out, err, {"csv": lambda: curve_point_table(curves)})


def _faults(faults: list[OnlineFault], args: argparse.Namespace) -> str:
    from cliometer.text.tables import Table

    if args.csv:
        return Table(["system", "topic", "fault"], [list(fault.to_dict().values()) for fault in faults]).csv()
    return "".join(f"{fault}\n" for fault in faults) or "online: every story was ranked in its turn\n"
