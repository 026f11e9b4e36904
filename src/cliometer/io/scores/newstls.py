"""The scores in the documents that news-tls's experiments write: align+m1 with ROUGE-1 and 2, and dates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from cliometer.io.newstls_runs import entries
from cliometer.io.notes import quoted
from cliometer.io.scores.cells import Place, ScoreCell, row_cells

NEWSTLS_NOTE = "news-tls names no topics; its results are numbered, and each counts as a topic of its own"
_PARTS = {"precision": "precision", "recall": "recall", "f": "f_score"}


def is_newstls(value: Mapping[str, object]) -> bool:
    """Whether a document is that of an experiment."""
    return {"average", "results"} <= value.keys()


def newstls_cells(value: Mapping[str, object], path: Path) -> Iterator[ScoreCell]:
    """The scores of every task; the system is the file."""
    for number, (rouge, dates, _) in enumerate(entries(value, path), start=1):
        place = Place(path, None, f"result {number}")
        found = {f"align+m1(rouge={n})": _entry(rouge, f"rouge_{n}") for n in (1, 2)}
        for metric, scores in {**found, "date": dates}.items():
            numbers = {part: _entry(scores, key) for part, key in _PARTS.items()}
            if None in numbers.values():
                raise place.error(
                    f"expected precision, recall and f_score of {metric}, found {quoted(scores)}"
                )
            row = {"system": path.stem, "topic": str(number), "metric": metric, **numbers}
            yield from row_cells(row, place, path.stem)


def _entry(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None
