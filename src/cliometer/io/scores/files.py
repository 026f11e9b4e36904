"""Tables of scores from files: CSV and JSON, ours and others', and realsumm's dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from cliometer.errors import FormatError, UsageError
from cliometer.io.scores.cells import ScoreCell
from cliometer.io.scores.documents import document_cells
from cliometer.io.scores.rows import table_cells
from cliometer.io.text_file import read_text
from cliometer.model.score_table import Key, ScoreTable


def read_scores(paths: Sequence[Path], system_columns: bool = False) -> ScoreTable:
    """The scores of all files as one table; no score may stand twice.

    Files may hold different metrics, systems or topics. Realsumm's two dictionaries share a system's name;
    there, and only there, systems of one name are kept apart by the name of their file. With `system_columns`
    tables of topics may have a column for each system.
    """
    if not paths:
        raise UsageError("no table of scores was given; name at least one file")
    files = [list(_cells(path, system_columns)) for path in paths]
    files, notes = _told_apart(files)
    scores, gaps = _filled(chain.from_iterable(files))
    return ScoreTable(scores, gaps, ", ".join(map(str, paths)), notes)


def _cells(path: Path, system_columns: bool) -> Iterator[ScoreCell]:
    text = read_text(path).removeprefix("\ufeff")
    if not text.strip():
        raise FormatError("is empty; expected scores, such as a header system,topic,metric,value", path)
    is_json = text.lstrip()[0] in "{["
    cells = list(document_cells(text, path) if is_json else table_cells(text, path, system_columns))
    if not cells:
        raise FormatError("holds no score; add rows of systems and topics", path)
    yield from cells


def _filled(cells: Iterable[ScoreCell]) -> tuple[dict[Key, float], dict[Key, str]]:
    scores: dict[Key, float] = {}
    gaps: dict[Key, str] = {}
    first: dict[Key, ScoreCell] = {}
    for cell in cells:
        if cell.key in first:
            raise cell.place.error(
                f"{cell.metric} of {cell.system} on {cell.topic} stands a second time, after "
                f"{first[cell.key].place}; take one out, or rename one of the systems"
            )
        first[cell.key] = cell
        if cell.score is None:
            gaps[cell.key] = str(cell.place)
        else:
            scores[cell.key] = cell.score
    return scores, gaps


def _told_apart(files: list[list[ScoreCell]]) -> tuple[list[list[ScoreCell]], tuple[str, ...]]:
    """Systems of one name in several dictionaries get the name of their file in front."""
    homes: dict[str, list[Path]] = {}
    keys: dict[Key, Path] = {}
    for cell in chain.from_iterable(files):
        if cell.in_dictionary and keys.setdefault(cell.key, cell.place.path) != cell.place.path:
            home = homes.setdefault(cell.system, [keys[cell.key]])
            home += [cell.place.path] * (cell.place.path not in home)
    if not homes:
        return files, ()
    renamed = [[_renamed(cell, homes) for cell in cells] for cells in files]
    return renamed, tuple(_apart_note(system, paths) for system, paths in homes.items())


def _renamed(cell: ScoreCell, homes: dict[str, list[Path]]) -> ScoreCell:
    if cell.system not in homes:
        return cell
    return replace(cell, system=f"{cell.place.path.stem}/{cell.system}")


def _apart_note(system: str, paths: Sequence[Path]) -> str:
    names = " and ".join(f"{path.stem}/{system}" for path in paths)
    return f"{system} stands in {len(paths)} files; kept apart as {names}"
