"""Our own JSON, which says what it is and keeps names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError
from cliometer.io.json_values import JsonObject, json_values, key_lines, make_day, note_other_keys
from cliometer.io.lines import DayEntry, Notebook, assemble, quoted
from cliometer.io.newstls import starts_a_run
from cliometer.io.timelines import Reading, at_least_one, register
from cliometer.model.timeline import Duplicates, Timeline

Lines = Iterator[int | None]
ONE, SEVERAL = "timeline/1", "timelines/1"


@register
class NativeJson:
    """Holds anything: several timelines, names, any character.

    `{"cliometer": "timeline/1", "name": "bbc", "days": [{"date": "2010-05-27", "sentences": ["..."]}]}`, or
    `{"cliometer": "timelines/1", "timelines": [...]}` for several. A bare object of dates is read as well.
    """

    name: ClassVar[str] = "json"
    suffixes: ClassVar[tuple[str, ...]] = (".json",)
    holds_several: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = True

    def recognises(self, head: str) -> bool:
        """It starts with an object, but not with that of a news-tls run."""
        return head.lstrip().startswith("{") and not starts_a_run(head)

    def read(self, text: str, path: Path, duplicates: Duplicates = "append") -> Reading:
        """One JSON document, whichever of the three forms it has."""
        notebook = Notebook(path)
        document = _document(text, path)
        keys = repeat("date") if "cliometer" in document else iter(key for key, _ in document.pairs)
        timelines = _timelines(document, notebook, duplicates, key_lines(text, keys))
        return Reading(timelines, notebook.notes, self.name)

    def write(self, timelines: Sequence[Timeline]) -> str:
        """One timeline as it is, several in a list."""
        written = [_written(timeline) for timeline in at_least_one(timelines)]
        document = written[0] if len(written) == 1 else {"cliometer": SEVERAL, "timelines": written}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _document(text: str, path: Path) -> JsonObject:
    values = list(json_values(text, path))
    if len(values) > 1:
        message = f'a second JSON value; put several into {{"cliometer": "{SEVERAL}", "timelines": [...]}}'
        raise FormatError(message, path, values[1][0])
    if not values or not isinstance(values[0][1], JsonObject):
        found = quoted(values[0][1]) if values else "nothing"
        raise FormatError(f'expected {{"cliometer": "{ONE}", "days": [...]}}, found {found}', path)
    return values[0][1]


def _timelines(document: JsonObject, notebook: Notebook, duplicates: Duplicates, lines: Lines) -> tuple[Timeline, ...]:
    if "cliometer" not in document:
        notebook.add(None, "a plain object, read as dates and their sentences")
        days = [
            make_day(date, sentences, number, notebook, next(lines, None))
            for number, (date, sentences) in enumerate(document.pairs, start=1)
        ]
        return (assemble(days, notebook, duplicates),)
    version = document["cliometer"]
    if version == ONE:
        return (_timeline(document, notebook, duplicates, lines, ""),)
    if version != SEVERAL:
        raise FormatError(
            f"{quoted(version)} is no timeline file of this release, which reads {ONE} and {SEVERAL}; "
            "if a newer Cliometer wrote it, update, or let that one convert it",
            notebook.path,
        )
    note_other_keys(document, ("cliometer", "timelines"), "the file", notebook)
    listed = _list(document, "timelines", notebook, "")
    if not listed:
        raise FormatError('"timelines" is an empty list; expected at least one timeline', notebook.path)
    return tuple(
        _timeline(value, notebook, duplicates, lines, f"timeline {number}: ")
        for number, value in enumerate(listed, start=1)
    )


def _timeline(value: object, notebook: Notebook, duplicates: Duplicates, lines: Lines, where: str) -> Timeline:
    if not isinstance(value, JsonObject):
        message = f'{where}expected {{"name": "...", "days": [...]}}, found {quoted(value)}'
        raise FormatError(message, notebook.path)
    note_other_keys(value, ("cliometer", "name", "days"), "a timeline", notebook)
    name = value.get("name", "")
    if not isinstance(name, str):
        raise FormatError(f'{where}"name" must be a text, found {quoted(name)}', notebook.path)
    listed = _list(value, "days", notebook, where)
    days = [_day(day, number, notebook, lines, where) for number, day in enumerate(listed, start=1)]
    return assemble(days, notebook, duplicates, name)


def _day(value: object, number: int, notebook: Notebook, lines: Lines, where: str) -> DayEntry:
    if not isinstance(value, JsonObject) or not {"date", "sentences"} <= value.keys():
        message = f'{where}day {number}: expected {{"date": "...", "sentences": [...]}}, found {quoted(value)}'
        raise FormatError(message, notebook.path)
    note_other_keys(value, ("date", "sentences"), "a day", notebook)
    return make_day(value["date"], value["sentences"], number, notebook, next(lines, None))


def _list(value: JsonObject, key: str, notebook: Notebook, where: str) -> list[object]:
    found = value.get(key)
    if not isinstance(found, list):
        stands = f"found {quoted(found)}" if key in value else "but it is missing"
        raise FormatError(f'{where}"{key}" must be a list, {stands}', notebook.path)
    return found


def _written(timeline: Timeline) -> dict[str, object]:
    days = [{"date": str(when), "sentences": list(said)} for when, said in timeline.items()]
    return {"cliometer": ONE, "name": timeline.name, "days": days}
