"""`--parquet FILE`: a table of a result beside what is printed, for commands that have one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from cliometer.cli.files import given_path

if TYPE_CHECKING:
    from cliometer.io.frames import Framed


def add_parquet(parser: argparse.ArgumentParser, what: str) -> None:
    """The option, and leave to replace the file."""
    parser.add_argument("--parquet", type=given_path, metavar="FILE", help=f"write {what} as Parquet, too")
    parser.add_argument("--force", action="store_true", help="replace the file of --parquet where it exists")


def expect_parquet(args: argparse.Namespace) -> None:
    """Fail before the work where the file could not be written."""
    if args.parquet is not None:
        from cliometer.io.frames import expect_parquet

        expect_parquet(args.parquet, args.force)


def write_parquet(result: Framed, args: argparse.Namespace, err: TextIO, table: str | None = None) -> None:
    """Write the file that was asked for, and say so."""
    if args.parquet is not None:
        result.write_parquet(args.parquet, table, force=args.force)
        err.write(f"wrote {args.parquet}\n")
