"""Compare systems on the same topics: means with intervals, differences with p, groups, the human ceiling.

cliometer compare RUN... --references GOLD
cliometer compare --scores TABLE...              scores that any tool gave: system, topic, metric, value
cliometer compare NEW OLD -r GOLD --baseline OLD --gate "align+m1(rouge=1).f >= baseline - 0.01"

Every path is a system; references are given with -r. With --gate the exit status is 1 where a run fails it.
The topics are what is resampled; with --per-reference all tasks of one topic are drawn together.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.compare_options import add_design, add_gates, add_score_tables
from cliometer.cli.compare_tables import add_tables, expect_tables, printed_table
from cliometer.cli.files import add_evaluation, add_files, file_evaluation
from cliometer.cli.output import print_json, print_notes
from cliometer.cli.parquet import expect_parquet, write_parquet
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
    parser.set_defaults(preset=None)  # so that one given with --scores is told from the usual one
    add_score_tables(parser)
    add_design(parser)
    add_gates(parser)
    add_tables(parser)


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
    expect_tables(args)
    expect_parquet(args)
    comparison = _of_scores(args, design) if args.scores else _of_runs(args, design, err)
    write_parquet(comparison, args, err, args.table)
    _print(comparison, args, out, err)
    for ruling in comparison.rulings:
        err.write(f"{ruling.line()}\n")
    return 0 if comparison.passed() else 1


def _of_runs(args: argparse.Namespace, design: Design, err: TextIO) -> Comparison:
    from cliometer.engine.compare.comparison import compare_in
    from cliometer.engine.compare.gates import gates_of
    from cliometer.engine.compare.naming import with_names

    _expect_references(args.paths, args.references)
    gates = gates_of(args.gate or (), args.confident)
    evaluation, notes = file_evaluation(args).read()
    design, gates = with_names(design, gates, evaluation.systems, args.paths)
    with Bar(err, "topics") as bar:
        return compare_in(evaluation, design, gates, bar, notes, args.confident)


def _expect_references(paths: list[Path], references: list[Path] | None) -> None:
    """Every path is a system here, so references need their option; they are folders of topics."""
    from cliometer.engine.gold_kinds import kind_of_gold

    nested = [path for path in paths if _holds_folders(path)]
    if not references:
        gold = nested[0] if nested else "GOLD"
        scores = "; or add --scores, if these are tables of scores" if _are_tables(paths) else ""
        raise UsageError(f"no references were given: every path is a system; write RUN... -r {gold}{scores}")
    is_flat = all(path.is_dir() and not _holds_folders(path) for path in references)
    if nested and is_flat and kind_of_gold(references) == "references":
        raise UsageError(
            f"{nested[0]} holds folders of topics, as references do, and {references[0]} holds none: "
            "are runs and references swapped? write RUN... -r GOLD"
        )


def _holds_folders(path: Path) -> bool:
    return path.is_dir() and any(entry.is_dir() for entry in path.iterdir())


def _are_tables(paths: list[Path]) -> bool:
    return all(path.suffix in (".csv", ".tsv", ".json", ".parquet") and path.is_file() for path in paths)


def _of_scores(args: argparse.Namespace, design: Design) -> Comparison:
    from cliometer.engine.compare.tables import compare_scores
    from cliometer.io.scores.files import read_scores

    refused = {
        "--references": args.references,
        "--per-reference": args.per_reference,
        "--preset": args.preset,
        "--duplicates": args.duplicates,
        "--background": args.background,
        "--extra": args.extra == "skip",
    }
    for option, given in refused.items():
        if given:
            raise UsageError(f"{option} has no meaning with --scores, whose tables hold scores already")
    if args.missing == "zero":
        raise UsageError("--missing zero has no meaning with --scores; skip leaves such topics out for all")
    table = read_scores(args.paths)
    return compare_scores(
        table, args.metric, design, args.missing, args.gate or (), args.confident, args.lower or ()
    )


def _print(comparison: Comparison, args: argparse.Namespace, out: TextIO, err: TextIO) -> None:
    from cliometer.report.comparison import page

    if args.json:
        print_json(comparison.to_dict(), out)
        return
    print_notes(comparison.notes, err)
    if args.csv or args.latex:
        out.write(printed_table(comparison, args))
        err.write(f"signature {comparison.signature}\n")
        return
    out.write(page(comparison))
