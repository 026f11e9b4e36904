"""Pyramid files of DUC and TAC, as DucView writes them: `.pyr` (a pyramid), `.pan` (a peer's annotation)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.atomic import write_whole
from cliometer.io.notes import Notebook, quoted
from cliometer.io.pyramids.checks import check_peer, check_pyramid, note_unknown
from cliometer.io.pyramids.text import spell_peer, spell_pyramid
from cliometer.io.xml.tree import Element, read_xml
from cliometer.model.pyramids import Contribution, Part, PeerAnnotation, Pyramid, Scu

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
    """The pyramid of a `.pyr` file, or that within a `.pan` file."""
    place = Path(path)
    root = _root(place)
    notebook = Notebook(place)
    element = root if root.tag == "pyramid" else _part_of(root, "pyramid", place, "pyramid")
    note_unknown(element, notebook)
    return PyramidReading(_pyramid(element, notebook), notebook.notes)


def read_peer(path: str | PathLike[str]) -> PeerReading:
    """The annotation of a `.pan` file; the peer is named by the file's name."""
    place = Path(path)
    root = _root(place)
    if root.tag == "pyramid":
        raise FormatError("is a pyramid without a peer; name the .pan file of a peer", place, root.line)
    notebook = Notebook(place)
    pyramid = _pyramid(_part_of(root, "pyramid", place, "peerAnnotation"), notebook)
    element = _part_of(root, "annotation", place, "peerAnnotation")
    note_unknown(root, notebook)
    scus = element.elements("peerscu")
    found = PeerAnnotation(
        pyramid, _lines(element, notebook), tuple(_scu(scu, notebook) for scu in scus), peer_name(place)
    )
    lines = {scu.uid: element.line for scu, element in zip(found.scus, scus, strict=True)}
    check_peer(found, scus, notebook)
    return PeerReading(found, notebook.notes, lines)


def write_pyramid(pyramid: Pyramid, path: str | PathLike[str], force: bool = False) -> None:
    """Write a `.pyr` file."""
    write_whole(Path(path), spell_pyramid(pyramid), force)


def write_peer(annotation: PeerAnnotation, path: str | PathLike[str], force: bool = False) -> None:
    """Write a `.pan` file."""
    write_whole(Path(path), spell_peer(annotation), force)


def peer_name(path: Path) -> str:
    """The peer that a file's name tells: `15` for `D0701-A.M.100.A.15.pan`; else the name without ending."""
    found = _DUC_NAME.search(path.stem)
    return found[1] if found else path.stem


def _root(path: Path) -> Element:
    if path.is_file() and not path.stat().st_size:
        raise FormatError("is empty: expected <pyramid> or <peerAnnotation>, as DucView writes it", path)
    return read_xml(path).root


def _part_of(root: Element, tag: str, path: Path, wanted: str) -> Element:
    found = root.elements(tag)
    if root.tag != "peerAnnotation" or not found:
        raise FormatError(
            f"expected <{wanted}> with <{tag}>, as DucView writes it, found <{root.tag}>; "
            "is this the right file?",
            path,
            root.line,
        )
    return found[0]


def _pyramid(element: Element, notebook: Notebook) -> Pyramid:
    starts = element.elements("startDocumentRegEx")
    declared = element.get("numModels")
    scus = element.elements("scu")
    pyramid = Pyramid(
        _lines(element, notebook),
        tuple(_scu(scu, notebook) for scu in scus),
        (starts[0].text or None) if starts else None,
        (_whole(element, "numModels", notebook.path) or None) if declared else None,
    )
    check_pyramid(pyramid, scus, notebook)
    return pyramid


def _lines(element: Element, notebook: Notebook) -> tuple[str, ...]:
    texts = element.elements("text")
    if not texts:
        raise FormatError(f"<{element.tag}> without <text>", notebook.path, element.line)
    return tuple(line.text for line in texts[0].elements("line"))


def _scu(element: Element, notebook: Notebook) -> Scu:
    uid = _given(element, "uid", notebook.path)
    contributions = tuple(_contribution(child, notebook) for child in element.elements("contributor"))
    return Scu(uid, _label(element, notebook), contributions, element.get("comment") or "")


def _contribution(element: Element, notebook: Notebook) -> Contribution:
    parts = tuple(
        Part(
            _label(part, notebook),
            _whole(part, "start", notebook.path),
            _whole(part, "end", notebook.path),
        )
        for part in element.elements("part")
    )
    return Contribution(_label(element, notebook), parts, element.get("comment") or "")


def _label(element: Element, notebook: Notebook) -> str:
    label = element.get("label")
    if label is None:
        notebook.add(element.line, f"<{element.tag}> without a label", kind="label")
    return label or ""


def _given(element: Element, name: str, path: Path) -> str:
    value = element.get(name)
    if value is None or not value.strip():
        raise FormatError(f"<{element.tag}> without {name}", path, element.line)
    return value.strip()


def _whole(element: Element, name: str, path: Path) -> int:
    value = _given(element, name, path)
    if not (value.isascii() and value.isdigit()):
        raise FormatError(
            f"expected a whole number such as 112 for {name} of <{element.tag}>, found {quoted(value)}",
            path,
            element.line,
        )
    return int(value)
