"""JSON values that know their line and their place in the document, so that every complaint can name it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from cliometer.errors import CliometerError, FormatError, InputError, UsageError
from cliometer.io.input_form import STANDARD_INPUT
from cliometer.io.lines import DayEntry, Notebook, expect_date
from cliometer.io.text_files import folder_entries, read_bare_text, read_start, unpacked
from cliometer.model.records import decode, member_place
from cliometer.model.when import When
from cliometer.spelling import listed, quoted

_BLANK = re.compile(r"[ \t\n\r]*")


class JsonObject(dict[str, object]):
    """A JSON object that remembers keys which stand in it twice."""

    def __init__(self, pairs: Iterable[tuple[str, object]]) -> None:
        self.pairs = tuple(pairs)
        super().__init__(self.pairs)


_DECODER = json.JSONDecoder(object_pairs_hook=JsonObject)
_HALF_CHARACTER = re.compile(r"\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]..")  # a lone surrogate
_MEND = "correct it there, or write the file again"


def json_nodes(
    text: str, notebook: Notebook, line: int = 1, remedy: str = _MEND, halves: bool = False
) -> Iterator[JsonNode]:
    """Yield every value of a text that starts on `line`; values stand one a line, or spread over several.

    `remedy` is added where the text is not valid JSON. Half characters are refused unless `halves` lets them pass,
    for a reader that replaces them.
    """
    position, counted, first = _skip_blank(text, 0), 0, line
    while position < len(text):
        line += text.count("\n", counted, position)
        counted = position
        try:
            value, end = _DECODER.raw_decode(text, position)
        except json.JSONDecodeError as error:
            place = error.lineno + first - 1
            raise FormatError(
                "json-invalid", notebook.path, place, reason=error.msg, column=error.colno, remedy=remedy
            ) from None
        except RecursionError:
            raise FormatError("json-too-deep", notebook.path, line) from None
        except ValueError:  # Python's own advice, a switch of the interpreter, would help nobody here
            raise FormatError("json-number-too-long", notebook.path, line) from None
        may_have = not halves and "\\u" in text[position:end]
        if half := _HALF_CHARACTER.search(json.dumps(value)) if may_have else None:
            raise FormatError("half-character", notebook.path, line, half=half[0])
        yield JsonNode(value, "", notebook, line)
        position = _skip_blank(text, end)


def json_document(text: str, notebook: Notebook, wanted: str) -> JsonNode:
    """Return the only JSON value of a text, without a line; `wanted` says in messages what it should be."""
    return only_node(list(json_nodes(text, notebook)), notebook, wanted)


def only_node(nodes: list[JsonNode], notebook: Notebook, wanted: str) -> JsonNode:
    """Return the only one of the JSON values of a text, without a line, as `json_document` does."""
    if len(nodes) != 1:
        problem, line = ("a second JSON value", nodes[1].line) if nodes else ("nothing", None)
        raise FormatError("unexpected-value", notebook.path, line, what=wanted, value=problem)
    return replace(nodes[0], line=None)


def json_lines(
    lines: Iterable[tuple[int, str]], notebook: Notebook, what: str, example: str, halves: bool = False
) -> Iterator[JsonObjectNode]:
    """Yield the objects that stand one a line in numbered lines; `what` names one of them, `example` shows it."""
    for number, line in lines:
        for node in json_nodes(line, notebook, number, f"expected {what} on each line: {example}", halves):
            yield node.as_object(what, such=example)


def key_lines(text: str, keys: Iterable[str]) -> Iterator[int | None]:
    """Yield the lines of keys that stand in a text one after the other; None for one that is spelled otherwise."""
    position, line = 0, 1
    for key in keys:
        place = text.find(json.dumps(key, ensure_ascii=False), position)
        if place >= 0:
            line += text.count("\n", position, place)
            position = place + 1
        yield line if place >= 0 else None


def make_day(date: JsonNode, sentences: JsonNode, number: int) -> DayEntry:
    """Return the day of a date and a list of sentences, the `number`th of its timeline."""
    when = date.as_date()
    if isinstance(sentences.value, str):  # {"1970-04-11": "It rained."}
        kind = "a text in place of a list of sentences"
        sentences.notebook.add(date.line, f"{kind}; each of its lines was read as a sentence", kind)
        lines = tuple(line for line in sentences.value.splitlines() if line.strip())
        return DayEntry(when, lines, f"as day {number}", date.line)
    return DayEntry(when, sentences.as_texts('sentences such as ["It rained."]'), f"as day {number}", date.line)


def filled(members: Mapping[str, object]) -> dict[str, object]:
    """Return the members of an object that hold something; None and what is empty is left out."""
    return {key: value for key, value in members.items() if value is not None and value not in ("", [], {})}


def _skip_blank(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


UNITS = "cliometer-units"
EXTRACTS = "cliometer-extracts"
_JSON = (".jsonl", ".json", ".ndjson")
_HEAD = 400  # characters in which the name of a format must stand


def are_extracts(path: Path) -> bool:
    """Return whether a file says that it holds extracts, the ids that systems selected."""
    may_be_json = path == STANDARD_INPUT or (unpacked(path).suffix.lower() == ".json" and path.is_file())
    return may_be_json and f'"{EXTRACTS}"' in head_of(path)


_BANK = re.compile(r'"(nugget_bank|claim_bank)"\s*:')
_RECORD = re.compile(r'"qid"\s*:'), re.compile(r'"nuggets"\s*:\s*\[')  # two: one pattern for both takes quadratic time
_ANSWERS = re.compile(r'"answer"\s*:\s*\[')
_LONG_HEAD = 65_536  # bytes in which the first record of a bank shows its keys


def holds_bank(path: Path) -> bool:
    """Return whether a file, or the first one of a folder, is a bank of nuggets, assigned or not."""
    if path.is_dir():
        files = (entry for entry in folder_entries(path) if unpacked(entry).suffix.lower() in _JSON)
        return any(holds_bank(file) for file in islice(files, 1))
    return _starts_with(path, _BANK) or _starts_with(path, *_RECORD)


def holds_answers(path: Path) -> bool:
    """Return whether a file holds the answers of a RAG track, whose sentences stand in a list."""
    return _starts_with(path, _ANSWERS)


def _starts_with(path: Path, *keys: re.Pattern[str]) -> bool:
    if path == STANDARD_INPUT or unpacked(path).suffix.lower() not in _JSON or not path.is_file():
        return False
    head = read_start(path, _LONG_HEAD).decode("utf-8", "replace")
    return head.startswith("{") and all(key.search(head) for key in keys)


def head_of(path: Path) -> str:
    """Return the start of a file, in which our formats name themselves."""
    return read_start(path, _HEAD).decode("utf-8", "replace")


T = TypeVar("T")
_HOLDS = {UNITS: "the gold, content units or judged events", EXTRACTS: "a run, what a system selected"}


@dataclass(frozen=True)
class JsonNode:
    """A value of a JSON document and its place, such as `topics[0].units[3]`; null counts as absent."""

    value: object
    place: str
    notebook: Notebook
    line: int | None = None

    def fail(self, rule: str, /, **values: object) -> FormatError:
        """Return an error at this place."""
        return FormatError(rule, self.notebook.path, self.line, **values).inside(self.place)

    def fails(self, error: CliometerError) -> FormatError:
        """Return an error of the model at this place."""
        return FormatError.like(error).inside(self.place).at(self.notebook.path, self.line)

    def build(self, make: Callable[[], T]) -> T:
        """Return what `make` makes; what the model refuses is refused with the place of this value."""
        try:
            return make()
        except FormatError:
            raise
        except (InputError, UsageError) as error:
            raise self.fails(error) from None

    def read(self, kind: type[T]) -> T:
        """Return the value as `decode` reads a value of this type: a text, a number, a dataclass."""
        try:
            return decode(kind, self.value, self.place)
        except InputError as error:
            raise FormatError.like(error).at(self.notebook.path, self.line) from None

    def as_object(self, what: str, known: Iterable[str] | None = None, such: str = "") -> JsonObjectNode:
        """Return the value as an object; keys that are not among the `known` are noted.

        `what` is what the object is called in messages, and `such` is an example of it.
        """
        if not isinstance(self.value, JsonObject):
            example = f" such as {such}" if such else ""
            raise self.fail("object-expected", what=what, example=example, value=quoted(self.value))
        if len(self.value) < len(self.value.pairs):
            keys = [key for key, _ in self.value.pairs]
            twice = next(key for place, key in enumerate(keys) if key in keys[:place])
            raise self.fail("key-repeated", twice=quoted(twice))
        names = set(self.value if known is None else known)
        if others := [quoted(key) for key in self.value if key not in names]:
            self.notebook.add(None, f"keys of {what} left out: {listed(others)}", kind=what)
        return JsonObjectNode(self.value, self.place, self.notebook, self.line, what, self.value)

    def as_items(self, what: str) -> Iterator[JsonNode]:
        """Yield the members of a list; `what` is what they are called in messages."""
        if not isinstance(self.value, list):
            raise self.fail("list-expected", what=what, value=quoted(self.value))
        for number, value in enumerate(self.value):
            yield JsonNode(value, f"{self.place}[{number}]", self.notebook, self.line)

    def as_parts(self, what: str, *names: str) -> tuple[JsonNode, ...]:
        """Return the members of a list that has one for each of the `names`, by which messages call them."""
        if not isinstance(self.value, list) or len(self.value) != len(names):
            raise self.fail("unexpected-value", what=what, value=quoted(self.value))
        return tuple(
            JsonNode(value, member_place(self.place, name), self.notebook, self.line)
            for name, value in zip(names, self.value, strict=True)
        )

    def as_texts(self, what: str) -> tuple[str, ...]:
        """Return the strings of a list; `what` is what they are called in messages."""
        if isinstance(self.value, list) and all(isinstance(text, str) for text in self.value):
            return tuple(self.value)
        return tuple(node.read(str) for node in self.as_items(what))

    def as_date(self) -> When:
        """Return the date that a text spells; an unusual spelling is noted."""
        return expect_date(self.value, self.notebook, self.line, self.place)


@dataclass(frozen=True)
class JsonObjectNode(JsonNode):
    """A JSON object whose keys have been checked; `what` is what messages call it."""

    what: str = ""
    members: JsonObject = field(default_factory=lambda: JsonObject(()))

    def holding(self, members: Mapping[str, object]) -> JsonObjectNode:
        """Return an object with other members that stands where this one does."""
        made = JsonObject(members.items())
        return replace(self, value=made, members=made)

    def has(self, key: str) -> bool:
        """Return whether something other than null stands under a key."""
        return self.members.get(key) is not None

    def at(self, key: str) -> JsonNode:
        """Return what stands under a key, which must be there."""
        if not self.has(key):
            raise self.fail("key-missing", what=self.what, key=quoted(key))
        return JsonNode(self.members[key], member_place(self.place, key), self.notebook, self.line)

    def text(self, key: str) -> str:
        """Return the string under a key, which must be there."""
        return self.at(key).read(str)

    def maybe_text(self, key: str) -> str | None:
        """Return the string under a key, or None where there is none."""
        return self.text(key) if self.has(key) else None

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the strings of the list under a key; none where there is no list."""
        return self.at(key).as_texts(key) if self.has(key) else ()

    def items(self, key: str) -> Iterator[JsonNode]:
        """Return the members of the list under a key; none where there is no list."""
        return self.at(key).as_items(key) if self.has(key) else iter(())

    def number(self, key: str) -> float:
        """Return the finite number under a key, which must be there."""
        node = self.at(key)
        number = node.read(float)
        if not math.isfinite(number):
            raise node.fail("finite-number-expected", node=quoted(node.value))
        return node.value if isinstance(node.value, int) else number

    def whole(self, key: str) -> int:
        """Return the whole number under a key, which must be there."""
        return self.at(key).read(int)

    def truth(self, key: str) -> bool:
        """Return the true or false under a key; false where there is none."""
        return self.at(key).read(bool) if self.has(key) else False

    def when(self, key: str) -> When | None:
        """Return the date under a key, or None where there is none."""
        if not self.has(key):
            return None
        node = self.at(key)
        return node.build(lambda: When.parse(node.read(str)))


def read_nodes(path: Path) -> tuple[str, list[JsonNode], Notebook]:
    """Read the text of a file, and its JSON values where it starts like one."""
    text, notebook = read_bare_text(path), Notebook(path)
    if not text.lstrip().startswith(("{", "[")):
        return text, [], notebook
    return text, list(json_nodes(text, notebook)), notebook


def document(path: Path, format_name: str, known: Iterable[str]) -> JsonObjectNode:
    """Read the one object of a file, which must say that it is of our format and version."""
    _, nodes, notebook = read_nodes(path)
    if len(nodes) != 1 or not isinstance(nodes[0].value, JsonObject):
        raise FormatError(
            "json-object-expected", path, nodes[1].line if len(nodes) > 1 else None, format_name=format_name
        )
    document = JsonNode(nodes[0].value, "", notebook).as_object("the document", known)
    expect_version(document, format_name)
    return document


def expect_version(document: JsonObjectNode, format_name: str) -> None:
    """Fail on another format, and on a version that is yet to come."""
    if not document.has("format"):
        raise document.fail("format-missing", format_name=quoted(format_name))
    named = document.text("format")
    if named != format_name:
        hint = f"; is this {_HOLDS[named]}, given for the other? the order is RUN GOLD" if named in _HOLDS else ""
        raise document.at("format").fail(
            "format-mismatch", format_name=quoted(format_name), named=quoted(named), hint=hint
        )
    if document.whole("version") != 1:
        raise document.at("version").fail("version-too-new", whole=document.whole("version"))
