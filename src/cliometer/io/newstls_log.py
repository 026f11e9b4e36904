"""Timelines as news-tls prints them, among whatever else a log holds; here, and only here, it names topics.

`*** TIMELINE: bpoil ***`, then for each day `[2010-05-27]`, its sentences one a line, and `---`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cliometer.io.dates import expect_date
from cliometer.io.days import Day, assemble
from cliometer.io.lines import numbered_lines
from cliometer.io.notes import Notebook
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.model.when import When

_TITLE = re.compile(r"^\*\*\* TIMELINE: (?P<topic>.+) \*\*\*\s*$", re.MULTILINE)
_DATE = re.compile(r"\[(?P<date>[^\]]+)\]")
_END = "---"


def is_log(head: str) -> bool:
    """Whether a title stands somewhere in the start of a text."""
    return _TITLE.search(head) is not None


def printed(text: str, notebook: Notebook, duplicates: Duplicates) -> Iterator[Timeline]:
    """Every timeline of a log under the name of its topic."""
    log = _Log(notebook)
    for line, words in numbered_lines(text):
        if words:
            log.take(line, words)
    for topic, days in log.finish().items():
        yield assemble(days, notebook, duplicates, topic)


class _Log:
    """Cuts lines into topics and days; what stands outside of days is the log's own."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._topics: dict[str, list[Day]] = {}
        self._days: list[Day] | None = None  # of the topic at hand
        self._open: tuple[int, When] | None = None
        self._said: list[str] = []
        self._skipped = 0

    def take(self, line: int, words: str) -> None:
        """A line that is not blank."""
        title, date = _TITLE.fullmatch(words), _DATE.fullmatch(words)
        if title:
            self._close(ended=False)
            self._days = self._topics.setdefault(title["topic"], [])
        elif self._open is not None:
            if words == _END:
                self._close()
            else:
                self._said.append(words)
        elif date and self._days is not None:
            self._open = line, expect_date(date["date"], self._notebook, line)
        else:
            self._skipped += 1

    def finish(self) -> dict[str, list[Day]]:
        """The days of each topic."""
        self._close(ended=False)
        if self._skipped:
            note = f"{self._skipped} lines of the log that belong to no timeline were skipped"
            self._notebook.add(None, note)
        return self._topics

    def _close(self, ended: bool = True) -> None:
        if self._open is None or self._days is None:
            return
        line, when = self._open
        if not ended:
            self._notebook.add(line, f"a day has no {_END} after it; kept")
        self._days.append(Day(when, tuple(self._said), f"on line {line}", line))
        self._open, self._said = None, []
