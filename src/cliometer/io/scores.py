"""Scores from files: our tables and JSON, and what realsumm, news-tls and tilse write or print.

A table has a header. It is long, `system,topic,metric,value` (or `precision,recall,f` in place of the value), or wide,
`system,topic` and a column for each metric; without a column `metric`, one value is named after the file. JSON rows
have the same keys. An empty cell or null is a gap; all other scores are finite numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from cliometer.errors import FormatError, UsageError
from cliometer.io.csv_tables import CellPlace
from cliometer.io.json_values import JsonNode, JsonObject, json_nodes
from cliometer.io.lines import Notebook, first_line
from cliometer.io.newstls import results, starts_a_run
from cliometer.io.score_tables import (
    ALL,
    OURS,
    ScoreCell,
    finite,
    holds_leaderboard,
    labels,
    leaderboard_cells,
    parquet_cells,
    row_cells,
    run_name,
    table_cells,
)
from cliometer.io.text_files import is_parquet, read_bare_text, unpacked
from cliometer.model.judgements import ScoreKey, ScoreTable
from cliometer.model.notes import Note
from cliometer.model.records import member_place
from cliometer.spelling import listed, quoted

NEWSTLS_NOTE = "news-tls names no topics; its results are numbered, and each counts as a topic of its own"
_PARTS = {"precision": "precision", "recall": "recall", "f": "f_score"}


def newstls_cells(node: JsonNode) -> Iterator[ScoreCell]:
    """Yield the scores of every task; the system is named after the file."""
    stem = unpacked(node.notebook.path).stem
    for number, (rouge, dates, _) in enumerate(results(node), start=1):
        by_size = rouge.as_object("the table of ROUGE scores")
        tables = {f"align+m1(rouge={n})": by_size.at(f"rouge_{n}") for n in (1, 2)} | {"date": dates}
        for metric, table in tables.items():
            scores = table.as_object(f"the score of {metric}")
            numbers = {part: scores.at(key).value for part, key in _PARTS.items()}
            row = {"system": stem, "topic": str(number), "metric": metric, **numbers}
            yield from row_cells(row, _place(table), stem)


def _place(node: JsonNode) -> CellPlace:
    return CellPlace(node.notebook.path, node.line, node.place)


# Scores in JSON: the document of `score --json`, rows one a line or in a list, and those of others.
# Realsumm (Bhandari et al. 2020): `{text: {"system_summaries": {system: {"scores": {metric: number}}}}}`.
# News-tls (Gholipour Ghalandari & Ifrim 2020): `{"average": ..., "results": [[rouge, dates, timeline],
# ...]}`.

_QUERY = "qid"
_SUMMARIES = "system_summaries"


def document_cells(text: str, path: Path) -> Iterator[ScoreCell]:
    """Yield the scores of every JSON value of a text."""
    for node in json_nodes(text, Notebook(path)):
        value, whole = node.value, replace(node, line=None)  # the line of a document says nothing about its members
        if isinstance(value, JsonObject) and isinstance(value.get("scores"), list):
            rows: Iterable[JsonNode] = replace(whole, value=value["scores"], place="scores").as_items("scores")
        elif isinstance(value, list):
            rows = replace(whole, place="rows").as_items("rows")
        elif isinstance(value, JsonObject) and {"system", "topic"} & set(labels(tuple(value))):
            rows = (node,)
        elif is_realsumm(value):
            yield from _realsumm(whole)
            continue
        elif isinstance(value, JsonObject) and {"average", "results"} <= value.keys():
            yield from newstls_cells(whole)
            continue
        else:
            raise node.fail("scores-expected", value=quoted(value))
        for row in rows:
            yield from _row(row)


def is_realsumm(value: object) -> bool:
    """Return whether every text of a dictionary has the summaries of systems."""
    texts = list(value.values()) if isinstance(value, JsonObject) else []
    return bool(texts) and all(isinstance(text, JsonObject) and _SUMMARIES in text for text in texts)


def _row(node: JsonNode) -> Iterator[ScoreCell]:
    row = node.as_object("a system, a topic and scores").members
    named: dict[str, object] = {}
    for label, (key, value) in zip(labels(tuple(row)), row.items(), strict=True):
        if label in named:
            raise node.fail("key-means-same", key=quoted(key), label=label)
        named[label] = value
    if _QUERY in row:  # AutoNuggetizer's metrics, a file a run
        named = {"system": run_name(node.notebook.path), **named}
    known = {key: named[key] for key in named if key in OURS} if "metric" in named else named
    yield from row_cells(known, _place(node), unpacked(node.notebook.path).stem)


def _realsumm(node: JsonNode) -> Iterator[ScoreCell]:
    for topic, text in _members(node):
        for system, summary in _members(text.as_object("a text").at(_SUMMARIES)):
            for metric, score in _members(summary.as_object("a summary").at("scores")):
                number = finite(score.value, metric, _place(score))
                yield ScoreCell(metric, system, topic, number, _place(score), True)


def _members(node: JsonNode) -> list[tuple[str, JsonNode]]:
    """Return what stands under each name of an object, null as well."""
    members = node.as_object("names and their values")
    if not members.members:
        raise node.fail("object-empty")
    return [
        (name, replace(node, value=value, place=member_place(node.place, name)))
        for name, value in members.members.items()
    ]


# The scores that tilse prints (Martschat & Markert 2018): blocks of tasks by metric, three decimals.
# A block starts with `date selection`, or with `rouge_1` and the name of the metric on the next line; its
# rows are `bpoil_0 P: 0.125 R: 0.250 F: 0.167`, one for each reference of each topic. Whatever else a log
# holds, such as the settings, stands outside.

# tilse's name of a metric -> ours
METRICS = {
    "concat": "concat",
    "agreement": "agreement",
    "align_date_costs": "align",
    "align_date_content_costs": "align+",
    "align_date_content_costs_many_to_one": "align+m1",
}
TILSE_NOTE = "scores as tilse prints them, three decimals; bpoil_0 is read as the task bpoil/0 of the topic bpoil"
_ROW = re.compile(r"(?P<task>.+?)\s*P: (?P<precision>\S+) R: (?P<recall>\S+) F: (?P<f>\S+)")
_MEAN = re.compile(r"^\s*average_score\s*P: ", re.MULTILINE)
_ROUGE = re.compile(r"rouge_(\w+)")
_TASK = re.compile(r"(.+)_(\d+)")
_DATES = "date selection"


def tilse_cells(text: str, path: Path) -> Iterator[ScoreCell]:
    """Yield the scores of all tasks, without averages; the system is named after the file."""
    metric = before = ""
    stem = unpacked(path).stem
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if (row := _ROW.fullmatch(words)) is None:
            rouge = _ROUGE.fullmatch(before)
            if words == _DATES:
                metric = "date"
            elif rouge and words in METRICS:
                metric = f"{METRICS[words]}(rouge={rouge[1]})"
            before = words
        elif row["task"] != "average_score":
            if not metric:
                raise FormatError("metric-name-missing", path, number, words=quoted(words))
            task = _TASK.sub(r"\1/\2", row["task"]) if _TASK.fullmatch(row["task"]) else row["task"]
            numbers = {key: row[key] for key in ("precision", "recall", "f")}
            cells = {"system": stem, "topic": task, "metric": metric, **numbers}
            yield from row_cells(cells, CellPlace(path, number), stem)


Cells = tuple[list[ScoreCell], tuple[str, ...]]


def read_scores(paths: Sequence[Path], system_columns: bool = False) -> ScoreTable:
    """Read the scores of all files as one table; no score may appear twice.

    Files may hold different metrics, systems or topics. Realsumm's two dictionaries share a system's name;
    there, and only there, systems of one name are kept apart by the name of their file. With `system_columns`
    tables of topics may have a column for each system.
    """
    if not paths:
        raise UsageError("score-files-missing")
    read = [_without_means(*_cells(path, system_columns), path) for path in paths]
    files, notes = _rename_systems([cells for cells, _ in read])
    scores, gaps = _filled(chain.from_iterable(files))
    read_notes = [note for _, notes_of_file in read for note in notes_of_file]
    return ScoreTable(scores, gaps, ", ".join(map(str, paths)), (*read_notes, *notes))


def _cells(path: Path, system_columns: bool) -> Cells:
    """Read the scores of a file, and notes on what other tools leave out."""
    if is_parquet(path):
        return _expected(parquet_cells(path, system_columns), path), ()
    text = read_bare_text(path)
    if not text.strip():
        raise FormatError("score-file-empty", path)
    if _MEAN.search(text):  # every block of tilse ends in an average
        return _expected(tilse_cells(text, path), path), (f"{path}: {TILSE_NOTE}",)
    if text.lstrip().startswith("{'"):
        raise FormatError("tilse-dictionary", path)
    if holds_leaderboard(first_line(text)):
        return _expected(leaderboard_cells(text, path), path), ()
    if text.lstrip()[0] not in "{[":
        return _expected(table_cells(text, path, system_columns), path), ()
    notes = (f"{path}: {NEWSTLS_NOTE}",) if starts_a_run(text) else ()
    return _expected(document_cells(text, path), path), notes


def _without_means(
    cells: list[ScoreCell], notes: tuple[str, ...], path: Path
) -> tuple[list[ScoreCell], tuple[str, ...]]:
    """Leave out the means of a leaderboard, the topic `all`, where it has other topics, whose means are taken anew."""
    kept = [cell for cell in cells if cell.topic != ALL]
    if not kept or len(kept) == len(cells):
        return cells, notes
    return kept, (*notes, Note.of("means-left-out", path=path, count=len(cells) - len(kept)))


def _expected(cells: Iterable[ScoreCell], path: Path) -> list[ScoreCell]:
    scores = list(cells)
    if not scores:
        raise FormatError("scores-missing", path)
    return scores


def _filled(cells: Iterable[ScoreCell]) -> tuple[dict[ScoreKey, float], dict[ScoreKey, str]]:
    scores: dict[ScoreKey, float] = {}
    gaps: dict[ScoreKey, str] = {}
    first: dict[ScoreKey, ScoreCell] = {}
    for cell in cells:
        if cell.key in first:
            raise cell.place.error(
                "score-repeated", metric=cell.metric, system=cell.system, topic=cell.topic, place=first[cell.key].place
            )
        first[cell.key] = cell
        if cell.score is None:
            gaps[cell.key] = str(cell.place)
        else:
            scores[cell.key] = cell.score
    return scores, gaps


def _rename_systems(files: list[list[ScoreCell]]) -> tuple[list[list[ScoreCell]], tuple[str, ...]]:
    """Return cells in which systems of one name in several dictionaries have the name of their file in front."""
    homes: dict[str, list[Path]] = {}
    keys: dict[ScoreKey, Path] = {}
    for cell in chain.from_iterable(files):
        if cell.in_dictionary and keys.setdefault(cell.key, cell.place.path) != cell.place.path:
            home = homes.setdefault(cell.system, [keys[cell.key]])
            home += [cell.place.path] * (cell.place.path not in home)
    if not homes:
        return files, ()
    notes = []
    for system, paths in homes.items():
        names = listed(f"{unpacked(path).stem}/{system}" for path in paths)
        notes.append(Note.of("system-kept-apart", system=system, count=len(paths), names=names))
    renamed = [
        [
            replace(cell, system=f"{unpacked(cell.place.path).stem}/{cell.system}") if cell.system in homes else cell
            for cell in cells
        ]
        for cells in files
    ]
    return renamed, tuple(notes)
