"""The scores that tilse prints (Martschat & Markert 2018): blocks of tasks by metric, three decimals.

A block starts with `date selection`, or with `rouge_1` and the name of the metric on the next line; its rows
are `bpoil_0        P: 0.125 R: 0.250 F: 0.167`, one for each reference of each topic. Whatever else a log
holds, such as the settings, stands outside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.notes import quoted
from cliometer.io.scores.cells import Place, ScoreCell, row_cells

# tilse's name of a metric -> ours
METRICS = {
    "concat": "concat",
    "agreement": "agreement",
    "align_date_costs": "align",
    "align_date_content_costs": "align+",
    "align_date_content_costs_many_to_one": "align+m1",
}
TILSE_NOTE = (
    "scores as tilse prints them, three decimals; bpoil_0 is read as the task bpoil/0 of the topic bpoil"
)
_ROW = re.compile(r"(?P<task>.+?)\s*P: (?P<precision>\S+) R: (?P<recall>\S+) F: (?P<f>\S+)")
_MEAN = re.compile(r"^\s*average_score\s*P: ", re.MULTILINE)
_ROUGE = re.compile(r"rouge_(\w+)")
_TASK = re.compile(r"(.+)_(\d+)")
_DATES = "date selection"


def is_tilse(text: str) -> bool:
    """Every block of tilse ends in its average."""
    return _MEAN.search(text) is not None


def refuse_dictionary(text: str, path: Path) -> None:
    """What evaluate-timelines prints has numbers, but does not say of what."""
    if text.lstrip().startswith("{'"):
        raise FormatError(
            "a dictionary as tilse's evaluate-timelines prints: it names neither system, topic nor metric; "
            "write a table system,topic,metric,precision,recall,f",
            path,
        )


def tilse_cells(text: str, path: Path) -> Iterator[ScoreCell]:
    """The scores of all tasks; averages are left to whoever reads them. The system is the file."""
    metric = before = ""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        row = _ROW.fullmatch(words)
        if row is None:
            metric, before = _heading(words, before) or metric, words
        elif row["task"] != "average_score":
            if not metric:
                raise FormatError(f"scores before the name of a metric: {quoted(words)}", path, number)
            task = _TASK.sub(r"\1/\2", row["task"]) if _TASK.fullmatch(row["task"]) else row["task"]
            numbers = {key: row[key] for key in ("precision", "recall", "f")}
            cells = {"system": path.stem, "topic": task, "metric": metric, **numbers}
            yield from row_cells(cells, Place(path, number), path.stem)


def _heading(line: str, before: str) -> str | None:
    """The metric whose block starts here, by our name; None where none does."""
    rouge = _ROUGE.fullmatch(before)
    if line == _DATES:
        return "date"
    return f"{METRICS[line]}(rouge={rouge[1]})" if rouge and line in METRICS else None
