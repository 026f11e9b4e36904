"""Files with summaries become topics: a folder for each system, a table, extracts, or a release.

RUN/<topic>.txt                    a folder for each system; texts or timelines, as for `cliometer score`
summaries.csv                      system, topic, text; also title
RUNS/centroid.json                 extracts with texts, as `cliometer summarise -o RUNS` writes them
topics.jsonl sheets.json answers.jsonl   a release, which opens with the votes in it
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.summary_runs import read_summaries
from cliometer.io.text_file import read_text
from cliometer.io.units.extracts import read_extracts
from cliometer.io.units.formats import are_extracts
from cliometer.io.votes.rows import Row
from cliometer.io.votes.table import header, table_rows, widest_delimiter
from cliometer.model.source_texts import Summary
from cliometer.study.protocol.preferences.contests import contests, left_out
from cliometer.study.protocol.preferences.package import ANSWERS, SHEETS, TOPICS, unpack
from cliometer.study.protocol.topics import Topic
from cliometer.workbench.kinds.base import Imported

UPLOADS = (
    "A zip archive with a folder for each system, in it a file for each topic (RUN/topic.txt: a text or a "
    "timeline); or a table (CSV) with the columns system, topic and text. Give all systems at once."
)
CROWD = "crowd.jsonl"
_COLUMNS = ("system", "topic", "text")
_TABLES = (".csv", ".tsv")


@dataclass
class _Found:
    """What each system says on each topic."""

    texts: dict[str, dict[str, str]] = field(default_factory=dict)  # topic, system
    titles: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, system: str, topic: str, text: str, path: Path, line: int | None = None) -> None:
        """One summary; each once."""
        own = self.texts.setdefault(topic, {})
        if system in own:
            raise InputError(f"a second summary of {topic} by {system}; keep one", path, line)
        own[system] = text.replace("\r\n", "\n").replace("\r", "\n").strip()

    @property
    def topics(self) -> tuple[Topic, ...]:
        """In alphabetical order."""
        return tuple(
            Topic(topic, self.titles.get(topic, ""), summaries=dict(sorted(texts.items())))
            for topic, texts in sorted(self.texts.items())
        )


def read(paths: Sequence[Path]) -> Imported:
    """All files together: a release, or summaries of any form."""
    package = {path.name: path for path in paths if path.name in (TOPICS, SHEETS, ANSWERS, CROWD)}
    if TOPICS in package and SHEETS in package:
        return _release(package)
    found = _Found()
    tables = [path for path in paths if _is_table(path)]
    extracts = [path for path in paths if path not in tables and are_extracts(path)]
    for path in tables:
        _read_table(path, found)
    for path in extracts:
        if not _beside_its_run(path, paths):
            _read_extracts(path, found)
    folders = dict.fromkeys(path.parent for path in paths if path not in (*tables, *extracts))
    _refuse_strays(folders, paths)
    for folder in folders:
        _read_run(folder, found)
    return Imported(_checked(found.topics), tuple(found.notes) + _remarks(found.topics))


def _release(package: Mapping[str, Path]) -> Imported:
    texts = {name: read_text(path) for name, path in package.items()}
    opened = unpack(texts)
    actions = {("", "vote", judge): actions for judge, actions in opened.actions.items()}
    return Imported(
        opened.topics,
        actions=actions,
        settled=frozenset({"vote"} if actions else ()),
        settings=opened.settings,
        crowd=texts.get(CROWD, ""),
    )


def _is_table(path: Path) -> bool:
    """Whether its header has our columns; other tables may be timelines."""
    if path.suffix.lower() not in _TABLES:
        return False
    names = [name.casefold() for name in header(read_text(path).removeprefix("\ufeff"))]
    return "system" in names and "topic" in names


def _read_table(path: Path, found: _Found) -> None:
    text = read_text(path).removeprefix("\ufeff")
    names = {name.casefold(): name for name in header(text)}
    lacking = [name for name in _COLUMNS if name not in names]
    if lacking:
        raise FormatError(f"has no column {lacking[0]}; expected system, topic and text", path, 1)
    others = [name for plain, name in names.items() if plain not in (*_COLUMNS, "title")]
    if others:
        found.notes.append(f"{path}: columns left out: {', '.join(others)}")
    for row in table_rows(text, path, widest_delimiter(text)):
        system, topic = (_filled(row, names[name]) for name in ("system", "topic"))
        found.add(system, topic, row.text(names["text"]), path, row.line)
        if title := row.text(names.get("title")):
            found.titles.setdefault(topic, title)


def _filled(row: Row, column: str) -> str:
    value = row.text(column)
    if not value:
        raise row.error(f"nothing stands in the column {column}; fill it in or delete the row")
    return value


def _read_extracts(path: Path, found: _Found) -> None:
    extracts, notes = read_extracts(path, system=path.stem)
    found.notes += notes
    for extract in extracts:
        if not extract.topic:
            raise InputError("an extract names no topic", path)
        empty = next((item.id for item in extract.items if not item.text.strip()), None)
        if empty is not None:
            raise InputError(f"{empty} of {extract.topic} has no text that could be shown", path)
        lines = "\n".join(item.text for item in extract.items)
        found.add(extract.system or path.stem, extract.topic, lines, path)


def _beside_its_run(path: Path, paths: Iterable[Path]) -> bool:
    """Whether the folder of the same name has the texts: so `cliometer summarise` writes a run."""
    return any(other.parent == path.with_suffix("") for other in paths)


def _refuse_strays(folders: Iterable[Path], paths: Iterable[Path]) -> None:
    """The folder is the system: a file beside the folders of others, or beside a table, belongs to none."""
    for folder in folders:
        inside = [path for path in paths if path.is_relative_to(folder)]
        stray = next(path for path in inside if path.parent == folder)
        if any(path.parent != folder or _is_table(path) for path in inside):
            raise InputError("belongs to no system; put it into a folder with the name of one", stray)


def _read_run(folder: Path, found: _Found) -> None:
    run, notes = read_summaries(folder)
    found.notes += [note for note in notes if "read as plain text" not in note]  # that is no news here
    for topic, summary in run.items():
        found.add(folder.name, topic, _worded(summary), folder)


def _worded(summary: Summary) -> str:
    """A timeline has each date on a line of its own above what happened."""
    lines: list[str] = []
    for text in summary.texts:
        lines += [str(text.date)] if text.date is not None else []
        lines += text.lines
    return "\n".join(lines)


def _checked(topics: tuple[Topic, ...]) -> tuple[Topic, ...]:
    """With something to vote on, or the reason why there is nothing."""
    systems = {system for topic in topics for system in topic.summaries}
    if len(systems) == 1:
        raise InputError(f"summaries by one system only were found; two are needed. {UPLOADS}")
    if topics:
        contests(topics)
    return topics


def _remarks(topics: Sequence[Topic]) -> tuple[str, ...]:
    systems = sorted({system for topic in topics for system in topic.summaries})
    absent = [
        f"topic {topic.id}: no summary by {', '.join(missing)}"
        for topic in topics
        if (missing := [system for system in systems if system not in topic.summaries])
    ]
    return (*absent, *left_out(topics))
