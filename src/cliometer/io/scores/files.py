"""Tables of scores from files: CSV, JSON and Parquet, ours and others', and what other tools print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from cliometer.errors import FormatError, UsageError
from cliometer.io.newstls_runs import starts_a_run
from cliometer.io.scores.cells import ScoreCell
from cliometer.io.scores.documents import document_cells
from cliometer.io.scores.newstls import NEWSTLS_NOTE
from cliometer.io.scores.parquet import is_parquet, parquet_cells
from cliometer.io.scores.rows import table_cells
from cliometer.io.scores.tilse import TILSE_NOTE, is_tilse, refuse_dictionary, tilse_cells
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
    read = [_cells(path, system_columns) for path in paths]
    files, notes = _told_apart([cells for cells, _ in read])
    scores, gaps = _filled(chain.from_iterable(files))
    told = [note for _, own in read for note in own]
    return ScoreTable(scores, gaps, ", ".join(map(str, paths)), (*told, *notes))


def _cells(path: Path, system_columns: bool) -> tuple[list[ScoreCell], tuple[str, ...]]:
    """The scores of a file, and what must be said of tools that name less than we need."""
    if is_parquet(path):
        return _expected(parquet_cells(path, system_columns), path), ()
    text = read_text(path).removeprefix("\ufeff")
    if not text.strip():
        raise FormatError("is empty; expected scores, such as a header system,topic,metric,value", path)
    if is_tilse(text):
        return _expected(tilse_cells(text, path), path), (f"{path}: {TILSE_NOTE}",)
    refuse_dictionary(text, path)
    if text.lstrip()[0] not in "{[":
        return _expected(table_cells(text, path, system_columns), path), ()
    notes = (f"{path}: {NEWSTLS_NOTE}",) if starts_a_run(text) else ()
    return _expected(document_cells(text, path), path), notes


def _expected(cells: Iterable[ScoreCell], path: Path) -> list[ScoreCell]:
    found = list(cells)
    if not found:
        raise FormatError("holds no score; add rows of systems and topics", path)
    return found


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
