"""TimeML files (`.tml`, `.timeml`) in and out: TimeBank's, TempEval's, HeidelTime's and our own."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.atomic import write_whole
from cliometer.io.notes import Notebook, quoted
from cliometer.io.timeml.annotation import timeml_of
from cliometer.io.timeml.document import Mark, TimeML, is_time
from cliometer.io.timeml.text import put_together, take_apart
from cliometer.io.xml.text import spell_xml
from cliometer.io.xml.tree import Document, parse_xml, read_xml
from cliometer.model.annotation import Annotation

__all__ = ["TimeML", "parse_timeml", "read_timeml", "spell_timeml", "write_timeml"]


def read_timeml(path: str | PathLike[str]) -> TimeML:
    """A TimeML file; `.annotation` has its sentences, times, events and date in our own values."""
    place = Path(path)
    return _timeml(read_xml(place), place)


def parse_timeml(content: str, path: str | PathLike[str] = "TimeML") -> TimeML:
    """The same of a text, as a tagger's output; `path` is for messages.

    >>> found = parse_timeml('<TimeML>On <TIMEX3 tid="t1" type="DATE" value="1970">1970</TIMEX3></TimeML>')
    >>> found.annotation.times[0].value
    '1970'
    """
    return _timeml(parse_xml(content, Path(path)), Path(path))


def write_timeml(document: TimeML | Annotation, path: str | PathLike[str], force: bool = False) -> None:
    """Write a document as it was read, or an annotation as a document of its own, named after the file."""
    place = Path(path)
    timeml = timeml_of(document, place.stem) if isinstance(document, Annotation) else document
    write_whole(place, spell_timeml(timeml), force)


def spell_timeml(document: TimeML | Annotation) -> str:
    """The text of a TimeML file."""
    timeml = timeml_of(document) if isinstance(document, Annotation) else document
    return spell_xml(put_together(timeml))


def _timeml(document: Document, path: Path) -> TimeML:
    if document.root.tag.lower() != "timeml":
        raise FormatError(
            f"expected <TimeML> as the first tag, found <{document.root.tag}>; is this the right file?",
            path,
            document.root.line,
        )
    text, marks, frame = take_apart(document)
    return TimeML(text, marks, frame, _notes(marks, path))


def _notes(marks: tuple[Mark, ...], path: Path) -> tuple[str, ...]:
    """Which TIMEX3 are kept in the file but are no time expressions of the text, and odd ids of events."""
    notebook = Notebook(path)
    _note_ids([mark for mark in marks if mark.tag == "EVENT"], notebook)
    for mark in marks:
        if mark.tag != "TIMEX3" or is_time(mark):
            continue
        if mark.start == mark.end:
            notebook.add(mark.line, "a TIMEX3 without words is kept but is no time expression", kind="empty")
        else:
            kind = quoted(mark.get("type"))
            notebook.add(mark.line, f"a TIMEX3 of type {kind} is kept but is no time expression", kind="type")
    return notebook.notes


def _note_ids(events: list[Mark], notebook: Notebook) -> None:
    """Links and instances refer to events by their eid."""
    seen: set[str] = set()
    for mark in events:
        eid = mark.get("eid")
        if not eid:
            notebook.add(mark.line, "an EVENT without eid; nothing can refer to it", kind="no eid")
        elif eid in seen:
            notebook.add(
                mark.line, f"the eid {quoted(eid)} stands twice; links to it are ambiguous", kind="eid"
            )
        seen.add(eid)
