"""Numbered lines of a text, and the check that a sentence fits on one.

Lines end at LF, CR LF or CR and nowhere else: `str.splitlines` would also cut at form feeds and U+2028.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cliometer.errors import InputError
from cliometer.io.notes import quoted
from cliometer.model.timeline import Timeline
from cliometer.model.when import When

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Line numbers from 1, and the lines without the blanks around them."""
    for number, line in enumerate(_LINE_BREAK.split(text), start=1):
        yield number, line.strip()


def first_line(text: str) -> str:
    """The first line that is not blank, or nothing."""
    return _LINE_BREAK.split(text.lstrip(), maxsplit=1)[0].rstrip()


def days_on_lines(timeline: Timeline, format_name: str) -> Iterator[tuple[When, tuple[str, ...]]]:
    """The days of a timeline whose sentences all fit on a line; one that does not is an error."""
    for when, sentences in timeline.items():
        for sentence in sentences:
            if _LINE_BREAK.search(sentence):
                raise InputError(
                    f"{when}: a {format_name} file cannot hold a sentence with a line break, "
                    f"{quoted(sentence)}; choose json, newstls or csv"
                )
        yield when, sentences
