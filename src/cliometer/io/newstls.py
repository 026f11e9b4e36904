"""The jsonl format of news-tls (Gholipour Ghalandari & Ifrim 2020): one timeline a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError
from cliometer.io.json_values import JsonNode, JsonObject, json_nodes, make_day
from cliometer.io.lines import DayEntry, Notebook, assemble, expect_date, numbered_lines
from cliometer.io.timelines import Reading, at_least_one, register
from cliometer.model.timeline import Duplicates, Timeline

_START = re.compile(r'\s*\{\s*"(average"\s*:\s*\[|results"\s*:\s*\[)')
_ROWS = re.compile(r"\s*\[\s*\{")
_TITLE = re.compile(r"^\*\*\* TIMELINE: (?P<topic>.+) \*\*\*\s*$", re.MULTILINE)  # of a log
_DATE = re.compile(r"\[(?P<date>[^\]]+)\]")
_END = "---"


def starts_rows(head: str) -> bool:
    """Return whether a text starts with a list of objects, which are rows of a timeline."""
    return _ROWS.match(head) is not None


def starts_a_run(head: str) -> bool:
    """Return whether a text starts like the results of an experiment."""
    return _START.match(head) is not None


def predicted_timelines(node: JsonNode) -> Iterable[JsonNode]:
    """Return the timelines in a JSON value: one, those of a list of timelines, or those of results."""
    value = node.value
    if isinstance(value, JsonObject) and "results" in value:
        return (timeline for _, _, timeline in results(node))
    # days are pairs, which start with a date, so a list of lists of lists is several timelines
    if isinstance(value, list) and any(isinstance(part, list) and part and isinstance(part[0], list) for part in value):
        return replace(node, place="timelines").as_items("timelines")
    return (replace(node, place="days"),)


def results(node: JsonNode) -> Iterator[tuple[JsonNode, ...]]:
    """Yield ROUGE scores, date scores and timeline of each task, in the order of the file."""
    for entry in node.as_object("a document of news-tls").at("results").as_items("results of news-tls"):
        yield entry.as_parts("ROUGE scores, date scores and a timeline", "rouge", "dates", "timeline")


def log_timelines(text: str, notebook: Notebook, duplicates: Duplicates) -> Iterator[Timeline]:
    """Yield every timeline of a log under the name of its topic, which only logs give.

    `*** TIMELINE: bpoil ***`, then for each day `[2010-05-27]`, its sentences one a line, and `---`.
    """
    topics: dict[str, list[DayEntry]] = {}
    days: list[DayEntry] = []  # of the topic at hand
    sentences: list[str] | None = None  # on the day that is open
    skipped = 0
    for line, words in (*numbered_lines(text), (0, "")):
        title, date = _TITLE.fullmatch(words), _DATE.fullmatch(words)
        if sentences is not None and (title or not line):
            notebook.add(days[-1].line, f"a day has no {_END} after it; kept")
        if title:
            days, sentences = topics.setdefault(title["topic"], []), None
        elif words and sentences is not None:
            if words == _END:
                sentences = None
            else:
                sentences.append(words)
        elif date and topics:
            sentences = []
            days.append(DayEntry(expect_date(date["date"], notebook, line), sentences, f"on line {line}", line))
        elif words:
            skipped += 1
    if skipped:
        notebook.add(None, f"{skipped} lines of the log that belong to no timeline were skipped")
    for topic, days_of_topic in topics.items():
        yield assemble(days_of_topic, notebook, duplicates, topic)


@register
class NewsTls:
    """Holds any number of timelines, without names: `[["2010-05-27", ["sentence", ...]], ...]`.

    The date may carry a time of day. Several lines are several timelines, usually the references of one
    topic. What its experiments write is read as well: a list of timelines, one a topic
    (run_without_eval.py), a document `{"average": [...], "results": [[rouge, dates, timeline], ...]}` with an
    entry for each reference of each topic (evaluate.py), or what they print. Topics are not named; they
    stand in the order of their names.
    """

    name: ClassVar[str] = "newstls"
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl",)
    holds_several: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = False

    def recognises(self, head: str) -> bool:
        """Return whether a text starts with a list, or is what an experiment wrote or printed."""
        is_list = head.lstrip().startswith("[") and not starts_rows(head)
        return is_list or starts_a_run(head) or bool(_TITLE.search(head))

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Read every timeline of a file; blank lines are skipped."""
        notebook = Notebook(path)
        if _TITLE.search(text):
            return Reading(tuple(log_timelines(text, notebook, duplicates)), notebook.notes, self.name)
        timelines = tuple(
            assemble(_days(timeline), notebook, duplicates)
            for node in json_nodes(text, notebook)
            for timeline in predicted_timelines(node)
        )
        if not timelines:
            raise FormatError("newstls-timeline-missing", path)
        return Reading(timelines, notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Return one line for each timeline."""
        written = [
            [[str(when), list(sentences)] for when, sentences in timeline.items()]
            for timeline in at_least_one(timelines)
        ]
        return "".join(json.dumps(pairs, ensure_ascii=False) + "\n" for pairs in written)


def _days(node: JsonNode) -> Iterator[DayEntry]:
    pairs = node.as_items('days such as [["2010-05-27", ["..."]]]')
    for number, pair in enumerate(pairs, start=1):
        date, sentences = pair.as_parts('a pair such as ["2010-05-27", ["..."]]', "date", "sentences")
        yield make_day(date, sentences, number)
