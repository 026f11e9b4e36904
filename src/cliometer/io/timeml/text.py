"""The text of a TimeML file and its tags: out of the tree by their places, and back into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cliometer.errors import InputError
from cliometer.io.timeml.document import TEXT, Mark, TimeML
from cliometer.io.xml.tree import Document, Element

Children = tuple[Element | str, ...]


def take_apart(document: Document) -> tuple[str, tuple[Mark, ...], Document]:
    """Text, tags and frame of a document; without TEXT, as HeidelTime writes it, all of it is the text."""
    text = _text_element(document.root)
    marks: list[Mark] = []
    characters = _collect(text, 0, 0, marks)
    return characters, tuple(marks), replace(document, root=_filled(document.root, text, ()))


def put_together(timeml: TimeML) -> Document:
    """The document again."""
    root = timeml.frame.root
    children = _Weaver(timeml.text, timeml.marks).all()
    return replace(timeml.frame, root=_filled(root, _text_element(root), children))


def _text_element(root: Element) -> Element:
    return next((element for element in root.walk() if element.tag == TEXT), root)


def _filled(element: Element, text: Element, children: Children) -> Element:
    """The tree with other children in its text element."""
    if element is text:
        return replace(element, children=children)
    return replace(
        element,
        children=tuple(
            child if isinstance(child, str) else _filled(child, text, children) for child in element.children
        ),
    )


def _collect(element: Element, start: int, depth: int, marks: list[Mark]) -> str:
    """The characters of an element; its tags are added to the marks, outer ones first."""
    pieces: list[str] = []
    place = start
    for child in element.children:
        if isinstance(child, str):
            piece = child
        else:
            number = len(marks)
            marks.append(Mark(child.tag, child.attributes, place, place, depth, child.line))
            piece = _collect(child, place, depth + 1, marks)
            marks[number] = replace(marks[number], end=place + len(piece))
        pieces.append(piece)
        place += len(piece)
    return "".join(pieces)


class _Weaver:
    """Puts tags back between characters; takes them in order, so that each is looked at once."""

    def __init__(self, text: str, marks: Sequence[Mark]) -> None:
        self.text = text
        self.marks = marks
        self.next = 0

    def all(self) -> Children:
        """The whole text with every tag."""
        children = self.children(0, len(self.text), 0)
        if self.next < len(self.marks):
            mark = self.marks[self.next]
            raise InputError(
                f"<{mark.tag}> at {mark.start}-{mark.end} is said to stand in a tag that is not there"
            )
        return children

    def children(self, start: int, end: int, depth: int) -> Children:
        """What stands between two places at a depth."""
        found: list[Element | str] = []
        place = start
        while self.next < len(self.marks) and self.marks[self.next].depth == depth:
            mark = self.marks[self.next]
            if not place <= mark.start <= mark.end <= end:
                raise InputError(
                    f"<{mark.tag}> at {mark.start}-{mark.end} overlaps another tag; XML can only nest them"
                )
            self.next += 1
            found += [self.text[place : mark.start], self._element(mark, depth)]
            place = mark.end
        return tuple(child for child in (*found, self.text[place:end]) if child != "")

    def _element(self, mark: Mark, depth: int) -> Element:
        return Element(mark.tag, mark.attributes, self.children(mark.start, mark.end, depth + 1))
