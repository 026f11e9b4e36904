"""Ids that a topic must have, refused at the place where they stand."""

from __future__ import annotations

from cliometer.io.units.nodes import Node
from cliometer.model.marks import Marks


def known_mark(node: Node, marks: Marks) -> str:
    """The id of a sentence or a mention of the topic."""
    id = node.as_text("the id of a mention or a sentence")
    if id not in marks.document_of:
        raise node.fail(marks.missing("sentence or mention", id, marks.document_of).message)
    return id


def known_sentence(node: Node, marks: Marks) -> str:
    """The id of a sentence of the topic."""
    id = node.as_text("a sentence's id")
    if id not in marks.sentences:
        raise node.fail(marks.missing("sentence", id, marks.sentences).message)
    return id
