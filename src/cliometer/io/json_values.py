"""JSON values with the line they start on, and the checks that both JSON formats share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.dates import expect_date
from cliometer.io.days import Day
from cliometer.io.notes import Notebook, quoted

_BLANK = re.compile(r"[ \t\n\r]*")


class Object(dict[str, object]):
    """A JSON object that remembers keys which stand in it twice."""

    def __init__(self, pairs: Iterable[tuple[str, object]]) -> None:
        self.pairs = tuple(pairs)
        super().__init__(self.pairs)


_DECODER = json.JSONDecoder(object_pairs_hook=Object)


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


def make_day(date: object, sentences: object, number: int, notebook: Notebook, line: int | None) -> Day:
    """A day from its two parts as they stand in JSON, the `number`th of its timeline."""
    when = expect_date(date, notebook, line, f"day {number}: ")
    if not isinstance(sentences, list) or not all(isinstance(sentence, str) for sentence in sentences):
        raise FormatError(
            f"day {number} ({when}): expected a list of sentences such as "
            f'["It rained."], found {quoted(sentences)}',
            notebook.path,
            line,
        )
    return Day(when, tuple(sentences), f"as day {number}", line)


def note_other_keys(value: Object, known: Iterable[str], what: str, notebook: Notebook) -> None:
    """Name the keys that nothing is made of."""
    others = [quoted(key) for key in value if key not in known]
    if others:
        notebook.add(None, f"keys of {what} left out: {', '.join(others)}", kind=what)


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
