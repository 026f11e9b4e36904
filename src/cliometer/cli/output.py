"""How commands print: one JSON document on standard output, notes on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO


def print_json(document: object, out: TextIO) -> None:
    """One document; a number that JSON does not know would be a fault of ours."""
    json.dump(document, out, indent=1, ensure_ascii=False, allow_nan=False)
    out.write("\n")


def print_notes(notes: Iterable[str], err: TextIO) -> None:
    """A line each."""
    err.writelines(f"note: {note}\n" for note in notes)
