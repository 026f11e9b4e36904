"""XML: what is read, that nothing outside the file is touched, and that bad files are errors with a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io.xml import Element, XmlDocument, parse_xml, read_xml, spell_xml

HERE = Path("file.xml")


def root(content: str) -> Element:
    return parse_xml(content, HERE).root


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<a>\n<b>\n</a>", r"file\.xml:3: malformed XML: mismatched tag"),
        ("", r"file\.xml:1: malformed XML: no element found"),
        ("<a/>\n<b/>", r"file\.xml:2: malformed XML: junk after document element"),
        ("<a>&lt</a>", "malformed XML"),
        ('<!DOCTYPE a SYSTEM "a.dtd">\n<a>b&nbsp;c</a>', r"file\.xml:2: the entity &nbsp; is not declared"),
        ("<a b='1' b='2'/>", "malformed XML: duplicate attribute"),
        ("<a>" * 300 + "</a>" * 300, "more than 200 elements within each other"),
    ],
)
def test_malformed_xml_is_an_error_with_its_line(content: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        root(content)


def test_bytes_that_are_no_utf8_are_an_error_with_a_remedy(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b"<a>\n\xe9</a>")
    with pytest.raises(FormatError, match=r"a\.xml:2: malformed XML: .*re-encode it with iconv"):
        read_xml(path)


def test_a_folder_and_a_missing_file_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        read_xml(tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        read_xml(tmp_path / "a.xml")


def test_a_character_that_xml_cannot_hold_is_not_written() -> None:
    with pytest.raises(InputError, match=r"U\+0001 cannot be written in XML"):
        spell_xml(XmlDocument(Element("a", (), ("x\x01",))))
