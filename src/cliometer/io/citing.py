"""Answers that name the articles of each sentence: rows of ours, runs of TREC, DTELS, and the record beside a run."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError
from cliometer.io.folders import RECORD
from cliometer.io.text_files import has_ending, read_text, unpacked
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
    rows = list(_rows(read_text(path), unpacked(path).stem))
    if not any(name in row for _, row in rows for name in _KEYS["articles"]) or any("days" in row for _, row in rows):
        return None
    entries: dict[str, list[tuple[When, str, tuple[str, ...]]]] = defaultdict(list)
    for number, (task, row) in enumerate(rows, start=1):
        date, text, ids = (next((row[key] for key in keys if key in row), None) for keys in _KEYS.values())
        names = [ids] if isinstance(ids, str) else ids or []
        if not isinstance(text, str) or not isinstance(names, list) or not all(isinstance(id, str) for id in names):
            raise FormatError("cited-row-malformed", path, number=number)
        if isinstance(date, int) and not isinstance(date, bool):
            date = datetime.fromtimestamp(date, UTC).date().isoformat()
        when = When.of(date[:10] if isinstance(date, str) and "T" in date else date)  # type: ignore[arg-type]
        entries[task].append((when, " ".join(text.split()), tuple(names)))
    for task in entries:
        entries[task].sort(key=lambda entry: entry[0])
    timelines = {task: Timeline([(when, [text]) for when, text, _ in each], task) for task, each in entries.items()}
    return timelines, {task: tuple(ids for _, text, ids in each if text) for task, each in entries.items()}


def _rows(text: str, stem: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a document or of lines, each with its task; nothing where the text is no JSON."""
    try:
        values = [json.loads(text)]
    except ValueError:
        try:
            values = [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError:
            return
    for value in values:
        for row in value if isinstance(value, list) else [value]:
            if not isinstance(row, dict):
                return
            if isinstance(inner := row.get("timeline"), list):
                yield from ((str(row.get("id", stem)), node) for node in inner if isinstance(node, dict))
            else:
                yield str(row.get("requestID", stem)).rpartition("-r")[0] or stem, row


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
