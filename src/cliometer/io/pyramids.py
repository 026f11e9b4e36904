"""Pyramid files of DUC and TAC, as DucView writes them: `.pyr` (a pyramid), `.pan` (a peer's annotation).

A pyramid holds the model summaries as lines of `text`, and for each SCU its `uid`, its `label` and the contributors,
which are the parts of the summaries that express it. A peer's annotation holds a pyramid, the peer's text, and the
SCUs that were found in it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError, InputError
from cliometer.io.lines import Notebook
from cliometer.io.text_files import write_whole
from cliometer.io.xml import COMMENT, Element, attributes, read_xml, text
from cliometer.model.pyramids import UNMATCHED, Contribution, PeerAnnotation, Pyramid, Scu, SummaryPart, text_of
from cliometer.spelling import quoted, whole_number

_PEER_TYPE = Path(__file__).with_name("ducview.dtd").read_text(encoding="utf-8")
_PYRAMID_TYPE = _PEER_TYPE[_PEER_TYPE.index(" <!ELEMENT pyramid ") :]
_TAGS = {tag: re.findall(r"[a-z]\w*", inner) for tag, inner in re.findall(r"<!ELEMENT (\w+) (.*)>", _PEER_TYPE)}
_ATTRIBUTES = {tag: re.findall(r"(\w+) CDATA", rest) for tag, rest in re.findall(r"<!ATTLIST (\w+) (.*)>", _PEER_TYPE)}
_ONCE = ("pyramid", "annotation", "startDocumentRegEx", "text")


def note_unknown(element: Element, notebook: Notebook) -> None:
    """Note what DucView's document type does not have: it is not kept, and is lost when written again."""
    for name, _ in element.attributes:
        if name not in _ATTRIBUTES.get(element.tag, ()):
            message = f"<{element.tag}> has an unknown attribute {quoted(name)}, which is not kept"
            notebook.add(element.line, message)
    seen: set[str] = set()
    for child in element.elements():
        if child.is_markup:
            kind = "a comment" if child.tag == COMMENT else "an instruction"
            notebook.add(child.line, f"{kind} in <{element.tag}> is not kept")
        elif child.tag not in _TAGS[element.tag]:
            notebook.add(child.line, f"<{element.tag}> has an unknown <{child.tag}>, which is not kept")
        elif child.tag in _ONCE and child.tag in seen:
            notebook.add(child.line, f"<{element.tag}> has more than one <{child.tag}>; the first is read")
        else:
            note_unknown(child, notebook)
        seen.add(child.tag)


def check_pyramid(pyramid: Pyramid, elements: Sequence[Element], notebook: Notebook) -> None:
    """Refuse uids that repeat; return notes on weights that no summary can give and on parts that are misplaced."""
    _refuse_repeats(elements, notebook)
    if pyramid.start and len(pyramid.matches) < 2:
        notebook.add(
            None,
            f"startDocumentRegEx finds {len(pyramid.matches)} summaries where a pyramid has two or "
            f"more; counted otherwise: {pyramid.models or 'none'}",
        )
    for scu, element in zip(pyramid.scus, elements, strict=True):
        if not scu.weight:
            notebook.add(element.line, f"SCU {scu.uid} has no contributor and so no weight", kind="weight 0")
        if pyramid.models and scu.weight > pyramid.models:
            text = f"SCU {scu.uid} has {scu.weight} contributors, more than the {pyramid.models} summaries"
            notebook.add(element.line, text, kind="too heavy")
        writers = [pyramid.writer_at(part.parts[0].start) for part in scu.contributions if part.parts]
        for writer, times in sorted(Counter(writer for writer in writers if writer is not None).items()):
            if times > 1:  # an SCU should have one contributor a summary
                two = f"SCU {scu.uid} has two contributors of the summary {writer}; each adds to its weight"
                notebook.add(element.line, two, kind="two of one summary")
        _check_parts(scu, element, pyramid.text, notebook)


def check_peer(annotation: PeerAnnotation, elements: Sequence[Element], notebook: Notebook) -> None:
    """Return notes on SCUs that the pyramid lacks or that are listed twice, and on parts that are misplaced."""
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
            raise FormatError("scu-uid-zero", notebook.path, element.line)
        if uid in lines:
            raise FormatError("scu-uid-repeated", notebook.path, element.line, uid=uid, lines=lines[uid])
        lines[uid] = element.line


def _check_parts(scu: Scu, element: Element, text: str, notebook: Notebook) -> None:
    for contribution, child in zip(scu.contributions, element.elements("contributor"), strict=True):
        if not contribution.parts:
            notebook.add(child.line, f"a contributor of SCU {scu.uid} has no part", kind="no part")
        for part, place in zip(contribution.parts, child.elements("part"), strict=True):
            if (oddity := _oddity(part, text)) is not None:
                notebook.add(place.line, f"SCU {scu.uid}: {oddity}", kind="part")


def _oddity(part: SummaryPart, text: str) -> str | None:
    """Return why a part is not where it says; blanks do not count, because DucView drops line breaks in labels."""
    if part.start > part.end:
        return f"the part {part.start}-{part.end} ends before it starts"
    if part.end > len(text):
        return f"the part {part.start}-{part.end} lies outside the text of {len(text)} characters"
    words = text[part.start : part.end]
    if "".join(words.split()) == "".join(part.label.split()):
        return None
    return f"at {part.start}-{part.end} the text says {quoted(words)}, the part {quoted(part.label)}"


def _file(root: str, kind: str, lines: Sequence[str] | Iterator[str]) -> str:
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE {root} [\n{kind}]>\n\n'
    return head + "\n".join(lines) + "\n"


def _spell_pyramid(pyramid: Pyramid) -> Iterator[str]:
    declared = () if pyramid.declared is None else (("numModels", str(pyramid.declared)),)
    yield f"<pyramid{attributes(Element('pyramid', declared))}>"
    if pyramid.start is not None:
        yield f"<startDocumentRegEx>{text(pyramid.start)}</startDocumentRegEx>"
    yield from _text(pyramid.lines)
    yield from _scus(pyramid.scus, "scu")
    yield "</pyramid>"


def _text(lines: Sequence[str]) -> Iterator[str]:
    yield " <text>"
    for line in lines:
        if "\n" in line:
            raise InputError("pyramid-line-break", line=line)
        yield f"  <line>{text(line)}</line>"
    yield " </text>"


def _scus(scus: Sequence[Scu], tag: str) -> Iterator[str]:
    for scu in scus:
        yield f" <{tag}{_named(scu.label, scu.comment, uid=scu.uid)}>"
        for contribution in scu.contributions:
            yield f"  <contributor{_named(contribution.label, contribution.comment)}>"
            for part in contribution.parts:
                places = (("label", part.label), ("start", str(part.start)), ("end", str(part.end)))
                yield f"   <part{attributes(Element('part', places))}/>"
            yield "  </contributor>"
        yield f" </{tag}>"


def _named(label: str, comment: str, **before: str) -> str:
    pairs = [*before.items(), ("label", label), *([("comment", comment)] if comment else [])]
    return attributes(Element("scu", tuple(pairs)))


_DUC_NAME = re.compile(r"\.[A-Z]\.\d+\.[A-Z]\.(\w+)$")  # D0701-A.M.100.A.15: the peer is last


@dataclass(frozen=True)
class PyramidReading:
    """A pyramid, and what is odd about its file."""

    pyramid: Pyramid
    notes: tuple[str, ...]


@dataclass(frozen=True)
class PeerReading:
    """A peer's annotation, what is odd about its file, and the line on which each of its SCUs stands."""

    annotation: PeerAnnotation
    notes: tuple[str, ...]
    lines: dict[str, int | None]


def read_pyramid(path: str | PathLike[str]) -> PyramidReading:
    """Read the pyramid of a `.pyr` file, or that within a `.pan` file."""
    place = Path(path)
    root = _root(place)
    notebook = Notebook(place)
    element = root if root.tag == "pyramid" else _part_of(root, "pyramid", place, "pyramid")
    note_unknown(element, notebook)
    return PyramidReading(_pyramid(element, notebook), notebook.notes)


def read_peer(path: str | PathLike[str]) -> PeerReading:
    """Read the annotation of a `.pan` file; the peer is named by the file's name."""
    place = Path(path)
    root = _root(place)
    if root.tag == "pyramid":
        raise FormatError("pyramid-without-peer", place, root.line)
    notebook = Notebook(place)
    pyramid = _pyramid(_part_of(root, "pyramid", place, "peerAnnotation"), notebook)
    element = _part_of(root, "annotation", place, "peerAnnotation")
    note_unknown(root, notebook)
    scus = element.elements("peerscu")
    annotation = PeerAnnotation(
        pyramid, _lines(element, notebook), tuple(_scu(scu, notebook) for scu in scus), peer_name(place)
    )
    lines = {scu.uid: element.line for scu, element in zip(annotation.scus, scus, strict=True)}
    check_peer(annotation, scus, notebook)
    return PeerReading(annotation, notebook.notes, lines)


def write_pyramid(pyramid: Pyramid, path: str | PathLike[str], force: bool = False) -> None:
    """Write a `.pyr` file."""
    write_whole(Path(path), _file("pyramid", _PYRAMID_TYPE, _spell_pyramid(pyramid)), force)


def write_peer(annotation: PeerAnnotation, path: str | PathLike[str], force: bool = False) -> None:
    """Write a `.pan` file."""
    inside = [*_text(annotation.lines), *_scus(annotation.scus, "peerscu")]
    lines = ["<peerAnnotation>", *_spell_pyramid(annotation.pyramid), "<annotation>", *inside]
    lines += ["</annotation>", "</peerAnnotation>"]
    write_whole(Path(path), _file("peerAnnotation", _PEER_TYPE, lines), force)


def peer_name(path: Path) -> str:
    """Return the peer in the name of a file: `15` for `D0701-A.M.100.A.15.pan`; else the name without its ending."""
    match = _DUC_NAME.search(path.stem)
    return match[1] if match else path.stem


def _root(path: Path) -> Element:
    if path.is_file() and not path.stat().st_size:
        raise FormatError("pyramid-empty", path)
    return read_xml(path).root


def _part_of(root: Element, tag: str, path: Path, wanted: str) -> Element:
    parts = root.elements(tag)
    if root.tag != "peerAnnotation" or not parts:
        raise FormatError("pyramid-tag-expected", path, root.line, wanted=wanted, tag=tag, root_tag=root.tag)
    return parts[0]


def _pyramid(element: Element, notebook: Notebook) -> Pyramid:
    starts = element.elements("startDocumentRegEx")
    declared = element.get("numModels")
    scus = element.elements("scu")
    lines, start = _lines(element, notebook), (starts[0].text or None) if starts else None
    pyramid = Pyramid(
        lines,
        tuple(_scu(scu, notebook) for scu in scus),
        start,
        (_whole(element, "numModels", notebook.path) or None) if declared else None,
        header_spans(start, text_of(lines)) if start else (),
    )
    check_pyramid(pyramid, scus, notebook)
    return pyramid


# The usual header: a rule of dashes, a name, a rule of dashes. Other expressions may backtrack for ever.
_USUAL_START = re.compile(r"(\[-\]|-)\+\\n[^*+?{}()|]*((\[0-9\]|\\d)\+)?[^*+?{}()|]*\\n(\[-\]|-)\+(\\n)?")
_LONGEST_RULE = 2000
_LONGEST_START = 200
_PATIENCE = 5  # seconds for an expression of a file
_MATCHER = """
import json, re, sys
start, text = json.load(sys.stdin)
json.dump([match.span() for match in re.finditer(start, text) if match[0]], sys.stdout)
"""


def header_spans(start: str, text: str) -> tuple[tuple[int, int], ...]:
    """Return where an expression matches; nothing where only Java understands it, or where it takes seconds.

    An unusual expression is matched in a process of its own, which can be stopped.
    """
    try:
        if len(start) <= _LONGEST_START and "-" * _LONGEST_RULE not in text and _USUAL_START.fullmatch(start):
            return tuple(match.span() for match in re.finditer(start, text))
        command = [sys.executable, "-I", "-W", "ignore", "-c", _MATCHER]
        done = subprocess.run(
            command, input=json.dumps([start, text]), capture_output=True, text=True, timeout=_PATIENCE, check=True
        )
    except (re.error, subprocess.SubprocessError):
        return ()
    return tuple((first, last) for first, last in json.loads(done.stdout))


def _lines(element: Element, notebook: Notebook) -> tuple[str, ...]:
    texts = element.elements("text")
    if not texts:
        raise FormatError("tag-without-text", notebook.path, element.line, tag=element.tag)
    return tuple(line.text for line in texts[0].elements("line"))


def _scu(element: Element, notebook: Notebook) -> Scu:
    uid = _given(element, "uid", notebook.path)
    contributions = tuple(_contribution(child, notebook) for child in element.elements("contributor"))
    return Scu(uid, _label(element, notebook), contributions, element.get("comment") or "")


def _contribution(element: Element, notebook: Notebook) -> Contribution:
    parts = tuple(
        SummaryPart(_label(part, notebook), _whole(part, "start", notebook.path), _whole(part, "end", notebook.path))
        for part in element.elements("part")
    )
    return Contribution(_label(element, notebook), parts, element.get("comment") or "")


def _label(element: Element, notebook: Notebook) -> str:
    if (label := element.get("label")) is None:
        notebook.add(element.line, f"<{element.tag}> without a label", kind="label")
    return label or ""


def _given(element: Element, name: str, path: Path) -> str:
    value = element.get(name)
    if value is None or not value.strip():
        raise FormatError("tag-without-attribute", path, element.line, tag=element.tag, name=name)
    return value.strip()


def _whole(element: Element, name: str, path: Path) -> int:
    value = _given(element, name, path)
    if (number := whole_number(value, 0)) is None:
        raise FormatError("tag-number-expected", path, element.line, name=name, tag=element.tag, value=quoted(value))
    return number
