"""What is known of topics beside their annotations: a sheet `topic,part,hours`, a row a topic.

`part` is the part of the corpus it belongs to (training, test), `hours` the time that the judges took; either
column, or any cell of them, may be missing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.notes import quoted
from cliometer.io.sheets.header import (
    ENTRY_COLUMNS,
    LINK_COLUMNS,
    TOPIC_COLUMNS,
    delimiter_of,
    expect_columns,
)
from cliometer.io.text_file import read_text
from cliometer.io.votes.rows import Row
from cliometer.io.votes.table import header, table_rows

_SHEETS: dict[str, tuple[str, ...]] = {
    "links": LINK_COLUMNS,
    "entries": ENTRY_COLUMNS[:3],
    "topics": TOPIC_COLUMNS[:1],
}


@dataclass(frozen=True, slots=True)
class TopicFacts:
    """The part of the corpus that a topic is in, and the hours it took to judge."""

    topic: str
    part: str = ""
    hours: float | None = None


def kind_of_sheet(path: Path) -> str:
    """Whether a table holds `links`, `entries` or `topics`, by its header."""
    text = read_text(path).removeprefix("\ufeff")
    for kind, columns in _SHEETS.items():
        if delimiter_of(text, columns) is not None:
            return kind
    raise FormatError(
        "expected the columns sentence,event,judge or unit,writer,entry or topic,part,hours, "
        f"found {quoted(','.join(header(text)))}",
        path,
        1,
    )


def read_topic_sheet(path: Path) -> tuple[TopicFacts, ...]:
    """A row a topic; columns in any order."""
    text = read_text(path).removeprefix("\ufeff")
    delimiter = expect_columns(text, path, TOPIC_COLUMNS, _SHEETS["topics"], ",".join(TOPIC_COLUMNS))
    found: dict[str, TopicFacts] = {}
    for row in table_rows(text, path, delimiter):
        facts = _facts(row)
        if facts.topic in found:
            raise row.error(f"topic {facts.topic} has a row already; keep one")
        found[facts.topic] = facts
    return tuple(found.values())


def _facts(row: Row) -> TopicFacts:
    if not row.text("topic"):
        raise row.error("nothing stands in the column topic; fill it in or delete the row")
    return TopicFacts(row.text("topic"), row.text("part"), _hours(row))


def _hours(row: Row) -> float | None:
    spelled = row.text("hours")
    if not spelled:
        return None
    try:
        hours = float(spelled)
    except ValueError:
        hours = math.nan
    if not 0 <= hours < math.inf:
        raise row.error(f"expected hours such as 2.5, found {quoted(spelled)}")
    return hours
