"""The jsonl format of news-tls (Gholipour Ghalandari & Ifrim 2020): one timeline a line.

`[["2010-05-27", ["sentence", ...]], ...]`, where the date may carry a time of day. Several lines are several
timelines, usually the references of one topic. What its experiments write is read as well: a list of
timelines (run_without_eval.py), a document of averages and results (evaluate.py), or what they print.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError
from cliometer.io.base import Reading, at_least_one, register
from cliometer.io.days import Day, assemble
from cliometer.io.json_values import json_values, make_day
from cliometer.io.newstls_log import is_log, printed
from cliometer.io.newstls_runs import predicted, starts_a_run
from cliometer.io.notes import Notebook, quoted
from cliometer.model.timeline import Duplicates, Timeline


@register
class NewsTls:
    """Holds any number of timelines, without names."""

    name: ClassVar[str] = "newstls"
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl",)
    holds_several: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = False

    def recognises(self, head: str) -> bool:
        """It starts with a list, or it is what an experiment wrote or printed."""
        return head.lstrip().startswith("[") or starts_a_run(head) or is_log(head)

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Every timeline of the file; blank lines are skipped."""
        notebook = Notebook(path)
        if is_log(text):
            return Reading(tuple(printed(text, notebook, duplicates)), notebook.notes, self.name)
        timelines = tuple(
            assemble(_days(timeline, notebook, line), notebook, duplicates)
            for line, value in json_values(text, path)
            for timeline in predicted(value, path)
        )
        if not timelines:
            raise FormatError('holds no timeline; expected lines such as [["2010-05-27", ["..."]]]', path)
        return Reading(timelines, notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """One line a timeline."""
        return "".join(_line(timeline) for timeline in at_least_one(timelines))


def _days(value: object, notebook: Notebook, line: int) -> list[Day]:
    if not isinstance(value, list):
        message = f'expected a timeline such as [["2010-05-27", ["..."]]], found {quoted(value)}'
        raise FormatError(message, notebook.path, line)
    return [_day(pair, number, notebook, line) for number, pair in enumerate(value, start=1)]


def _day(pair: object, number: int, notebook: Notebook, line: int) -> Day:
    if not isinstance(pair, list) or len(pair) != 2:
        message = f'day {number}: expected a pair such as ["2010-05-27", ["..."]], found {quoted(pair)}'
        raise FormatError(message, notebook.path, line)
    return make_day(pair[0], pair[1], number, notebook, line)


def _line(timeline: Timeline) -> str:
    pairs = [[str(when), list(sentences)] for when, sentences in timeline.items()]
    return json.dumps(pairs, ensure_ascii=False) + "\n"
