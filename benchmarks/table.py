"""The results as one aligned table, or as a JSON document."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence

from benchmarks.rows import Row
from benchmarks.texts import pool
from cliometer import __version__

_HEADINGS = ("case", "ours", "peer", "ratio", "bar", "met", "note")
_LEFT = {0, 4, 5, 6}  # words; the other columns are numbers


def table(rows: Sequence[Row]) -> str:
    """Columns as wide as their widest cell."""
    lines = [list(_HEADINGS), *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_line(cells, widths) for cells in lines)


def document(rows: Sequence[Row]) -> str:
    """Every number with all its digits."""
    about = {"cliometer": __version__, "python": platform.python_version(), "texts": pool().origin}
    return json.dumps({**about, "rows": [row.to_dict() for row in rows]}, indent=1) + "\n"


def heading() -> str:
    """Which texts are scored."""
    size = f"{len(pool().days)} daily summaries, {pool().sentences} sentences"
    return f"texts: {pool().origin}, {size}; CPU time, one core"


def verdict(rows: Sequence[Row]) -> str:
    """How many bars there were and how many were missed."""
    judged = [row for row in rows if row.met is not None]
    missed = [row.name for row in judged if not row.met]
    return f"{len(judged) - len(missed)} of {len(judged)} bars met" + (
        f"; missed: {', '.join(missed)}" if missed else ""
    )


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell.ljust(width) if column in _LEFT else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded).rstrip()
