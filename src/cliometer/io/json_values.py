"""JSON values that know their line and their place in the document, so that every complaint can name it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io.lines import DayEntry, Notebook, expect_date, quoted
from cliometer.io.text_files import read_text
from cliometer.model.when import When
from cliometer.spelling import is_whole

_BLANK = re.compile(r"[ \t\n\r]*")


class JsonObject(dict[str, object]):
    """A JSON object that remembers keys which stand in it twice."""

    def __init__(self, pairs: Iterable[tuple[str, object]]) -> None:
        self.pairs = tuple(pairs)
        super().__init__(self.pairs)


_DECODER = json.JSONDecoder(object_pairs_hook=JsonObject)


def json_values(text: str, path: Path) -> Iterator[tuple[int, object]]:
    """Every value of a text, one a line or spread over several, with the line it starts on."""
    position, line, counted = _skip_blank(text, 0), 1, 0
    while position < len(text):
        line += text.count("\n", counted, position)
        counted = position
        value, end = _decode(text, position, path, line)
        yield line, value
        position = _skip_blank(text, end)


def key_lines(text: str, keys: Iterable[str]) -> Iterator[int | None]:
    """The lines of keys that stand in a text one after the other; None for one that is spelled otherwise."""
    position, line = 0, 1
    for key in keys:
        found = text.find(json.dumps(key, ensure_ascii=False), position)
        if found >= 0:
            line += text.count("\n", position, found)
            position = found + 1
        yield line if found >= 0 else None


def make_day(date: object, sentences: object, number: int, notebook: Notebook, line: int | None) -> DayEntry:
    """A day from its two parts as they stand in JSON, the `number`th of its timeline."""
    when = expect_date(date, notebook, line, f"day {number}: ")
    if not isinstance(sentences, list) or not all(isinstance(sentence, str) for sentence in sentences):
        raise FormatError(
            f'day {number} ({when}): expected a list of sentences such as ["It rained."], found {quoted(sentences)}',
            notebook.path,
            line,
        )
    return DayEntry(when, tuple(sentences), f"as day {number}", line)


def note_other_keys(value: JsonObject, known: Iterable[str], what: str, notebook: Notebook) -> None:
    """Name the keys that nothing is made of."""
    others = [quoted(key) for key in value if key not in known]
    if others:
        notebook.add(None, f"keys of {what} left out: {', '.join(others)}", kind=what)


def filled(members: Mapping[str, object]) -> dict[str, object]:
    """The members of an object to write that hold something; None and what is empty is left out."""
    return {key: value for key, value in members.items() if value is not None and value not in ("", [], {})}


def _decode(text: str, position: int, path: Path, line: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, position)
    except json.JSONDecodeError as error:
        what = f"not valid JSON: {error.msg} (column {error.colno})"
        raise FormatError(f"{what}; mend it there, or write the file anew", path, error.lineno) from None
    except RecursionError:
        raise FormatError("not a timeline: JSON nested far too deep", path, line) from None
    except ValueError:  # Python's own advice, a switch of the interpreter, would help nobody here
        message = "not valid JSON: a number of thousands of digits; take it out, or put it in quotes"
        raise FormatError(message, path, line) from None


def _skip_blank(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


UNITS = "cliometer-units"
EXTRACTS = "cliometer-extracts"
_HEAD = 400  # characters in which the name of a format must stand


def are_extracts(path: Path) -> bool:
    """Whether a file says that it holds extracts, what systems selected."""
    return path.suffix.lower() == ".json" and path.is_file() and f'"{EXTRACTS}"' in head_of(path)


def head_of(path: Path) -> str:
    """The start of a file, in which our formats name themselves."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(_HEAD)


T = TypeVar("T")
_HOLDS = {UNITS: "the gold, content units or judged events", EXTRACTS: "a run, what a system selected"}


@dataclass(frozen=True)
class JsonNode:
    """A value and its place, `topics[0].units[3]`; null counts as absent."""

    value: object
    place: str
    notebook: Notebook
    line: int | None = None

    def fail(self, message: str) -> FormatError:
        """An error at this place."""
        at = f"{self.place}: " if self.place else ""
        return FormatError(at + message, self.notebook.path, self.line)

    def build(self, make: Callable[[], T]) -> T:
        """Make a value of the model; what the model refuses is refused here, with the place."""
        try:
            return make()
        except FormatError:
            raise
        except (InputError, UsageError) as error:
            raise self.fail(str(error)) from None

    def as_object(self, what: str, known: Iterable[str]) -> JsonObjectNode:
        """An object with keys of a list; others are noted."""
        if not isinstance(self.value, JsonObject):
            raise self.fail(f"expected {what} as an object, found {quoted(self.value)}")
        if len(self.value) < len(self.value.pairs):
            keys = [key for key, _ in self.value.pairs]
            twice = next(key for place, key in enumerate(keys) if key in keys[:place])
            raise self.fail(f"the key {quoted(twice)} stands twice; keep one of them")
        note_other_keys(self.value, set(known), what, self.notebook)
        return JsonObjectNode(self.value, self.place, self.notebook, self.line, what, self.value)

    def as_items(self, what: str) -> Iterator[JsonNode]:
        """The members of a list."""
        if not isinstance(self.value, list):
            raise self.fail(f"expected a list of {what}, found {quoted(self.value)}")
        for number, value in enumerate(self.value):
            yield JsonNode(value, f"{self.place}[{number}]", self.notebook, self.line)

    def as_text(self, what: str) -> str:
        """A string."""
        if not isinstance(self.value, str):
            raise self.fail(f"expected {what} as a text in quotes, found {quoted(self.value)}")
        return self.value


@dataclass(frozen=True)
class JsonObjectNode(JsonNode):
    """An object whose keys have been looked at."""

    what: str = ""
    members: JsonObject = field(default_factory=lambda: JsonObject(()))

    def has(self, key: str) -> bool:
        """Whether there is something other than null."""
        return self.members.get(key) is not None

    def at(self, key: str) -> JsonNode:
        """What stands under a key; it must be there."""
        if not self.has(key):
            raise self.fail(f"{self.what} has no {quoted(key)}, which it needs")
        place = f"{self.place}.{key}" if self.place else key
        return JsonNode(self.members[key], place, self.notebook, self.line)

    def text(self, key: str) -> str:
        """A string that must be there."""
        return self.at(key).as_text(key)

    def maybe_text(self, key: str) -> str | None:
        """A string, or None where it was not given."""
        return self.text(key) if self.has(key) else None

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty where it was not given."""
        return tuple(node.as_text("an id or a name") for node in self.items(key))

    def items(self, key: str) -> Iterator[JsonNode]:
        """The members of a list; none where it was not given."""
        return self.at(key).as_items(key) if self.has(key) else iter(())

    def number(self, key: str) -> float:
        """A number that must be there."""
        node = self.at(key)
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            raise node.fail(f"expected a number, found {quoted(node.value)}")
        return node.value

    def whole(self, key: str) -> int:
        """A whole number that must be there."""
        node = self.at(key)
        if not is_whole(node.value):
            raise node.fail(f"expected a whole number, found {quoted(node.value)}")
        return node.value

    def truth(self, key: str) -> bool:
        """true or false; false where it was not given."""
        value = self.members.get(key) or False
        if not isinstance(value, bool):
            raise self.at(key).fail(f"expected true or false, found {quoted(value)}")
        return value

    def when(self, key: str) -> When | None:
        """A date, or None where it was not given."""
        if not self.has(key):
            return None
        node = self.at(key)
        return node.build(lambda: When.parse(node.as_text("a date")))


def read_nodes(path: Path) -> tuple[str, list[JsonNode], Notebook]:
    """The text of a file, and its JSON values where it starts like one."""
    text, notebook = read_text(path).removeprefix("\ufeff"), Notebook(path)
    if not text.lstrip().startswith(("{", "[")):
        return text, [], notebook
    return text, [JsonNode(value, "", notebook, line) for line, value in json_values(text, path)], notebook


def document(path: Path, format_name: str, known: Iterable[str]) -> JsonObjectNode:
    """The one object of a file that says of itself that it is of our format and version."""
    _, nodes, notebook = read_nodes(path)
    if len(nodes) != 1 or not isinstance(nodes[0].value, JsonObject):
        what = f'{{"format": "{format_name}", "version": 1, ...}}'
        message = f"expected one JSON object, {what}"
        raise FormatError(message, path, nodes[1].line if len(nodes) > 1 else None)
    found = JsonNode(nodes[0].value, "", notebook).as_object("the document", known)
    expect_version(found, format_name)
    return found


def expect_version(found: JsonObjectNode, format_name: str) -> None:
    """Fail on another format, and on a version that is yet to come."""
    if not found.has("format"):
        raise found.fail(f'has no "format"; add "format": {quoted(format_name)}, "version": 1')
    named = found.text("format")
    if named != format_name:
        told = f"; is this {_HOLDS[named]}, given for the other? the order is RUN GOLD" if named in _HOLDS else ""
        raise found.at("format").fail(f"expected {quoted(format_name)}, found {quoted(named)}{told}")
    if found.whole("version") != 1:
        message = f"this Cliometer reads version 1, found {found.whole('version')}; a newer one may read it"
        raise found.at("version").fail(message)
