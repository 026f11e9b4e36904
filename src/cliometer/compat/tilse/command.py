"""`cliometer compat tilse -p FILE -r FILE... -m METRIC`: tilse's `evaluate-timelines`, line for line.

Prints the Python dictionary that tilse prints. An unknown metric or a missing reference, for which tilse
prints `None` or zeros and reports success, is an error here.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TextIO

from cliometer.compat.tilse.reading import dated
from cliometer.compat.tilse.rouge import METRICS, TimelineRougeEvaluator
from cliometer.compat.tilse.timelines import GroundTruth, Timeline
from cliometer.errors import unknown
from cliometer.io import Reading, read_timelines


def configure(parser: argparse.ArgumentParser) -> None:
    """tilse's own options."""
    parser.add_argument("-p", dest="predicted", required=True, metavar="FILE", help="predicted timeline")
    parser.add_argument("-r", dest="references", required=True, nargs="+", metavar="FILE", help="references")
    parser.add_argument("-m", dest="metric", required=True, metavar="METRIC", help=", ".join(METRICS))


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Score one system and print tilse's dictionary."""
    if args.metric not in METRICS:
        raise unknown("metric of tilse", args.metric, METRICS)
    readings = [_read(path) for path in (args.predicted, *args.references)]
    for note in (note for reading in readings for note in reading.notes):
        err.write(f"note: {note}\n")
    predicted, *references = (_only(reading) for reading in readings)
    evaluator = TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    out.write(f"{getattr(evaluator, f'evaluate_{args.metric}')(predicted, GroundTruth(references))}\n")
    return 0


def _read(path: str) -> Reading:
    return read_timelines(path, duplicates="last", format="tilse")


def _only(reading: Reading) -> Timeline:
    return Timeline(dated(reading.timelines[0], reading.timelines[0].name))


def main(argv: Sequence[str], parser: argparse.ArgumentParser, out: TextIO, err: TextIO) -> int:
    """Parse and run."""
    configure(parser)
    return run(parser.parse_args(argv), out, err)
