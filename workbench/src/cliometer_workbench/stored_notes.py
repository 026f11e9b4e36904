"""Notes in columns of JSON, which keep their rule and values, so that pages can show them in any language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cliometer.model.notes import Note, note_templates
from cliometer.spelling import Counted

_RULE, _COUNT = "rule of a note", "counted"


def stored(value: Any) -> Any:
    """Return a value in the types of JSON, with the rules of the notes in it."""
    if isinstance(value, Note) and value.rule in note_templates():
        return {_RULE: value.rule, "values": stored(value.values), "frame": value.frame, "text": str(value)}
    if isinstance(value, Counted):
        return {_COUNT: value.count_of, "form": value.form}
    if isinstance(value, Mapping):
        return {name: stored(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [stored(member) for member in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


class NoteDecoder(json.JSONDecoder):
    """Reads what `stored` returned; a note whose rule is unknown to this version is a text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(object_hook=_read, **options)


def _read(members: dict[str, Any]) -> Any:
    if members.keys() == {_COUNT, "form"}:
        return Counted(members[_COUNT], members["form"])
    if members.keys() != {_RULE, "values", "frame", "text"}:
        return members
    try:
        return Note.of(members[_RULE], **members["values"]).framed(*members["frame"])
    except (LookupError, TypeError, ValueError):
        return members["text"]
