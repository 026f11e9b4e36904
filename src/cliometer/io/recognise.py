"""Which format a text is in: by what it says first, and only then by the file's ending."""

from __future__ import annotations

from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.base import Format, format_for_suffix, formats
from cliometer.io.lines import first_line
from cliometer.io.notes import quoted

_HEAD = 65_536  # enough to see how a file starts, whatever its size


def recognise(text: str, path: Path) -> Format:
    """The format whose mark the text bears, else that of the ending, whose reader then says what is wrong.

    No text bears two marks: `{`, `[`, a header, a heading or dated bullet, a date.
    """
    head = text.lstrip()[:_HEAD]
    if not head:
        raise FormatError("is empty: expected a timeline; one without any day is [] in a .jsonl file", path)
    for format in formats():
        if format.recognises(head):
            return format
    by_ending = format_for_suffix(path)
    if by_ending is None:
        known = ", ".join(sorted(format.name for format in formats()))
        raise FormatError(f"is in no known format ({known}); it starts {quoted(first_line(head))}", path)
    return by_ending
