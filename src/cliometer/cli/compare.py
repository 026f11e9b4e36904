"""Compare systems on the same topics: means with intervals, differences with p-values, groups, the human level.

cliometer compare RUN... --references GOLD
cliometer compare --scores TABLE...              scores of any tool: system, topic, metric, value
cliometer compare --scores FOLDER --baseline RUN the shards of cliometer score --output FOLDER
cliometer compare NEW OLD -r GOLD --baseline OLD --gate "align+m1(rouge=1).f >= baseline - 0.01"

Every path is a system; references are given with -r. With --gate the exit status is 1 if a run fails the gate.
Topics are the sample; with --per-reference a topic counts by the mean of its tasks.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import (
    Forms,
    Printable,
    expect_parquet,
    expect_shares,
    print_notes,
    print_result,
    progress_bar,
    write_parquet,
)
from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import EVALUATION, add_shared, file_evaluation
from cliometer.errors import UsageError

if TYPE_CHECKING:
    from cliometer.engine.compare.figures import Design
    from cliometer.engine.compare.system_comparison import SystemComparison


TABLES = ("systems", "differences", "human-level", "topics", "runs")


def _chosen_table(comparison: SystemComparison, args: argparse.Namespace) -> Printable:
    """Return one table for CSV, where a gap is empty, or for a paper, where it is a dash."""
    from cliometer.report.chapters.comparison import comparison_table
    from cliometer.report.document import Listing

    which, gap = args.table or ("differences" if args.csv else "systems"), None if args.csv else "-"
    if which == "runs":
        return comparison.to_latex(args.digits, args.percent)
    table = comparison_table(comparison, which, gap)
    lower = ", ".join(found.metric for found in comparison.standings if found.lower_is_better)
    return [Listing(f"lower is better: {lower}" if lower else "", table)]


HELP = "test whether systems differ from each other and from human writers"
EXAMPLE = "cliometer compare {demo}/runs/lead {demo}/runs/mentions -r {demo}/references -m align+m1"


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    add_shared(parser, [*EVALUATION, "cache"], "systems: run folders RUN/<topic>.txt, two or more")
    parser.add("--scores", "read the paths as tables of scores, not as runs; see docs/formats.md")
    parser.add("--lower NAME", "a column of --scores for which lower is better; repeatable")
    parser.add("--baseline RUN", "compare all others with this run only, which is given by name or path", type=str)
    _add_design(parser)
    parser.add("--gate CONDITION", "a condition that every run but the baseline must meet; repeatable")
    parser.add("--confident", "let a gate pass only if it also holds at the confidence bound")
    parser.add("--json", "print one JSON document with everything")
    parser.add("--csv", "print one table (differences) with all digits")
    parser.add("--latex", "print one table (systems) for a paper (booktabs)")
    add_shared(parser, ["digits", "percent"])
    parser.add(
        "--table",
        "the table that --csv, --latex or --parquet gives; runs, for --latex, has a column for each metric",
        type=lambda word: "human-level" if word == "ceiling" else word,  # as it was called once
        choices=TABLES,
    )
    parser.add("--parquet FILE", "also write one table (differences) to a Parquet file")
    parser.add("--force", "replace the file of --parquet if it exists")


def _add_design(parser: CommandParser) -> None:
    """Declare the settings of a comparison, by the names of the fields of `Design`."""
    parser.add("--side f|precision|recall", "the number to compare (default: f)")
    parser.add(
        "--average f-of-means|mean-of-f|micro",
        "how topics are averaged: F of the means (default), mean of each topic's F, or F of pooled counts",
        default=None,
    )
    parser.add("--weigh topics|tasks", "what weighs alike where a topic has several tasks: topics (default) or tasks")
    parser.add(
        "--margin SHARE",
        "the share of the writers' score by which a system may fall short and be as good as a writer (default: 0.1)",
        type=float,
        default=0.1,
    )
    parser.add(
        "--test t|sign-flip|randomisation|bootstrap|wilcoxon",
        "the test of each difference (default: t); randomisation is another name of sign-flip",
    )
    parser.add(
        "--correction holm|bh|none", "the correction for many comparisons: Holm (default), Benjamini-Hochberg, or none"
    )
    parser.add(
        "--groups letters|leaders",
        "how systems are grouped that do not differ: by letters that they share (default), or, for many systems, by "
        "the leader from which they do not differ",
    )
    parser.add(
        "--interval t|bca|percentile", "the kind of interval: t (default), or BCa or percentiles of the bootstrap"
    )
    parser.add("--level", "the confidence level of intervals and tests (default: 0.95)", type=float, default=0.95)
    parser.add("--resamples N", "the number of resamples, 100 to 1000000 (default: 10000)", type=int, default=10_000)
    parser.add("--seed", "the seed of the resamples (default: 0)", type=int, default=0)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Compare the runs, print, and let the gates decide the exit status."""
    from cliometer.engine.compare.figures import Design
    from cliometer.report.chapters.comparison import comparison_section

    design = Design(**{field.name: getattr(args, field.name) for field in fields(Design)})
    if args.table and not (args.csv or args.latex or args.parquet):
        raise UsageError("--table chooses what --csv, --latex or --parquet gives; add one of them")
    if args.table == "runs" and (args.csv or args.parquet):
        raise UsageError("--table runs is for --latex alone; --csv and --parquet have topics and systems")
    if args.parquet is not None:
        expect_parquet(args)
    comparison = _of_scores(args, design) if args.scores else _of_runs(args, design, err)
    if args.parquet is not None:
        write_parquet(comparison, args, err, args.table)
    if args.percent:
        expect_shares((found.metric, one.score) for found in comparison.standings for one in found.systems)
    forms: Forms = {
        "csv": lambda: _chosen_table(comparison, args),
        "latex": lambda: _chosen_table(comparison, args),
        "text": lambda: comparison_section(comparison),
    }
    print_result(comparison, args, out, err, forms, comparison.signature)
    rulings = (ruling for ruling in comparison.rulings if not (args.quiet and ruling.passed))
    err.writelines(f"{ruling.line()}\n" for ruling in rulings)
    return 0 if comparison.passed() else 1


def _of_runs(args: argparse.Namespace, design: Design, err: TextIO) -> SystemComparison:
    """Score and compare runs; every path is a system here, so references need their option."""
    from cliometer.engine.compare.gates import gates_of, with_names
    from cliometer.engine.compare.system_comparison import compare_in
    from cliometer.engine.file_evaluation import kind_of_gold

    shards = [path for path in args.paths if any(path.glob("scores-*.parquet"))]
    if shards:
        raise UsageError(f"{shards[0]} holds scores, not a run; write cliometer compare --scores {shards[0]}")
    given = [path for path in (*args.paths, *(args.references or ())) if path.is_dir()]
    nested = [path for path in given if any(entry.is_dir() for entry in path.iterdir())]  # as references are
    swapped = [path for path in args.paths if path in nested]
    if not args.references:
        gold = swapped[0] if swapped else "GOLD"
        are_tables = all(path.suffix in (".csv", ".tsv", ".json", ".parquet") and path.is_file() for path in args.paths)
        scores = "; or add --scores, if these are tables of scores" if are_tables else ""
        raise UsageError(f"no references were given: every path is a system; write RUN... -r {gold}{scores}")
    is_flat = all(path in given and path not in nested for path in args.references)
    if swapped and is_flat and kind_of_gold(args.references) == "references":
        raise UsageError(
            f"{swapped[0]} holds folders of topics, as references do, and {args.references[0]} holds none: "
            "are runs and references swapped? write RUN... -r GOLD"
        )
    gates = gates_of(args.gate or (), args.confident)
    evaluation, notes = file_evaluation(args).read()
    design, gates = with_names(design, gates, evaluation.systems, args.paths)
    with progress_bar(args, err, "topics") as bar:
        comparison = compare_in(evaluation, design, gates, bar, notes, args.confident)
    print_notes([evaluation.cache.note] if evaluation.cache else (), args, err)
    return comparison


def _of_scores(args: argparse.Namespace, design: Design) -> SystemComparison:
    from cliometer.engine.compare.score_comparison import compare_scores
    from cliometer.io.scores import read_scores

    refused = {
        "--references": args.references,
        "--per-reference": args.per_reference,
        "--preset": args.preset,
        "--duplicates": args.duplicates,
        "--background": args.background,
        "--import": args.modules,
        "--cache": args.cache,
        "--extra": args.extra == "skip",
    }
    for option, given in refused.items():
        if given:
            raise UsageError(f"{option} has no meaning with --scores, whose tables hold scores already")
    if args.missing == "zero":
        raise UsageError("--missing zero has no meaning with --scores; skip leaves such topics out for all")
    shards = None
    if any(path.is_dir() for path in args.paths):
        from cliometer.engine.score_shards import read_shards

        shards = read_shards(args.paths)
    table = shards or read_scores(args.paths)
    return compare_scores(table, args.metric, design, args.missing, args.gate or (), args.confident, args.lower or ())
