"""Answers that name the articles of each sentence: rows of ours, runs of TREC, DTELS, and the record beside a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError
from cliometer.grouping import by_key
from cliometer.io.folders import RECORD
from cliometer.io.json_values import JsonNode, JsonObject, json_nodes
from cliometer.io.lines import Notebook
from cliometer.io.text_files import has_ending, read_bare_text, unpacked
from cliometer.model.records import member_place
from cliometer.model.timeline import Timeline
from cliometer.model.when import When

Cited = dict[str, tuple[tuple[str, ...], ...]]  # by task: the ids of the articles of each sentence, in order
_ENDINGS = (".json", ".jsonl", ".ndjson")
_KEYS = {  # of a row: ours, TREC, DTELS
    "date": ("date", "unixTimestamp", "time"),
    "text": ("text", "factText", "summary"),
    "articles": ("articles", "sources", "docs"),
}


def read_citing(path: Path) -> tuple[dict[str, Timeline], Cited] | None:
    """Return the timelines of a file by task, with the articles that their sentences name; None where none do."""
    if path.is_dir() or not has_ending(path, *_ENDINGS):
        return None
    rows = list(_rows(read_bare_text(path), path))
    members = [row.value for _, row in rows if isinstance(row.value, JsonObject)]
    if not any(name in row for row in members for name in _KEYS["articles"]) or any("days" in row for row in members):
        return None
    entries = by_key((task, _entry(row)) for task, row in rows)
    for task in entries:
        entries[task].sort(key=lambda entry: entry[0])
    timelines = {task: Timeline([(when, [text]) for when, text, _ in each], task) for task, each in entries.items()}
    return timelines, {task: tuple(ids for _, text, ids in each if text) for task, each in entries.items()}


def _rows(text: str, path: Path) -> Iterator[tuple[str, JsonNode]]:
    """Yield the task of each row of a document or of lines, and the row; nothing where the text is no JSON."""
    stem = unpacked(path).stem
    try:
        nodes = list(json_nodes(text, Notebook(path), halves=True))
    except FormatError:
        return
    for node in nodes if len(nodes) > 1 else [replace(node, line=None) for node in nodes]:
        for row in node.as_items("rows") if isinstance(node.value, list) else [node]:
            members = row.value if isinstance(row.value, JsonObject) else JsonObject(())
            if isinstance(inner := members.get("timeline"), list):
                timeline = replace(row, value=inner, place=member_place(row.place, "timeline"))
                yield from ((str(members.get("id", stem)), entry) for entry in timeline.as_items("entries"))
            else:
                request = str(members.get("requestID", ""))
                yield request.rpartition("-r")[0] or request or stem, row


def _entry(node: JsonNode) -> tuple[When, str, tuple[str, ...]]:
    row = node.value if isinstance(node.value, JsonObject) else JsonObject(())
    values: list[Any] = [next((row[key] for key in keys if key in row), None) for keys in _KEYS.values()]
    date, text, ids = values
    names = [ids] if isinstance(ids, str) else ids or []
    has_ids = isinstance(names, list) and all(isinstance(id, str) for id in names)
    if not has_ids or not isinstance(text, str) or not isinstance(date, str | int) or isinstance(date, bool):
        raise node.fail("cited-row-malformed")
    if isinstance(date, int):
        try:
            date = datetime.fromtimestamp(date, UTC).date().isoformat()
        except (ValueError, OverflowError, OSError):
            raise node.fail("timestamp-out-of-range", seconds=date) from None
    day = date[:10] if "T" in date else date
    return node.build(lambda: When.of(day)), " ".join(text.split()), tuple(names)


def record_citations(folder: Path, run: Mapping[str, Timeline]) -> Cited:
    """Return the articles that `record.json` beside a generated run names for its sentences."""
    try:
        tasks: Iterable[Any] = json.loads((folder / RECORD).read_text("utf-8"))["tasks"]
        named = {task["task"]: task["articles"] for task in tasks}
    except (OSError, ValueError, LookupError, TypeError):
        return {}
    cited: Cited = {}
    for task in run.keys() & named.keys():
        ids = tuple((id,) for when in run[task] for id in named[task].get(str(when), ()))
        if len(ids) == sum(map(len, run[task].values())):
            cited[task] = ids
    return cited
