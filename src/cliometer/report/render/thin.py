"""A picture for an `img` element: half as large, and readable where the reader's letters are wider.

What only a picture inside a page can use goes (roles and labels for screen readers, classes): an image has
its `alt`. Vega-Lite leaves room for the letters of Liberation Sans, which are as wide as those of Arial and
Helvetica; so these are asked for, once, and there is a margin for readers who have none of them.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from cliometer.report.theme import STILL_FONT

_SVG = "http://www.w3.org/2000/svg"
_STYLE = "background: white; font-size-adjust: 0.519"  # of their small letters: other fonts are scaled to it
_MARGIN = 12
_USELESS = ("role", "class", "pointer-events", "font-family")
_MOVING = ("d", "transform", "x", "y", "x1", "x2", "y1", "y2", "width", "height")
_LONG = re.compile(r"-?\d+\.\d{3,}")


def thin(svg: bytes) -> bytes:
    """The same picture in fewer bytes."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        _strip(element)
    _widen(root)
    root.set("font-family", STILL_FONT)
    root.set("style", _STYLE)
    return ElementTree.tostring(root)


def _strip(element: ElementTree.Element) -> None:
    for name in list(element.attrib):
        if name in _USELESS or name.startswith("aria-"):
            del element.attrib[name]
        elif name in _MOVING:
            element.set(name, _LONG.sub(_hundredths, element.attrib[name]))


def _hundredths(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _widen(root: ElementTree.Element) -> None:
    """Room at both sides, which the ground fills."""
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    root.set("viewBox", f"{left - _MARGIN:g} {top:g} {width + 2 * _MARGIN:g} {height:g}")
    root.set("width", f"{width + 2 * _MARGIN:g}")
    root.set("height", f"{height:g}")
