"""Notes: remarks beside a result, with what they are about and how much they matter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from typing import Any, Literal, Self, cast

from cliometer.errors import filling
from cliometer.spelling import Rendered

Weight = Literal["decisive", "useful", "detail"]


class Note(str, Rendered):
    """A remark, made of the template of its rule; a text like any other for whoever prints or writes it.

    Attributes
    ----------
    rule : str
        The stable name of what the note is about, such as `topics-left-out`.
    values : Mapping
        What filled the template.
    weight : str
        `decisive` where a number is misread without it, `useful`, or `detail`.
    """

    rule: str = "other"
    values: Mapping[str, object] = {}
    weight: Weight = "useful"
    frame: tuple[str, str] = ("", "")  # what stands before and behind the text of the template

    @classmethod
    def of(cls, rule: str, /, **values: object) -> Self:
        """Return the note of a rule, whose weight and template stand in `messages/notes.txt`."""
        weight, template = note_templates()[rule]
        note = cls(template.format_map(values))
        note.rule, note.values, note.weight = rule, values, weight
        return note

    def render(self, spell: Callable[[Any], str] = str, translate: Callable[[str], str] = str) -> str:
        """Return the note; one that was not made of a template is translated as it is."""
        (before, after), text = self.frame, str(self)
        body = text[len(before) : len(text) - len(after)]
        if self.rule not in note_templates():
            return f"{before}{translate(body)}{after}"
        template = translate(note_templates()[self.rule][1])
        return f"{before}{template.format_map(filling(self.values, spell, translate, translate))}{after}"

    def framed(self, before: str, after: str = "") -> Note:
        """Return the same note with a place before its text, or a count behind it."""
        note = Note(f"{before}{self}{after}")
        note.rule, note.values, note.weight = self.rule, self.values, self.weight
        note.frame = f"{before}{self.frame[0]}", f"{self.frame[1]}{after}"
        return note

    def beneath(self, folder: os.PathLike[str]) -> Note:
        """Return a note on a file of a folder with the name of the file in that folder, as the archive has it."""
        prefix, (before, after) = f"{os.fspath(folder)}{os.sep}", self.frame
        body = Note(self[len(before) : len(self) - len(after)].replace(prefix, ""))
        if self.rule in note_templates():
            names = {
                name: str(value).removeprefix(prefix)
                for name, value in self.values.items()
                if isinstance(value, str | os.PathLike) and not isinstance(value, Rendered)
            }
            body = Note.of(self.rule, **{**self.values, **names})
        body.rule, body.values, body.weight = self.rule, body.values or self.values, self.weight
        return body.framed(before.removeprefix(prefix), after)


def as_note(text: str) -> Note:
    """Return a note, or a plain text as one."""
    return text if isinstance(text, Note) else Note(text)


def joined(notes: Iterable[str], most: int = sys.maxsize) -> str:
    """Return several notes as one, the first `most` of them and the number of the others; each can be translated.

    >>> print(joined(["a is missing", "b is missing", "c is missing"], 2))
    a is missing; b is missing (and 1 more)
    """
    notes = list(notes)
    text = reduce(lambda first, second: Note.of("notes-joined", first=first, second=second), notes[:most] or [""])
    return Note.of("notes-abridged", notes=text, count=len(notes) - most) if len(notes) > most else text


def add_notes(path: str | os.PathLike[str]) -> None:
    """Add the templates of another package: a file with a line for each rule, its weight and its template."""
    NOTE_FILES.setdefault(str(path))
    note_templates.cache_clear()


NOTE_FILES: dict[str, None] = {os.path.join(os.path.dirname(__file__), "..", "messages", "notes.txt"): None}


@cache
def note_templates() -> dict[str, tuple[Weight, str]]:
    """Return weight and template of each rule."""
    return {rule: parts for file in NOTE_FILES for rule, parts in file_notes(file).items()}


def file_notes(path: str | os.PathLike[str]) -> dict[str, tuple[Weight, str]]:
    """Return weight and template of each rule of a file, whose lines hold the three."""
    with open(path, encoding="utf-8") as file:
        lines = (line.rstrip("\n").split(" ", 2) for line in file)
        return {rule: (cast(Weight, weight), template) for rule, weight, template in lines}


def by_weight(notes: Iterable[str], weight: Weight) -> list[str]:
    """Return the notes of a weight; a plain text, such as a note that was read from a file, is useful."""
    return [note for note in notes if (note.weight if isinstance(note, Note) else "useful") == weight]
