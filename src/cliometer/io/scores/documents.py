"""Scores in JSON: the document of `score --json`, rows one a line or in a list, and those of others.

Realsumm (Bhandari et al. 2020): `{text: {"system_summaries": {system: {"scores": {metric: number}}}}}`.
News-tls (Gholipour Ghalandari & Ifrim 2020): `{"average": ..., "results": [[rouge, dates, timeline], ...]}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.json_values import Object, json_values
from cliometer.io.notes import quoted
from cliometer.io.scores.cells import Place, ScoreCell, finite, row_cells
from cliometer.io.scores.columns import OURS, labels
from cliometer.io.scores.newstls import is_newstls, newstls_cells

_SUMMARIES = "system_summaries"


def document_cells(text: str, path: Path) -> Iterator[ScoreCell]:
    """The scores of every JSON value of a text."""
    for line, value in json_values(text, path):
        if isinstance(value, Object) and isinstance(value.get("scores"), list):
            yield from _listed(value["scores"], path, "score")
        elif isinstance(value, list):
            yield from _listed(value, path, "row")
        elif isinstance(value, Object) and "system" in labels(tuple(value)):
            yield from _row(value, Place(path, line))
        elif is_realsumm(value):
            yield from _realsumm(value, path)
        elif isinstance(value, Object) and is_newstls(value):
            yield from newstls_cells(value, path)
        else:
            raise FormatError(
                "expected scores: the document of cliometer score --json, rows such as "
                '{"system": "a", "topic": "t", "metric": "m", "value": 0.5}, or what realsumm '
                f"or news-tls writes; found {quoted(value)}",
                path,
                line,
            )


def is_realsumm(value: object) -> bool:
    """Whether every text of a dictionary has its systems' summaries."""
    texts = list(value.values()) if isinstance(value, dict) else []
    return bool(texts) and all(isinstance(text, dict) and _SUMMARIES in text for text in texts)


def _listed(rows: object, path: Path, what: str) -> Iterator[ScoreCell]:
    for number, row in enumerate(rows if isinstance(rows, list) else [], start=1):
        yield from _row(row, Place(path, None, f"{what} {number}"))


def _row(row: object, place: Place) -> Iterator[ScoreCell]:
    if not isinstance(row, Object):
        raise place.error(f"expected an object with a system, a topic and scores, found {quoted(row)}")
    named: dict[str, object] = {}
    for label, (key, value) in zip(labels([key for key, _ in row.pairs]), row.pairs, strict=True):
        if label in named:
            raise place.error(f"the key {quoted(key)} stands twice")
        named[label] = value
    known = {key: named[key] for key in named if key in OURS} if "metric" in named else named
    yield from row_cells(known, place, place.path.stem)


def _realsumm(value: object, path: Path) -> Iterator[ScoreCell]:
    for topic, systems in _entries(value, Place(path)):
        for system, summary in _entries(_part(systems, _SUMMARIES), Place(path, None, f"text {topic}")):
            place = Place(path, None, f"text {topic}, {system}")
            for metric, score in _entries(_part(summary, "scores"), place):
                yield ScoreCell(metric, system, topic, finite(score, metric, place), place, True)


def _part(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _entries(value: object, place: Place) -> tuple[tuple[str, object], ...]:
    if not isinstance(value, Object) or not value:
        raise place.error(f"expected an object with names and their values, found {quoted(value)}")
    if len(value) != len(value.pairs):
        raise place.error("a name stands twice")
    return value.pairs
