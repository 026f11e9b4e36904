"""Compare systems on the same topics: means with intervals, differences with p-values, groups, the human level."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.output import (
    Forms,
    Printable,
    expect_parquet,
    expect_shares,
    print_result,
    print_rulings,
    watched,
    write_parquet,
)
from cliometer.cli.parser import CommandParser, given_settings
from cliometer.errors import UsageError
from cliometer.settings import declared
from cliometer.settings.groups import Writing

if TYPE_CHECKING:
    from cliometer.engine.compare.system_comparison import SystemComparison


TABLES = ("systems", "differences", "human-level", "topics", "runs")


def _chosen_table(comparison: SystemComparison, args: argparse.Namespace) -> Printable:
    """Return one table for CSV, where a gap is empty, or for a paper, where it is a dash."""
    from cliometer.reporting.chapters.comparison import comparison_table
    from cliometer.reporting.document import Listing

    which, gap = args.table or ("differences" if args.csv else "systems"), None if args.csv else "-"
    if which == "runs":
        return comparison.to_latex(args.digits, args.percent)
    table = comparison_table(comparison, which, gap)
    lower = ", ".join(each.metric for each in comparison.standings if each.lower_is_better)
    return [Listing(f"lower is better: {lower}" if lower else "", table)]


def configure(parser: CommandParser) -> None:
    """Declare the arguments."""
    from cliometer.api.comparing import compare

    parser.add_references("systems: run folders RUN/<topic>.txt, two or more")
    parser.add("--scores", "read the paths as tables of scores, not as runs; see docs/formats.md")
    parser.add_function(compare)
    parser.add_output("json", "csv", "latex", "digits", "percent", "parquet")
    parser.add_settings([declared(Writing)["force"]])
    parser.add(
        "--table",
        "the table that --csv, --latex or --parquet gives; runs, for --latex, has a column for each metric",
        choices=TABLES,
    )


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Compare the runs, print, and let the gates decide the exit status."""
    from cliometer.api.comparing import compare
    from cliometer.reporting.chapters.comparison import comparison_section

    if args.table and not (args.csv or args.latex or args.parquet):
        raise UsageError("table-without-form")
    if args.table == "runs" and (args.csv or args.parquet):
        raise UsageError("table-runs-latex-only")
    if args.parquet is not None:
        expect_parquet(args)
    _refuse_swapped(args)
    with watched(args, err, "topics") as watching:
        comparison = compare(args.paths, args.references, **given_settings(args, compare) | watching)
    if args.parquet is not None:
        write_parquet(comparison, args, err, args.table)
    if args.percent:
        expect_shares((each.metric, system.score) for each in comparison.standings for system in each.systems)
    forms: Forms = {
        "csv": lambda: _chosen_table(comparison, args),
        "latex": lambda: _chosen_table(comparison, args),
        "text": lambda: comparison_section(comparison),
    }
    print_result(comparison, args, out, err, forms, comparison.signature)
    return print_rulings(comparison, args, err)


def _refuse_swapped(args: argparse.Namespace) -> None:
    """Refuse paths that are not what `--scores` and `--references` say; every path is a system here."""
    from cliometer.engine.file_evaluation import kind_of_gold

    if args.scores:
        if args.references:
            raise UsageError("references-with-scores")
        return
    shards = [path for path in args.paths if any(path.glob("scores-*.parquet"))]
    if shards:
        raise UsageError("run-expected-found-scores", path=shards[0])
    folders = [path for path in (*args.paths, *(args.references or ())) if path.is_dir()]
    nested = [path for path in folders if any(entry.is_dir() for entry in path.iterdir())]  # as references are
    swapped = [path for path in args.paths if path in nested]
    if not args.references:
        gold = swapped[0] if swapped else "GOLD"
        are_tables = all(path.suffix in (".csv", ".tsv", ".json", ".parquet") and path.is_file() for path in args.paths)
        scores = "; or add --scores, if these are tables of scores" if are_tables else ""
        raise UsageError("compare-without-references", gold=gold, scores=scores)
    is_flat = all(path in folders and path not in nested for path in args.references)
    if swapped and is_flat and kind_of_gold(args.references) == "references":
        raise UsageError("runs-references-swapped", path=swapped[0], references=args.references[0])
