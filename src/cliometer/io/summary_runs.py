"""Runs whose answers are summaries of any kind: timelines in any format, or plain texts."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.base import formats
from cliometer.io.files import parse_timelines, the_only
from cliometer.io.text_file import missing, read_text
from cliometer.io.units.formats import EXTRACTS
from cliometer.model.source_texts import Summary

_TEXT = (".txt", ".text", ".md", ".markdown")
_MARK = 100  # characters that tell our extracts
_HEAD = 65_536  # characters by which a timeline is told from a text


def read_summaries(path: str | PathLike[str]) -> tuple[dict[str, Summary], tuple[str, ...]]:
    """Topics and what the system said; a text that starts like no timeline is taken as it is, with a note."""
    root = Path(path)
    if not root.exists():
        raise missing(root)
    notes: list[str] = []
    plain: list[Path] = []
    run: dict[str, Summary] = {}
    is_chosen = _is_chosen(root if root.is_dir() else root.parent)
    for file in _files(root, notes) if root.is_dir() else [root]:
        if file.stem in run:
            raise InputError(f"holds {file.stem} twice, under different endings; keep one", root)
        text = read_text(file).removeprefix("\ufeff")
        is_timeline = not is_chosen and _is_timeline(text, file)
        run[file.stem] = _timeline(text, file, notes) if is_timeline else Summary.of(text)
        plain += [] if run[file.stem].is_dated else [file]
    if plain:
        notes.append(f"{root}: read as plain text without dates: {len(plain)} of {len(run)} summaries")
    return run, tuple(notes)


def _timeline(text: str, file: Path, notes: list[str]) -> Summary:
    reading = parse_timelines(text, file, "append")
    notes += reading.notes
    return Summary.of(the_only(reading, file))


def _is_chosen(folder: Path) -> bool:
    """Whether `cliometer summarise` wrote it: then the ids stand beside it, and a date is part of a text."""
    folder = folder.resolve()
    beside = folder.with_name(f"{folder.name}.json")
    return beside.is_file() and f'"{EXTRACTS}"' in read_text(beside)[:_MARK]


def _is_timeline(text: str, file: Path) -> bool:
    """By its mark; a file that ends as no text does must be a timeline, and its reader says what is wrong."""
    head = text.lstrip()[:_HEAD]
    return any(format.recognises(head) for format in formats()) or file.suffix.lower() not in _TEXT


def _files(folder: Path, notes: list[str]) -> list[Path]:
    endings = {suffix for format in formats() for suffix in format.suffixes} | set(_TEXT)
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    files = [entry for entry in entries if entry.is_file() and entry.suffix.lower() in endings]
    notes += [f"{entry}: skipped, it is no summary" for entry in entries if entry not in files]
    if not files:
        raise InputError("holds no summaries; expected <topic>.txt, a timeline or a text", folder)
    return files
