"""What a table of posts must keep to: one column of a name, rows as wide as the header, closed quotes."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.posts.fields import plain_name


def expect_single(names: Sequence[str], keys: Mapping[str, str], path: Path) -> None:
    """No column that is read stands in the header twice."""
    plain = [plain_name(name) for name in names]
    for key in keys.values():
        if plain.count(plain_name(key)) > 1:
            raise FormatError(f"the header has two columns {plain_name(key)}; rename one", path, 1)


def expect_width(row: Sequence[str], names: Sequence[str], line: int, path: Path) -> None:
    """As many cells as the header has."""
    if len(row) != len(names):
        raise FormatError(
            f"expected {len(names)} cells as in the header, found {len(row)}; "
            'a text with a delimiter in it needs quotes: "..."',
            path,
            line,
        )


def expect_closed(lines: Sequence[str], row: Sequence[str], delimiter: str, last: int, path: Path) -> None:
    """The last row ends with the file; in an open quote, whatever followed would belong to it still."""
    rows = csv.reader(["".join(lines) + "\n", "more\n"], delimiter=delimiter)
    if row and len(list(rows)) == 1:
        opened = last + 1 - max(1, len(io.StringIO(row[-1], newline="").readlines()))
        raise FormatError('a quote opens here and is closed nowhere; close it: "..."', path, opened)
