"""Runs of summaries and extracts as files and folders: `RUNS/<system>/<topic>.txt`, `RUNS/<system>.json`.

A summary is a timeline in any format, an extract with texts, or a plain text. `cliometer summarise` writes the texts
that a system chose into the former, one a line, and the ids of what it chose into the latter, as extracts in our JSON;
`cliometer score RUNS/<system> TOPICS` reads the texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from os import PathLike
from os.path import abspath
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.extracts import ExtractReading, read_extracts, read_located_extracts, write_extracts
from cliometer.io.folders import RECORD
from cliometer.io.json_values import are_extracts
from cliometer.io.layouts import output_topics
from cliometer.io.stories import StoryFile
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
from cliometer.model.notes import Note
from cliometer.model.nuggets import EventTopic
from cliometer.model.units import UnitTopic
from cliometer.spelling import listed

SummaryRun = dict[str, SummaryText]
_TEXT = (".txt", ".text", ".md", ".markdown")
_HEAD = 65_536  # characters that distinguish a timeline from a text


def read_summaries(path: str | PathLike[str]) -> tuple[SummaryRun, tuple[str, ...]]:
    """Read topics and what the system said; a text that starts like no timeline is taken as it is, with a note."""
    root = existing(Path(path))
    notes: list[str] = []
    run: SummaryRun = {}
    folder = (root if root.is_dir() else root.parent).resolve()
    # where `cliometer summarise` wrote it, the ids stand beside it, and a date is part of a text
    is_chosen = are_extracts(folder.with_name(f"{folder.name}.json"))
    files = _summary_files(root, notes) if root.is_dir() else [root]
    named = output_topics(files, notes) if root.is_dir() else {}
    for topic, file in named.items() or ((unpacked(file).stem, file) for file in files):
        if (stories := StoryFile.of(file)) and stories.shape.topics:
            reading = stories.reading("append")
            notes += reading.notes
            texts = {timeline.name: SummaryText.of(timeline) for timeline in reading.timelines}
        else:
            texts = _chosen(file, notes) if are_extracts(file) else {topic: _said(file, is_chosen, notes)}
        for topic in texts:
            if topic in run:
                raise InputError("topic-twice", root, topic=topic)
        run |= texts
    if plain := [topic for topic, summary in run.items() if not summary.is_dated]:
        notes.append(Note.of("read-without-dates", root=root, count=len(plain), run_count=len(run)))
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
        raise InputError("systems-too-many", file, count=len(systems), systems=listed(systems))
    run: SummaryRun = {}
    for extract in extracts:
        if extract.topic in run:
            raise InputError("topic-answered-twice", file, topic=extract.topic)
        run[extract.topic] = _worded(extract, file)
    return run


def _worded(extract: Extract, file: Path) -> SummaryText:
    """Return a text for each date where all items are dated, else one of all lines in their order."""
    for item in extract.items:
        if not item.text.strip():
            raise InputError("item-without-text", file, item=item.id, topic=extract.topic)
    dated = [(item.date, item) for item in extract.items if item.date is not None]
    if not dated or len(dated) < len(extract.items):
        return SummaryText.of(_lines(extract))
    days = groupby(sorted(dated, key=lambda pair: pair[0]), key=lambda pair: pair[0])
    return SummaryText(tuple(SourceText(tuple(item.text for _, item in items), date) for date, items in days))


def _lines(extract: Extract) -> str:
    return "".join(f"{item.text}\n" for item in extract.items)


def _summary_files(folder: Path, notes: list[str]) -> list[Path]:
    entries = [entry for entry in folder_entries(folder) if entry.name != RECORD]
    files = [
        entry
        for entry in entries
        if entry.is_file() and (unpacked(entry).suffix.lower() in _TEXT or format_for_suffix(entry))
    ]
    notes += [
        Note.of("file-skipped", file=entry, reason="it is not a summary") for entry in entries if entry not in files
    ]
    if not files:
        folders = [entry.name for entry in entries if entry.is_dir()]
        held = f" but folders, such as {folders[0]}" if folders else ""
        raise InputError("summaries-missing", folder, held=held)
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
        readings, seen = read_located_extracts(file, {"of": of})
        notes += seen
        models = dict.fromkeys(placed.extract.judge for placed in readings if placed.extract.judge)
        notes += tuple(Note.of("matched-by-model", file=file, model=model) for model in models)
        for placed in readings:
            topic = placed.extract.topic or _topic(file, path, list(topics))
            system = placed.extract.system or run
            known = answers.setdefault(system, {})
            if topic in known:
                raise InputError("topic-answered-twice-by", file, topic=topic, system=system)
            known[topic] = replace(_fitted(placed, topics[topic]) if topic in topics else placed.extract, system=system)
            if known[topic].of != placed.extract.of:
                notes += (Note.of("ids-of-other-kind", file=file, of=known[topic].of, topic=topic),)
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
            raise node.fails(topic.marks.missing(kind, id, known[extract.of], name))
    return extract


def _topic(file: Path, path: Path, topics: Sequence[str]) -> str:
    if path.is_dir():
        return unpacked(file).stem
    if len(topics) == 1:
        return topics[0]
    if unpacked(file).stem in topics:
        return unpacked(file).stem
    raise InputError("extract-without-topic", file, count=len(topics))


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
        for path in (path for paths in files.values() for path in paths):
            if path.exists():
                raise InputError("output-folder-exists", path)
    notes: list[str] = []
    for name, extracts in runs.items():
        run_folder = folder / folder_name(name)
        run_folder.mkdir(parents=True, exist_ok=True)
        for path, extract in zip(files[name], extracts, strict=False):
            write_whole(path, _lines(extract), force)
        write_extracts(files[name][-1], list(extracts), force)
        notes += [
            Note.of("file-of-other-run", path=path)
            for path in files_ending(run_folder, ".txt")
            if path not in files[name]
        ]
    return tuple(notes)
