"""Markdown as people keep chronologies: a heading a day and its sentences as bullets or lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import (
    DayEntry,
    Notebook,
    assemble,
    days_on_lines,
    expect_date,
    find_date,
    first_line,
    numbered_lines,
)
from cliometer.io.timelines import Reading, only_one, register
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When
from cliometer.spelling import quoted

_HEADING = re.compile(r"(#{1,6})\s+(.*?)(?:\s+#+)?")
_BULLET = re.compile(r"[-*+](?:\s+(.*))?")
_RULE = re.compile(r"-{3,}|\*{3,}|_{3,}")
_DATED = re.compile(r"(?:\*\*([^*]{4,64}?):?\*\*:?|([-Y\d/]{4,64})(?::|$))(?:\s+(.*))?", re.ASCII)


@register
class Markdown:
    """One timeline a file, with its name as the title, `# Title`; `## 2010-05-27` (any level) opens a day.

    A file without date headings may date its bullets: `- **2010-05-27**: sentence`, `- 2010-05-27: sentence`.
    """

    name: ClassVar[str] = "markdown"
    suffixes: ClassVar[tuple[str, ...]] = (".md", ".markdown")
    holds_several: ClassVar[bool] = False
    keeps_names: ClassVar[bool] = True

    def recognises(self, head: str) -> bool:
        """Return whether the first line is a heading or a dated bullet."""
        line = first_line(head)
        bullet = _BULLET.fullmatch(line)
        return bool(_HEADING.fullmatch(line) or (bullet and _dated(bullet[1] or "")))

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Read one timeline; blank lines and rules only separate."""
        notebook = Notebook(path)
        chronicle = _Chronicle(notebook)
        for line, content in numbered_lines(text):
            chronicle.take(line, content)
        timeline = assemble(chronicle.finish(), notebook, duplicates, chronicle.title)
        return Reading((timeline,), notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Return the title, then a heading of level two and bullets for every day."""
        timeline = only_one(timelines, self.name)
        title = " ".join(timeline.name.split()).strip("*_ ")
        if find_date(title) is not None:
            raise InputError("name-reads-as-date", title=quoted(title))
        sections = [f"# {title}\n"] if title else []
        for when, sentences in days_on_lines(timeline, self.name):
            bullets = "".join(f"- {sentence}\n" for sentence in sentences)
            sections.append(f"## {when}\n\n{bullets}" if bullets else f"## {when}\n")
        return "\n".join(sections)


class _Chronicle:
    """Gathers days line by line; under a date heading a bullet is a sentence, whatever it starts with."""

    def __init__(self, notebook: Notebook) -> None:
        self.title = ""
        self._notebook = notebook
        self._days: list[tuple[int, When, list[str]]] = []
        self._has_headings = False
        self._in_bullet = False
        self._in_list = False  # a dated bullet without a sentence, whose own bullets follow

    def take(self, line: int, text: str) -> None:
        if not text or _RULE.fullmatch(text):
            self._in_bullet = False
        elif heading := _HEADING.fullmatch(text):
            self._take_heading(line, len(heading[1]), heading[2])
        elif bullet := _BULLET.fullmatch(text):
            self._take_bullet(line, bullet[1] or "")
        elif self._in_bullet:
            self._sentences(line, text)[-1] += " " + text
        else:
            self._sentences(line, text).append(text)

    def finish(self) -> list[DayEntry]:
        """Return all days, of which there must be one."""
        if not self._days:
            raise FormatError("heading-missing", self._notebook.path)
        return [DayEntry(when, tuple(sentences), f"on line {line}", line) for line, when, sentences in self._days]

    def _take_heading(self, line: int, level: int, text: str) -> None:
        self._in_bullet = False
        text = text.strip("*_ ")
        if level == 1 and not self._days and not self.title and find_date(text) is None:
            self.title = text
            return
        self._has_headings = True
        self._days.append((line, expect_date(text, self._notebook, line, "heading"), []))

    def _take_bullet(self, line: int, text: str) -> None:
        dated = None if self._has_headings else _dated(text)
        if dated is not None:
            when, text = expect_date(dated[0], self._notebook, line), dated[1]
            if not self._days or self._days[-1][1] != when:  # neighbouring bullets of one date are one day
                self._days.append((line, when, []))
            self._in_list = not text
        elif self._days and not self._has_headings and not self._in_list:
            self._notebook.add(line, "a bullet without a date among dated ones; it joins the day before")
        self._sentences(line, text).append(text)
        self._in_bullet = True

    def _sentences(self, line: int, text: str) -> list[str]:
        if not self._days:
            raise FormatError("heading-expected", self._notebook.path, line, text=quoted(text))
        return self._days[-1][2]


def _dated(bullet: str) -> tuple[str, str] | None:
    """Return date and sentence of `**2010-05-27**: sentence`."""
    match = _DATED.fullmatch(bullet)
    if match is None or find_date(date := match[1] or match[2]) is None:
        return None
    return date, match[3] or ""
