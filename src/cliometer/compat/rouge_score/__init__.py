"""Replace the command line of rouge-score: the same options, files and CSV."""

from __future__ import annotations

import argparse
import glob
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from cliometer.compat.rouge_score import rouge_scorer, scoring
from cliometer.errors import InputError, UsageError
from cliometer.io.text_files import read_bare_text, write_whole

__all__ = ["rouge_scorer", "scoring"]


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, and write the CSV."""
    if not args.delimiter:
        raise UsageError("delimiter-empty")
    names = [name.strip() for name in args.rouge_types.split(",")]
    scorer = rouge_scorer.RougeScorer(names, args.use_stemmer, args.split_summaries)
    targets, predictions = _records(args, err)
    scores = scorer.score_batch(targets, predictions)
    if args.aggregate:
        aggregator = scoring.BootstrapAggregator(seed=args.seed)
        for score in scores:
            aggregator.add_scores(score)
        lines = _aggregates(aggregator.aggregate())
    else:
        lines = _scores(scores)
    text = "".join(f"{line}\n" for line in lines)
    if args.output_filename:
        write_whole(Path(args.output_filename), text, force=True)
    else:
        out.write(text)
    return 0


def _records(args: argparse.Namespace, err: TextIO) -> tuple[list[str], list[str]]:
    """Return the references and the summaries; files are paired in the order of their names."""
    patterns = {
        "--target_filepattern": args.target_filepattern,
        "--prediction_filepattern": args.prediction_filepattern,
    }
    files = {option: sorted(glob.glob(pattern)) for option, pattern in patterns.items()}
    for option, paths in files.items():
        if not paths:
            raise InputError("file-pattern-empty", patterns[option], option=option)
    targets, predictions = list[str](), list[str]()
    ours, theirs = files.values()
    if len(ours) != len(theirs):
        raise UsageError("scored-files-unequal", count=len(ours), theirs_count=len(theirs))
    for target, prediction in zip(ours, theirs, strict=True):
        read = [_split(Path(path), args.delimiter, err) for path in (target, prediction)]
        if len(read[0]) != len(read[1]):
            raise InputError(
                "record-count-mismatch", prediction, count=len(read[1]), target=target, read_count=len(read[0])
            )
        targets += read[0]
        predictions += read[1]
    if not targets:
        raise InputError("records-missing", ours[0])
    return targets, predictions


def _split(path: Path, delimiter: str, err: TextIO) -> list[str]:
    text = read_bare_text(path).replace("\r\n", "\n").replace("\r", "\n")  # as Python's text files
    records = text.split(delimiter)
    if records[-1]:
        err.write(f"note: {path}: the last record does not end in the delimiter\n")
        return records
    return records[:-1]


def _aggregates(aggregates: Mapping[str, scoring.AggregateScore]) -> Iterator[str]:
    yield "score_type,low,mid,high"
    for name, ends in sorted(aggregates.items()):
        for letter, measure in (("R", "recall"), ("P", "precision"), ("F", "fmeasure")):
            yield ",".join([f"{name}-{letter}", *(f"{getattr(end, measure):f}" for end in ends)])


def _scores(scores: Sequence[Mapping[str, scoring.Score]]) -> Iterator[str]:
    names = sorted(scores[0])
    yield ",".join(["id", *(f"{name}-{letter}" for name in names for letter in "PRF")])
    for number, score in enumerate(scores):
        yield ",".join([str(number), *(f"{value:f}" for name in names for value in score[name])])
