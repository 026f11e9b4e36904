"""`cliometer compat tilse -p FILE -r FILE... -m METRIC`: tilse's `evaluate-timelines`, line for line.

Prints the Python dictionary that tilse prints. An unknown metric or a missing reference, for which tilse
prints `None` or zeros and reports success, is an error here.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from cliometer.compat.tilse.reading import dated, is_blank
from cliometer.compat.tilse.rouge import TimelineRougeEvaluator
from cliometer.compat.tilse.timelines import GroundTruth, Timeline
from cliometer.errors import unknown
from cliometer.io import Reading, read_timelines
from cliometer.io.scores.tilse import METRICS
from cliometer.io.text_file import read_text
from cliometer.model import timeline as model


def configure(parser: argparse.ArgumentParser) -> None:
    """tilse's own options."""
    parser.add_argument("-p", dest="predicted", required=True, metavar="FILE", help="predicted timeline")
    parser.add_argument("-r", dest="references", required=True, nargs="+", metavar="FILE", help="references")
    parser.add_argument("-m", dest="metric", required=True, metavar="METRIC", help=", ".join(METRICS))


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Score one system and print tilse's dictionary."""
    if args.metric not in METRICS:
        raise unknown("metric of tilse", args.metric, METRICS)
    readings = {path: _read(path) for path in args.references}
    readings = {args.predicted: _read_predicted(args.predicted), **readings}
    predicted, *references = (_days(readings[path], path) for path in (args.predicted, *args.references))
    evaluator = TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        scores = getattr(evaluator, f"evaluate_{args.metric}")(predicted, GroundTruth(references))
    notes = [note for reading in readings.values() for note in reading.notes]
    for note in (*notes, *(str(warning.message) for warning in said)):
        err.write(f"note: {note}\n")
    out.write(f"{scores}\n")
    return 0


def _read(path: str) -> Reading:
    return read_timelines(path, duplicates="last", format="tilse")


def _read_predicted(path: str) -> Reading:
    """An empty file is a system that said nothing, where tilse crashes in most metrics."""
    if is_blank(read_text(Path(path))):
        note = f"{path}: the file is empty: the system said nothing; it scores 0"
        return Reading((model.Timeline(),), (note,), "tilse")
    return _read(path)


def _days(reading: Reading, path: str) -> Timeline:
    return Timeline(dated(reading.timelines[0], path))


def main(argv: Sequence[str], parser: argparse.ArgumentParser, out: TextIO, err: TextIO) -> int:
    """Parse and run."""
    configure(parser)
    return run(parser.parse_args(argv), out, err)
