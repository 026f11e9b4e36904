"""Tables of scores in CSV, TSV or Parquet: long (system, topic, metric, value) or wide (a column a metric).

`score --csv` is the long form with precision, recall and f in place of value. Where it is asked for,
a table of topics with a column for each system is read, too; its metric is named after the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.csv_tables import DELIMITERS, CellPlace, column_key, csv_rows, expect_width, header, role_columns
from cliometer.io.frames import library, reading_parquet
from cliometer.io.input_form import SYNONYMS, current_form
from cliometer.io.lines import first_line, written_header
from cliometer.io.text_files import unpacked
from cliometer.model.judgements import ScoreKey
from cliometer.spelling import quoted

PARTS = ("precision", "recall", "f")
PLAIN = "value"
_DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+")


@dataclass(frozen=True)
class ScoreCell:
    """What one metric, or one judge, says about one system on one topic."""

    metric: str
    system: str
    topic: str
    score: float | None
    place: CellPlace
    in_dictionary: bool = False  # realsumm's, whose files share a system's name

    @property
    def key(self) -> ScoreKey:
        """What must not appear twice."""
        return self.metric, self.system, self.topic


def row_cells(row: Mapping[str, object], place: CellPlace, fallback: str) -> Iterator[ScoreCell]:
    """Yield the scores of a row with a system, a topic, perhaps a metric, and its numbers.

    With a metric the numbers are precision, recall and F, or one value; without, each is a metric.
    """
    system, topic = (_name(row, key, place) for key in ("system", "topic"))
    if "metric" in row:
        metric = _name(row, "metric", place)
        numbers = {metric if key == PLAIN else f"{metric}.{key}": row[key] for key in (*PARTS, PLAIN) if key in row}
        if not numbers:
            raise place.error("score-without-parts", metric=quoted(metric))
    else:
        others = [key for key in row if key not in ("system", "topic")]
        numbers = {fallback if others == [PLAIN] else key: row[key] for key in others}
        if not numbers:
            raise place.error("row-without-score")
    for name, score in numbers.items():
        yield ScoreCell(name, system, topic, finite(score, name, place), place)


def is_decimal(text: str) -> bool:
    """Return whether a text spells a finite number."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def finite(score: object, metric: str, place: CellPlace) -> float | None:
    """Return a finite number; None for null and for an empty cell."""
    if score is None or score == "":
        return None
    try:
        number = math.nan if isinstance(score, bool) else float(score)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        comma = isinstance(score, str) and _DECIMAL_COMMA.fullmatch(score.strip())
        remedy = "write a decimal point, not a comma" if comma else "correct it, or leave the cell empty"
        raise place.error("score-finite-expected", metric=metric, score=quoted(score), remedy=remedy)
    return number


def _name(row: Mapping[str, object], key: str, place: CellPlace) -> str:
    name = row.get(key)
    if isinstance(name, int) and not isinstance(name, bool):  # topics are often numbered
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        raise place.error("name-expected", key=key, name=quoted(name))
    return name.strip()


_ROLES = {role: SYNONYMS["scores"][role] for role in ("system", "topic", "metric")}
_NUMBERS = {name: (name,) for name in (PLAIN, *PARTS)}
OURS = (*_ROLES, PLAIN, *PARTS)


def labels(names: Sequence[str]) -> list[str]:
    """Return column names; ours for ours in any case and by any synonym, those of metrics as they are."""
    bare = [name.strip() for name in names]
    roles = {name: plain for name in bare if (plain := column_key(name)) in (PLAIN, *PARTS)}
    roles |= {column: role for role, column in current_form().chosen(bare, _NUMBERS).items()}
    roles |= {column: role for role, column in role_columns(bare, _ROLES).items()}
    return [roles.get(name, name) for name in bare]


def table_cells(text: str, path: Path, system_columns: bool = False) -> Iterator[ScoreCell]:
    """Yield the scores of a table with a header."""
    rows = csv_rows(text, path, _delimiter(first_line(text), path, system_columns))
    names: list[str] = []
    for line, row in rows:
        if names:
            remedy = "numbers need a decimal point, not a comma" if len(row) > len(names) else ""
            expect_width(row, len(names), path, line, remedy)
            yield from read_row(dict(zip(names, map(str.strip, row), strict=True)), CellPlace(path, line))
        else:
            names = _header(row, path, line)


def read_row(row: Mapping[str, object], place: CellPlace) -> Iterator[ScoreCell]:
    """Read the scores of a row under its header, whichever form the table has."""
    return (row_cells if "system" in row else _system_cells)(row, place, unpacked(place.path).stem)


def expect_header(names: Sequence[str], path: Path, line: int | None, system_columns: bool = False) -> list[str]:
    """Return our names for the columns of a table; raise an error where topics or systems have none."""
    columns = set(labels(names))
    if "topic" not in columns or not (system_columns or "system" in columns):
        raise _no_header(", ".join(names), path, line, _is_wide(columns) and not system_columns)
    return _header(names, path, line)


def _system_cells(row: Mapping[str, object], place: CellPlace, metric: str) -> Iterator[ScoreCell]:
    """Yield the scores of a row that has a column for each system."""
    topic = "" if row["topic"] is None else str(row["topic"])
    if not topic:
        raise place.error("topic-name-expected")
    for system, score in row.items():
        if system != "topic":
            yield ScoreCell(metric, system, topic, finite(score, system, place), place)


def _delimiter(first: str, path: Path, system_columns: bool) -> str:
    """Return the delimiter under which the header has the columns that are needed."""
    cut = {delimiter: labels(header(first, delimiter)) for delimiter in DELIMITERS}
    for needed in ({"system", "topic"}, *([{"topic"}] if system_columns else [])):
        for delimiter, names in cut.items():
            if needed <= set(names) and len(names) > 1:
                return delimiter
    wide = any(_is_wide(names) for names in cut.values())
    raise _no_header(first, path, 1, wide and not system_columns)


def _is_wide(names: Collection[str]) -> bool:
    return "topic" in names and "metric" not in names and len(names) > 2


def _no_header(header: str, path: Path, line: int | None, wide: bool) -> FormatError:
    remedy = "; if columns have other names, say which is which: --columns system=COLUMN,topic=COLUMN"
    remedy = "; if each column is a system, say so with --system-columns" if wide else remedy
    return FormatError("score-header-expected", path, line, found=written_header(header), remedy=remedy)


def _header(row: Sequence[str], path: Path, line: int | None) -> list[str]:
    names = labels(row)
    for number, name in enumerate(names, start=1):
        if not name:
            raise FormatError("column-without-name", path, line, number=number)
        if names.index(name) != number - 1:
            raise FormatError("column-repeated", path, line, name=quoted(name))
    others = [name for name in names if name not in OURS]
    if "metric" in names and others:
        raise FormatError("column-beside-metric", path, line, others=quoted(others[0]))
    return names


# Leaderboards: rows without a header, cut at blanks. The columns follow from their number: those of trec_eval, a file a
# run, whose name a row `runid` gives; of ir_measures, and of TREC ToT, whose means name `all` in the third column; and
# of TREC rankings.

_LEADERBOARDS = {3: ("metric", "topic", PLAIN), 4: ("system", "topic", "metric", PLAIN)}
_LEADERBOARDS[6] = ("topic", "", "system", "", PLAIN, "metric")
_TOT = ("system", "metric", "topic", PLAIN)
ALL = "all"  # the topic of means
_ENDINGS = (".txt", ".eval", ".trec_eval", ".res", ".tsv", ".jsonl")


def run_name(path: Path) -> str:
    """Return the name of a file as that of its run, which may hold dots."""
    name = unpacked(path).name
    return next((name.removesuffix(ending) for ending in _ENDINGS if name.endswith(ending)), name)


def holds_leaderboard(first: str) -> bool:
    """Return whether a file that starts with this line is a leaderboard, as its number of columns and a number say."""
    cells = first.split()
    columns = _LEADERBOARDS.get(len(cells), ())
    is_row = len(cells) != 6 or cells[1].upper() == "Q0"
    is_number = bool(columns) and (is_decimal(cells[columns.index(PLAIN)]) or cells[0] == _RUN_ID)
    return is_row and is_number and not {"system", "topic", "metric"} & set(labels(cells))


_RUN_ID = "runid"  # of trec_eval


def leaderboard_cells(text: str, path: Path) -> Iterator[ScoreCell]:
    """Yield the scores of a leaderboard."""
    rows = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    columns = _LEADERBOARDS[len(rows[0][1])]
    if len(columns) == len(_TOT) and any(cells[2:3] == [ALL] for _, cells in rows):
        columns = _TOT
    system = run_name(path)
    for number, cells in rows:
        if len(cells) != len(columns):
            wanted = ", ".join(name or "any" for name in columns)
            raise FormatError(
                "column-count-mismatch", path, number, count=len(columns), wanted=wanted, cells_count=len(cells)
            )
        if columns[0] == "metric" and cells[0] == _RUN_ID:
            system = cells[2]
            continue
        row = {name: cell for name, cell in zip(columns, cells, strict=True) if name}
        yield from row_cells({"system": system, **row}, CellPlace(path, number), system)


_REMARKS = (  # our own columns of reasons, of what stands beside scores, and of what the numbers were divided from
    *("chance", "assessed", "ties_dates"),
    *("undefined", "precision_part", "precision_whole", "recall_part", "recall_whole", "beta", "root"),
    *("tied_dates", "precision_low", "precision_high", "recall_low", "recall_high"),
)


def parquet_cells(path: Path, system_columns: bool = False) -> Iterator[ScoreCell]:
    """Yield the scores of a Parquet file; of a metric's columns those that hold nothing are left out."""
    columns, rows = _table(path)
    names = expect_header(columns, path, None, system_columns)
    table = [dict(zip(names, row, strict=True)) for row in rows]
    columns_of = _own_columns(table) if "metric" in names else {}
    for number, row in enumerate(table, start=1):
        place = CellPlace(path, None, f"row {number}")
        if "metric" in row:
            row = {key: row[key] for key in row if key in columns_of[row["metric"]]}
        yield from read_row(row, place)


def _table(path: Path) -> tuple[list[str], list[Sequence[object]]]:
    with reading_parquet(path):
        table = library("pyarrow.parquet").read_table(path)
        table = table.select([at for at, name in enumerate(table.column_names) if name not in _REMARKS])
        columns = [column.to_pylist() for column in table.columns]
    return table.column_names, list(zip(*columns, strict=True))


def _own_columns(table: Sequence[Mapping[str, object]]) -> dict[object, set[str]]:
    """Return the columns of each metric: those with a number somewhere; with none anywhere, precision, recall and f."""
    columns: dict[object, set[str]] = {}
    for row in table:
        numbers = {key for key in (*PARTS, PLAIN) if row.get(key) is not None}
        columns.setdefault(row["metric"], set()).update(numbers)
    others = {key for key in OURS if key not in (*PARTS, PLAIN)}
    return {metric: others | (numbered or {*PARTS}) for metric, numbered in columns.items()}
