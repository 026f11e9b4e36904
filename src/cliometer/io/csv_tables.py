"""Tables in CSV, TSV or with semicolons: delimiters, rows with their lines, and cells that are checked."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cliometer.errors import CliometerError, FormatError
from cliometer.io.input_form import current_form
from cliometer.io.lines import first_line
from cliometer.spelling import LARGEST_COUNT, is_whole, listed, quoted, whole_number

csv.field_size_limit(1 << 30)  # the default, 131,072 letters, is less than some texts have
DELIMITERS = (",", "\t", ";")
_QUOTES = 'a cell with a delimiter in it needs quotes: "..."'


def header(text: str, delimiter: str | None = None) -> list[str]:
    """Return the cells of the first line; without a `delimiter`, the one that cuts it into most cells is used."""
    return cells_of(first_line(text), delimiter or widest_delimiter(text))


def cells_of(line: str, delimiter: str) -> list[str]:
    """Return the cells of one line, without the blanks around them."""
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def widest_delimiter(text: str) -> str:
    """Return the delimiter that cuts the first line into most cells."""
    return max(DELIMITERS, key=lambda delimiter: len(header(text, delimiter)))


def delimiter_for(text: str, needed: Iterable[str]) -> str | None:
    """Return the delimiter under which the header has the needed columns; None where it lacks one of them."""
    wanted = set(needed)
    return next((delimiter for delimiter in DELIMITERS if wanted <= set(header(text, delimiter))), None)


def csv_rows(
    text: str | Iterable[str], path: Path, delimiter: str, strict: bool = True
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a text, or of lines with their ends, that are not blank, each with the line it starts on."""
    lines = io.StringIO(text, newline="") if isinstance(text, str) else text
    reader = csv.reader(lines, delimiter=delimiter, strict=strict)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise FormatError("csv-invalid", path, line, reason=str(error)) from None


def expect_width(row: Sequence[str], width: int, path: Path, line: int, remedy: str = _QUOTES) -> None:
    """Raise an error for a row that has not as many cells as the header."""
    if len(row) != width:
        raise FormatError("row-width-mismatch", path, line, width=width, cells=len(row), remedy=remedy)


@dataclass(frozen=True)
class CellPlace:
    """A file, and the line or the entry in it; spelled as an error starts with it."""

    path: Path
    line: int | None = None
    where: str = ""

    def __str__(self) -> str:
        spelled = str(self.path) if self.line is None else f"{self.path}:{self.line}"
        return f"{spelled}: {self.where}" if self.where else spelled

    def error(self, rule: str, /, **values: object) -> FormatError:
        """Return an error that starts with this place."""
        return FormatError(rule, self.path, self.line, **values).inside(self.where)


@dataclass(frozen=True)
class TableRow(CellPlace):
    """The cells of a row by column, and where it stands."""

    cells: Mapping[str, object] = field(default_factory=dict)

    def fails(self, error: CliometerError) -> FormatError:
        """Return an error of the model at this place."""
        return FormatError.like(error).inside(self.where).at(self.path, self.line)

    def text(self, column: str | None) -> str:
        """Return the text of a cell; empty where the row has no such cell or nothing in it."""
        value = None if column is None else self.cells.get(column)
        if isinstance(value, str):
            return value.strip()
        if value is None:
            return ""
        if isinstance(value, bool | int):
            return str(value).lower()
        raise self.error("cell-words-expected", column=column, value=quoted(value))

    def filled(self, column: str) -> str:
        """Return the text of a cell, which must not be empty."""
        value = self.text(column)
        if not value:
            raise self.error("cell-empty", column=column)
        return value

    def amount(self, column: str | None, such: str) -> float | None:
        """Return a number of at least 0, None where the cell is empty; `such` is an example, `hours such as 2.5`."""
        spelled = self.text(column)
        try:
            amount = float(spelled) if spelled else None
        except ValueError:
            amount = math.nan
        if amount is not None and not 0 <= amount < math.inf:
            raise self.error("unexpected-value", what=such, value=quoted(spelled))
        return amount

    def count(self, column: str | None) -> int:
        """Return the number of votes in a cell; 1 where there is no such column."""
        if column is None:
            return 1
        value = self.cells.get(column)
        number = whole_number(value) if isinstance(value, str) else value
        if is_whole(number, 0, LARGEST_COUNT):
            return number
        raise self.error("cell-vote-count-expected", column=column, value=quoted(value))


def role_columns(names: Sequence[str], synonyms: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the column of each role that has one, in whatever case and by whichever synonym it is named.

    A column that the form of input names comes first, then the synonym that stands first; `article_id` and
    `Article name` stand for `article`.
    """
    plain = {column_key(name): name for name in reversed(names)}
    spellings = {
        role: [spelling for word in words for spelling in (word, f"{word}_id", f"{word}_name")]
        for role, words in synonyms.items()
    }
    columns = {role: next((plain[word] for word in words if word in plain), None) for role, words in spellings.items()}
    known = {role: column for role, column in columns.items() if column is not None}
    return known | current_form().chosen(names, synonyms)


def column_key(name: str) -> str:
    """Return the name of a column as it is compared: `Article-ID` as `article_id`."""
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())


def table_rows(text: str, path: Path, delimiter: str) -> list[TableRow]:
    """Return the rows below the header, whose columns must differ in name."""
    rows = csv_rows(text, path, delimiter)
    names = [cell.strip() for _, cells in [next(rows)] for cell in cells]
    if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
        raise FormatError("columns-share-name", path, 1, twice=quoted(twice))
    table = []
    for line, row in rows:
        expect_width(row, len(names), path, line)
        table.append(TableRow(path, line, "", dict(zip(names, map(str.strip, row), strict=True))))
    return table


def other_columns(names: Iterable[str], used: Iterable[str]) -> str:
    """Return a remark on the columns that are not used, and on those a user names in vain; empty where all are used."""
    read, known = set(used), {name.casefold() for name in names}
    others = [quoted(name) for name in names if name not in read]
    lacking = [quoted(name) for name in current_form().columns.values() if name.casefold() not in known]
    absent = f"; there is no column {listed(lacking, last=' or ')}" if lacking else ""
    return f"columns left out: {listed(others)}{absent}" if others else ""
