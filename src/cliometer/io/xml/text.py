"""A tree as XML, such that reading it gives the tree again."""

from __future__ import annotations

import re

from cliometer.errors import InputError
from cliometer.io.xml.tree import COMMENT, Document, Element

_Escapes = dict[str, str | int | None]
_TEXT: _Escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}  # a bare CR would be read as LF
_ATTRIBUTE: _Escapes = _TEXT | {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def spell_xml(document: Document) -> str:
    """The text of a file, ending in a line break."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_doctype(document)}{spell(document.root)}\n'


def _doctype(document: Document) -> str:
    if document.system is None:
        return ""
    public = "SYSTEM" if document.public is None else f'PUBLIC "{document.public}"'
    return f'<!DOCTYPE {document.root.tag} {public} "{document.system}">\n'


def spell(element: Element) -> str:
    """One element with all that is in it."""
    if element.is_markup:
        return _markup(element)
    start = f"<{element.tag}{attributes(element)}"
    if not element.children:
        return f"{start}/>"
    inside = "".join(text(child) if isinstance(child, str) else spell(child) for child in element.children)
    return f"{start}>{inside}</{element.tag}>"


def _markup(element: Element) -> str:
    ((_, said),) = element.attributes
    return f"<!--{said}-->" if element.tag == COMMENT else f"<{element.tag} {said}?>"


def attributes(element: Element) -> str:
    """What stands behind the tag's name, with a blank before each."""
    return "".join(f' {name}="{_escaped(value, _ATTRIBUTE)}"' for name, value in element.attributes)


def text(characters: str) -> str:
    """Characters between tags."""
    return _escaped(characters, _TEXT)


def _escaped(characters: str, escapes: _Escapes) -> str:
    if wrong := _FORBIDDEN.search(characters):
        raise InputError(f"the character U+{ord(wrong[0]):04X} cannot be written in XML; remove it")
    return characters.translate(str.maketrans(escapes))
