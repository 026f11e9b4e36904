"""How commands print: results in several forms, JSON documents, notes, a progress bar, Parquet tables."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from cliometer.model.display import Progress

if TYPE_CHECKING:
    from cliometer.io.frames import TabularResult


def print_json(document: object, out: TextIO) -> None:
    """Print one document, whole or not at all; a number that JSON does not know would be a fault of ours."""
    out.write(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


_FEW_NOTES = 5  # more of them are counted, not shown, unless all are asked for


def print_notes(notes: Iterable[str], args: argparse.Namespace, err: TextIO, kind: str = "note") -> None:
    """Print each note or warning on a line of its own; of many only the number, with --quiet none."""
    lines = [] if args.quiet else list(notes)
    if len(lines) > _FEW_NOTES and not args.verbose:
        err.write(f"{len(lines)} {kind}s; --verbose shows them\n")
    else:
        err.writelines(f"{kind}: {line}\n" for line in lines)


def print_result(
    result: Any,
    args: argparse.Namespace,
    out: TextIO,
    err: TextIO,
    forms: Mapping[str, Callable[[], str]],
    signature: object = None,
) -> int:
    """Print a result as JSON, or in the form whose option was given, or as `text`; notes go to standard error.

    Tables for other programs have no room for a signature, so it goes to standard error, too.
    """
    if args.json:
        print_json(result.to_dict(), out)
        return 0
    print_notes(result.notes, args, err)
    form = next((name for name in forms if name != "text" and getattr(args, name)), "text")
    out.write(forms[form]())
    if form != "text" and signature is not None and not args.quiet:
        err.write(f"signature {signature}\n")
    return 0


@contextmanager
def progress_bar(args: argparse.Namespace, err: TextIO, what: str) -> Iterator[Progress]:
    """Yield a function that draws how much is done and what time is left, on a terminal and unless --quiet is given.

    The line is wiped when the work ends or fails.
    """
    started, width, is_shown = time.monotonic(), 30, False

    def show(done: int, total: int) -> None:
        nonlocal is_shown
        passed = time.monotonic() - started
        if passed > 1 and err.isatty() and not args.quiet:
            full = width * done // max(1, total)
            seconds = passed * (total - done) / done if done else 0.0
            left = f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
            bar = f"[{'#' * full}{'.' * (width - full)}] {done}/{total} {what}"
            err.write(f"\r{bar}{f', about {left} left' if done else ''}\033[K")
            err.flush()
            is_shown = True

    try:
        yield show
    finally:
        if is_shown:
            err.write("\r\033[K")


def expect_parquet(args: argparse.Namespace) -> None:
    """Fail before the work where the file could not be written."""
    from cliometer.io.frames import expect_parquet

    expect_parquet(args.parquet, args.force)


def write_parquet(result: TabularResult, args: argparse.Namespace, err: TextIO, table: str | None = None) -> None:
    """Write the file that was asked for, and say so."""
    result.write_parquet(args.parquet, table, force=args.force)
    if not args.quiet:
        err.write(f"wrote {args.parquet}\n")
