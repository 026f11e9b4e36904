"""XML as a tree that remembers its lines, read without trusting it, and written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from cliometer.errors import FormatError, InputError
from cliometer.io.text_files import existing, read_content
from cliometer.spelling import quoted

Attributes = tuple[tuple[str, str], ...]
COMMENT = "!--"
_DEEPEST = 200  # elements within elements; annotated texts have a handful
_NOT_WELL_FORMED = "not well-formed (invalid token)"


@dataclass(frozen=True)
class Element:
    """A tag, its attributes and what is in it; a comment is an element called `!--`, an instruction `?...`.

    Two elements are equal whatever line they stand on.
    """

    tag: str
    attributes: Attributes = ()
    children: tuple[Element | str, ...] = ()
    line: int | None = field(default=None, compare=False)

    def get(self, name: str) -> str | None:
        """Return the value of an attribute, if there is one."""
        return next((value for key, value in self.attributes if key == name), None)

    def elements(self, *tags: str) -> tuple[Element, ...]:
        """Return the elements directly in this one, those of the given tags if there are any."""
        inner = (child for child in self.children if isinstance(child, Element))
        return tuple(child for child in inner if not tags or child.tag in tags)

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in the order of the file."""
        yield self
        for child in self.elements():
            yield from child.walk()

    @property
    def text(self) -> str:
        """All characters in this element."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def is_markup(self) -> bool:
        """Whether it is a comment or an instruction."""
        return self.tag[0] in "!?"


@dataclass(frozen=True)
class XmlDocument:
    """The root of a file, and the DTD that its first lines name: system and public identifier."""

    root: Element
    system: str | None = None
    public: str | None = None


def read_xml(path: Path) -> XmlDocument:
    """Read the tree of a file in whichever encoding it declares; what is malformed is an error with its line."""
    if existing(path).is_dir():
        raise InputError("file-expected-found-folder", path)
    return _Builder(path).document(read_content(path))


def parse_xml(content: str | bytes, path: Path) -> XmlDocument:
    """Return the tree of a text; `path` is for messages."""
    return _Builder(path).document(content)


class _Builder:
    """Listens to the parser and puts the tree together; the stack holds elements whose end has not been read yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stack: list[tuple[str, Attributes, int, list[Element | str]]] = [("", (), 1, [])]
        self.doctype: tuple[str | None, str | None] = (None, None)
        self.parser = expat.ParserCreate()
        self.parser.ordered_attributes = True
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.CommentHandler = lambda text: self._markup(COMMENT, text)
        self.parser.ProcessingInstructionHandler = lambda target, text: self._markup(f"?{target}", text)
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._refuse_declaration
        self.parser.SkippedEntityHandler = self._refuse_reference

    def document(self, content: str | bytes) -> XmlDocument:
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            raise self._malformed(error, content) from None
        except (LookupError, ValueError) as error:  # an encoding that Python does not know or cannot use
            raise FormatError("xml-undecodable", self.path, 1, reason=str(error)) from None
        return XmlDocument(Element("", (), tuple(self.stack[0][-1])).elements()[0], *self.doctype)

    def _malformed(self, error: expat.ExpatError, content: str | bytes) -> FormatError:
        reason = expat.ErrorString(error.code) or "not well-formed"
        remedy = "correct the line"
        if reason == _NOT_WELL_FORMED and isinstance(content, bytes):
            try:
                content.decode("utf-8")
            except UnicodeDecodeError:
                remedy = "or not UTF-8: declare its encoding in the first line, or re-encode it with iconv"
        return FormatError("xml-malformed", self.path, error.lineno, reason=reason, remedy=remedy)

    @property
    def _line(self) -> int:
        return self.parser.CurrentLineNumber

    def _start(self, tag: str, attributes: list[str]) -> None:
        if len(self.stack) > _DEEPEST:
            raise FormatError("xml-too-deep", self.path, self._line, deepest=_DEEPEST)
        pairs = tuple(zip(attributes[::2], attributes[1::2], strict=True))
        self.stack.append((tag, pairs, self._line, []))

    def _end(self, tag: str) -> None:
        _, attributes, line, children = self.stack.pop()
        self.stack[-1][-1].append(Element(tag, attributes, tuple(children), line))

    def _text(self, text: str) -> None:
        children = self.stack[-1][-1]
        before = children.pop() if children and isinstance(children[-1], str) else ""
        children.append(f"{before}{text}")  # runs of characters become one

    def _markup(self, tag: str, text: str) -> None:
        if len(self.stack) > 1:  # what stands outside the root belongs to the file, not to the document
            self.stack[-1][-1].append(Element(tag, (("", text),), (), self._line))

    def _doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        self.doctype = (system, public)

    # a few entities can unfold to gigabytes or to a file of the reader's machine; nor is a DTD ever fetched
    def _refuse_declaration(self, name: str, *rest: object) -> None:
        raise FormatError("xml-entity-declared", self.path, self._line, name=quoted(name))

    def _refuse_reference(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise FormatError("xml-entity-unknown", self.path, self._line, name=name)


_Escapes = dict[str, str | int | None]
_TEXT: _Escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}  # a bare CR would be read as LF
_ATTRIBUTE: _Escapes = _TEXT | {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def spell_xml(document: XmlDocument) -> str:
    """Return the text of a file, ending in a line break."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_doctype(document)}{spell(document.root)}\n'


def _doctype(document: XmlDocument) -> str:
    if document.system is None:
        return ""
    public = "SYSTEM" if document.public is None else f'PUBLIC "{document.public}"'
    return f'<!DOCTYPE {document.root.tag} {public} "{document.system}">\n'


def spell(element: Element) -> str:
    """Return one element with all that is in it as text."""
    if element.is_markup:
        ((_, content),) = element.attributes
        return f"<!--{content}-->" if element.tag == COMMENT else f"<{element.tag} {content}?>"
    start = f"<{element.tag}{attributes(element)}"
    if not element.children:
        return f"{start}/>"
    inside = "".join(text(child) if isinstance(child, str) else spell(child) for child in element.children)
    return f"{start}>{inside}</{element.tag}>"


def attributes(element: Element) -> str:
    """Return the attributes of a tag as text, with a blank before each."""
    return "".join(f' {name}="{_escaped(value, _ATTRIBUTE)}"' for name, value in element.attributes)


def text(characters: str) -> str:
    """Return characters between tags as text."""
    return _escaped(characters, _TEXT)


def _escaped(characters: str, escapes: _Escapes) -> str:
    if wrong := _FORBIDDEN.search(characters):
        raise InputError("xml-character-invalid", code=ord(wrong[0]))
    return characters.translate(str.maketrans(escapes))
