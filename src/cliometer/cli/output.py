"""How commands print: JSON documents, notes, a progress bar, Parquet tables."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self, TextIO

from cliometer.cli.parser import CommandParser
from cliometer.cli.shared_arguments import given_path

if TYPE_CHECKING:
    from cliometer.io.frames import TabularResult


def print_json(document: object, out: TextIO) -> None:
    """One document; a number that JSON does not know would be a fault of ours."""
    json.dump(document, out, indent=1, ensure_ascii=False, allow_nan=False)
    out.write("\n")


def print_notes(notes: Iterable[str], err: TextIO) -> None:
    """A line each."""
    err.writelines(f"note: {note}\n" for note in notes)


_WIDTH = 30


class ProgressBar:
    """Call it with what is done and what there is to do; the line is wiped when the work ends or fails."""

    def __init__(self, err: TextIO, what: str) -> None:
        self._err, self._what = err, what
        self._started = time.monotonic()
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        if self._err.isatty() and time.monotonic() - self._started > 1:
            full = _WIDTH * done // max(1, total)
            self._err.write(f"\r[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total} {self._what}")
            self._err.flush()
            self._shown = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._err.write("\r\033[K")


def add_parquet(parser: CommandParser, what: str) -> None:
    """The option, and leave to replace the file."""
    parser.add_argument("--parquet", type=given_path, metavar="FILE", help=f"write {what} as Parquet, too")
    parser.add_argument("--force", action="store_true", help="replace the file of --parquet where it exists")


def expect_parquet(args: argparse.Namespace) -> None:
    """Fail before the work where the file could not be written."""
    from cliometer.io.frames import expect_parquet

    expect_parquet(args.parquet, args.force)


def write_parquet(
    result: TabularResult, args: argparse.Namespace, err: TextIO, table: str | None = None
) -> None:
    """Write the file that was asked for, and say so."""
    result.write_parquet(args.parquet, table, force=args.force)
    err.write(f"wrote {args.parquet}\n")
