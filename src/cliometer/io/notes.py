"""What a reader forgave, with its place; the same thing forgiven often is one note with a count."""

from __future__ import annotations

from pathlib import Path

_LONGEST_QUOTE = 60
_MOST_ALIKE = 3  # notes of one kind; where there are more, the first stands for them
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
        self._kinds: dict[str, list[str]] = {}

    def add(self, line: int | None, message: str, kind: str = "") -> None:
        """Note something; an equal message only counts, and so do many of one kind."""
        self._first_line.setdefault(message, line)
        if message not in self._count:
            self._kinds.setdefault(kind or message, []).append(message)
        self._count[message] = self._count.get(message, 0) + 1

    @property
    def notes(self) -> tuple[str, ...]:
        """`path:line: message`, with the number of times where it is more than one."""
        return tuple(note for alike in self._kinds.values() for note in self._spell_kind(alike))

    def _spell_kind(self, alike: list[str]) -> list[str]:
        if len(alike) <= _MOST_ALIKE:
            return [self._spell(message) for message in alike]
        more = sum(self._count[message] for message in alike) - 1
        return [f"{self._place(alike[0])}{alike[0]} (and {more} more like it)"]

    def _place(self, message: str) -> str:
        line = self._first_line[message]
        return f"{self.path}: " if line is None else f"{self.path}:{line}: "

    def _spell(self, message: str) -> str:
        times = self._count[message]
        here = "" if self._first_line[message] is None else ", first here"
        return f"{self._place(message)}{message}" + (f" ({times} times{here})" if times > 1 else "")
