"""Compare systems on the same topics: means with intervals, differences with p, groups, the human ceiling.

cliometer compare RUN... --references GOLD
cliometer compare --scores TABLE...              scores that any tool gave: system, topic, metric, value
cliometer compare NEW OLD -r GOLD --baseline OLD --gate "align+m1(rouge=1).f >= baseline - 0.01"

With --gate the exit status is 1 where a run fails it. The topics are what is resampled; with
--per-reference all tasks of one topic are drawn together.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.files import add_evaluation, add_files, file_evaluation
from cliometer.cli.progress import Bar
from cliometer.errors import UsageError

if TYPE_CHECKING:
    from cliometer.engine.compare.comparison import Comparison
    from cliometer.engine.compare.design import Design

HELP = "tell whether systems differ, and from human writers"
EXAMPLE = "cliometer compare {demo}/runs/lead {demo}/runs/mentions -r {demo}/references -m align+m1"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_files(parser, "systems: run folders RUN/<topic>.txt, two or more")
    add_evaluation(parser)
    parser.add_argument(
        "--scores", action="store_true", help="the paths are tables of scores, not runs; see docs/formats.md"
    )
    parser.add_argument("--baseline", metavar="RUN", help="test only differences to this run")
    parser.add_argument(
        "--side", choices=("f", "precision", "recall"), default="f", help="the number to compare (default f)"
    )
    parser.add_argument(
        "--average",
        choices=("f-of-means", "mean-of-f", "micro"),
        help="F of mean precision and recall (default), mean of each topic's F, or of pooled counts",
    )
    parser.add_argument(
        "--test",
        choices=("randomisation", "bootstrap", "sign-flip", "t", "wilcoxon"),
        default="randomisation",
        help="the test of each difference (default randomisation); the last three test the mean of F",
    )
    parser.add_argument(
        "--correction",
        choices=("holm", "bh", "none"),
        default="holm",
        help="for many comparisons: Holm (default), Benjamini-Hochberg, or none",
    )
    parser.add_argument(
        "--interval", choices=("bca", "percentile"), default="bca", help="bootstrap interval (default bca)"
    )
    parser.add_argument("--level", type=float, default=0.95, help="of confidence (default 0.95)")
    parser.add_argument("--resamples", type=int, default=10_000, help="draws (default 10000)")
    parser.add_argument("--seed", type=int, default=0, help="of the draws (default 0)")
    parser.add_argument(
        "--gate",
        action="append",
        metavar="CONDITION",
        help="a condition that every run must keep; repeatable",
    )
    parser.add_argument(
        "--confident",
        action="store_true",
        help="a gate passes only if it also holds at the confidence bound",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON document with everything")
    form.add_argument("--csv", action="store_true", help="the differences, a line each, all digits")
    form.add_argument("--latex", action="store_true", help="the table of systems for a paper (booktabs)")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Compare the runs, print, and let the gates decide the exit status."""
    from cliometer.engine.compare.design import Design

    design = Design(
        side=args.side,
        average=args.average,
        test=args.test,
        correction=args.correction,
        interval=args.interval,
        level=args.level,
        resamples=args.resamples,
        seed=args.seed,
        baseline=args.baseline,
    )
    comparison = _of_scores(args, design) if args.scores else _of_runs(args, design, err)
    _print(comparison, args, out, err)
    for ruling in comparison.rulings:
        err.write(f"{ruling.line(args.confident)}\n")
    return 0 if comparison.passed(args.confident) else 1


def _of_runs(args: argparse.Namespace, design: Design, err: TextIO) -> Comparison:
    from cliometer.engine.compare.comparison import compare_in

    evaluation, notes = file_evaluation(args).read()
    with Bar(err, "topics") as bar:
        return compare_in(evaluation, design, args.gate or (), bar, notes)


def _of_scores(args: argparse.Namespace, design: Design) -> Comparison:
    from cliometer.engine.compare.tables import compare_scores
    from cliometer.io.scores.files import read_scores

    refused = {"--references": args.references, "--gate": args.gate, "--per-reference": args.per_reference}
    for option, given in refused.items():
        if given:
            raise UsageError(f"{option} has no meaning with --scores, whose tables hold scores already")
    if args.missing == "zero":
        raise UsageError("--missing zero has no meaning with --scores; skip leaves such topics out for all")
    return compare_scores(read_scores(args.paths), args.metric, design, args.missing)


def _print(comparison: Comparison, args: argparse.Namespace, out: TextIO, err: TextIO) -> None:
    from cliometer.report.comparison import differences_table, page, standings_table

    if args.json:
        json.dump(comparison.to_dict(), out, indent=1, ensure_ascii=False, allow_nan=False)
        out.write("\n")
        return
    for note in comparison.notes:
        err.write(f"note: {note}\n")
    if args.csv or args.latex:
        out.write(differences_table(comparison).csv() if args.csv else standings_table(comparison).latex())
        err.write(f"signature {comparison.signature}\n")
        return
    out.write(page(comparison))
