"""Timelines as they are written: stamps with their sentences, in the order of the file, nothing merged.

Released code differs in what it makes of such entries, so protocols of evaluation start from them. Formats that are
neither the text of tilse nor the JSON of news-tls are read as dates, which then stand for their stamps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError
from cliometer.io.folders import Notes, RunFiles, expect_new, reference_name, timeline_files
from cliometer.io.input_form import current_form
from cliometer.io.json_values import JsonNode, json_nodes
from cliometer.io.layouts import find_tree, lenient
from cliometer.io.lines import Notebook, numbered_lines
from cliometer.io.newstls import NewsTls, predicted_timelines
from cliometer.io.stories import StoryFile
from cliometer.io.text_files import is_parquet, read_bare_text
from cliometer.io.tilse_text import SEPARATOR_LIKE, TilseText, starts_with_keywords
from cliometer.io.timelines import parse_timelines, recognise
from cliometer.model.timeline import Timeline

_DATED = re.compile(r"^\s*\d{4}-\d\d-\d\d:", re.ASCII | re.MULTILINE)  # such as what models answer in CREST
Entries = tuple[tuple[str, tuple[str, ...]], ...]


def read_entries(path: Path) -> tuple[list[Entries], Notes]:
    """Return the entries of each timeline of a file; a blank file holds a timeline without any."""
    if is_parquet(path):
        raise FormatError("protocol-needs-entries", path)
    if stories := StoryFile.of(path):
        return list(_story_entries(stories).values()), stories.notebook.notes
    text = read_bare_text(path)
    if not text.strip():
        return [()], ()
    chosen, notebook = recognise(text, path), Notebook(path)
    if isinstance(chosen, NewsTls) and text.lstrip().startswith(("[", "{")):
        nodes = (timeline for node in json_nodes(text, notebook) for timeline in predicted_timelines(node))
        return [tuple(map(_entry, node.as_items("days"))) for node in nodes], notebook.notes
    if isinstance(chosen, TilseText) and current_form().date_format is None and not starts_with_keywords(text):
        return [tuple(_blocks(text))], ()
    reading = parse_timelines(text, path, "append")
    return list(map(entries_of, reading.timelines)), reading.notes


def entries_of(timeline: Timeline) -> Entries:
    """Return the days of a timeline as entries."""
    return tuple((str(when), sentences) for when, sentences in timeline.items())


def _story_entries(stories: StoryFile) -> dict[str, Entries]:
    """Return the entries of each timeline of a file of stories; those that stand together are days."""
    if stories.shape.joins:
        return {timeline.name: entries_of(timeline) for timeline in stories.reading("append").timelines}
    timelines = stories.rows().items()
    return {name: tuple((stamp.read(str), texts) for stamp, texts in rows) for name, rows in timelines}


def _entry(pair: JsonNode) -> tuple[str, tuple[str, ...]]:
    stamp, sentences = pair.as_parts('a pair such as ["2010-05-27", ["..."]]', "date", "sentences")
    return stamp.read(str), sentences.as_texts('sentences such as ["It rained."]')


def _blocks(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the first line of each block that dashes end, and the lines below; or what colons part in dated lines."""
    lines: list[str] = []
    if _DATED.search(text) and "---" not in text:
        parts = (line.partition(":") for _, line in numbered_lines(text) if line)
        yield from ((date, (rest,)) for date, _, rest in parts)
        return
    for _, line in (*numbered_lines(text), (0, "---")):
        if not SEPARATOR_LIKE.fullmatch(line):
            lines += [line] * bool(line)
        elif lines:
            yield lines[0], tuple(lines[1:])
            lines = []


def read_the_entries(path: Path) -> tuple[Entries, Notes]:
    """Return the entries of the one timeline of a file."""
    timelines, notes = read_entries(path)
    if len(timelines) != 1:
        raise FormatError("timelines-several", path, count=len(timelines))
    return timelines[0], notes


def read_run_entries(path: Path) -> tuple[dict[str, Entries], Notes]:
    """Return the entries of a run by topic, or by `topic/reference`."""
    run, answers = RunFiles.of(path), dict[str, Entries]()
    notes: list[str] = list(run.notes)
    with lenient(notes) if run.in_tree else nullcontext():
        for task, file in run.files.items():
            if (stories := StoryFile.of(file)) and stories.shape.topics:
                entries = _story_entries(stories)
                expect_new(entries, answers, file)
                answers |= entries
                notes += stories.notebook.notes
            else:
                answers[task], seen = read_the_entries(file)
                notes += seen
    return answers, tuple(notes)


def read_gold_entries(path: Path) -> tuple[dict[str, dict[str, Entries]], Notes]:
    """Return the references of each topic by their names."""
    notes: list[Any] = []
    gold: dict[str, dict[str, Entries]] = {}
    tree = find_tree(path) if path.is_dir() else None
    with lenient(notes) if tree else nullcontext():
        for topic, file in [(t, file) for t, files in timeline_files(path, tree, notes).items() for file in files]:
            if (stories := StoryFile.of(file)) and stories.shape.topics:
                named = _story_entries(stories)
                expect_new((name.partition("/")[0] for name in named), gold, file)
                for name, entries in named.items():
                    gold.setdefault(name.partition("/")[0], {})[name.partition("/")[2] or name] = entries
                notes += stories.notebook.notes
                continue
            timelines, seen = read_entries(file)
            name = reference_name(file, topic)
            names = [name] if len(timelines) == 1 else [f"{name}-{n}" for n in range(1, len(timelines) + 1)]
            gold.setdefault(topic, {}).update(zip(names, timelines, strict=True))
            notes += seen
    return gold, tuple(notes)
