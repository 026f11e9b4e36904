"""One score as a file gives it, with its place; a score is a finite number, or a gap."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.notes import quoted
from cliometer.model.score_table import Key

PARTS = ("precision", "recall", "f")
PLAIN = "value"
_DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+")


@dataclass(frozen=True)
class Place:
    """A file, and the line or the entry where a score stands."""

    path: Path
    line: int | None = None
    entry: str = ""

    def __str__(self) -> str:
        spelled = f"{self.path}:{self.line}" if self.line is not None else str(self.path)
        return f"{spelled}: {self.entry}" if self.entry else spelled

    def error(self, message: str) -> FormatError:
        """An error that starts with this place."""
        return FormatError(f"{self.entry}: {message}" if self.entry else message, self.path, self.line)


@dataclass(frozen=True)
class ScoreCell:
    """What one metric, or one judge, says about one system on one topic."""

    metric: str
    system: str
    topic: str
    score: float | None
    place: Place
    in_dictionary: bool = False  # realsumm's, whose files share a system's name

    @property
    def key(self) -> Key:
        """What must not stand twice."""
        return self.metric, self.system, self.topic


def row_cells(row: Mapping[str, object], place: Place, fallback: str) -> Iterator[ScoreCell]:
    """The scores of a row with a system, a topic, perhaps a metric, and its numbers.

    With a metric the numbers are precision, recall and F, or one value; without, each is a metric.
    """
    system, topic = (_name(row, key, place) for key in ("system", "topic"))
    if "metric" in row:
        metric = _name(row, "metric", place)
        numbers = {_column(metric, key): row[key] for key in (*PARTS, PLAIN) if key in row}
        if not numbers:
            raise place.error(f"{quoted(metric)} has neither a value nor precision, recall and f")
    else:
        others = [key for key in row if key not in ("system", "topic")]
        numbers = {fallback if others == [PLAIN] else key: row[key] for key in others}
        if not numbers:
            raise place.error("a system and a topic, but no score")
    for name, score in numbers.items():
        yield ScoreCell(name, system, topic, finite(score, name, place), place)


def finite(score: object, metric: str, place: Place) -> float | None:
    """A finite number; None for null and for an empty cell."""
    if score is None or score == "":
        return None
    try:
        number = math.nan if isinstance(score, bool) else float(score)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        comma = isinstance(score, str) and _DECIMAL_COMMA.fullmatch(score.strip())
        remedy = "write a decimal point, not a comma" if comma else "mend it, or leave the cell empty"
        raise place.error(f"expected a finite number for {metric}, found {quoted(score)}; {remedy}")
    return number


def _column(metric: str, part: str) -> str:
    return metric if part == PLAIN else f"{metric}.{part}"


def _name(row: Mapping[str, object], key: str, place: Place) -> str:
    name = row.get(key)
    if isinstance(name, int) and not isinstance(name, bool):  # topics are often numbered
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        raise place.error(f"expected the name of a {key}, found {quoted(name)}")
    return name.strip()
