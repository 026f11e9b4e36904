"""The text format of Timeline17 and tilse: a date, its sentences one a line, then 32 dashes.

The old reader drops a last day without a separator, re-dates a day that holds a bare date, and files a bad
date under None, all in silence. Here each of these is either read as it was meant, and noted, or refused.
"""

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
    looks_like_a_date,
    numbered_lines,
    quoted,
)
from cliometer.io.timelines import Reading, only_one, register
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When

SEPARATOR = "-" * 32
_SEPARATOR_LIKE = re.compile(r"-{3,}")
_UNDERLINE = re.compile(r"={3,}")  # of a heading in Markdown; dashes are separators here


@register
class TilseText:
    """One timeline a file; the old toolkit reads what we write."""

    name: ClassVar[str] = "tilse"
    suffixes: ClassVar[tuple[str, ...]] = (".txt",)
    holds_several: ClassVar[bool] = False
    keeps_names: ClassVar[bool] = False

    def recognises(self, head: str) -> bool:
        """The first line is a date, or was meant to be one."""
        line = first_line(head)
        return _is_separator(line) or find_date(line) is not None or looks_like_a_date(line)

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """One timeline; blank lines are skipped, dates may stand in any order."""
        notebook = Notebook(path)
        blocks = _Blocks(notebook)
        for line, content in numbered_lines(text):
            if content:
                blocks.take(line, content)
        timeline = assemble(blocks.finish(), notebook, duplicates)
        return Reading((timeline,), notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """The canonical form: every day ends in 32 dashes."""
        days = days_on_lines(only_one(timelines, self.name), self.name)
        return "".join(_block(when, sentences) for when, sentences in days)


class _Blocks:
    """Cuts lines into days: the first line after a separator must be a date."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._days: list[DayEntry] = []
        self._open: tuple[int, When] | None = None
        self._sentences: list[str] = []
        self._underlined = False  # what closed the last day stood right under its date

    def take(self, line: int, text: str) -> None:
        """A line that is not blank."""
        if _is_separator(text):
            self._separate(line, text)
        elif self._open is None:
            if self._underlined and find_date(text) is None and not looks_like_a_date(text):
                raise _markdown(text, self._notebook, line)
            self._start(line, text)
        elif find_date(text) is not None:
            self._notebook.add(line, "a date without a separator before it starts a new day")
            self._close()
            self._start(line, text)
        else:
            self._add_sentence(line, text)

    def finish(self) -> list[DayEntry]:
        """All days; a last one without a separator counts."""
        if self._open is not None:
            self._notebook.add(self._open[0], "the last day has no separator after it; kept")
            self._close()
        if not self._days:
            raise FormatError("holds no day; expected a date such as 2010-05-27", self._notebook.path)
        return self._days

    def _start(self, line: int, text: str) -> None:
        when = expect_date(text, self._notebook, line)
        if when.precision != "day" or not re.match(r"\d", str(when)):
            self._notebook.add(line, "a date that is not of the form 2010-05-27, unusual in this format")
        self._open = (line, when)

    def _add_sentence(self, line: int, text: str) -> None:
        if not self._sentences and _is_underline(text):
            raise _markdown(text, self._notebook, line)
        if looks_like_a_date(text):
            self._notebook.add(line, f"{quoted(text)} looks like a date but is none; read as a sentence")
        if _is_underline(text):
            self._notebook.add(line, f"{quoted(text)} is no separator of this format; read as a sentence")
        self._sentences.append(text)

    def _separate(self, line: int, text: str) -> None:
        if text != SEPARATOR:
            self._notebook.add(line, f"a separator of {len(text)} dashes, not {len(SEPARATOR)}; accepted")
        if self._open is None:
            self._notebook.add(line, "a separator without a day before it; skipped")
        else:
            self._underlined = text != SEPARATOR and not self._sentences
            self._close()

    def _close(self) -> None:
        assert self._open is not None  # both callers have looked
        line, when = self._open
        self._days.append(DayEntry(when, tuple(self._sentences), f"on line {line}", line))
        self._open, self._sentences = None, []


def _is_separator(line: str) -> bool:
    return _SEPARATOR_LIKE.fullmatch(line) is not None


def _is_underline(line: str) -> bool:
    return _UNDERLINE.fullmatch(line) is not None


def _markdown(text: str, notebook: Notebook, line: int) -> FormatError:
    message = f"found {quoted(text)} at an underlined date; if this is Markdown, write dates as ## 2010-05-27"
    return FormatError(message, notebook.path, line)


def _block(when: When, sentences: tuple[str, ...]) -> str:
    for number, sentence in enumerate(sentences):
        underline = number == 0 and _is_underline(sentence)
        if underline or _is_separator(sentence) or find_date(sentence) is not None:
            raise InputError(
                f"{when}: the sentence {quoted(sentence)} would read back as a date, a separator or an "
                "underline in a tilse file; choose json, newstls, csv or markdown"
            )
    return "\n".join([str(when), *sentences, SEPARATOR]) + "\n"
