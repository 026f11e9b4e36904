"""Runs whose answers are summaries of any kind: timelines in any format, extracts with texts, plain texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.base import formats
from cliometer.io.files import parse_timelines, the_only
from cliometer.io.text_file import missing, read_text
from cliometer.io.units.extracts import read_extracts
from cliometer.io.units.formats import are_extracts
from cliometer.model.extracts import Extract, Item
from cliometer.model.source_texts import SourceText, Summary

Run = dict[str, Summary]
_TEXT = (".txt", ".text", ".md", ".markdown")
_HEAD = 65_536  # characters by which a timeline is told from a text


def read_summaries(path: str | PathLike[str]) -> tuple[Run, tuple[str, ...]]:
    """Topics and what the system said; a text that starts like no timeline is taken as it is, with a note."""
    root = Path(path)
    if not root.exists():
        raise missing(root)
    notes: list[str] = []
    run: Run = {}
    is_chosen = _is_chosen(root if root.is_dir() else root.parent)
    for file in _files(root, notes) if root.is_dir() else [root]:
        found = _chosen(file, notes) if are_extracts(file) else {file.stem: _said(file, is_chosen, notes)}
        for topic in found:
            if topic in run:
                raise InputError(f"holds {topic} twice; keep one", root)
        run |= found
    plain = [topic for topic, summary in run.items() if not summary.is_dated]
    if plain:
        notes.append(f"{root}: read as plain text without dates: {len(plain)} of {len(run)} summaries")
    return run, tuple(notes)


def starts_like_a_timeline(text: str) -> bool:
    """Whether it bears the mark of a format of timelines."""
    head = text.removeprefix("\ufeff").lstrip()[:_HEAD]
    return any(format.recognises(head) for format in formats())


def _said(file: Path, is_chosen: bool, notes: list[str]) -> Summary:
    """A timeline by its mark; so is a file that ends as no text does, and its reader says what is wrong."""
    text = read_text(file).removeprefix("\ufeff")
    if is_chosen or not (starts_like_a_timeline(text) or file.suffix.lower() not in _TEXT):
        return Summary.of(text)
    reading = parse_timelines(text, file, "append")
    notes += reading.notes
    return Summary.of(the_only(reading, file))


def _chosen(file: Path, notes: list[str]) -> Run:
    """What a system selected for each topic, by the texts of its extracts."""
    extracts, seen = read_extracts(file, topic=file.stem)
    notes += seen
    systems = list(dict.fromkeys(extract.system for extract in extracts))
    if len(systems) > 1:
        raise InputError(f"holds {len(systems)} systems ({', '.join(systems)}); give each its own file", file)
    run: Run = {}
    for extract in extracts:
        if extract.topic in run:
            raise InputError(f"topic {extract.topic} is answered twice", file)
        run[extract.topic] = _worded(extract, file)
    return run


def _worded(extract: Extract, file: Path) -> Summary:
    """A text for each date where all items are dated, else one of all lines in their order."""
    for item in extract.items:
        if not item.text.strip():
            raise InputError(
                f'{item.id} of {extract.topic} has no text to score; write {{"id": "...", "text": "..."}}',
                file,
            )
    dated = [(item.date, item) for item in extract.items if item.date is not None]
    if not dated or len(dated) < len(extract.items):
        return Summary.of(_lines(extract.items))
    days = groupby(sorted(dated, key=lambda pair: pair[0]), key=lambda pair: pair[0])
    return Summary(tuple(SourceText(tuple(item.text for _, item in items), date) for date, items in days))


def _lines(items: Sequence[Item]) -> str:
    """As `cliometer summarise` writes them into a text file."""
    return "".join(f"{item.text}\n" for item in items)


def _is_chosen(folder: Path) -> bool:
    """Whether `cliometer summarise` wrote it: then the ids stand beside it, and a date is part of a text."""
    folder = folder.resolve()
    return are_extracts(folder.with_name(f"{folder.name}.json"))


def _files(folder: Path, notes: list[str]) -> list[Path]:
    endings = {suffix for format in formats() for suffix in format.suffixes} | set(_TEXT)
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    files = [entry for entry in entries if entry.is_file() and entry.suffix.lower() in endings]
    notes += [f"{entry}: skipped, it is no summary" for entry in entries if entry not in files]
    if not files:
        folders = [entry.name for entry in entries if entry.is_dir()]
        held = f" but folders, such as {folders[0]}" if folders else ""
        raise InputError(f"holds no summaries{held}; expected <topic>.txt, a timeline or a text", folder)
    return files
