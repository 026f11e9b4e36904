"""Runs of summaries and extracts as files and folders: `RUNS/<system>/<topic>.txt`, `RUNS/<system>.json`.

A summary is a timeline in any format, an extract with texts, or a plain text. `cliometer summarise` writes the texts
that a system chose into the former, one a line, and the ids of what it chose into the latter, as extracts in our JSON;
`cliometer score RUNS/<system> TOPICS` reads the texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from os import PathLike
from os.path import abspath
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.extracts import ExtractReading, read_extracts, read_located_extracts, write_extracts
from cliometer.io.folders import RECORD
from cliometer.io.json_values import are_extracts
from cliometer.io.text_files import (
    existing,
    files_ending,
    files_of,
    folder_entries,
    read_bare_text,
    unpacked,
    write_whole,
)
from cliometer.io.timelines import format_for_suffix, formats, parse_timelines, the_only
from cliometer.model.documents import SourceText, SummaryText
from cliometer.model.extracts import Extract, ExtractKind
from cliometer.model.nuggets import EventTopic
from cliometer.model.units import UnitTopic
from cliometer.spelling import listed


def each_run(paths: Sequence[Path], topics: Collection[str]) -> tuple[list[Path], tuple[str, ...]]:
    """Return the runs that paths stand for, and notes on how the paths were read.

    A folder of runs, or everything in it (RUNS/*), stands for each of its runs, once.
    """
    meant: list[Path] = []
    notes: list[str] = []
    for path in paths:
        runs = runs_in(path, topics) if path.is_dir() else []
        meant += runs or [path]
        if runs:
            others = [
                entry
                for entry in folder_entries(path)
                if entry not in runs and not (are_extracts(entry) and entry.with_suffix("") in runs)
            ]
            skipped = f"; skipped: {listed(one.name for one in others)}" if others else ""
            notes.append(f"{path}: read as a folder of runs: {listed(run.name for run in runs)}{skipped}")
    twins = [path for path in meant if path.suffix and path.with_suffix("") in meant and are_extracts(path)]
    # of extracts beside the folder with their texts only the texts are read
    notes += [f"{path}: left out, its texts are read from {path.with_suffix('')}" for path in twins]
    return [path for path in meant if path not in twins], tuple(notes)


def runs_in(path: Path, topics: Collection[str]) -> list[Path]:
    """Return the runs in a folder: folders with a file named after a topic, and extracts that stand alone.

    None where something in the folder is itself named after a topic: then the folder is a run.
    """
    entries = folder_entries(path)
    if any((entry.name if entry.is_dir() else unpacked(entry).stem) in topics for entry in entries):
        return []
    folders = [
        entry
        for entry in entries
        if entry.is_dir() and any(file.is_file() and unpacked(file).stem in topics for file in folder_entries(entry))
    ]
    alone = [entry for entry in entries if are_extracts(entry) and entry.with_suffix("") not in folders]
    return folders + alone


SummaryRun = dict[str, SummaryText]
_TEXT = (".txt", ".text", ".md", ".markdown")
_HEAD = 65_536  # characters by which a timeline is told from a text


def read_summaries(path: str | PathLike[str]) -> tuple[SummaryRun, tuple[str, ...]]:
    """Read topics and what the system said; a text that starts like no timeline is taken as it is, with a note."""
    root = existing(Path(path))
    notes: list[str] = []
    run: SummaryRun = {}
    folder = (root if root.is_dir() else root.parent).resolve()
    # where `cliometer summarise` wrote it, the ids stand beside it, and a date is part of a text
    is_chosen = are_extracts(folder.with_name(f"{folder.name}.json"))
    for file in _summary_files(root, notes) if root.is_dir() else [root]:
        found = _chosen(file, notes) if are_extracts(file) else {unpacked(file).stem: _said(file, is_chosen, notes)}
        for topic in found:
            if topic in run:
                raise InputError(f"holds {topic} twice; keep one", root)
        run |= found
    plain = [topic for topic, summary in run.items() if not summary.is_dated]
    if plain:
        notes.append(f"{root}: read as plain text without dates: {len(plain)} of {len(run)} summaries")
    return run, tuple(notes)


def starts_like_a_timeline(text: str) -> bool:
    """Return whether a text starts like one of the formats of timelines."""
    head = text.removeprefix("\ufeff").lstrip()[:_HEAD]
    return any(format.recognises(head) for format in formats(installed=False))


def _said(file: Path, is_chosen: bool, notes: list[str]) -> SummaryText:
    """Read a summary: a timeline where its start or its ending says so, else a text."""
    text = read_bare_text(file)
    if is_chosen or not (starts_like_a_timeline(text) or unpacked(file).suffix.lower() not in _TEXT):
        return SummaryText.of(text)
    reading = parse_timelines(text, file, "append")
    notes += reading.notes
    return SummaryText.of(the_only(reading, file))


def _chosen(file: Path, notes: list[str]) -> SummaryRun:
    """Read what a system selected for each topic, by the texts of its extracts."""
    extracts, seen = read_extracts(file, topic=unpacked(file).stem)
    notes += seen
    systems = list(dict.fromkeys(extract.system for extract in extracts))
    if len(systems) > 1:
        raise InputError(f"holds {len(systems)} systems ({listed(systems)}); give each its own file", file)
    run: SummaryRun = {}
    for extract in extracts:
        if extract.topic in run:
            raise InputError(f"topic {extract.topic} is answered twice", file)
        run[extract.topic] = _worded(extract, file)
    return run


def _worded(extract: Extract, file: Path) -> SummaryText:
    """Return a text for each date where all items are dated, else one of all lines in their order."""
    for item in extract.items:
        if not item.text.strip():
            raise InputError(
                f'{item.id} of {extract.topic} has no text to score; write {{"id": "...", "text": "..."}}',
                file,
            )
    dated = [(item.date, item) for item in extract.items if item.date is not None]
    if not dated or len(dated) < len(extract.items):
        return SummaryText.of(_lines(extract))
    days = groupby(sorted(dated, key=lambda pair: pair[0]), key=lambda pair: pair[0])
    return SummaryText(tuple(SourceText(tuple(item.text for _, item in items), date) for date, items in days))


def _lines(extract: Extract) -> str:
    """Return the texts of an extract, one a line."""
    return "".join(f"{item.text}\n" for item in extract.items)


def _summary_files(folder: Path, notes: list[str]) -> list[Path]:
    entries = [entry for entry in folder_entries(folder) if entry.name != RECORD]
    files = [
        entry
        for entry in entries
        if entry.is_file() and (unpacked(entry).suffix.lower() in _TEXT or format_for_suffix(entry))
    ]
    notes += [f"{entry}: skipped, it is not a summary" for entry in entries if entry not in files]
    if not files:
        folders = [entry.name for entry in entries if entry.is_dir()]
        held = f" but folders, such as {folders[0]}" if folders else ""
        raise InputError(f"holds no summaries{held}; expected <topic>.txt, a timeline or a text", folder)
    return files


Answers = dict[str, dict[str, Extract]]  # by system, then by topic
GoldTopic = UnitTopic | EventTopic


def read_extract_run(path: Path, topics: Mapping[str, GoldTopic], of: ExtractKind) -> tuple[Answers, tuple[str, ...]]:
    """Read the extracts of each system in a run; what a file does not say, its name or the gold does.

    Extracts without a system are the run's own; those without a topic answer the topic that their file is
    named after, or the only one there is.
    """
    files = files_of(path, (".json", ".jsonl", ".txt"), "extracts; expected files <topic>.json, .jsonl or .txt")
    run = unpacked(Path(abspath(path))).stem if path.is_file() else Path(abspath(path)).name
    answers: Answers = {}
    notes: tuple[str, ...] = ()
    for file in files:
        found, seen = read_located_extracts(file, {"of": of})
        notes += seen
        models = dict.fromkeys(placed.extract.judge for placed in found if placed.extract.judge)
        notes += tuple(f"{file}: matched by a model, not by people: {model}" for model in models)
        for placed in found:
            topic = placed.extract.topic or _topic(file, path, list(topics))
            system = placed.extract.system or run
            known = answers.setdefault(system, {})
            if topic in known:
                raise InputError(f"topic {topic} is answered twice by {system}", file)
            known[topic] = replace(_fitted(placed, topics[topic]) if topic in topics else placed.extract, system=system)
            if known[topic].of != placed.extract.of:
                notes += (f"{file}: its ids are those of {known[topic].of} of {topic}, and were read so",)
    return answers, notes


def _fitted(placed: ExtractReading, topic: GoldTopic) -> Extract:
    """Return an extract whose ids the topic has; where it does not say of what kind they are, the ids do."""
    extract = placed.extract
    known: dict[ExtractKind, Mapping[str, object]] = {"sentences": topic.marks.sentences}
    if isinstance(topic, UnitTopic):  # events know sentences only, and their metrics refuse the rest
        known = {"mentions": topic.marks.mentions, **known, "units": topic.by_id}
    if not placed.says_of:
        fit: list[ExtractKind] = [of for of, ids in known.items() if all(id in ids for id in extract.ids)]
        extract = replace(extract, of=extract.of if not fit or extract.of in fit else fit[0])
    for node, id in zip(placed.places, extract.ids, strict=True):
        if extract.of in known and id not in known[extract.of]:
            kind = extract.of.removesuffix("s")
            name = f"extract of {extract.system}" if extract.system else "extract"
            raise node.fail(str(topic.marks.missing(kind, id, known[extract.of], name)))
    return extract


def _topic(file: Path, path: Path, topics: Sequence[str]) -> str:
    if path.is_dir():
        return unpacked(file).stem
    if len(topics) == 1:
        return topics[0]
    if unpacked(file).stem in topics:
        return unpacked(file).stem
    raise InputError(
        f'an extract does not say for which of {len(topics)} topics it is; add "topic", or name a folder '
        "with a file <topic>.json for each",
        file,
    )


def folder_name(system: str) -> str:
    """Return an expression as a name that a shell takes without quotes.

    >>> folder_name("hybrid(threshold=0.4, minimum=10)")
    'hybrid_threshold=0.4_minimum=10'
    """
    return re.sub(r"[^\w.=+-]+", "_", system).strip("_")


def write_runs(folder: Path, runs: Mapping[str, Sequence[Extract]], force: bool = False) -> tuple[str, ...]:
    """Write all runs; what exists already is found out before anything is written. Returns notes."""
    files = {  # a text file for each extract, then the JSON of all
        name: [
            *(folder / folder_name(name) / f"{extract.topic}.txt" for extract in extracts),
            folder / f"{folder_name(name)}.json",
        ]
        for name, extracts in runs.items()
    }
    if not force:
        for path in (path for found in files.values() for path in found):
            if path.exists():
                raise InputError("exists already; name another folder, or use --force", path)
    notes: list[str] = []
    for name, extracts in runs.items():
        own = folder / folder_name(name)
        own.mkdir(parents=True, exist_ok=True)
        for path, extract in zip(files[name], extracts, strict=False):
            write_whole(path, _lines(extract), force)
        write_extracts(files[name][-1], list(extracts), force)
        notes += [
            f"{path}: stood there before and is not of this run; remove it"
            for path in files_ending(own, ".txt")
            if path not in files[name]
        ]
    return tuple(notes)
