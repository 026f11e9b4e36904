"""Sheets for coders: a reason a row, to be filled in, and read again."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError, InputError, unknown
from cliometer.io.text_file import read_text
from cliometer.io.votes.rows import Row
from cliometer.io.votes.table import header, table_rows, widest_delimiter
from cliometer.study.reasons.codebook import Codebook
from cliometer.study.reasons.given import Reason, key_of

_NEEDED = ("reason", "category")


@dataclass(frozen=True)
class Coder:
    """The category that a coder gave each reason, None where none; and notes on the sheet."""

    name: str
    codes: tuple[str | None, ...]
    notes: tuple[str, ...] = ()


def sheet(reasons: Sequence[Reason], codebook: Codebook, blind: bool = False) -> str:
    """CSV with an empty column `category`; suggestions, unless blind, are marked as such."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(["reason", "times", *([] if blind else ["suggestion", "because of"]), "category"])
    for reason in reasons:
        found = codebook.suggest(reason.text)
        hints = [] if blind else [found.category, "; ".join(found.phrases)]
        writer.writerow([reason.text, reason.times, *hints, ""])
    return target.getvalue()


def read_sheet(path: Path, reasons: Sequence[Reason], codebook: Codebook) -> Coder:
    """What a coder filled in; rows may stand in any order, reasons left out count as not coded."""
    text = read_text(path).removeprefix("\ufeff")
    if not text.strip():
        raise InputError("is empty: expected a sheet with the columns reason and category", path)
    names = header(text)
    for name in _NEEDED:
        if name not in names:
            raise FormatError(f"has no column {name}; expected a sheet of cliometer reasons --sheet", path, 1)
    codes: dict[str, str] = {}
    known = {reason.key for reason in reasons}
    for row in table_rows(text, path, widest_delimiter(text)):
        _add(row, codes, known, codebook, path)
    missing = sum(not codes.get(reason.key) for reason in reasons)
    notes = (f"{path}: {missing} of {len(reasons)} reasons have no category",) if missing else ()
    return Coder(path.stem, tuple(codes.get(reason.key) or None for reason in reasons), notes)


def _add(row: Row, codes: dict[str, str], known: set[str], codebook: Codebook, path: Path) -> None:
    key, category = key_of(str(row.cells["reason"])), " ".join(str(row.cells["category"]).split())
    if key not in known:
        raise InputError("the votes have no such reason; was the sheet made from them?", path, row.line)
    if key in codes:
        raise InputError("the reason stands there twice; keep one row", path, row.line)
    if category and category not in codebook.names:
        raise InputError(str(unknown("category", category, codebook.names)), path, row.line)
    codes[key] = category
