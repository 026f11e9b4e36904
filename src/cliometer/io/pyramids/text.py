"""Pyramids and peer annotations spelled as DucView spells them, its document type included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.errors import InputError
from cliometer.io.xml.text import attributes, text
from cliometer.io.xml.tree import Element
from cliometer.model.pyramids import Contribution, PeerAnnotation, Pyramid, Scu

_PYRAMID_TYPE = """\
 <!ELEMENT pyramid (startDocumentRegEx?,text,scu*)>
 <!ATTLIST pyramid numModels CDATA #IMPLIED>
 <!ELEMENT startDocumentRegEx (#PCDATA)>
 <!ELEMENT text (line*)>
 <!ELEMENT line (#PCDATA)>
 <!ELEMENT scu (contributor)*>
 <!ATTLIST scu uid CDATA #REQUIRED label CDATA #REQUIRED comment CDATA #IMPLIED>
 <!ELEMENT contributor (part)*>
 <!ATTLIST contributor label CDATA #REQUIRED comment CDATA #IMPLIED>
 <!ELEMENT part EMPTY>
 <!ATTLIST part label CDATA #REQUIRED start CDATA #REQUIRED end CDATA #REQUIRED>
"""
_PEER_TYPE = f"""\
 <!ELEMENT peerAnnotation (pyramid,annotation)>
 <!ELEMENT annotation (text,peerscu*)>
 <!ELEMENT peerscu (contributor)*>
 <!ATTLIST peerscu uid CDATA #REQUIRED label CDATA #REQUIRED comment CDATA #IMPLIED>
{_PYRAMID_TYPE}"""


def spell_pyramid(pyramid: Pyramid) -> str:
    """The text of a `.pyr` file."""
    return _file("pyramid", _PYRAMID_TYPE, _pyramid(pyramid))


def spell_peer(annotation: PeerAnnotation) -> str:
    """The text of a `.pan` file."""
    lines = [
        "<peerAnnotation>",
        *_pyramid(annotation.pyramid),
        "<annotation>",
        *_text(annotation.lines),
        *_scus(annotation.scus, "peerscu"),
        "</annotation>",
        "</peerAnnotation>",
    ]
    return _file("peerAnnotation", _PEER_TYPE, lines)


def _file(root: str, kind: str, lines: Sequence[str] | Iterator[str]) -> str:
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE {root} [\n{kind}]>\n\n'
    return head + "\n".join(lines) + "\n"


def _pyramid(pyramid: Pyramid) -> Iterator[str]:
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
            raise InputError(f"a line of a pyramid's text must not hold a line break: {line!r}")
        yield f"  <line>{text(line)}</line>"
    yield " </text>"


def _scus(scus: Sequence[Scu], tag: str) -> Iterator[str]:
    for scu in scus:
        yield f" <{tag}{_named(scu.label, scu.comment, uid=scu.uid)}>"
        for contribution in scu.contributions:
            yield from _contribution(contribution)
        yield f" </{tag}>"


def _contribution(contribution: Contribution) -> Iterator[str]:
    yield f"  <contributor{_named(contribution.label, contribution.comment)}>"
    for part in contribution.parts:
        places = (("label", part.label), ("start", str(part.start)), ("end", str(part.end)))
        yield f"   <part{attributes(Element('part', places))}/>"
    yield "  </contributor>"


def _named(label: str, comment: str, **before: str) -> str:
    pairs = [*before.items(), ("label", label), *([("comment", comment)] if comment else [])]
    return attributes(Element("scu", tuple(pairs)))
