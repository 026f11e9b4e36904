"""What the experiments of news-tls write: timelines, and scores beside them; neither names its topics.

`experiments/evaluate.py` writes `{"average": [...], "results": [[rouge, dates, timeline], ...]}`, an entry
for each reference of each topic; `experiments/run_without_eval.py` a list of timelines, one a topic. Both
go through the topics of the dataset in the order of their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.notes import quoted

_START = re.compile(r'\s*\{\s*"(average"\s*:\s*\[|results"\s*:\s*\[)')


def starts_a_run(head: str) -> bool:
    """Whether a text starts like the results of an experiment."""
    return _START.match(head) is not None


def predicted(value: object, path: Path) -> list[object]:
    """The timelines in a JSON value: one, those of a list of timelines, or those of results."""
    if isinstance(value, dict) and "results" in value:
        return [timeline for _, _, timeline in entries(value, path)]
    if isinstance(value, list) and any(isinstance(one, list) and _is_timeline(one) for one in value):
        return value
    return [value]


def entries(value: Mapping[str, object], path: Path) -> Iterator[tuple[object, object, object]]:
    """ROUGE scores, date scores and timeline of each task, in the order of the file."""
    results = value.get("results")
    if not isinstance(results, list):
        raise FormatError(f'expected "results" of news-tls, a list, found {quoted(results)}', path)
    for number, entry in enumerate(results, start=1):
        if not isinstance(entry, list) or len(entry) != 3:
            message = f"result {number}: expected ROUGE scores, date scores and a timeline, found"
            raise FormatError(f"{message} {quoted(entry)}", path)
        yield entry[0], entry[1], entry[2]


def _is_timeline(days: list[object]) -> bool:
    """Days are pairs; a pair starts with its date."""
    return bool(days) and isinstance(days[0], list)
