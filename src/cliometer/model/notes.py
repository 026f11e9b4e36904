"""Notes: remarks beside a result, with what they are about and how much they matter."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, Self, cast

Weight = Literal["decisive", "useful", "detail"]


class Note(str):
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

    @classmethod
    def of(cls, rule: str, /, **values: object) -> Self:
        """Return the note of a rule, whose weight and template stand in `messages/notes.txt`."""
        weight, template = note_templates()[rule]
        note = cls(template.format_map(values))
        note.rule, note.values, note.weight = rule, values, weight
        return note

    def framed(self, before: str, after: str = "") -> Note:
        """Return the same note with a place before its text, or a count behind it."""
        note = Note(f"{before}{self}{after}")
        note.rule, note.values, note.weight = self.rule, self.values, self.weight
        return note


@cache
def note_templates() -> dict[str, tuple[Weight, str]]:
    """Return weight and template of each rule; a line of the file holds the three."""
    with open(os.path.join(os.path.dirname(__file__), "..", "messages", "notes.txt"), encoding="utf-8") as file:
        lines = (line.rstrip("\n").split(" ", 2) for line in file)
        return {rule: (cast(Weight, weight), template) for rule, weight, template in lines}


def by_weight(notes: Iterable[str], weight: Weight) -> list[str]:
    """Return the notes of a weight; a plain text, such as a note that was read from a file, is useful."""
    return [note for note in notes if (note.weight if isinstance(note, Note) else "useful") == weight]
