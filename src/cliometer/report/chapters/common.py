"""What several chapters say: notes, the signature, and how results were made."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Result
from cliometer.report.document import Block, Code, Notes


def remarks(document: Result) -> Iterator[Block]:
    """Notes and signature, where a result has them."""
    if document.get("notes"):
        yield Notes(list(document["notes"]))
    if document.get("signature"):
        yield Code(document["signature"], "Signature: everything the numbers depend on")
