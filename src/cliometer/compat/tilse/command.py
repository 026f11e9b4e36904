"""`cliometer compat tilse -p FILE -r FILE... -m METRIC`: tilse's `evaluate-timelines`, line for line.

Prints the Python dictionary that tilse prints. An unknown metric or a missing reference, for which tilse
prints `None` or zeros and reports success, is an error here.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from cliometer.compat.tilse.reading import dated, is_blank
from cliometer.compat.tilse.rouge import METRICS, TimelineRougeEvaluator
from cliometer.compat.tilse.timelines import GroundTruth, Timeline, our_references, ours
from cliometer.engine.countability import uncountable
from cliometer.errors import unknown
from cliometer.io import Reading, read_timelines
from cliometer.io.text_file import read_text
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import Comparison
from cliometer.metrics.presets import TILSE
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
    readings = [_read_predicted(args.predicted), *map(_read, args.references)]
    predicted, *references = (_only(reading) for reading in readings)
    groundtruth = GroundTruth(references)
    notes = [note for reading in readings for note in reading.notes]
    for note in notes + _uncountable(predicted, groundtruth, Path(args.predicted).stem):
        err.write(f"note: {note}\n")
    evaluator = TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    out.write(f"{getattr(evaluator, f'evaluate_{args.metric}')(predicted, groundtruth)}\n")
    return 0


def _read(path: str) -> Reading:
    return read_timelines(path, duplicates="last", format="tilse")


def _read_predicted(path: str) -> Reading:
    """An empty file is a system that said nothing, where tilse crashes in most metrics."""
    if is_blank(read_text(Path(path))):
        note = f"{path}: the file is empty: the system said nothing; it scores 0"
        return Reading((model.Timeline(),), (note,), "tilse")
    return _read(path)


def _only(reading: Reading) -> Timeline:
    return Timeline(dated(reading.timelines[0], reading.timelines[0].name))


def _uncountable(predicted: Timeline, groundtruth: GroundTruth, topic: str) -> list[str]:
    """tilse scores other scripts 0, or crashes, without a word; here it is said."""
    pair = Comparison([ours(predicted)], our_references(groundtruth))
    return uncountable([parse("agreement").under(TILSE)], ["predicted"], topic, pair)


def main(argv: Sequence[str], parser: argparse.ArgumentParser, out: TextIO, err: TextIO) -> int:
    """Parse and run."""
    configure(parser)
    return run(parser.parse_args(argv), out, err)
