"""How commands print: results in several forms, JSON documents, notes, a progress bar, Parquet tables."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from cliometer.cli.main import silence
from cliometer.errors import UsageError
from cliometer.grouping import by_key
from cliometer.model.notes import Note, by_weight

if TYPE_CHECKING:
    from cliometer.io.frames import TabularResult
    from cliometer.model.score import Signature
    from cliometer.reporting.document import Listing, Section
    from cliometer.text.tables import Table, TableStyle


@contextmanager
def _perhaps_unread(out: TextIO) -> Iterator[None]:
    """Go on if the reader, such as head, has seen enough: gates still decide the exit status."""
    try:
        yield
        out.flush()
    except BrokenPipeError:
        silence(out)


def print_json(document: object, out: TextIO) -> None:
    """Print one document, whole or not at all; a number that JSON does not know would be a fault of ours."""
    out.write(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


_FEW_NOTES = 5  # of more, those that matter less are counted, not shown, unless all are asked for


def print_notes(notes: Iterable[str], args: argparse.Namespace, err: TextIO, kind: str = "note") -> None:
    """Print warnings and decisive notes, a line each, and of many others the useful ones if few; with --quiet none."""
    lines, left = [] if args.quiet else list(notes), 0
    if len(lines) > _FEW_NOTES and not args.verbose and kind == "note":
        useful = by_weight(lines, "useful")
        shown = by_weight(lines, "decisive") + (useful if len(useful) <= _FEW_NOTES else [])
        lines, left = _grouped(shown), len(lines) - len(shown)
    err.writelines(f"{kind}: {line}\n" for line in lines)
    if left:
        err.write(f"{left} {'more ' if lines else ''}{kind}s; --verbose shows them\n")


def _grouped(notes: Iterable[str]) -> list[str]:
    """Return the notes, where a rule has many of them the first, with their number."""
    rules = by_key((note.rule if isinstance(note, Note) else note, note) for note in notes)
    for alike in rules.values():
        if len(alike) > _FEW_NOTES:
            alike[:] = [f"{alike[0]} (and {len(alike) - 1} more like it; --verbose shows them)"]
    return [note for alike in rules.values() for note in alike]


Printable: TypeAlias = "Section | Table | Sequence[Listing] | str"
Forms = Mapping[str, Callable[[], Printable]]


def print_result(
    result: Any,
    args: argparse.Namespace,
    out: TextIO,
    err: TextIO,
    forms: Forms | None = None,
    signature: Signature | None = None,
) -> int:
    """Print a result as JSON, or in the form whose option was given, or as `text`; notes go to standard error.

    A form is a section, a table, or several tables with captions, which LaTeX has as comments; by default the text is
    the section that a report has of such a result, and CSV and LaTeX its first table. A short signature
    stands under a section, the whole one with --verbose. Tables for other programs have no room for it, so the whole
    one goes to standard error, too. A text has colours on a terminal,
    unless the variable NO_COLOR says no, or where FORCE_COLOR says yes.
    """
    digits, percent = vars(args).get("digits"), vars(args).get("percent", False)
    if args.json:
        if digits is not None or percent:
            option = "--percent" if percent else "--digits"
            raise UsageError("tables-only", option=option)
        with _perhaps_unread(out):
            print_json(result.to_dict(), out)
        return 0
    from cliometer.metrics.base import metrics
    from cliometer.metrics.catalogue import short_signature
    from cliometer.reporting.chapters import result_section
    from cliometer.reporting.chapters.base import frame_table
    from cliometer.reporting.document import Section
    from cliometer.reporting.render.terminal import terminal
    from cliometer.text.tables import TableStyle
    from cliometer.text.tokenisation import printable

    print_notes(result.notes, args, err)
    forms = {
        "csv": lambda: frame_table(result),
        "latex": lambda: frame_table(result),
        "text": lambda: result_section(result),
        **(forms or {}),
    }
    form = next((name for name in forms if name != "text" and vars(args).get(name)), "text")
    asked = {name: bool(os.environ.get(name)) for name in ("NO_COLOR", "FORCE_COLOR")}
    colour = asked["FORCE_COLOR"] or (out.isatty() and os.environ.get("TERM") != "dumb")
    coloured = form == "text" and colour and not asked["NO_COLOR"]
    shown, style = forms[form](), TableStyle(digits, percent, coloured)
    if vars(args).get("label") or any(name.upper() in metrics.aliases for name in vars(args).get("metrics") or ()):
        shown = _labelled(shown, form, args, err)
    with _perhaps_unread(out):
        if isinstance(shown, Section):
            out.write(terminal(shown, signature is None or args.verbose, style))
            if signature is not None and not args.verbose:
                out.write(f"\nsignature {printable(short_signature(signature))}\n")
        elif isinstance(shown, str):
            out.write(shown)
        else:
            out.write(_tables(shown, form, style))
    if form != "text" and signature is not None and not args.quiet:
        err.write(f"signature {signature}\n")
    return 0


def _tables(shown: Table | Sequence[Listing], form: str, style: TableStyle) -> str:
    """Return tables as text, CSV or LaTeX, where their captions are comments."""
    from cliometer.reporting.document import Listing
    from cliometer.text.tables import Table

    listings = [Listing("", shown)] if isinstance(shown, Table) else shown
    captions = [f"% {each.caption}\n" if each.caption and form == "latex" else "" for each in listings]
    render = {"text": Table.text, "csv": Table.csv, "latex": Table.latex}[form]
    tables = [render(replace(listing.table, style=style)) for listing in listings]
    return "\n".join(caption + table for caption, table in zip(captions, tables, strict=True))


def _labelled(shown: Printable, form: str, args: argparse.Namespace, err: TextIO) -> Printable:
    """Return what is printed with labels in place of names; a note says which names stood nowhere."""
    from cliometer.reporting.labels import Labels

    typed = vars(args).get("metrics") if form != "csv" else ()  # other programs read our expressions
    labels = Labels(vars(args).get("label") or (), typed)
    if isinstance(shown, str):
        lines = shown.splitlines(keepends=True)  # comments name what is labelled
        shown = "".join(line if line.startswith("%") else labels.text(line, form == "latex") for line in lines)
    else:
        shown = labels.of(shown)
    print_notes(labels.idle(), args, err)
    return shown


def print_rulings(result: Any, args: argparse.Namespace, err: TextIO) -> int:
    """Print a line for each system and gate, with --quiet for those that failed, and return the exit status."""
    rulings = (ruling for ruling in result.rulings if not (args.quiet and ruling.passed))
    err.writelines(f"{ruling.line()}\n" for ruling in rulings)
    return 0 if result.passed() else 1


def expect_shares(scores: Iterable[tuple[str, float | None]]) -> None:
    """Fail where a score is to be a percentage, but is no share of 1."""
    for metric, score in scores:
        if score is not None and abs(score) > 1:
            raise UsageError("percent-of-no-share", metric=metric, score=score)


@contextmanager
def watched(args: argparse.Namespace, err: TextIO, what: str) -> Iterator[dict[str, Any]]:
    """Yield the settings of work that takes long: `progress`, and the open `cache` where the arguments name one.

    `progress` draws how much is done and what time is left, on a terminal and unless --quiet is given. The line is
    wiped when the work ends or fails; the note of the cache is printed when the work is done.
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

    settings: dict[str, Any] = {"progress": show}
    if vars(args).get("cache") is not None:
        from cliometer.engine.score_cache import ScoreCache

        settings["cache"] = ScoreCache.open(Path(args.cache))
    try:
        yield settings
    finally:
        if is_shown:
            err.write("\r\033[K")
    if "cache" in settings:
        print_notes([settings["cache"].note], args, err)


def expect_parquet(args: argparse.Namespace) -> None:
    """Fail before the work where the file could not be written."""
    from cliometer.io.frames import expect_parquet

    expect_parquet(args.parquet, args.force)


def write_parquet(result: TabularResult, args: argparse.Namespace, err: TextIO, table: str | None = None) -> None:
    """Write the file that was asked for, and say so."""
    result.write_parquet(args.parquet, table, force=args.force)
    if not args.quiet:
        err.write(f"wrote {args.parquet}\n")
