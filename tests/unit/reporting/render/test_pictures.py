"""Specifications that vl-convert can draw, and pictures in few bytes."""

from __future__ import annotations

from xml.etree import ElementTree

from cliometer.reporting.render.notebook import thin

SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50">
<g class="mark" role="graphics-object" aria-label="a &lt; b"><rect x="1.00049" width="9.98765" fill="red"/>
<text font-family="Some, &quot;Other&quot;" transform="translate(3.14159,-2.000001)">role="x" 3.14159</text>
</g></svg>"""
SPACE = "{http://www.w3.org/2000/svg}"


def test_there_is_room_for_wider_letters_at_both_sides_and_none_is_squeezed() -> None:
    root = ElementTree.fromstring(thin(SVG))
    assert root.attrib["viewBox"] == "-12 0 124 50"
    assert (root.attrib["width"], root.attrib["height"]) == ("124", "50")


def test_the_letters_are_those_that_room_was_left_for() -> None:
    root = ElementTree.fromstring(thin(SVG))
    assert root.attrib["font-family"].startswith("Liberation Sans, Arial, Helvetica")


def test_a_picture_has_no_prefixes_in_its_names() -> None:
    assert thin(SVG).startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    assert root_names(thin(SVG)) == {"svg", "g", "rect", "text"}


def root_names(svg: bytes) -> set[str]:
    return {element.tag.removeprefix(SPACE) for element in ElementTree.fromstring(svg).iter()}
