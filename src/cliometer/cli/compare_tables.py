"""Which table of a comparison is printed or written, and how."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cliometer.cli.parquet import add_parquet
from cliometer.errors import UsageError

if TYPE_CHECKING:
    from cliometer.engine.compare.comparison import Comparison

TABLES = ("systems", "differences", "ceiling", "topics", "runs")


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON document with everything")
    form.add_argument("--csv", action="store_true", help="one table (differences), all digits")
    form.add_argument("--latex", action="store_true", help="one table (systems) for a paper (booktabs)")
    parser.add_argument(
        "--table",
        choices=TABLES,
        help="which table --csv, --latex or --parquet gives; runs, for --latex, has a column a metric",
    )
    add_parquet(parser, "one table (differences)")


def expect_tables(args: argparse.Namespace) -> None:
    """Refuse a table that nothing would show."""
    if args.table and not (args.csv or args.latex or args.parquet):
        raise UsageError("--table chooses what --csv, --latex or --parquet gives; add one of them")
    if args.table == "runs" and (args.csv or args.parquet):
        raise UsageError("--table runs is for --latex alone; --csv and --parquet have topics and systems")


def printed_table(comparison: Comparison, args: argparse.Namespace) -> str:
    """One table as CSV, where a gap is empty, or for a paper, where it is a dash."""
    from cliometer.report.comparison_tables import (
        ceilings_table,
        differences_table,
        standings_table,
        topics_table,
    )
    from cliometer.report.directions import commented, turned

    which, gap = args.table or ("differences" if args.csv else "systems"), None if args.csv else "-"
    if which == "runs":
        return comparison.to_latex()
    if which in ("differences", "topics"):
        table = (differences_table if which == "differences" else topics_table)(comparison)
    else:
        table = (standings_table if which == "systems" else ceilings_table)(comparison, gap)
    return table.csv() if args.csv else table.latex() + commented(turned(comparison.standings))
