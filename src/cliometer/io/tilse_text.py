"""The text format of Timeline17 and tilse: a date, its sentences one a line, then 32 dashes.

The text of ChineseTLS is read as well: keywords, a blank line, then for each day a date, a line and its sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import (
    LOOKS_LIKE_A_DATE,
    DayEntry,
    Notebook,
    assemble,
    days_on_lines,
    expect_date,
    find_date,
    numbered_lines,
)
from cliometer.io.timelines import Reading, only_one, register
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When
from cliometer.spelling import quoted

SEPARATOR = "-" * 32
SEPARATOR_LIKE = re.compile(r"-{3,}")
_LONGEST_START = 65_536  # characters of keywords
_UNDERLINE = re.compile(r"={3,}")  # of a heading in Markdown; dashes are separators here


@register
class TilseText:
    """One timeline a file; the old toolkit reads what we write.

    The old reader drops a last day without a separator, re-dates a day that holds a bare date, and files a
    bad date under None, all in silence. Here each is read as it was meant, and noted, or refused.
    """

    name: ClassVar[str] = "tilse"
    suffixes: ClassVar[tuple[str, ...]] = (".txt",)
    holds_several: ClassVar[bool] = False
    keeps_names: ClassVar[bool] = False

    def recognises(self, head: str) -> bool:
        """Return whether the first line is a date, or was meant to be one."""
        _, line = next(numbered_lines(head.lstrip()))
        marks = (SEPARATOR_LIKE, LOOKS_LIKE_A_DATE)
        is_date = any(mark.fullmatch(line) for mark in marks) or find_date(line) is not None
        return is_date or starts_with_keywords(head)

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Read one timeline; blank lines are skipped, dates may stand in any order."""
        notebook = Notebook(path)
        read = _threes if starts_with_keywords(text) else _days
        timeline = assemble(read(text, notebook), notebook, duplicates)
        return Reading((timeline,), notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Return the canonical form, in which every day ends in 32 dashes."""
        days = days_on_lines(only_one(timelines, self.name), self.name)
        return "".join(_block(when, sentences) for when, sentences in days)


def starts_with_keywords(text: str) -> bool:
    """Return whether a text starts as those of ChineseTLS: keywords, a line, then a date every three lines."""
    lines = [line for _, line in islice(numbered_lines(text[:_LONGEST_START]), 6)]
    is_first = len(lines) > 2 and lines[0] and lines[0][0] not in "#{[" and not any(map(_is_day, lines[:2]))
    has_dashes = any(SEPARATOR_LIKE.fullmatch(line) for line in lines[4:])  # of tilse, below a title
    return bool(is_first) and _is_day(lines[2]) and not has_dashes and all(map(_is_day, lines[5:]))


def _is_day(line: str) -> bool:
    return re.match(r"\d{4}-\d", line, re.ASCII) is not None and find_date(line) is not None


def _threes(text: str, notebook: Notebook) -> list[DayEntry]:
    """Cut the lines of ChineseTLS into days: a date, a line that is skipped, and a text, which the last may lack."""
    lines = dict(islice(numbered_lines(text), 2, None))
    dates = [line for line, content in lines.items() if _is_day(content)]
    days: list[DayEntry] = []
    for line, end in zip(dates, [*dates[1:], max(lines) + 1], strict=True):
        inner = [number for number in range(line + 1, end) if lines[number]]
        if len(inner) > 1 and inner[0] == line + 1:
            notebook.add(line + 1, "a line between a date and its text was skipped", "between")
            inner = inner[1:]
        when = expect_date(lines[line], notebook, line)
        days.append(DayEntry(when, [lines[number] for number in inner], f"on line {line}", line))
    return days


def _days(text: str, notebook: Notebook) -> list[DayEntry]:
    """Cut lines into days: the first line after a separator must be a date."""
    days: list[DayEntry] = []
    sentences: list[str] | None = None  # those of the day that is open
    underlined = False  # what closed the last day stood right under its date
    for line, content in numbered_lines(text):
        if not content:
            continue
        if SEPARATOR_LIKE.fullmatch(content):
            if content != SEPARATOR:
                notebook.add(line, f"a separator of {len(content)} dashes, not {len(SEPARATOR)}; accepted")
            if sentences is None:
                notebook.add(line, "a separator without a day before it; skipped")
            else:
                underlined = content != SEPARATOR and not sentences
            sentences = None
        elif sentences is None or find_date(content) is not None:
            if sentences is not None:
                notebook.add(line, "a date without a separator before it starts a new day")
            elif underlined and find_date(content) is None and not LOOKS_LIKE_A_DATE.fullmatch(content):
                raise _markdown(content, notebook, line)
            when, sentences = expect_date(content, notebook, line), []
            if when.first != when.last or not content[0].isdigit():
                notebook.add(line, "a date that is not of the form 2010-05-27, unusual in this format")
            days.append(DayEntry(when, sentences, f"on line {line}", line))
        else:
            if LOOKS_LIKE_A_DATE.fullmatch(content):
                notebook.add(line, f"{quoted(content)} looks like a date but is none; read as a sentence")
            if _UNDERLINE.fullmatch(content):
                if not sentences:  # right under a date it is Markdown
                    raise _markdown(content, notebook, line)
                notebook.add(line, f"{quoted(content)} is not a separator of this format; read as a sentence")
            sentences.append(content)
    if sentences is not None:
        notebook.add(days[-1].line, "the last day has no separator after it; kept")
    if not days:
        raise FormatError("tilse-day-missing", notebook.path)
    return days


def _markdown(text: str, notebook: Notebook, line: int) -> FormatError:
    return FormatError("underlined-date", notebook.path, line, text=quoted(text))


def _block(when: When, sentences: tuple[str, ...]) -> str:
    for number, sentence in enumerate(sentences):
        underline = number == 0 and _UNDERLINE.fullmatch(sentence)
        if underline or SEPARATOR_LIKE.fullmatch(sentence) or find_date(sentence) is not None:
            raise InputError("sentence-reads-as-date", when=when, sentence=quoted(sentence))
    return "\n".join([str(when), *sentences, SEPARATOR]) + "\n"
