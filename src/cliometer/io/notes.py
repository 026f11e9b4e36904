"""What a reader forgave, with its place; the same thing forgiven often is one note with a count."""

from __future__ import annotations

from pathlib import Path

_LONGEST_QUOTE = 60
_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}


def quoted(found: object) -> str:
    """What was found, short enough for a message: `"May 27th"`, `7`, `a list of 3`."""
    if isinstance(found, str):
        shown = found if len(found) <= _LONGEST_QUOTE else found[:_LONGEST_QUOTE] + "..."
        return '"' + "".join(_visible(character) for character in shown) + '"'
    if isinstance(found, list):
        return f"a list of {len(found)}"
    return "an object" if isinstance(found, dict) else _JSON_WORDS.get(str(found), str(found))


def _visible(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


class Notebook:
    """The notes on one file, in the order of their first appearance."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._first_line: dict[str, int | None] = {}
        self._count: dict[str, int] = {}

    def add(self, line: int | None, message: str) -> None:
        """Note something; an equal message only counts."""
        self._first_line.setdefault(message, line)
        self._count[message] = self._count.get(message, 0) + 1

    @property
    def notes(self) -> tuple[str, ...]:
        """`path:line: message`, with the number of times where it is more than one."""
        return tuple(self._spell(message) for message in self._count)

    def _spell(self, message: str) -> str:
        line, times = self._first_line[message], self._count[message]
        if line is None:
            return f"{self.path}: {message}" + (f" ({times} times)" if times > 1 else "")
        return f"{self.path}:{line}: {message}" + (f" ({times} times, first here)" if times > 1 else "")
