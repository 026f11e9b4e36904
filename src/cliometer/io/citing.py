"""Answers that name the articles of each sentence: rows of ours, runs of TREC, DTELS, and the record beside a run."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError, InputError
from cliometer.io.folders import RECORD
from cliometer.io.text_files import has_ending, read_bare_text, unpacked
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
    rows = list(_rows(read_bare_text(path), unpacked(path).stem))
    members = [row for *_, row in rows if isinstance(row, dict)]
    if not any(name in row for row in members for name in _KEYS["articles"]) or any("days" in row for row in members):
        return None
    entries: dict[str, list[tuple[When, str, tuple[str, ...]]]] = defaultdict(list)
    for line, part, task, row in rows:
        try:
            entries[task].append(_entry(row))
        except InputError as error:
            raise FormatError.like(error).inside(part).at(path, line) from None
    for task in entries:
        entries[task].sort(key=lambda entry: entry[0])
    timelines = {task: Timeline([(when, [text]) for when, text, _ in each], task) for task, each in entries.items()}
    return timelines, {task: tuple(ids for _, text, ids in each if text) for task, each in entries.items()}


def _rows(text: str, stem: str) -> Iterator[tuple[int | None, str, str, Any]]:
    """Yield line, part, task and row of a document or of lines; nothing where the text is no JSON."""
    try:
        values: list[tuple[int | None, Any]] = [(None, json.loads(text))]
    except ValueError:
        try:
            lines = enumerate(text.split("\n"), start=1)
            values = [(number, json.loads(line)) for number, line in lines if line.strip()]
        except ValueError:
            return
    for line, value in values:
        several = isinstance(value, list)
        for place, row in enumerate(value if several else [value]):
            part = f"[{place}]" * several
            if isinstance(row, dict) and isinstance(inner := row.get("timeline"), list):
                task = str(row.get("id", stem))
                yield from ((line, f"{part}.timeline[{at}]".lstrip("."), task, node) for at, node in enumerate(inner))
            else:
                request = str(row["requestID"]) if isinstance(row, dict) and "requestID" in row else ""
                yield line, part, request.rpartition("-r")[0] or request or stem, row


def _entry(row: Any) -> tuple[When, str, tuple[str, ...]]:
    """Return the date, the text and the ids of a row."""
    if not isinstance(row, dict):
        raise InputError("cited-row-malformed")
    values: list[Any] = [next((row[key] for key in keys if key in row), None) for keys in _KEYS.values()]
    date, text, ids = values
    names = [ids] if isinstance(ids, str) else ids or []
    has_ids = isinstance(names, list) and all(isinstance(id, str) for id in names)
    if not has_ids or not isinstance(text, str) or not isinstance(date, str | int) or isinstance(date, bool):
        raise InputError("cited-row-malformed")
    if isinstance(date, int):
        try:
            date = datetime.fromtimestamp(date, UTC).date().isoformat()
        except (ValueError, OverflowError, OSError):
            raise InputError("timestamp-out-of-range", seconds=date) from None
    return When.of(date[:10] if "T" in date else date), " ".join(text.split()), tuple(names)


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
