"""What is odd about a pyramid file. Annotators' slips are noted; what no score can be made of is an error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from cliometer.errors import FormatError
from cliometer.io.notes import Notebook, quoted
from cliometer.io.xml.tree import COMMENT, Element
from cliometer.model.pyramids import UNMATCHED, Part, PeerAnnotation, Pyramid, Scu

_LABELLED = ("uid", "label", "comment")
_KNOWN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # attributes and elements that are kept
    "peerAnnotation": ((), ("pyramid", "annotation")),
    "pyramid": (("numModels",), ("startDocumentRegEx", "text", "scu")),
    "annotation": ((), ("text", "peerscu")),
    "startDocumentRegEx": ((), ()),
    "text": ((), ("line",)),
    "line": ((), ()),
    "scu": (_LABELLED, ("contributor",)),
    "peerscu": (_LABELLED, ("contributor",)),
    "contributor": (("label", "comment"), ("part",)),
    "part": (("label", "start", "end"), ()),
}
_ONCE = ("pyramid", "annotation", "startDocumentRegEx", "text")


def note_unknown(element: Element, notebook: Notebook) -> None:
    """Note what DucView's document type does not have: it is not kept, and is lost when written again."""
    attributes, tags = _KNOWN[element.tag]
    for name, _ in element.attributes:
        if name not in attributes:
            message = f"<{element.tag}> has an unknown attribute {quoted(name)}, which is not kept"
            notebook.add(element.line, message)
    seen: set[str] = set()
    for child in element.elements():
        if child.is_markup:
            kind = "a comment" if child.tag == COMMENT else "an instruction"
            notebook.add(child.line, f"{kind} in <{element.tag}> is not kept")
        elif child.tag not in tags:
            notebook.add(child.line, f"<{element.tag}> has an unknown <{child.tag}>, which is not kept")
        elif child.tag in _ONCE and child.tag in seen:
            notebook.add(child.line, f"<{element.tag}> has more than one <{child.tag}>; the first is read")
        else:
            note_unknown(child, notebook)
        seen.add(child.tag)


def check_pyramid(pyramid: Pyramid, elements: Sequence[Element], notebook: Notebook) -> None:
    """Uids that repeat are an error; weights no summary can give, and parts that are elsewhere, are notes."""
    _refuse_repeats(elements, notebook)
    if pyramid.start and len(pyramid.headers_by_start) < 2:
        notebook.add(
            None,
            f"startDocumentRegEx finds {len(pyramid.headers_by_start)} summaries where a pyramid has two or "
            f"more; counted otherwise: {pyramid.models or 'none'}",
        )
    for scu, element in zip(pyramid.scus, elements, strict=True):
        if not scu.weight:
            notebook.add(element.line, f"SCU {scu.uid} has no contributor and so no weight", kind="weight 0")
        if pyramid.models and scu.weight > pyramid.models:
            notebook.add(
                element.line,
                f"SCU {scu.uid} has {scu.weight} contributors, more than the {pyramid.models} summaries",
                kind="too heavy",
            )
        _check_writers(pyramid, scu, element, notebook)
        _check_parts(scu, element, pyramid.text, notebook)


def check_peer(annotation: PeerAnnotation, elements: Sequence[Element], notebook: Notebook) -> None:
    """SCUs that the pyramid lacks or that are listed twice, and parts that are elsewhere, are notes."""
    seen: set[str] = set()
    for scu, element in zip(annotation.scus, elements, strict=True):
        if scu.uid != UNMATCHED and scu.uid not in annotation.pyramid.weights:
            notebook.add(element.line, f"SCU {scu.uid} is not in the pyramid", kind="unknown")
        if scu.uid in seen:
            notebook.add(element.line, f"SCU {scu.uid} is listed twice; it counts once", kind="twice")
        seen.add(scu.uid)
        _check_parts(scu, element, annotation.text, notebook)


def _refuse_repeats(elements: Iterable[Element], notebook: Notebook) -> None:
    lines: dict[str, int | None] = {}
    for element in elements:
        uid = (element.get("uid") or "").strip()
        if uid == UNMATCHED:
            raise FormatError(
                "an SCU of a pyramid must not have the uid 0, which is for what matches none",
                notebook.path,
                element.line,
            )
        if uid in lines:
            raise FormatError(
                f"SCU {uid} stands on line {lines[uid]} already; give one of them another uid",
                notebook.path,
                element.line,
            )
        lines[uid] = element.line


def _check_writers(pyramid: Pyramid, scu: Scu, element: Element, notebook: Notebook) -> None:
    """An SCU should have one contributor a summary; one that has two is heavier than its writers."""
    writers = [pyramid.writer_at(one.parts[0].start) for one in scu.contributions if one.parts]
    known = sorted(writer for writer in writers if writer is not None)
    for writer in sorted({one for one, other in pairwise(known) if one == other}):
        notebook.add(
            element.line,
            f"SCU {scu.uid} has two contributors of the summary {writer}; each adds to its weight",
            kind="two of one summary",
        )


def _check_parts(scu: Scu, element: Element, text: str, notebook: Notebook) -> None:
    for contribution, child in zip(scu.contributions, element.elements("contributor"), strict=True):
        if not contribution.parts:
            notebook.add(child.line, f"a contributor of SCU {scu.uid} has no part", kind="no part")
        for part, place in zip(contribution.parts, child.elements("part"), strict=True):
            if (oddity := _oddity(part, text)) is not None:
                notebook.add(place.line, f"SCU {scu.uid}: {oddity}", kind="part")


def _oddity(part: Part, text: str) -> str | None:
    """Why a part is not where it says; blanks do not count, because DucView drops line breaks in labels."""
    if part.start > part.end:
        return f"the part {part.start}-{part.end} ends before it starts"
    if part.end > len(text):
        return f"the part {part.start}-{part.end} lies outside the text of {len(text)} characters"
    found = text[part.start : part.end]
    if "".join(found.split()) == "".join(part.label.split()):
        return None
    return f"at {part.start}-{part.end} the text says {quoted(found)}, the part {quoted(part.label)}"
