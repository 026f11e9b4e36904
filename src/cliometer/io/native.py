"""Our own JSON, which says what it is and keeps names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import ClassVar

from cliometer.io.json_values import JsonNode, JsonObject, json_nodes, key_lines, make_day, only_node
from cliometer.io.lines import DayEntry, Notebook, assemble
from cliometer.io.newstls import starts_a_run, starts_rows
from cliometer.io.stories import StoryFile
from cliometer.io.timeline_table import ROW, are_days, timelines_of_rows
from cliometer.io.timelines import Reading, at_least_one, register
from cliometer.model.timeline import Duplicates, Timeline
from cliometer.spelling import quoted

Lines = Iterator[int | None]
ONE, SEVERAL = "timeline/1", "timelines/1"


@register
class NativeJson:
    """Holds anything: several timelines, names, any character.

    `{"cliometer": "timeline/1", "name": "bbc", "days": [{"date": "2010-05-27", "sentences": ["..."]}]}`, or
    `{"cliometer": "timelines/1", "timelines": [...]}` for several. A `name` may be missing. A bare
    object of dates, `{"2010-05-27": ["..."]}`, is read as well, and so are rows `{"date": "2010-05-27", "text": "..."}`
    in a list or one a line, whose text may be one sentence or a list of them.
    """

    name: ClassVar[str] = "json"
    suffixes: ClassVar[tuple[str, ...]] = (".json",)
    holds_several: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = True

    def recognises(self, head: str) -> bool:
        """Return whether a text starts with an object that is not that of a news-tls run, or a list of objects."""
        return starts_rows(head) or (head.lstrip().startswith("{") and not starts_a_run(head))

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """Read rows, or one JSON document in whichever of the three forms it has."""
        notebook = Notebook(path)
        if stories := StoryFile.of(path, text):
            return stories.reading(duplicates)
        wanted = f'{{"cliometer": "{ONE}", "days": [...]}} or {{"cliometer": "{SEVERAL}", "timelines": [...]}}'
        nodes = list(json_nodes(text, notebook))
        if rows := _rows(nodes):
            timelines = timelines_of_rows((row.as_object("a row", such=ROW) for row in rows), notebook)
            return Reading(timelines, notebook.notes, self.name)
        node = only_node(nodes, notebook, wanted)
        if not isinstance(node.value, JsonObject):
            raise node.fail("unexpected-value", what=wanted, value=quoted(node.value))
        document = node.value
        if "cliometer" in document:
            lines = key_lines(text, repeat("date"))
            parts = _timeline_nodes(node, document["cliometer"])
            return Reading(tuple(_timeline(part, duplicates, lines) for part in parts), notebook.notes, self.name)
        notebook.add(None, "a plain object, read as dates and their sentences")
        lines = key_lines(text, (key for key, _ in document.pairs))
        days = [
            make_day(JsonNode(date, "", notebook, line), JsonNode(sentences, date, notebook, line), number)
            for number, ((date, sentences), line) in enumerate(zip(document.pairs, lines, strict=True), start=1)
        ]
        return Reading((assemble(days, notebook, duplicates),), notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """Return one timeline as an object of its own, several in a list."""
        written = [_written(timeline) for timeline in at_least_one(timelines)]
        document = written[0] if len(written) == 1 else {"cliometer": SEVERAL, "timelines": written}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _rows(nodes: list[JsonNode]) -> list[JsonNode]:
    """Return the rows among the values of a text, where they stand one a line or in a list; else none."""
    first = nodes[0].value if nodes else None
    if isinstance(first, list) and len(nodes) == 1:
        return list(replace(nodes[0], line=None, place="rows").as_items("rows"))
    keys = list(first) if isinstance(first, JsonObject) else []
    return nodes if "cliometer" not in keys and are_days(keys) else []


def _timeline_nodes(node: JsonNode, version: object) -> Iterable[JsonNode]:
    """Return the timelines of a document that names its version."""
    if version == ONE:
        return (node,)
    if version != SEVERAL:
        raise node.fail("timeline-version-unknown", version=quoted(version), one=ONE, several=SEVERAL)
    several = node.as_object("the file", ("cliometer", "timelines")).at("timelines")
    if several.value == []:
        raise several.fail("timeline-list-empty")
    return several.as_items("timelines")


def _timeline(node: JsonNode, duplicates: Duplicates, lines: Lines) -> Timeline:
    timeline = node.as_object("a timeline", ("cliometer", "name", "days"), '{"name": "...", "days": [...]}')
    days = [_day(day, number, lines) for number, day in enumerate(timeline.at("days").as_items("days"), start=1)]
    return assemble(days, node.notebook, duplicates, timeline.maybe_text("name") or "")


def _day(node: JsonNode, number: int, lines: Lines) -> DayEntry:
    day = node.as_object("a day", ("date", "sentences"), '{"date": "...", "sentences": [...]}')
    day = replace(day, line=next(lines, None) if day.has("date") else None)
    return make_day(day.at("date"), day.at("sentences"), number)


def _written(timeline: Timeline) -> dict[str, object]:
    days = [{"date": str(when), "sentences": list(sentences)} for when, sentences in timeline.items()]
    return {"cliometer": ONE, "name": timeline.name, "days": days}
